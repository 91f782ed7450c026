//! No number of empty tiles makes up a mode.

use tilework::prelude::*;

fn main() {
    let _ = logical_divide(layout!((8, 12):(1, 8)), tiler!(4, 0));
}
