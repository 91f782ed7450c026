//! A tiler by mode with fewer entries than the block has modes.

use tilework::prelude::*;

fn main() {
    let _ = tiled_product(layout!((4, 2):(1, 4)), tiler!(3));
}
