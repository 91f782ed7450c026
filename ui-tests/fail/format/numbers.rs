//! Formats and elements: what only `cargo build` finds.

use tilework::format::Element;
use tilework::prelude::*;

/// A fractal row holds 32 bytes of elements: a width that does not divide 256 bits has none.
pub fn element_of_odd_width() {
    struct Six;

    impl Element for Six {
        type Bits = tilework::typenum::U6;
    }

    let _ = make_layout::<zN, Six>(100, 50);
    //~^ ERROR: elements of 6 bits do not fill 32 bytes evenly: this format is defined for widths that divide 256
}

/// A matrix of so many elements.
pub fn size_beyond_the_address_space() {
    let n = int!(0x1_0000_0000);
    let _ = zN::layout::<f32, _, _>(n, n);
    //~^ ERROR: the size of shape ((16,268435456),(8,536870912)) reaches 2^63
}
