//! Row-major where column-major is expected.

use tilework::prelude::*;

fn main() {
    let _: Layout!((4, 2):(1, 4)) = layout!((4, 2):(2, 1));
}
