//! Put together, tiles must divide.

use tilework::prelude::*;

fn main() {
    let _ = tiled_divide(layout!((10, 7):(1, 10)), tiler!(5, 4));
}
