//! No number of empty tiles makes up a layout.

use tilework::prelude::*;

fn main() {
    let _ = logical_divide(layout!(24:1), int!(0));
}
