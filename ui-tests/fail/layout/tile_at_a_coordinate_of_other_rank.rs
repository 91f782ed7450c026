//! Three coordinates of a tile for two modes.

use tilework::prelude::*;

fn main() {
    let _ = tile_layout(layout!((4, 2):(1, 4)), shape!(2, 2), (0, 0, 0));
}
