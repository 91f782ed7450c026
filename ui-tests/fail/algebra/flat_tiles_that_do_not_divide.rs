//! Put together, tiles must divide.

use tilework::prelude::*;

fn main() {
    let _ = flat_divide(layout!((10, 7):(1, 10)), tiler!(4, 4));
}
