//! By mode too, copies of a layout must end with the mode.

use tilework::prelude::*;

fn main() {
    let _ = logical_divide(layout!((8, 10):(1, 8)), tiler!(4, 2:2));
}
