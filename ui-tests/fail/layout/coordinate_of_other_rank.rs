//! Three coordinates for two modes.

use tilework::prelude::*;

fn main() {
    let l = layout!((4, 2):(1, 4));
    let _ = l.offset((1, 0, 0));
}
