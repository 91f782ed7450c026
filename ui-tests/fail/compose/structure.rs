//! Composition and coalescing: what `cargo check` finds.

use tilework::{algebra::{coalesce_by, filter}, prelude::*};

/// Only exact layouts are coalesced.
pub fn coalesce_with_padding() {
    let rows = logical_divide(layout!((10, 7):(1, 10)), tiler!(4, _));
    let _ = coalesce(rows);
    //~^ ERROR: coalesce takes an exact layout
}

/// A tiler by mode with more entries than the layout has modes.
pub fn composition_by_tiler_of_other_rank() {
    let _ = composition(layout!((4, 2):(1, 4)), tiler!(2, 1, _));
    //~^ ERROR: tiler of rank 3 for a layout of rank 2: it needs one entry for every mode
}

/// A tiler by mode has one entry for every mode.
pub fn composition_with_a_tiler_of_other_rank() {
    let _ = composition(layout!((8, 12):(1, 8)), tiler!(4, 3, 2));
    //~^ ERROR: tiler of rank 3 for a layout of rank 2: it needs one entry for every mode
}

/// An integer is no layout.
pub fn composition_with_an_integer() {
    let _ = composition(layout!((4, 8):(1, 4)), int!(8));
    //~^ ERROR: composition takes two exact layouts, or an exact layout and a tiler by mode
}

/// Only exact layouts are composed.
pub fn composition_with_padding() {
    let rows = logical_divide(layout!((10, 7):(1, 10)), tiler!(4, _));
    let _ = composition(rows, layout!(5:1));
    //~^ ERROR: composition takes two exact layouts, or an exact layout and a tiler by mode
}

/// A layout with padding is not filtered.
pub fn padded_filter() {
    let _ = filter(zN::layout::<f16, _, _>(100, 50));
    //~^ ERROR: filter takes an exact layout
}

/// A profile of three modes for a layout of two.
pub fn profile_of_more_modes() {
    let _ = coalesce_by(layout!((4, 2):(1, 4)), (1, 1, 1));
    //~^ ERROR: the profile does not fit this layout: it has more modes
}

pub fn basis_composition_with_a_layout() {
    composition(identity_layout(shape!(8, 12)), layout!(12:1));
    //~^ ERROR: mismatched types
}
