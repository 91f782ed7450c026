//! Any text as an indexing map: what is read prints as itself, is the same simplified, and its inverse leads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilework::affine::{IndexingMap, Points, SymbolicTile};

fuzz_target!(|text: &str| {
    let Ok(map) = text.parse::<IndexingMap>() else { return };
    if !map.is_known_empty() {
        assert!(map.to_string().parse::<IndexingMap>().is_ok_and(|again| again == map));
    }
    let simplified = map.simplify(Points::Replace);
    let inverse = map.inverse();
    for steps in 0..16 {
        let point: Vec<i64> = map.bounds().iter().map(|bounds| bounds.lower.saturating_add(steps)).collect();
        if map.contains(&point) {
            for (was, is) in map.results().iter().zip(simplified.results()) {
                let (was, is) = (was.evaluate(&point), is.evaluate(&point));
                assert!(was.is_none() || is.is_none() || was == is);
            }
            if let Ok(inverse) = &inverse {
                assert_leads_back(&map, inverse, &point);
            }
        }
    }
    map.rescale_symbols().remove_unused_variables();
    let bounds: Vec<_> = map.results().iter().map(|result| result.range(&map.bounds())).collect();
    let relation = map.inverse_relation(&bounds);
    assert!(relation.is_ok_and(|relation| relation.results().len() == map.dims().len()));
    // either is found, or refused
    let (_, _) = (map.to_layout(), SymbolicTile::of(&map));
});

/// The inverse leads from the results of a point, where they have values, back to it.
fn assert_leads_back(map: &IndexingMap, inverse: &IndexingMap, point: &[i64]) {
    let (determined, runtime) = point.split_at(point.len() - map.runtime_symbols().len());
    let results: Option<Vec<i64>> = map.results().iter().map(|result| result.evaluate(point)).collect();
    let Some(results) = results else { return };
    let back = inverse.evaluate(&results, &[], runtime);
    assert!(back.is_ok_and(|back| back[..] == *determined), "{map}\n{inverse}\n{point:?}");
}
