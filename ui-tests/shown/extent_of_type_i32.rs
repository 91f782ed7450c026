//! An i32 as an extent.

use tilework::prelude::*;

fn main() {
    let n = 4i32;
    let _ = layout!((n, 2):(1, 4));
}
