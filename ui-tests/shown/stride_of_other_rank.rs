//! A shape of two modes with three strides.

use tilework::prelude::*;

fn main() {
    let _ = layout!((4, 2):(1, 4, 8));
}
