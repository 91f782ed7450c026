//! Products: what `cargo check` finds.

use tilework::{algebra::{blocked_product, raked_product, tile_to_shape, tiled_product}, prelude::*};

/// A product of modes by an integer, which has none.
pub fn blocked_product_by_an_integer() {
    let _ = blocked_product(layout!((4, 2):(1, 4)), int!(3));
    //~^ ERROR: mismatched types
}

/// A product of a layout with padding.
pub fn padded_product() {
    let _ = raked_product(zN::layout::<f16, _, _>(20, 20), layout!((2, 2):(1, 2)));
    //~^ ERROR: a product of modes takes two exact layouts
}

/// A tiler by mode with fewer entries than the block has modes.
pub fn product_by_tiler_of_other_rank() {
    let _ = tiled_product(layout!((4, 2):(1, 4)), tiler!(3));
    //~^ ERROR: tiler of rank 1 for a layout of rank 2: it needs one entry for every mode
}

/// A shape with fewer modes than the block that is to fill it.
pub fn shape_of_lower_rank_than_a_block() {
    let _ = tile_to_shape(layout!((8, 8):(8, 1)), shape!(64));
    //~^ ERROR: the block has more modes than the shape that copies of it are to fill
}
