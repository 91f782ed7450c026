//! Complements, inverses and common runs: what `cargo check` finds.

use tilework::{algebra::{max_common_vector, right_inverse}, prelude::*};

/// A common run of layouts of which one has padding.
pub fn common_of_a_padded_layout() {
    let _ = max_common_vector(layout!((4, 8):(1, 4)), zN::layout::<f16, _, _>(4, 8));
    //~^ ERROR: this takes exact layouts, and one of them is none
}

/// Only exact layouts have a complement.
pub fn complement_with_padding() {
    let rows = logical_divide(layout!((10, 7):(1, 10)), tiler!(4, _));
    let _ = complement(rows, int!(100));
    //~^ ERROR: complement takes an exact layout
}

/// An inverse of a layout with padding.
pub fn padded_right_inverse() {
    let _ = right_inverse(zN::layout::<f16, _, _>(100, 50));
    //~^ ERROR: only an exact layout can be inverted
}
