//! Kernels: what only `cargo build` finds.

use tilework::kernel::{product, reduce, zip_with};
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

/// Two sources, one of which has another extent.
pub fn zip_with_other_extents() {
    let a = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let b = StackTensor::fill(layout!((4, 3):(1, 4)), 0);
    let mut c = StackTensor::fill(layout!((4, 2):(2, 1)), 0);
    let _ = zip_with((&a.view(), &b.view()), &mut c.view_mut(), |(a, b)| a + b);
    //~^ ERROR: extents do not match: mode 1 has extent 3 in (4,3):(1,4), mode 1 has extent 2 in (4,2):(2,1)
}

/// A reduction along a mode that is not there.
pub fn reduce_along_no_mode() {
    let a = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let mut c = StackTensor::fill(layout!((4):(1)), 0);
    let _ = reduce(&a.view(), int!(2), &mut c.view_mut(), 0, |sum, x| sum + x);
    //~^ ERROR: there is no mode 2 to reduce in (4,2):(1,4)
}

/// A reduction into two modes too few.
pub fn reduce_to_other_rank() {
    let a = StackTensor::fill(layout!((4, 2, 2):(1, 4, 8)), 0);
    let mut c = StackTensor::fill(layout!((4):(1)), 0);
    let _ = reduce(&a.view(), int!(2), &mut c.view_mut(), 0, |sum, x| sum + x);
    //~^ ERROR: ranks do not match: mode 2 of (4,2,2):(1,4,8) reduced has rank 2, or ... 1, and (4):(1) has rank 1
}

/// A product of matrices whose depths differ.
pub fn product_of_other_depth() {
    let a = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let b = StackTensor::fill(layout!((3, 4):(4, 1)), 0);
    let mut c = StackTensor::fill(layout!((4, 4):(4, 1)), 0);
    let _ = product(&a.view(), &b.view()).store(&mut c.view_mut());
    //~^ ERROR: extents do not match: mode 1 has extent 2 in (4,2):(1,4), mode 0 has extent 3 in (3,4):(4,1)
}

/// A product stored in a matrix with more rows.
pub fn product_into_other_rows() {
    let a = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let b = StackTensor::fill(layout!((2, 4):(4, 1)), 0);
    let mut c = StackTensor::fill(layout!((5, 4):(4, 1)), 0);
    let _ = product(&a.view(), &b.view()).add_to(&mut c.view_mut(), 1);
    //~^ ERROR: extents do not match: mode 0 has extent 4 in (4,2):(1,4), mode 0 has extent 5 in (5,4):(4,1)
}
