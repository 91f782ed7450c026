//! A colon and no stride.

use tilework::prelude::*;

fn main() {
    let _ = layout!((4, 2):);
}
