//! A static coordinate outside a nested mode.

use tilework::prelude::*;

fn main() {
    let l = layout!(((4, 2), 3):((1, 4), 8));
    let _ = l.offset(crd!((3, 2), 0));
}
