//! A left inverse of a layout with a stride that is no multiple of the smaller one: the compiler refuses the checked form too.

use tilework::prelude::*;

fn main() {
    let _ = try_left_inverse(layout!((2, 3):(2, 5)));
}
