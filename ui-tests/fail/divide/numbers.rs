//! Divisions by tilers: what only `cargo build` finds.

use tilework::{algebra::{flat_divide, try_zipped_divide}, prelude::*};

/// Of a mode that is kept, the tile could not be distinguished from the others.
pub fn flat_division_that_keeps_a_mode() {
    let _ = flat_divide(layout!((8, 12):(1, 8)), tiler!(4, _));
    //~^ ERROR: flat_divide: no mode may be kept by `_`, in <4,_>
}

/// Put together, tiles must divide.
pub fn flat_tiles_that_do_not_divide() {
    let _ = flat_divide(layout!((10, 7):(1, 10)), tiler!(4, 4));
    //~^ ERROR: flat_divide: whole tiles of <4,4> do not make up (10,7):(1,10)
}

/// The extent of a mode cannot say what is valid of the modes inside.
pub fn nested_tiles_that_do_not_divide() {
    let _ = logical_divide(layout!((8, (10, 4)):(1, (8, 80))), tiler!(4, (4, 2)));
    //~^ ERROR: logical_divide: whole tiles of <4,2> do not make up (10,4):(8,80)
}

/// No number of empty tiles makes up a layout.
pub fn tile_of_no_elements() {
    let _ = logical_divide(layout!(24:1), int!(0));
    //~^ ERROR: logical_divide: whole tiles of 0 do not make up 24:1
}

/// No number of empty tiles makes up a mode.
pub fn tile_of_no_elements_by_mode() {
    let _ = logical_divide(layout!((8, 12):(1, 8)), tiler!(4, 0));
    //~^ ERROR: logical_divide: tiles of 0 elements do not make up 12:8
}

/// Put together, tiles must divide.
pub fn tiled_tiles_that_do_not_divide() {
    let _ = tiled_divide(layout!((10, 7):(1, 10)), tiler!(5, 4));
    //~^ ERROR: tiled_divide: whole tiles of <5,4> do not make up (10,7):(1,10)
}

/// Copies of the tiler end behind the layout.
pub fn tiler_layout_that_does_not_divide() {
    let _ = logical_divide(layout!(10:1), layout!(2:2));
    //~^ ERROR: logical_divide: whole tiles of 2:2 do not make up 10:1
}

/// By mode too, copies of a layout must end with the mode.
pub fn tiler_layout_that_does_not_divide_a_mode() {
    let _ = logical_divide(layout!((8, 10):(1, 8)), tiler!(4, 2:2));
    //~^ ERROR: logical_divide: whole tiles of 2:2 do not make up 10:8
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

/// The method of a layout, and the verb that returns errors.
pub fn tiles_that_do_not_divide_otherwise() {
    let _ = layout!((10, 7):(1, 10)).tiled_divide(tiler!(3, 7));
    //~^ ERROR: tiled_divide: whole tiles of <3,7> do not make up (10,7):(1,10)
    let _ = try_zipped_divide(layout!((10, 7):(1, 10)), tiler!(4, 7));
    //~^ ERROR: zipped_divide: whole tiles of <4,7> do not make up (10,7):(1,10)
}

/// Tiles of coordinates that end inside their space.
pub fn basis_tiles_that_do_not_divide() {
    let _ = zipped_divide(identity_layout(shape!((10, 3), 7)), tiler!((4, 3), 7));
    //~^ ERROR: zipped_divide: whole tiles of 4 do not make up 10:1@0
}

/// What is a multiple of 3 divides no 16, whatever it is.
pub fn tile_that_cannot_divide() {
    let n = 2;
    let _ = zipped_divide(layout!((16, 8):(8, 1)), tiler!(n*_3, _));
    //~^ ERROR: zipped_divide: whole tiles of <?{div=3},_> do not make up (16,8):(8,1)
}
