//! Complements, inverses and common runs: what only `cargo build` finds.

use tilework::{algebra::{left_inverse, try_left_inverse}, prelude::*};

/// Nothing is there to fill.
pub fn complement_in_no_places() {
    let _ = complement(layout!(4:1), int!(0));
    //~^ ERROR: complement: 4:1: there are 0 places to fill
}

/// What goes backwards has no complement.
pub fn complement_of_a_negative_stride() {
    let _ = complement(layout!((4, 2):(-1, 4)), int!(16));
    //~^ ERROR: complement: (4,2):(-1,4): the stride -1 is negative
}

/// Copies would reach places twice.
pub fn complement_of_an_overlap() {
    let _ = complement(layout!((4, 4):(1, 2)), int!(32));
    //~^ ERROR: complement: (4,4):(1,2): a mode of stride 2 overlaps with smaller ones, which span 4
}

/// Nothing is there to complete.
pub fn complement_of_no_elements() {
    let _ = complement(layout!((0, 4):(1, 2)), int!(32));
    //~^ ERROR: complement: (0,4):(1,2): there are no elements
}

/// Copies would begin behind the last machine word.
pub fn complement_that_overflows() {
    let _ = complement(layout!(2:4611686018427387904), int!(16));
    //~^ ERROR: complement: 2:4611686018427387904: the result goes beyond 2^63
}

/// A left inverse of a layout without elements.
pub fn empty_left_inverse() {
    let _ = left_inverse(layout!((0, 4):(1, 1)));
    //~^ ERROR: left_inverse: (0,4):(1,1): there are no elements
}

/// A stride that is no multiple of the smaller one: the compiler refuses the checked form too.
pub fn gap_left_inverse() {
    let _ = try_left_inverse(layout!((2, 3):(2, 5)));
    //~^ ERROR: left_inverse: (2,3):(2,5): the stride 5 is no multiple of the smaller 2
}

/// A left inverse of a layout that goes backwards.
pub fn negative_left_inverse() {
    let _ = left_inverse(layout!((4, 2):(-1, 4)));
    //~^ ERROR: left_inverse: (4,2):(-1,4): the stride -1 is negative
}

/// A left inverse of a layout in which offsets coincide.
pub fn overlapping_left_inverse() {
    let _ = left_inverse(layout!((63, 2):(1, 1)));
    //~^ ERROR: left_inverse: (63,2):(1,1): a mode of stride 1 overlaps with smaller ones, which span 63
}

/// The methods of a layout.
pub fn methods() {
    let _ = layout!((4, 8):(1, 2)).complement(int!(32));
    //~^ ERROR: complement: (4,8):(1,2): a mode of stride 2 overlaps with smaller ones, which span 4
    let _ = layout!((31, 2):(1, 1)).left_inverse();
    //~^ ERROR: left_inverse: (31,2):(1,1): a mode of stride 1 overlaps with smaller ones, which span 31
}
