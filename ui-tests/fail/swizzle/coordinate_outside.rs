//! A static coordinate outside a swizzled layout.

use tilework::prelude::*;

fn main() {
    let swizzled = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1)));
    let _ = swizzled.offset(crd!(4, 0));
}
