//! Kernels: what `cargo check` finds.

use tilework::{kernel::product, prelude::*};

/// A copy into a view that cannot be written.
pub fn copy_into_a_view_for_reading() {
    let src = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let dst = StackTensor::fill(layout!((4, 2):(2, 1)), 0);
    let _ = copy(&src.view(), &mut dst.view());
    //~^ ERROR: mismatched types
}

/// A copy between different elements.
pub fn copy_of_other_elements() {
    let src = StackTensor::fill(layout!((4, 2):(1, 4)), 0u8);
    let mut dst = StackTensor::fill(layout!((4, 2):(2, 1)), 0u16);
    let _ = copy(&src.view(), &mut dst.view_mut());
    //~^ ERROR: mismatched types
}

/// A product in sums that do not have all values of its factors.
pub fn product_in_sums_of_fewer_values() {
    let a = StackTensor::fill(layout!((4, 4):(1, 4)), 0_i32);
    let mut c = StackTensor::fill(layout!((4, 4):(4, 1)), 0.0_f32);
    let _ = product(&a.view(), &a.view()).store(&mut c.view_mut());
    //~^ ERROR: `i32` is no factor in sums of `f32`
}
