//! An order that is not static.

use tilework::prelude::*;

fn main() {
    let _ = ordered(shape!(4, 2), (0, 1));
}
