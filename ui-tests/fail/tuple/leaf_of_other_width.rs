//! A u32 among the leaves.

use tilework::prelude::*;

fn main() {
    let _ = size((4u32, 2));
}
