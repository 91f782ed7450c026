//! What a tile of the output reads of an operand.
use crate::affine::SymbolicTile;
use crate::dynamic::{Error, Result};
use crate::hlo::index::{OperandIndexing, OperandMaps};
use alloc::string::String;

/// What a tile of the output reads of an operand, from the maps of the operand.
///
/// Maps through a fusion, or a chain of instructions ([`reads`](super::super::reads)), are maps like others; of all its
/// instructions at once [`symbolic_tiles`](super::symbolic_tiles) has the tiles. Source: XLA, `SymbolicTile`.
///
/// # Errors
/// [`Inexact`](Error::Inexact), if nothing is known of what is read, nothing is read, it is read in ways of different
/// tiles, or it is no strided range: see [`SymbolicTile::of`].
///
/// ```
/// use tilework::hlo::{Module, Scope, reads, symbolic_tile};
/// let module = Module::parse("ENTRY e {
///     p = f32[125,150] parameter(0)
///     b = f32[125,150,7] broadcast(p), dimensions={0,1}
///     ROOT t = f32[7,150,125] transpose(b), dimensions={2,1,0}
/// }")?;
/// let entry = module.entry();
/// let maps = reads(&module, entry, entry.root_number(), 0, Scope::Xla).unwrap();
/// let tile = symbolic_tile(&maps[0])?;
/// assert_eq!(tile.size.evaluate(&[2, 16, 32], &[], &[])?[..], [32, 16]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn symbolic_tile(maps: &OperandMaps) -> Result<SymbolicTile> {
    let Some(maps) = maps else { return refused("it is not known what is read") };
    let Some((first, others)) = maps.split_first() else { return refused("nothing is read") };
    let tile = tile_of(first)?;
    for other in others {
        if tile_of(other)? != tile {
            return refused("it is read in several ways, of different tiles");
        }
    }
    Ok(tile)
}

/// The tile of one way to read an operand.
pub(super) fn tile_of(indexing: &OperandIndexing) -> Result<SymbolicTile> {
    if indexing.replica.is_some() {
        return refused("it is read from several replicas");
    }
    SymbolicTile::of(&indexing.map)
}

/// There is no tile, for that reason.
pub(super) fn refused<T>(reason: impl Into<String>) -> Result<T> {
    Err(Error::inexact("symbolic tile", reason))
}
