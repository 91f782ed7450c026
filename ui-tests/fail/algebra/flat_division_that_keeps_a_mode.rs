//! Of a mode that is kept, the tile could not be told from the others.

use tilework::prelude::*;

fn main() {
    let _ = flat_divide(layout!((8, 12):(1, 8)), tiler!(4, _));
}
