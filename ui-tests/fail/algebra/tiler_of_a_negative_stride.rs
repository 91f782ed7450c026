//! What goes backwards cannot be repeated forwards.

use tilework::prelude::*;

fn main() {
    let _ = logical_divide(layout!(24:1), layout!(4:-1));
}
