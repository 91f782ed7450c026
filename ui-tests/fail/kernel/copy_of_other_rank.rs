//! A copy between different ranks.

use tilework::prelude::*;

fn main() {
    let src = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let mut dst = StackTensor::fill(layout!((4, 2, 1):(1, 4, 8)), 0);
    let _ = copy(&src.view(), &mut dst.view_mut());
}
