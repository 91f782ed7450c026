//! A slice that fixes a static coordinate outside.

use tilework::prelude::*;

fn main() {
    let swizzled = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1)));
    let _ = swizzled.slice(crd!(4, _));
}
