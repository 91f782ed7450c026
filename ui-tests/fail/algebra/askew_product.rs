//! A tiler with steps that are neither along the gaps of a block nor along whole blocks.

use tilework::prelude::*;

fn main() {
    let _ = logical_product(layout!(5:4), layout!(8:5));
}
