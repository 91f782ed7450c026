//! Kernels: what only `cargo build` finds.

use tilework::prelude::*;

/// A copy between different ranks.
pub fn copy_of_other_rank() {
    let src = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let mut dst = StackTensor::fill(layout!((4, 2, 1):(1, 4, 8)), 0);
    let _ = copy(&src.view(), &mut dst.view_mut());
    //~^ ERROR: ranks do not match: 2 in (4,2):(1,4), 3 in (4,2,1):(1,4,8)
}

/// A transform between different extents.
pub fn transform_of_other_extents() {
    let src = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let mut dst = StackTensor::fill(layout!((3, 2):(2, 1)), 0);
    let _ = transform(&src.view(), &mut dst.view_mut(), |x| x + 1);
    //~^ ERROR: extents do not match: mode 0 has extent 4 in (4,2):(1,4), mode 0 has extent 3 in (3,2):(2,1)
}
