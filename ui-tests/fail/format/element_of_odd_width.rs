//! A fractal row holds 32 bytes of elements: a width that does not divide 256 bits has none.

use tilework::format::Element;
use tilework::prelude::*;

struct Six;

impl Element for Six {
    type Bits = tilework::typenum::U6;
}

fn main() {
    let _ = make_layout::<zN, Six>(100, 50);
}
