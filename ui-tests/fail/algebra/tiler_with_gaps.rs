//! Copies of the tiler never fill a layout.

use tilework::prelude::*;

fn main() {
    let _ = logical_divide(layout!(48:1), layout!((2, 2):(1, 3)));
}
