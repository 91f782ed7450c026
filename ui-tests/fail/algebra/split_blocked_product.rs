//! A tiler without modes whose copies are two modes.

use tilework::prelude::*;

fn main() {
    let _ = blocked_product(layout!(3:2), layout!(4:1));
}
