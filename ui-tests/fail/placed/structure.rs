//! Swizzled layouts and layouts over F2 strides: what `cargo check` finds.

use tilework::{placed::Swizzled, prelude::*};

/// A coordinate with more entries than a swizzled layout has modes.
pub fn coordinate_of_other_rank() {
    let swizzled = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1)));
    let _ = swizzled.offset((1, 0, 0));
    //~^ ERROR: coordinate of rank 3 in a shape of rank 2: it needs one entry for every mode
}

/// A base beyond the bits of any offset.
pub fn number_beyond_63_bits() {
    let _ = Swizzle::<1, 64, 1>::new().compose(layout!((4, 4):(4, 1)));
    //~^ ERROR: a swizzle is needed here: `tilework::placed::Swizzle<1, 64, 1>` is not known to be one within 63 bits
}

/// A slice with fewer entries than a swizzled layout has modes.
pub fn slice_of_other_rank() {
    let swizzled = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4, 4):(16, 4, 1)));
    let _ = swizzled.slice(crd!(1, _));
    //~^ ERROR: this coordinate does not slice this layout
}

/// Generic numbers without the bound that they are those of a swizzle.
pub fn swizzle_in_generic_code() {
    fn shifted<const B: u32>() {
        let _ = Swizzle::<B, 0, 3>::new().compose(layout!((4, 4):(4, 1)));
        //~^ ERROR: a swizzle is needed here: `tilework::placed::Swizzle<B, 0, 3>` is not known to be one within 63 bits
    }

    shifted::<3>();
}

pub fn dynamic_extent() {
    let n = 8;
    xor_layout!((8, n):(F1, F9));
    //~^ ERROR: the extents of an F2 layout are static: expected a literal, found `n`
}

pub fn missing_strides() {
    xor_layout!((8, 8));
    //~^ ERROR: expected `:` and F2 strides, found the end
}

pub fn stride_of_other_rank() {
    xor_layout!((8, 8):(F1, F9, F64));
    //~^ ERROR: shape (8,8) has 2 modes and stride (1,9,64) has 3 modes in (8,8):(1,9,64): they must be congruent
}

pub fn stride_that_is_negative() {
    xor_layout!((8, 8):(F1, -F9));
    //~^ ERROR: expected an integer or a tuple, found `-`
}

pub fn stride_without_its_mark() {
    xor_layout!((8, 8):(F1, 9));
    //~^ ERROR: an F2 stride is `F` and a number, such as F9; found `9`
}

pub fn swizzled_layout_with_dynamic_rows() {
    let rows = 4;
    Swizzle::<2, 0, 2>::new().compose(layout!((rows, 4):(4, 1))).to_xor_layout();
    //~^ ERROR: `(usize, tilework::int::Int<...)` has a dynamic leaf, and here every leaf must be static
}

pub fn extent_that_is_no_power_of_two() {
    xor_layout!((8, 6):(F1, F9));
    //~^ ERROR: (8,6):(F1,F9): the extent 6 is no power of two, as the extents of an F2 layout are
}

pub fn offsets_beyond_2_62() {
    xor_layout!((8, 8):(F1, F0x2000000000000000));
    //~^ ERROR: (8,8):(F1,F2305843009213693952): the mode 8:F2305843009213693952 has offsets beyond 2^62
}
