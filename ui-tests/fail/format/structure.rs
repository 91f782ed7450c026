//! Formats and elements: what `cargo check` finds.

use tilework::format::{OperandA, make_mx_scale_layout};
use tilework::prelude::*;

/// The width of `usize` depends on the machine: name a width.
pub fn element_without_a_width() {
    let _ = make_layout::<zN, usize>(100, 50);
    //~^ ERROR: `usize` is not an element type with a known width
}

/// MX scales are 8-bit exponents: no other element has them.
pub fn scales_of_wide_elements() {
    let _ = make_mx_scale_layout::<RowMajor, f32, OperandA>(20, 5);
    //~^ ERROR: `f32` is not a scale of MX formats
}

/// Banks count bytes, and an element of four bits fills none.
pub fn conflicts_of_half_bytes() {
    use tilework::{access::bank_conflicts, format::i4};
    let _ = const { bank_conflicts::<i4, Layout!((8, 64):(64, 1)), Layout!(32:1)>() };
    //~^ ERROR: elements of 4 bits are no whole bytes
}
