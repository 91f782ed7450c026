//! A shape that copies of a block do not fill.

use tilework::prelude::*;

fn main() {
    let _ = tile_to_shape(layout!((8, 8):(8, 1)), shape!(16, 20));
}
