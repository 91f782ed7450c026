//! A shift of 0: bits added to themselves would vanish.

use tilework::prelude::*;

fn main() {
    let _ = Swizzle::<2, 4, 0>::new();
}
