//! Any text as an XLA shape: what is read prints as itself, and its layout is a map.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilework::xla::{LinearIndex, Shape, Tiling};

fuzz_target!(|text: &str| {
    let Ok(shape) = text.parse::<Shape>() else { return };
    assert!(shape.to_string().parse::<Shape>().is_ok_and(|again| again == shape));
    if let Some(Ok(places)) = shape.as_array().map(|array| LinearIndex::new(array, Tiling::All)) {
        places.to_map();
        places.to_inverse_map();
    }
});
