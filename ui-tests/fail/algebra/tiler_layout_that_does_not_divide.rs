//! Copies of the tiler end behind the layout.

use tilework::prelude::*;

fn main() {
    let _ = logical_divide(layout!(10:1), layout!(2:2));
}
