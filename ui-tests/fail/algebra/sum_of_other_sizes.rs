//! Layouts of different sizes have no sum.

use tilework::prelude::*;

fn main() {
    let _ = layout_add(layout!((4, 6):(6, 1)), layout!((5, 5):(1, 9)));
}
