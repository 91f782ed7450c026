//! The bits read lie beyond those of any offset.

use tilework::prelude::*;

fn main() {
    let _ = Swizzle::<20, 20, 40>::new();
}
