//! The extent of a mode cannot tell what is meant of the modes inside.

use tilework::prelude::*;

fn main() {
    let _ = logical_divide(layout!((8, (10, 4)):(1, (8, 80))), tiler!(4, (4, 2)));
}
