//! A base beyond the bits of any offset.

use tilework::prelude::*;

fn main() {
    let _ = Swizzle::<1, 64, 1>::new().compose(layout!((4, 4):(4, 1)));
}
