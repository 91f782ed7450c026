//! Modes that cannot be cut alike.

use tilework::prelude::*;

fn main() {
    let _ = layout_add(layout!((4, 6):(6, 1)), layout!((6, 4):(1, 9)));
}
