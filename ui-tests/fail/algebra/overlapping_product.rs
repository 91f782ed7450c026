//! Copies of a block that overlaps itself: the compiler refuses the checked form too.

use tilework::prelude::*;

fn main() {
    let _ = try_zipped_product(layout!((4, 4):(1, 2)), int!(2));
}
