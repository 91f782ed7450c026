//! An integer mode with a tuple of strides.

use tilework::prelude::*;

fn main() {
    let n = 4;
    let _ = Layout::new(shape!(n, 3), stride!(1, (4, 8)));
}
