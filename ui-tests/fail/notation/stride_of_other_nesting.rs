//! A nested mode with one stride.

use tilework::prelude::*;

fn main() {
    let _ = layout!(((4, 2), 3):(1, (4, 8)));
}
