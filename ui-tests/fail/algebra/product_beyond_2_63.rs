//! Copies so far apart that offsets overflow.

use tilework::prelude::*;

fn main() {
    let _ = logical_product(layout!(4:1), layout!(2:4611686018427387904));
}
