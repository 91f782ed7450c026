//! Words after the layout.

use tilework::prelude::*;

fn main() {
    let _ = layout!((4, 2):(1, 4) of 3);
}
