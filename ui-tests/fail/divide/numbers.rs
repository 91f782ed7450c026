//! Divisions by tilers: what only `cargo build` finds.

use tilework::{algebra::{flat_divide, try_zipped_divide}, prelude::*};

/// Of a mode that is kept, the tile could not be distinguished from the others.
pub fn flat_division_that_keeps_a_mode() {
    let _ = flat_divide(layout!((8, 12):(1, 8)), tiler!(4, _));
    //~^ ERROR: flat_divide: no mode may be kept by `_`, in <4,_>
}

/// No number of empty tiles makes up a layout.
pub fn tile_of_no_elements() {
    let _ = logical_divide(layout!(24:1), int!(0));
    //~^ ERROR: logical_divide: tiles of 0 elements do not make up 24:1
}

/// No number of empty tiles makes up a mode.
pub fn tile_of_no_elements_by_mode() {
    let _ = logical_divide(layout!((8, 12):(1, 8)), tiler!(4, 0));
    //~^ ERROR: logical_divide: tiles of 0 elements do not make up 12:8
}

/// What goes backwards cannot be repeated forwards.
pub fn tiler_of_a_negative_stride() {
    let _ = logical_divide(layout!(24:1), layout!(4:-1));
    //~^ ERROR: logical_divide: 4:-1: the stride -1 is negative
}

/// A tiler that reaches an element twice, and leaves others out.
pub fn tiler_that_overlaps() {
    let _ = zipped_divide(layout!(32:1), layout!((4, 4):(1, 2)));
    //~^ ERROR: zipped_divide: (4,4):(1,2): a mode of stride 2 overlaps with smaller ones, which span 4
}

/// Copies of the tiler never fill a layout.
pub fn tiler_with_gaps() {
    let _ = logical_divide(layout!(48:1), layout!((2, 2):(1, 3)));
    //~^ ERROR: logical_divide: copies of (2,2):(1,3) leave gaps in 48:1
}

/// Tiles of four cut a mode of six.
pub fn tiles_that_are_no_layout() {
    let _ = zipped_divide(layout!((6, 4):(1, 10)), int!(4));
    //~^ ERROR: zipped_divide: no layout over (4,6) equals (6,4):(1,10) o ... needs 35, modes give 31
}

/// Tiles of coordinates that end inside their space.
pub fn basis_tiles_that_do_not_divide() {
    let _ = zipped_divide(identity_layout(shape!((10, 3), 7)), tiler!((4, 3), 7));
    //~^ ERROR: zipped_divide: whole tiles of 4 do not make up 10:1@0
}

