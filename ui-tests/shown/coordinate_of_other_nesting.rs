//! A pair of coordinates for a mode that is one integer.

use tilework::prelude::*;

fn main() {
    let l = layout!((4, 2):(1, 4));
    let _ = l.offset((1, (0, 1)));
}
