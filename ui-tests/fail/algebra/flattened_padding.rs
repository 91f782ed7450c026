//! What is padding in a flat layout is not known.

use tilework::prelude::*;

fn main() {
    let padded = make_layout::<zN, f32>(20, 10).layout();
    let _ = flatten(padded);
}
