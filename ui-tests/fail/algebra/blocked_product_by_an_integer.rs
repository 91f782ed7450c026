//! A product of modes by an integer, which has none.

use tilework::prelude::*;

fn main() {
    let _ = blocked_product(layout!((4, 2):(1, 4)), int!(3));
}
