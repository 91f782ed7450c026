//! A nested tile: tiles are flat.

use tilework::prelude::*;

fn main() {
    let _ = make_layout_tile(layout!(((4, 2), 3):((1, 4), 8)), shape!((4, 1), 3));
}
