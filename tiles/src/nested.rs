//! Tiled layouts as a nested shape and stride: one mode for each dimension, the innermost block first.

use crate::blocks::Blocks;
use crate::{Count, Product, TileSize, TilingRefusal};
use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};
use core::fmt;

/// A nested layout.
#[derive(Debug, Clone)]
pub struct Nested<D> {
    /// The leaves of each dimension, innermost first; at least one.
    pub leaves: Vec<Leaf<D>>,
    /// How many places there are, as a product. Every stride is a product of some of these factors.
    pub bounds: Vec<Count<D>>,
}

impl<D> Nested<D> {
    /// The leaves of one dimension after another.
    pub fn modes(&self) -> impl Iterator<Item = &[Leaf<D>]> {
        self.leaves.chunk_by(|a, b| a.dimension == b.dimension)
    }
}

/// An extent with its stride.
#[derive(Debug, Clone)]
pub struct Leaf<D> {
    /// The dimension that it is a part of.
    pub dimension: usize,
    /// How many blocks there are.
    pub extent: Count<D>,
    /// How many places lie between them.
    pub stride: Product<D>,
}

/// Why there is no nested layout.
#[derive(Debug, Clone)]
pub enum NotNested {
    /// There is no such array.
    Refused(TilingRefusal),
    /// Shape and stride cannot say it.
    Inexact {
        /// Why.
        reason: String,
        /// The number of the tile and of its entry, where it is one entry that cannot be said.
        place: Option<(usize, usize)>,
    },
}

impl fmt::Display for NotNested {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotNested::Refused(refusal) => refusal.fmt(f),
            NotNested::Inexact { reason, .. } => f.write_str(reason),
        }
    }
}

impl core::error::Error for NotNested {}

impl NotNested {
    pub(crate) fn inexact(reason: impl Into<String>) -> Self {
        NotNested::Inexact { reason: reason.into(), place: None }
    }

    /// This one, of an entry of a tile.
    fn at(self, tile: usize, entry: usize) -> Self {
        match self {
            NotNested::Inexact { reason, .. } => NotNested::Inexact { reason, place: Some((tile, entry)) },
            refused => refused,
        }
    }
}

impl From<TilingRefusal> for NotNested {
    fn from(refusal: TilingRefusal) -> Self {
        match refusal {
            TilingRefusal::Dynamic(_) => NotNested::inexact(format!("{refusal}")),
            refusal => NotNested::Refused(refusal),
        }
    }
}

/// The nested layout of an array of these sizes in these tiles.
///
/// Post-condition: the sum of `floor(e / unit) mod extent * stride` over the leaves of every dimension with the index
/// `e`, where the `unit` of a leaf is the product of the extents before it, is the place of the element. There is
/// such a layout where in every dimension each block divides the block around it; only the outermost may overhang.
/// Nothing is decided by a dynamic size. Source: XLA, *Tiled layout*; CuTe's notation.
///
/// # Errors
/// If there is none; if a tile ends with `*`, or a static product of sizes is 2^63 or more.
///
/// # Panics
/// If `minor_to_major` is no permutation of the dimensions, or a size of a tile is 0.
///
/// ```
/// use tilework_tiles::{Count, TileSize::Elements, nested};
/// let sizes: [Count; 2] = [3, 5].map(Count::new);
/// let found = nested(&sizes, &[1, 0], [&[Elements(2), Elements(2)][..]]).unwrap();
/// let leaves = found.leaves.iter().map(|leaf| (leaf.dimension, leaf.extent.factor, leaf.stride.factor));
/// assert!(leaves.eq([(0, 2, 2), (0, 2, 12), (1, 2, 1), (1, 3, 4)]));
/// ```
pub fn nested<'a, D: Copy + PartialEq>(
    sizes: &[Count<D>],
    minor_to_major: &[usize],
    tiles: impl IntoIterator<Item = &'a [TileSize]>,
) -> Result<Nested<D>, NotNested> {
    if sizes.contains(&Count::new(0)) {
        let leaf = |(dimension, &extent)| Leaf { dimension, extent, stride: Product::new(0) };
        return Ok(Nested {
            leaves: sizes.iter().enumerate().map(leaf).collect(),
            bounds: vec![Count::new(0)],
        });
    }
    let mut blocks = Blocks::new(sizes, minor_to_major);
    for (number, tile) in tiles.into_iter().enumerate() {
        blocks.apply(tile).map_err(|(entry, why)| why.at(number, entry))?;
    }
    blocks.into_nested(sizes)
}
