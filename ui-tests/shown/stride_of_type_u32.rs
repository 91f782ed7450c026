//! A u32 as a stride.

use tilework::prelude::*;

fn main() {
    let s = 4u32;
    let _ = layout!((4, 2):(1, s));
}
