//! Three coordinates for a mode of two.

use tilework::prelude::*;

fn main() {
    let l = layout!(((4, 2), 3):((1, 4), 8));
    let _ = l.offset(((1, 0, 0), 1));
}
