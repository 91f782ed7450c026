//! A flat product in which a mode is kept.

use tilework::prelude::*;

fn main() {
    let _ = flat_product(layout!((4, 2):(1, 4)), tiler!(3, _));
}
