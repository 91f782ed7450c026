//! More modes than tuples have.

use tilework::prelude::*;

fn main() {
    let _ = size((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13));
}
