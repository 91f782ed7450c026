//! Swizzled layouts and layouts over F2 strides: what only `cargo build` finds.

use tilework::{placed::Swizzled, prelude::*};

/// The bits read lie beyond those of any offset.
pub fn beyond_63_bits() {
    let _ = Swizzle::<20, 20, 40>::new();
    //~^ ERROR: there is no swizzle Sw<20,20,40>: it reaches bit 80, and offsets have 63 bits
}

/// The three bits that change are among those that are read.
pub fn bits_that_overlap() {
    let _ = Swizzle::<3, 0, 2>::new();
    //~^ ERROR: there is no swizzle Sw<3,0,2>: the 3 bits it changes overlap with ... be at least 3, or at most -3
}

/// A static coordinate outside a swizzled layout.
pub fn swizzle_coordinate_outside() {
    let swizzled = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1)));
    let _ = swizzled.offset(crd!(4, 0));
    //~^ ERROR: coordinate 4 is outside mode 0 of extent 4 in (4,4):(4,1)
}

/// Offsets below 0 have no place in a swizzle.
pub fn negative_stride() {
    let _ = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(-4, 1)));
    //~^ ERROR: layout (4,4):(-4,1) cannot be swizzled: its strides go down to ... takes offsets from 0 on
}

/// Two coordinates of a swizzled view to be written share an element.
pub fn swizzle_overlap_in_a_mutable_view() {
    let swizzled = Swizzle::<2, 0, 2>::new().compose(layout!((4, 2):(1, 3)));
    let _ = ViewMut::new(&mut [0; 16], swizzled);
    //~^ ERROR: layout Sw<2,0,2> o 0 o (4,2):(1,3) cannot be written: the ... 4 and 3 share offset 3
}

/// A shift of 0: bits added to themselves would vanish.
pub fn shift_of_zero() {
    let _ = Swizzle::<2, 4, 0>::new();
    //~^ ERROR: there is no swizzle Sw<2,4,0>: with a shift of 0 it changes the bits that it reads
}

/// A slice that fixes a static coordinate outside.
pub fn swizzle_slice_outside() {
    let swizzled = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1)));
    let _ = swizzled.slice(crd!(5, _));
    //~^ ERROR: coordinate 5 is outside mode 0 of extent 4 in (4,4):(4,1)
}

pub fn xor_coordinate_outside() {
    xor_layout!((8, 8):(F1, F9)).offset(crd!(0, 8));
    //~^ ERROR: coordinate 8 is outside mode 1 of extent 8 in (8,8):(F1,F9)
}

pub fn xor_overlap_in_a_mutable_view() {
    let mut data = [0; 16];
    let _ = ViewMut::new(&mut data, xor_layout!((4, 4):(F1, F1)));
    //~^ ERROR: layout (4,4):(F1,F1) cannot be written: the coordinates of its indices 5 and 0 share offset 0
}

pub fn xor_slice_outside() {
    xor_layout!((8, 8):(F1, F9)).slice(crd!(8, _));
    //~^ ERROR: coordinate 8 is outside mode 0 of extent 8 in (8,8):(F1,F9)
}

pub fn swizzled_layout_of_ten_rows() {
    Swizzle::<2, 0, 2>::new().compose(layout!((10, 4):(4, 1))).to_xor_layout();
    //~^ ERROR: (10,4):(4,1) is not one of bits: the mode 10:4 is not of powers of two
}

pub fn swizzled_layout_with_carries() {
    Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(1, 2))).to_xor_layout();
    //~^ ERROR: (4,4):(1,2) is not one of bits: the mode 4:2 shares bits of the offset with modes before it
}
