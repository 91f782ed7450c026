//! Operations that keep a layout's function or its memory, and those on shapes: what `cargo check` finds.

use tilework::algebra::{common_refinement, layout_add, tile_to_shape_ordered};
use tilework::layout::crd2crd;
use tilework::tuple::flatten;
use tilework::prelude::*;

/// Three modes to two.
pub fn coordinate_between_other_ranks() {
    let _ = crd2crd((1, 1, 1), shape!(2, 2, 2), shape!(4, 2));
    //~^ ERROR: this coordinate and these two shapes do not go together
}

/// Rank 2 is more than 1.
pub fn filled_to_a_lower_rank() {
    let _ = layout!((4, 2):(1, 4)).append_to::<1>();
    //~^ ERROR: this cannot be filled up to rank 1
}

/// What is padding in a flat layout is not known.
pub fn flattened_padding() {
    let padded = make_layout::<zN, f32>(20, 10).layout();
    let _ = flatten(padded);
    //~^ ERROR: flatten takes an integer tuple or an exact layout
}

/// A selected mode that is not there.
pub fn mode_selected_beyond_the_rank() {
    let _ = layout!((4, 2):(1, 4)).select(crd!(2, 0));
    //~^ ERROR: these modes cannot be selected
}

/// A group of modes that are not there.
pub fn modes_grouped_beyond_the_rank() {
    let _ = layout!((4, 2):(1, 4)).group::<0, 3>();
    //~^ ERROR: modes 0 up to 3 of this tuple or layout cannot be grouped
}

/// Modes that are not there.
pub fn modes_taken_beyond_the_rank() {
    let _ = layout!((4, 2):(1, 4)).take::<1, 3>();
    //~^ ERROR: modes 1 up to 3 cannot be taken from this tuple or layout
}

/// An order with fewer numbers than the shape has modes.
pub fn order_of_other_rank_than_a_shape() {
    let _ = tile_to_shape_ordered(layout!((8, 8):(8, 1)), shape!(16, 24), shape!(1));
    //~^ ERROR: the order does not match the shape: an order has one static integer for every leaf
}

/// Two modes have no refinement in common with three.
pub fn refinement_of_other_ranks() {
    let _ = common_refinement(shape!(4, (2, 3)), shape!(4, (3, 2, 1)));
    //~^ ERROR: shapes of rank 2 and 3 have no common refinement
}

/// Padding has no sum: is it elements or not?
pub fn sum_with_a_padded_layout() {
    let padded = make_layout::<zN, f16>(int!(100), int!(50)).layout();
    let _ = layout_add(padded, padded);
    //~^ ERROR: no sum: a layout is added to a layout, and both are exact
}
