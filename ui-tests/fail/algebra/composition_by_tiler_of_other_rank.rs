//! A tiler by mode with more entries than the layout has modes.

use tilework::prelude::*;

fn main() {
    let _ = composition(layout!((4, 2):(1, 4)), tiler!(2, 1, _));
}
