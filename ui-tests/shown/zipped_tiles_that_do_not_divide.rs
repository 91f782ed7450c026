//! Put together, tiles must divide.

use tilework::prelude::*;

fn main() {
    let _ = zipped_divide(layout!((10, 7):(1, 10)), tiler!(4, 7));
}
