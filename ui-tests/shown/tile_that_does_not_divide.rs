//! One tiler for the whole layout must divide it.

use tilework::prelude::*;

fn main() {
    let _ = logical_divide(layout!((10, 7):(1, 10)), int!(4));
}
