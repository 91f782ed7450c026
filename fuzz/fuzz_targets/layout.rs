//! Any text as a layout, swizzled or not: what is read prints as itself, and is a map that is a layout again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilework::affine::IndexingMap;
use tilework::dynamic::{DynLayout, Swizzled};

fuzz_target!(|text: &str| {
    if let Ok(swizzled) = text.parse::<Swizzled>() {
        assert!(swizzled.to_string().parse::<Swizzled>().is_ok_and(|again| again == swizzled));
    }
    let Ok(layout) = text.parse::<DynLayout>() else { return };
    assert!(layout.to_string().parse::<DynLayout>().is_ok_and(|again| again == layout));
    // what is no sum is tried coordinate by coordinate, which takes its time
    const MOST_TRIED: i64 = 1 << 14;
    if let Ok(map) = IndexingMap::try_from(&layout)
        && layout.size() <= MOST_TRIED
    {
        let _ = map.to_layout();
    }
});
