//! A logical extent of three for two modes.

use tilework::prelude::*;

fn main() {
    let _ = Layout::try_with_extent(shape!(4, 2), stride!(1, 4), shape!(4, 2, 1));
}
