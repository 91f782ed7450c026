//! A number that may be negative, as an extent.

use tilework::prelude::*;

fn main() {
    let n = Signed(4);
    let _ = layout!((n, 2):(1, 4));
}
