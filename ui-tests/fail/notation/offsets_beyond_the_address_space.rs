//! Literals whose offsets pass 2^63.

use tilework::prelude::*;

fn main() {
    let _ = layout!((0x1_0000_0000, 0x1_0000_0000):(0x8000_0000, 1));
}
