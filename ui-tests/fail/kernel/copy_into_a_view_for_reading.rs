//! A copy into a view that cannot be written.

use tilework::prelude::*;

fn main() {
    let src = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let dst = StackTensor::fill(layout!((4, 2):(2, 1)), 0);
    let _ = copy(&src.view(), &mut dst.view());
}
