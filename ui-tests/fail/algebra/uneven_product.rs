//! Three copies of a block with one gap: two of them fill it.

use tilework::prelude::*;

fn main() {
    let _ = logical_product(layout!(4:2), layout!(3:1));
}
