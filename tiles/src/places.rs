//! How many places in memory there are for the elements of an array, padding included, and the bytes they take.

use crate::count::{div_ceil, multiply};
use crate::{TileSize, TileStep, TileSteps, TilingRefusal};
use alloc::vec::Vec;

/// The places of an array with these sizes, most major first, after all tiles.
///
/// ```
/// use tilework_tiles::{TileSize::Elements, places};
/// assert_eq!(places([3, 5], [&[Elements(2), Elements(2)][..]]), Ok(24));
/// ```
///
/// # Errors
/// If a tile ends with `*`, or there are 2^63 places or more.
///
/// # Panics
/// If a size of a tile is 0.
pub fn places<'a>(
    sizes: impl IntoIterator<Item = i64>,
    tiles: impl IntoIterator<Item = &'a [TileSize]>,
) -> Result<i64, TilingRefusal> {
    let mut bounds: Vec<i64> = sizes.into_iter().collect();
    for tile in tiles {
        for step in TileSteps::new(tile, bounds.len())? {
            step.apply(&mut bounds)?;
        }
    }
    product(bounds.iter().copied())
}

impl TileStep {
    /// Takes this step with the numbers of elements of the dimensions, most major first.
    ///
    /// # Errors
    /// If there are 2^63 elements or more in a dimension.
    ///
    /// # Panics
    /// If there is no such dimension, or a size of the tile is 0.
    pub fn apply(self, bounds: &mut Vec<i64>) -> Result<(), TilingRefusal> {
        match self {
            TileStep::Widen { added } => {
                bounds.splice(0..0, core::iter::repeat_n(1, added));
            }
            TileStep::Merge { position, .. } => {
                let major = bounds.remove(position);
                bounds[position] = multiply(major, bounds[position], "the size of merged dimensions")?;
            }
            TileStep::Split { position, size, .. } => {
                bounds[position] = div_ceil(bounds[position], size);
                bounds.push(size);
            }
        }
        Ok(())
    }
}

/// The product, 0 if a factor is 0.
///
/// # Errors
/// If it is 2^63 or more.
pub fn product(sizes: impl Iterator<Item = i64> + Clone) -> Result<i64, TilingRefusal> {
    if sizes.clone().any(|size| size == 0) {
        return Ok(0);
    }
    let mut sizes = sizes;
    sizes.try_fold(1i64, i64::checked_mul).ok_or(TilingRefusal::TooLarge("the number of elements in tiles"))
}

/// The places that are allocated for physical dimensions of these sizes, most major first: by the first tile alone,
/// rounded up to a multiple of the tail padding. Where a dimension is split, its size is that of the [largest
/// piece](largest_piece).
///
/// Source: XLA, `ShapeUtil::ArraySize`.
///
/// # Errors
/// If the tile ends with `*`, or there are 2^63 places or more.
///
/// # Panics
/// If a size of the tile is 0, or the tail padding is.
pub fn allocated(
    sizes: impl IntoIterator<Item = i64>,
    first_tile: &[TileSize],
    tail_padding: i64,
) -> Result<i64, TilingRefusal> {
    let elements = places(sizes, [first_tile])?;
    match elements % tail_padding {
        0 => Ok(elements),
        rest => elements
            .checked_add(tail_padding - rest)
            .ok_or(TilingRefusal::TooLarge("the number of elements in tiles")),
    }
}

/// The size of the largest piece of a dimension of `size` elements that is cut at these indices.
///
/// ```
/// use tilework_tiles::largest_piece;
/// assert_eq!(largest_piece(&[40, 130], 200), 90);
/// ```
pub fn largest_piece(indices: &[i64], size: i64) -> i64 {
    let (mut largest, mut start) = (0, 0);
    for &index in indices.iter().chain([&size]) {
        largest = largest.max(index.saturating_sub(start));
        start = index;
    }
    largest
}

/// The bytes of so many elements of so many bits each, packed.
///
/// # Errors
/// If they are 2^63 or more.
///
/// ```
/// assert_eq!(tilework_tiles::bytes(5, 4), Ok(3));
/// ```
pub fn bytes(elements: i64, bits: i64) -> Result<i64, TilingRefusal> {
    let bits = i128::from(bits) * i128::from(elements);
    i64::try_from((bits + 7) / 8).map_err(|_| TilingRefusal::TooLarge("the number of bytes"))
}
