//! Any text in any notation: what is written is read, and says the same places.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilework::dynamic::Offset;
use tilework::notation::{Given, Notation, read, write};

fuzz_target!(|text: &str| {
    let given = Given::default();
    let Ok(pivot) = read(text, None, &given) else { return };
    let Ok(extents) = pivot.extents() else { return };
    // what is no sum is tried index by index, which takes its time
    const MOST_TRIED: i64 = 1 << 10;
    let size = extents.iter().fold(1_i64, |size, extent| size.saturating_mul(*extent));
    if size > MOST_TRIED || extents.len() > 16 {
        return;
    }
    for to in Notation::ALL {
        let Ok(written) = write(&pivot, to) else { continue };
        let again =
            read(&written, Some(to), &given).unwrap_or_else(|error| panic!("{text} as {written}: {error}"));
        assert_eq!(again.extents().as_deref(), Ok(&extents[..]), "{text} as {written}");
        for number in [0, size / 3, size / 2, size - 1] {
            let mut rest = number;
            let index: Vec<i64> = extents
                .iter()
                .map(|extent| {
                    let entry = rest % extent.max(&1);
                    rest /= extent.max(&1);
                    entry
                })
                .collect();
            // axes have names, and are counted as they come
            if let (Ok(Offset::Int(place)), true) = (pivot.place(&index), size > 0)
                && let Ok(Offset::Int(other)) = again.place(&index)
            {
                assert_eq!(other, place, "{text} as {written} at {index:?}");
            }
        }
    }
});
