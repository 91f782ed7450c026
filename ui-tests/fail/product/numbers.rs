//! Products: what only `cargo build` finds.

use tilework::{algebra::{blocked_product, flat_product, tile_to_shape, try_zipped_product}, prelude::*};

/// A tiler with steps that are neither along the gaps of a block nor along whole blocks.
pub fn unaligned_product() {
    let _ = logical_product(layout!(5:4), layout!(8:5));
    //~^ ERROR: logical_product: the stride 5 in 8:5 is unaligned with copies of 5:4, which are (4,*):(1,20)
}

/// A flat product in which a mode is kept.
pub fn kept_mode_in_a_flat_product() {
    let _ = flat_product(layout!((4, 2):(1, 4)), tiler!(3, _));
    //~^ ERROR: flat_product: no mode may be kept by `_`, in <3,_>
}

/// Copies of a block that overlaps itself: the compiler refuses the checked form too.
pub fn overlapping_product() {
    let _ = try_zipped_product(layout!((4, 4):(1, 2)), int!(2));
    //~^ ERROR: zipped_product: (4,4):(1,2): a mode of stride 2 overlaps with smaller ones, which span 4
}

/// Copies so far apart that offsets overflow.
pub fn product_beyond_2_63() {
    let _ = logical_product(layout!(4:1), layout!(2:4611686018427387904));
    //~^ ERROR: logical_product: a stride of *:4 o 2:4611686018427387904 overflows
}

/// A shape that copies of a block do not fill.
pub fn shape_not_divided_by_a_block() {
    let _ = tile_to_shape(layout!((8, 8):(8, 1)), shape!(16, 20));
    //~^ ERROR: tile_to_shape: (8,8):(8,1) by (16,20): the 8 elements of the block ... divide the 20 of the shape
}

/// A tiler without modes whose copies are two modes.
pub fn split_blocked_product() {
    let _ = blocked_product(layout!(3:2), layout!(4:1));
    //~^ ERROR: blocked_product: 3:2 by 4:1: the tiler is split into 2 modes, which ... in a tuple it would be one
}

/// Three copies of a block with one gap: two of them fill it.
pub fn uneven_product() {
    let _ = logical_product(layout!(4:2), layout!(3:1));
    //~^ ERROR: logical_product: no layout over 3 equals (2,*):(1,8) o 3:1, which ... 2 needs 8, modes give 2
}
