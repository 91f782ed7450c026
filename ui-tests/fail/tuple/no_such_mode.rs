//! The third mode of two.

use tilework::prelude::*;

fn main() {
    let _ = shape!(4, (2, 3)).get::<2>();
}
