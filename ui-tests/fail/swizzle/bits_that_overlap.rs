//! The three bits that change are among those that are read.

use tilework::prelude::*;

fn main() {
    let _ = Swizzle::<3, 0, 2>::new();
}
