//! A copy between different elements.

use tilework::prelude::*;

fn main() {
    let src = StackTensor::fill(layout!((4, 2):(1, 4)), 0u8);
    let mut dst = StackTensor::fill(layout!((4, 2):(2, 1)), 0u16);
    let _ = copy(&src.view(), &mut dst.view_mut());
}
