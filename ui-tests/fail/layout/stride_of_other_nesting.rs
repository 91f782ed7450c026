//! A nested mode with one stride.

use tilework::prelude::*;

fn main() {
    let n = 4;
    let _ = Layout::new(shape!((n, 2), 3), stride!(1, 8));
}
