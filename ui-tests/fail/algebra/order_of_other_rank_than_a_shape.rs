//! An order with fewer numbers than the shape has modes.

use tilework::prelude::*;

fn main() {
    let _ = tile_to_shape_ordered(layout!((8, 8):(8, 1)), shape!(16, 24), shape!(1));
}
