//! A left inverse of a layout that goes backwards.

use tilework::prelude::*;

fn main() {
    let _ = left_inverse(layout!((4, 2):(-1, 4)));
}
