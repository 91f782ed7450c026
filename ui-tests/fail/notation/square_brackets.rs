//! The brackets of other notations.

use tilework::prelude::*;

fn main() {
    let _ = layout!([4, 2]:[1, 4]);
}
