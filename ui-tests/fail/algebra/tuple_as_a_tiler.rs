//! A tuple is a shape; by mode is `tiler!`.

use tilework::prelude::*;

fn main() {
    let _ = logical_divide(layout!((8, 12):(1, 8)), shape!(4, 3));
}
