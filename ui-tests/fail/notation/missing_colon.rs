//! Shape and stride without a colon between.

use tilework::prelude::*;

fn main() {
    let _ = layout!((4, 2) (1, 4));
}
