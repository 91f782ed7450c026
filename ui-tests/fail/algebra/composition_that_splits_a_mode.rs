//! A mode would have to be cut where its extent does not allow it.

use tilework::prelude::*;

fn main() {
    let _ = composition(layout!((4, 6, 8):(2, 3, 5)), layout!(6:3));
}
