//! Tiles that may end behind what was divided do not have an element at every coordinate.

use tilework::prelude::*;

fn main() {
    let tiles = zipped_divide(layout!((10, 7):(1, 10)), tiler!(4, 7));
    let _ = tiles.offset(((3, 0), (2, 0)));
}
