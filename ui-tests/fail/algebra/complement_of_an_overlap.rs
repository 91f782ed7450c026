//! Copies would reach places twice.

use tilework::prelude::*;

fn main() {
    let _ = complement(layout!((4, 4):(1, 2)), int!(32));
}
