//! A transform between different extents.

use tilework::prelude::*;

fn main() {
    let src = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let mut dst = StackTensor::fill(layout!((3, 2):(2, 1)), 0);
    let _ = transform(&src.view(), &mut dst.view_mut(), |x| x + 1);
}
