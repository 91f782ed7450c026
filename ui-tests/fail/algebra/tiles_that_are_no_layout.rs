//! Tiles of four cut a mode of six.

use tilework::prelude::*;

fn main() {
    let _ = zipped_divide(layout!((6, 4):(1, 10)), int!(4));
}
