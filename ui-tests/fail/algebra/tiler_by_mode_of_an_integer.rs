//! An integer has no modes.

use tilework::prelude::*;

fn main() {
    let _ = logical_divide(layout!(24:1), tiler!(4, 3));
}
