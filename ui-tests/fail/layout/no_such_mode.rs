//! The third mode of two.

use tilework::prelude::*;

fn main() {
    let _ = layout!((4, 2):(1, 4)).get::<2>();
}
