//! Shapes filled with copies of a block.
use super::compact::ordered;
use super::error::{Result, invalid};
use super::layout::DynLayout;
use super::mode::mode_size;
use super::product::blocked_product;
use super::tree::Tree;
use super::tuple::{DynTuple, size};
use crate::int::word;
use alloc::vec::Vec;

/// A target shape filled with copies of a block, copies along the first mode first.
///
/// Post-condition: a [`blocked_product`] whose modes have the sizes of those of the target; a block of lower rank is
/// filled up with modes `1:0`. Source: CuTe `tile_to_shape`.
///
/// # Errors
/// If the block has more modes than the target, or does not divide it; else as [`blocked_product`].
///
/// ```
/// # use tilework::dynamic::{DynLayout, tile_to_shape};
/// let block: DynLayout = "(8,8):(8,1)".parse()?;
/// assert_eq!(tile_to_shape(&block, &"(16,24)".parse()?)?.to_string(), "((8,2),(8,3)):((8,64),(1,128))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn tile_to_shape(block: &DynLayout, target: &DynTuple) -> Result<DynLayout> {
    tile_to_shape_ordered(block, target, &Tree::flat(0..word::wide(target.rank())))
}

/// [`tile_to_shape`] with the copies in a given order of the modes, smallest number first, as in [`ordered`].
///
/// # Errors
/// As [`tile_to_shape`]; and if the order does not fit the modes.
///
/// ```
/// # use tilework::dynamic::{DynLayout, tile_to_shape_ordered};
/// let block: DynLayout = "(8,8):(8,1)".parse()?;
/// let layout = tile_to_shape_ordered(&block, &"(16,24)".parse()?, &"(1,0)".parse()?)?;
/// assert_eq!(layout.to_string(), "((8,2),(8,3)):((8,192),(1,64))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn tile_to_shape_ordered(block: &DynLayout, target: &DynTuple, order: &DynTuple) -> Result<DynLayout> {
    const OPERATION: &str = "tile_to_shape";
    if target.rank() < block.rank() {
        return Err(invalid!(OPERATION, "{block} has more modes than the target {target}"));
    }
    let block = block.append_to(target.rank())?;
    let mut copies = Vec::with_capacity(target.rank());
    for (mode, wanted) in block.modes().zip(target.modes()) {
        let (own, wanted) = (mode_size(mode)?, size(wanted)?);
        if own == 0 || wanted % own != 0 {
            return Err(invalid!(OPERATION, "the block {block} does not divide the target {target}"));
        }
        copies.push(wanted / own);
    }
    blocked_product(&block, &ordered(&Tree::flat(copies), order)?)
}
