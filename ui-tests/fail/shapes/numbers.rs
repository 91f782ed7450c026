//! Operations that keep a layout's function or its memory, and those on shapes: what only `cargo build` finds.

use tilework::algebra::{common_coarsening, common_refinement, domain_distribute, downcast, greatest_common_domain, layout_add, recast, try_upcast, upcast};
use tilework::prelude::*;

/// Shapes of different sizes coarsen to none in common.
pub fn coarsening_of_another_size() {
    let _ = common_coarsening(shape!(8, 3), shape!(5, 5));
    //~^ ERROR: common_coarsening: (8,3) and (5,5): the sizes 24 and 25 differ
}

/// A shape without elements has nothing in common with another.
pub fn common_domain_of_nothing() {
    let _ = greatest_common_domain(shape!(4, 0), shape!(2, 2));
    //~^ ERROR: greatest_common_domain: (4,0) and (2,2): there are no elements
}

/// There are no indices to distribute.
pub fn domain_of_nothing() {
    let _ = domain_distribute(shape!(4, 0), int!(2));
    //~^ ERROR: domain_distribute: (4,0) and 2: there are no elements
}

/// The parts of an element would be nowhere.
pub fn downcast_without_a_unit() {
    let _ = downcast(layout!((4, 3):(2, 8)), int!(2));
    //~^ ERROR: downcast: (4,3):(2,8) has no mode of stride 1 to hold the parts of an element
}

/// A mode of 6 is not refined by one of 7.
pub fn refinement_of_another_size() {
    let _ = common_refinement(shape!(8, (2, 3)), shape!((2, 4), 7));
    //~^ ERROR: common_refinement: (8,(2,3)) and ((2,4),7): the sizes 6 and 7 differ
}

/// Layouts of different sizes have no sum.
pub fn sum_of_other_sizes() {
    let _ = layout_add(layout!((4, 6):(6, 1)), layout!((5, 5):(1, 9)));
    //~^ ERROR: layout_add: (4,6):(6,1) + (5,5):(1,9): the sizes 24 and 25 differ
}

/// Modes that cannot be cut alike.
pub fn sum_without_a_common_factorisation() {
    let _ = layout_add(layout!((4, 6):(6, 1)), layout!((6, 4):(1, 9)));
    //~^ ERROR: layout_add: (4,6):(6,1) + (6,4):(1,9): a mode of 6 elements cannot be cut after 4
}

/// Elements of two units would be counted as one.
pub fn upcast_across_units() {
    let _ = upcast(layout!((4, 32):(1, 1)), int!(8));
    //~^ ERROR: upcast: elements of (4,32):(1,1) that are 10 apart would be counted as one unit of 8
}

/// Six elements are no whole number of units of 4, nor a part of one.
pub fn upcast_of_another_stride() {
    let _ = upcast(layout!((48, 6):(6, 1)), int!(4));
    //~^ ERROR: upcast: neither of the stride 6 in (48,6):(6,1) and 4 divides the other
}

/// Pairs of elements that start in the middle of a pair.
pub fn recast_across_units() {
    let _ = recast(layout!((8, 2):(1, 3)), int!(8), int!(16));
    //~^ ERROR: recast: neither of the stride 3 in (8,2):(1,3) and 2 divides the other
}

/// The method, and the checked verb.
pub fn upcasts_otherwise() {
    let _ = layout!((48, 6):(6, 2)).upcast(int!(4));
    //~^ ERROR: upcast: neither of the stride 6 in (48,6):(6,2) and 4 divides the other
    let _ = try_upcast(layout!((48, 6):(6, 3)), int!(4));
    //~^ ERROR: upcast: neither of the stride 6 in (48,6):(6,3) and 4 divides the other
}
