//! A copy between different extents.

use tilework::prelude::*;

fn main() {
    let src = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let mut dst = StackTensor::fill(layout!((4, 3):(3, 1)), 0);
    let _ = copy(&src.view(), &mut dst.view_mut());
}
