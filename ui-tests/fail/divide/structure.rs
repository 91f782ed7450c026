//! Divisions by tilers: what `cargo check` finds.

use tilework::prelude::*;

/// Only exact layouts are divided.
pub fn division_with_padding() {
    let rows = logical_divide(layout!((10, 7):(1, 10)), tiler!(4, _));
    let _ = zipped_divide(rows, tiler!(2, _));
    //~^ ERROR: a division takes an exact layout and a tiler for it
}

/// An integer has no modes.
pub fn tiler_by_mode_of_an_integer() {
    let _ = logical_divide(layout!(24:1), tiler!(4, 3));
    //~^ ERROR: entries for each mode of a mode that is one integer: a tiler for it is an integer or a layout
}

/// A tuple is a shape; by mode is `tiler!`.
pub fn tuple_as_a_tiler() {
    let _ = logical_divide(layout!((8, 12):(1, 8)), shape!(4, 3));
    //~^ ERROR: not a tiler for this layout: that is an integer, a layout, or ... one entry for every mode
}

pub fn basis_tiler_for_the_whole() {
    zipped_divide(identity_layout(shape!(8, 12)), layout!(12:1));
    //~^ ERROR: an integer or a layout tiles a mode along one axis, and this one is along several
}

pub fn basis_tiler_of_other_rank() {
    zipped_divide(identity_layout(shape!(8, 12)), tiler!(4, 3, 2));
    //~^ ERROR: tiler of rank 3 for a layout of rank 2: it needs one entry for every mode
}

/// A tiler that is known when run only, for a layout in XLA's tiles, which is static.
pub fn dynamic_tiler_of_an_array_of_xla(n: usize) {
    let _ = zipped_divide(xla!(f32[20,30]{1,0:T(8,16)(3,1)}), tiler!(n, 3));
    //~^ ERROR: what is made of a layout over F2 strides or in XLA's tiles is static, and so is what it is made by
}
