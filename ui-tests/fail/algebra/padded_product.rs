//! A product of a layout with padding.

use tilework::prelude::*;

fn main() {
    let _ = raked_product(zN::layout::<f16, _, _>(20, 20), layout!((2, 2):(1, 2)));
}
