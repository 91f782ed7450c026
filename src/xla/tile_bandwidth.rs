//! How well a tile of an array uses transactions of memory.
use super::shape::ArrayShape;
use super::size::stored_bits;
use crate::dynamic::{Error, Result};
use alloc::format;

/// The bytes of a tile that stand one after another in memory, and the bytes that are moved to have them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TileBandwidth {
    /// The bytes of the elements that stand one after another.
    pub contiguous_bytes: i64,
    /// The same, rounded up to whole transactions.
    pub moved_bytes: i64,
}

impl TileBandwidth {
    /// The part of what is moved that is wanted: more than 0, at most 1.
    pub fn utilization(self) -> f64 {
        self.contiguous_bytes as f64 / self.moved_bytes as f64
    }
}

/// How well reading a tile of an array, one size for each dimension, uses transactions of so many bytes.
///
/// Elements stand one after another as long as the tile has the whole of the more minor dimensions. A tile is cut
/// where it is larger than the array. Source: XLA, `BandwidthUtilizationRateHeuristicForTiledMemoryAccess`.
///
/// # Errors
/// If the array is empty, unbounded or in a tiled layout; the tile has another number of dimensions; a size or the
/// transaction is not positive; or the bytes do not fit in 64 bits.
///
/// ```
/// use tilework::xla::{Shape, tile_bandwidth};
/// let shape: Shape = "s8[256,16]{1,0}".parse()?;
/// let of = |tile: &[i64]| tile_bandwidth(shape.array("example")?, tile, 64).map(|found| found.utilization());
/// assert_eq!([of(&[1, 1])?, of(&[1, 16])?, of(&[8, 16])?], [1.0 / 64.0, 0.25, 1.0]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn tile_bandwidth(array: &ArrayShape, tile: &[i64], transaction_bytes: i64) -> Result<TileBandwidth> {
    let refuse = |reason| Err(Error::invalid("tile_bandwidth", reason));
    let sizes = array.sizes()?;
    let layout = array.layout_or_default();
    if !layout.tiles().is_empty() {
        return refuse(format!("{array} has tiles of its own"));
    }
    if tile.len() != sizes.len() {
        return refuse(format!("{tile:?} has {} sizes, {array} has {} dimensions", tile.len(), sizes.len()));
    }
    if sizes.contains(&0) {
        return refuse(format!("{array} is empty"));
    }
    if transaction_bytes < 1 || tile.iter().any(|size| *size < 1) {
        return refuse(format!("a tile of {tile:?} in transactions of {transaction_bytes} bytes"));
    }
    let mut elements = 1i128;
    for &dimension in layout.minor_to_major() {
        elements *= i128::from(tile[dimension].min(sizes[dimension]));
        if tile[dimension] < sizes[dimension] {
            break;
        }
    }
    // no more elements than the array has, which fit in 64 bits
    let contiguous = (elements * i128::from(stored_bits(array)) + 7) / 8;
    let transaction = i128::from(transaction_bytes);
    let moved = (contiguous + transaction - 1) / transaction * transaction;
    let overflow = |_| Error::overflow("the number of bytes of a tile");
    Ok(TileBandwidth {
        contiguous_bytes: i64::try_from(contiguous).map_err(overflow)?,
        moved_bytes: i64::try_from(moved).map_err(overflow)?,
    })
}
