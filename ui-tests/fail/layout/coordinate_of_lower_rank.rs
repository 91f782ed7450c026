//! Two coordinates for three modes.

use tilework::prelude::*;

fn main() {
    let l = layout!((4, 2, 3):(1, 4, 8));
    let _ = l.offset((1, 0));
}
