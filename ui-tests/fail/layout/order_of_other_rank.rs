//! An order of three for two modes.

use tilework::prelude::*;

fn main() {
    let _ = ordered(shape!(4, 2), shape!(0, 1, 2));
}
