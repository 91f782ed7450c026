//! A logical extent larger than its mode.

use tilework::prelude::*;

fn main() {
    let _ = Layout::try_with_extent(shape!((4, 2), 3), stride!((1, 4), 8), shape!(9, 3));
}
