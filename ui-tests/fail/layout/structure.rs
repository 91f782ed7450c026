//! Layouts, their coordinates, slices and tiles: what `cargo check` finds.

use tilework::{layout::{Coordinate, Validity, make_layout_tile, ordered, tile_layout}, prelude::*};

pub fn basis_coordinate_of_other_rank() {
    identity_layout(shape!(4, 5)).offset((1, 2, 3));
    //~^ ERROR: coordinate of rank 3 in a shape of rank 2: it needs one entry for every mode
}

pub fn identity_of_an_integer() {
    identity_layout(int!(8));
    //~^ ERROR: `tilework::int::Int<...` has no identity layout: it is not a tuple of extents
}

pub fn basis_slice_of_other_rank() {
    identity_layout(shape!(4, 5)).slice(crd!(1, _, _));
    //~^ ERROR: this coordinate does not slice this layout
}

/// Three coordinates for a mode of two.
pub fn coordinate_deep_inside() {
    let l = layout!(((4, 2), 3):((1, 4), 8));
    let _ = l.offset(((1, 0, 0), 1));
    //~^ ERROR: coordinate of rank 3 in a shape of rank 2: it needs one entry for every mode
}

/// Two coordinates for three modes.
pub fn coordinate_of_lower_rank() {
    let l = layout!((4, 2, 3):(1, 4, 8));
    let _ = l.offset((1, 0));
    //~^ ERROR: coordinate of rank 2 in a shape of rank 3: it needs one entry for every mode
}

/// Three coordinates for two modes.
pub fn layout_coordinate_of_other_rank() {
    let l = layout!((4, 2):(1, 4));
    let _ = l.offset((1, 0, 0));
    //~^ ERROR: coordinate of rank 3 in a shape of rank 2: it needs one entry for every mode
}

/// An i32 as a coordinate.
pub fn coordinate_of_type_i32() {
    let l = layout!((4, 2):(1, 4));
    let i = 1i32;
    let _ = l.offset((i, 0));
    //~^ ERROR: not a shape or coordinate: `(i32, {integer})` is neither `usize`, ... nor a tuple of up to 12 such
}

/// An order that is not static.
pub fn dynamic_order() {
    let _ = ordered(shape!(4, 2), (0, 1));
    //~^ ERROR: the order does not match the shape: an order has one static integer for every leaf
}

/// Tensors trust extents for memory safety, so nobody else may write one: this one would let any index through.
pub fn extent_of_ones_own() {
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Everything;

    impl<S: Shape> Validity<S> for Everything {
    //~^ ERROR: `Everything` is trusted with memory safety here, so only tilework itself may define it
        const IS_EXACT: bool = true;
        fn is_element<C: Coordinate<S, D>, D: Stride<S>>(self, _: C, _: S) -> bool {
            true
        }
        fn overhang(self, _: S) -> Option<(usize, usize, usize)> {
            None
        }
        fn visit(self, _: S, _: &mut impl FnMut(usize, isize), _: &mut impl FnMut(usize)) {}
        fn write_extents(self, _: S, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            Ok(())
        }
    }
}

/// A logical extent of three for two modes.
pub fn extent_of_other_rank() {
    let _ = Layout::try_with_extent(shape!(4, 2), stride!(1, 4), shape!(4, 2, 1));
    //~^ ERROR: the logical extent does not match the shape: an extent has one integer for every top-level mode
}

/// A nested tile: tiles are flat.
pub fn nested_tile() {
    let _ = make_layout_tile(layout!(((4, 2), 3):((1, 4), 8)), shape!((4, 1), 3));
    //~^ ERROR: the tile does not match the layout: a tile has one integer for every top-level mode
}

/// The third mode of two.
pub fn no_such_mode() {
    let _ = layout!((4, 2):(1, 4)).get::<2>();
    //~^ ERROR: there is no mode 2 in this tuple or layout
}

/// An order of three for two modes.
pub fn order_of_other_rank() {
    let _ = ordered(shape!(4, 2), shape!(0, 1, 2));
    //~^ ERROR: the order does not match the shape: an order has one static integer for every leaf
}

/// A number that may be negative, as an extent.
pub fn signed_extent() {
    let n = Signed(4);
    let _ = layout!((n, 2):(1, 4));
    //~^ ERROR: not a shape or coordinate: `(tilework::int::Signed, ... nor a tuple of up to 12 such
}

/// A nested mode with one stride.
pub fn stride_of_other_nesting() {
    let n = 4;
    let _ = Layout::new(shape!((n, 2), 3), stride!(1, 8));
    //~^ ERROR: one stride for a shape of rank 2: they must be congruent
}

/// A shape of two modes with three strides.
pub fn stride_of_other_rank() {
    let n = 4;
    let _ = Layout::new(shape!(n, 2), stride!(1, 4, 8));
    //~^ ERROR: stride of rank 3 for a shape of rank 2: they must be congruent
}

/// Three coordinates of a tile for two modes.
pub fn tile_at_a_coordinate_of_other_rank() {
    let _ = tile_layout(layout!((4, 2):(1, 4)), shape!(2, 2), (0, 0, 0));
    //~^ ERROR: the coordinate of the tile does not match the layout: it has one integer for every top-level mode
}

/// A tile of three extents for two modes.
pub fn tile_of_other_rank() {
    let _ = make_layout_tile(layout!((4, 2):(1, 4)), shape!(2, 2, 2));
    //~^ ERROR: the tile does not match the layout: a tile has one integer for every top-level mode
}

/// An integer mode with a tuple of strides.
pub fn tuple_stride_of_an_integer() {
    let n = 4;
    let _ = Layout::new(shape!(n, 3), stride!(1, (4, 8)));
    //~^ ERROR: stride of rank 2 for a shape that is one integer: they must be congruent
}

/// Offset 6 where 5 is expected.
pub fn wrong_offset() {
    let l = layout!((4, 2):(1, 4));
    let _: Int!(5) = l.offset(crd!(2, 1));
    //~^ ERROR: mismatched types
}
