//! A shape of two modes with three strides.

use tilework::prelude::*;

fn main() {
    let n = 4;
    let _ = Layout::new(shape!(n, 2), stride!(1, 4, 8));
}
