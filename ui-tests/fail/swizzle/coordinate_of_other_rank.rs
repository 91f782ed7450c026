//! A coordinate with more entries than a swizzled layout has modes.

use tilework::prelude::*;

fn main() {
    let swizzled = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1)));
    let _ = swizzled.offset((1, 0, 0));
}
