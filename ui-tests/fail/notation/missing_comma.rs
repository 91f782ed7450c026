//! Modes without a comma between.

use tilework::prelude::*;

fn main() {
    let _ = layout!((4 2):(1, 4));
}
