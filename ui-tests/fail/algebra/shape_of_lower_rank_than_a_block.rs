//! A shape with fewer modes than the block that is to fill it.

use tilework::prelude::*;

fn main() {
    let _ = tile_to_shape(layout!((8, 8):(8, 1)), shape!(64));
}
