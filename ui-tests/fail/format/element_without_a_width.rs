//! The width of `usize` depends on the machine: name a width.

use tilework::prelude::*;

fn main() {
    let _ = make_layout::<zN, usize>(100, 50);
}
