//! A left inverse of a layout without elements.

use tilework::prelude::*;

fn main() {
    let _ = left_inverse(layout!((0, 4):(1, 1)));
}
