//! An i32 as a coordinate.

use tilework::prelude::*;

fn main() {
    let l = layout!((4, 2):(1, 4));
    let i = 1i32;
    let _ = l.offset((i, 0));
}
