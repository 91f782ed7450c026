//! Two steps together pass the end of a mode.

use tilework::prelude::*;

fn main() {
    let _ = composition(layout!((6, 2):(1, 7)), layout!((3, 2):(2, 3)));
}
