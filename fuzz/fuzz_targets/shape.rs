//! Any text as an XLA shape: what is read prints as itself, and its layout is a map, which a nested layout agrees with.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilework::dynamic::Tree;
use tilework::xla::{LinearIndex, Shape, Tiling, indices, nested_layout};

fuzz_target!(|text: &str| {
    let Ok(shape) = text.parse::<Shape>() else { return };
    assert!(shape.to_string().parse::<Shape>().is_ok_and(|again| again == shape));
    let Some(array) = shape.as_elements() else { return };
    let Ok(places) = LinearIndex::new(array, Tiling::All) else { return };
    places.to_map();
    places.to_inverse_map();
    let (reach, nested) = (places.reach(), nested_layout(array));
    for index in indices(array).into_iter().flatten().take(64) {
        let place = places.at(&index).expect("an index of the array");
        assert!(reach.as_ref().map_or(true, |reach| place < *reach));
        if let Ok(nested) = &nested {
            assert_eq!(
                nested.offset(&Tree::flat(index)).ok().and_then(|offset| offset.as_int()),
                Some(place)
            );
        }
    }
});
