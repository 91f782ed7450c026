//! A tile of three extents for two modes.

use tilework::prelude::*;

fn main() {
    let _ = make_layout_tile(layout!((4, 2):(1, 4)), shape!(2, 2, 2));
}
