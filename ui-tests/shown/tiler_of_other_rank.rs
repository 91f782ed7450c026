//! A tiler by mode has one entry for every mode.

use tilework::prelude::*;

fn main() {
    let _ = logical_divide(layout!((8, 12):(1, 8)), tiler!(4, 3, 2));
}
