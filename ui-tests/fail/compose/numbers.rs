//! Composition and coalescing: what only `cargo build` finds.

use tilework::{algebra::with_shape, prelude::*};

/// There is no element to lead to.
pub fn composition_after_no_elements() {
    let _ = composition(layout!((0, 4):(1, 2)), layout!(2:1));
    //~^ ERROR: composition: (0,4):(1,2) has no elements for 2:1
}

/// A negative stride that stays within the first mode.
pub fn composition_below_zero() {
    let _ = composition(layout!((4, 8):(1, 9)), layout!(3:-1));
    //~^ ERROR: composition: no layout over 3 equals (4,8):(1,9) o 3:-1, which goes ... 0 in mode 0: at coordinate 1
}

/// A mode would have to be cut where its extent does not allow it.
pub fn composition_that_splits_a_mode() {
    let _ = composition(layout!((4, 6, 8):(2, 3, 5)), layout!(6:3));
    //~^ ERROR: composition: no layout over 6 equals (4,6,8):(2,3,5) o 6:3, which ... 4 needs 9, modes give 14
}

/// Strides that fit, with offsets that do not.
pub fn composition_whose_offsets_overflow() {
    let _ = composition(layout!(2:4611686018427387904), layout!(3:1));
    //~^ ERROR: the offsets of layout 3:4611686018427387904 overflow at mode ... they must stay below 2^63
}

/// A stride of the result that no machine word holds.
pub fn composition_whose_stride_overflows() {
    let _ = composition(layout!(2:4611686018427387904), layout!(2:4));
    //~^ ERROR: composition: a stride of 2:4611686018427387904 o 2:4 overflows
}

/// A shape of other size.
pub fn with_shape_of_other_size() {
    let _ = with_shape(layout!((4, 3):(3, 1)), shape!(2, 7));
    //~^ ERROR: with_shape: (4,3):(3,1) has 12 elements, the shape (2,7) has 14
}

/// The method of a layout, and of a view.
pub fn composition_otherwise() {
    let _ = layout!((6, 2):(1, 7)).composition(layout!((3, 2):(2, 3)));
    //~^ ERROR: composition: no layout over (3,2) equals (6,2):(1,7) o (3,2):(2,3), ... (2,1) needs 8, modes give 7
    let data = [0; 16];
    let _ = View::new(&data, layout!((6, 2):(1, 8))).unwrap().composition(layout!((3, 2):(2, 3)));
    //~^ ERROR: composition: no layout over (3,2) equals (6,2):(1,8) o (3,2):(2,3), ... (2,1) needs 9, modes give 7
}

/// A tiler by mode that picks what is no layout of a mode.
pub fn composition_by_mode() {
    let _ = composition(layout!(((6, 2), 4):((1, 7), 14)), tiler!((3, 2):(2, 3), _));
    //~^ ERROR: composition: no layout over (3,2) equals (6,2):(1,7) o (3,2):(2,3), ... (2,1) needs 8, modes give 7
}
