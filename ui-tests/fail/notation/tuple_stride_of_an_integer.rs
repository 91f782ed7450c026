//! An integer mode with a tuple of strides.

use tilework::prelude::*;

fn main() {
    let _ = layout!((4, 3):(1, (4, 8)));
}
