//! Arrays of XLA as pictures.
use super::cell::{Cell, DrawnMode};
use crate::dynamic::{Error, Offset, Result, invalid};
use crate::xla::{ArrayShape, LinearIndex, Shape, TileSize, Tiling};
use alloc::vec::Vec;
use core::str::FromStr;
use smallvec::{SmallVec, smallvec};

/// An array of XLA with the places of its elements.
#[derive(Debug, Clone)]
pub struct TiledArray {
    shape: ArrayShape,
    places: LinearIndex,
    modes: Vec<DrawnMode>,
}

impl TiledArray {
    /// The array of a shape; without a layout, of the default one.
    ///
    /// # Errors
    /// If a dimension is unbounded, there are more elements, padding included, than 64 bits count, or the array is
    /// split into pieces whose places only the device knows.
    ///
    /// ```
    /// use tilework::draw::{Subject, TiledArray};
    /// let array: TiledArray = "f32[3,5]{1,0:T(2,2)}".parse()?;
    /// assert_eq!(Subject::from(array).offset(&[2, 3])?, Some(17));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn new(shape: ArrayShape) -> Result<TiledArray> {
        if !shape.layout_or_default().split_configs().is_empty() {
            return Err(invalid!("draw", "{shape} is split into pieces (SC) that lie in different places"));
        }
        let places = LinearIndex::new(&shape, Tiling::All)?;
        let modes = modes(&shape)?;
        Ok(TiledArray { shape, places, modes })
    }

    /// The shape of the array.
    pub fn shape(&self) -> &ArrayShape {
        &self.shape
    }

    pub(super) fn modes(&self) -> Vec<DrawnMode> {
        self.modes.clone()
    }

    pub(super) fn cell(&self, index: &[i64]) -> Result<Cell> {
        let is_padding = index.len() == self.modes.len()
            && index.iter().zip(&self.modes).any(|(&entry, mode)| entry >= mode.logical);
        if is_padding {
            return Ok(Cell::Padding);
        }
        Ok(Cell::Element(Offset::Int(self.places.at(index)?)))
    }
}

impl FromStr for TiledArray {
    type Err = Error;

    fn from_str(text: &str) -> Result<TiledArray> {
        TiledArray::new(text.parse::<Shape>()?.array("draw")?.clone())
    }
}

/// Each dimension with its tiles: those of the first tile, and those of later ones inside it, as long as they divide.
/// Where a `*` merges dimensions, a tile is no block of indices, and nothing is padded by dimension.
fn modes(shape: &ArrayShape) -> Result<Vec<DrawnMode>> {
    let sizes = shape.sizes()?;
    let layout = shape.layout_or_default();
    let mut blocks: Vec<SmallVec<[i64; 4]>> = sizes.iter().map(|_| smallvec![]).collect();
    for tile in layout.tiles() {
        let dimensions = layout.minor_to_major().iter().zip(tile.sizes().iter().rev());
        for (&dimension, entry) in dimensions {
            let blocks = &mut blocks[dimension];
            match *entry {
                TileSize::Elements(elements)
                    if blocks.last().is_none_or(|&around| around % elements == 0) =>
                {
                    blocks.push(elements);
                }
                _ => {
                    return Ok(sizes
                        .iter()
                        .map(|&size| DrawnMode { levels: smallvec![size], logical: size })
                        .collect());
                }
            }
        }
    }
    let modes = sizes.iter().zip(&blocks).map(|(&size, blocks)| {
        let mut levels: SmallVec<[i64; 4]> = smallvec![];
        let mut inner = 1;
        for &block in blocks.iter().rev() {
            levels.push(block / inner);
            inner = block;
        }
        let outermost = size / inner + i64::from(size % inner != 0);
        outermost.checked_mul(inner).ok_or(Error::overflow("a dimension filled up to its tiles"))?;
        levels.push(outermost);
        Ok(DrawnMode { levels, logical: size })
    });
    modes.collect()
}
