//! Generic numbers without the bound that they are those of a swizzle.

use tilework::prelude::*;

fn main() {
    shifted::<3>();
}

fn shifted<const B: u32>() {
    let _ = Swizzle::<B, 0, 3>::new().compose(layout!((4, 4):(4, 1)));
}
