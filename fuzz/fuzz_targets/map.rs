//! Any text as an indexing map: what is read prints as itself, and is the same simplified.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilework::affine::{IndexingMap, Points};

fuzz_target!(|text: &str| {
    let Ok(map) = text.parse::<IndexingMap>() else { return };
    if !map.is_known_empty() {
        assert!(map.to_string().parse::<IndexingMap>().is_ok_and(|again| again == map));
    }
    let simplified = map.simplify(Points::Replace);
    for steps in 0..16 {
        let point: Vec<i64> = map.bounds().iter().map(|bounds| bounds.lower.saturating_add(steps)).collect();
        if map.contains(&point) {
            for (was, is) in map.results().iter().zip(simplified.results()) {
                let (was, is) = (was.evaluate(&point), is.evaluate(&point));
                assert!(was.is_none() || is.is_none() || was == is);
            }
        }
    }
    map.rescale_symbols().remove_unused_variables();
});
