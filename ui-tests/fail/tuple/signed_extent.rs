//! A number that may be negative, as an extent.

use tilework::prelude::*;

fn main() {
    let _ = size((4, Signed(2)));
}
