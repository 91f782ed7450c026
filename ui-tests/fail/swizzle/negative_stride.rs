//! Offsets below 0 have no place in a swizzle.

use tilework::prelude::*;

fn main() {
    let _ = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(-4, 1)));
}
