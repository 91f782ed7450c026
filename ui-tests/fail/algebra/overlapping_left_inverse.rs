//! A left inverse of a layout in which offsets coincide.

use tilework::prelude::*;

fn main() {
    let _ = left_inverse(layout!((63, 2):(1, 1)));
}
