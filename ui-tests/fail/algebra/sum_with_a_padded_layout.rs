//! Padding has no sum: is it elements or not?

use tilework::prelude::*;

fn main() {
    let padded = make_layout::<zN, f16>(int!(100), int!(50)).layout();
    let _ = layout_add(padded, padded);
}
