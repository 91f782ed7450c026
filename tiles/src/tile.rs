//! A tile, and what it does to the dimensions of an array in memory, step by step.

use crate::TilingRefusal;
use core::fmt;

/// How far a tile reaches in one physical dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TileSize {
    /// So many elements, at least 1.
    Elements(i64),
    /// `*`: before the tile is applied, the dimension is merged into the next more minor one.
    Combine,
}

impl TileSize {
    /// The entry that is written as a number in types: 0 is `*`.
    pub const fn from_number(number: i64) -> Self {
        match number {
            0 => TileSize::Combine,
            size => TileSize::Elements(size),
        }
    }
}

impl fmt::Display for TileSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TileSize::Elements(size) => write!(f, "{size}"),
            TileSize::Combine => f.write_str("*"),
        }
    }
}

/// What a tile does to a list of dimensions, most major first. `entry` is that of the tile which says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TileStep {
    /// So many dimensions of one element come in front.
    Widen {
        /// How many.
        added: usize,
    },
    /// The dimension at `position` is merged into the next one.
    Merge {
        /// The number of the entry.
        entry: usize,
        /// Where the dimension stands.
        position: usize,
    },
    /// The dimension at `position` counts tiles of `size` from now on, and the place in a tile is a new dimension
    /// behind all.
    Split {
        /// The number of the entry.
        entry: usize,
        /// Where the dimension stands.
        position: usize,
        /// The elements of the tile in this dimension.
        size: i64,
    },
}

/// The steps of one tile, in order.
///
/// A tile splits the most minor dimensions into the number of the tile and the place inside it: with the sizes `d`
/// and the index `e`, a tile `t` makes `e` to `(floor(e/t), e mod t)` and `d` to `(ceil(d/t), t)`. The next tile
/// applies to the most minor dimensions of what is there then. A `*` first merges its dimension into the next more
/// minor one, and a tile with more entries than there are dimensions takes the missing ones as 1. Source: XLA, *Tiled
/// layout*.
///
/// ```
/// use tilework_tiles::{TileSize::*, TileStep, TileSteps};
/// let steps = TileSteps::new(&[Combine, Elements(4), Elements(2)], 3)?;
/// assert!(steps.eq([
///     TileStep::Merge { entry: 0, position: 0 },
///     TileStep::Split { entry: 1, position: 0, size: 4 },
///     TileStep::Split { entry: 2, position: 1, size: 2 },
/// ]));
/// # Ok::<(), tilework_tiles::TilingRefusal>(())
/// ```
#[derive(Debug, Clone)]
pub struct TileSteps<'a> {
    tile: &'a [TileSize],
    /// How many dimensions are added in front; none once that was said.
    added: usize,
    /// The entries are passed twice: `*` first, then sizes.
    passed: usize,
    /// Where the dimension of the first entry stands.
    first: usize,
    /// Where the dimension of the next entry stands.
    position: usize,
}

impl<'a> TileSteps<'a> {
    /// The steps over so many dimensions.
    ///
    /// # Errors
    /// If the last entry is `*`.
    pub const fn new(tile: &'a [TileSize], rank: usize) -> Result<Self, TilingRefusal> {
        if let Some(TileSize::Combine) = tile.last() {
            return Err(TilingRefusal::EndsWithCombine);
        }
        let (added, first) = (tile.len().saturating_sub(rank), rank.saturating_sub(tile.len()));
        Ok(TileSteps { tile, added, passed: 0, first, position: first })
    }

    /// The next step, also while compiling.
    #[inline]
    pub const fn step(&mut self) -> Option<TileStep> {
        if self.added > 0 {
            let added = self.added;
            self.added = 0;
            return Some(TileStep::Widen { added });
        }
        while self.passed < 2 * self.tile.len() {
            let entry = self.passed % self.tile.len();
            let splits = self.passed >= self.tile.len();
            if self.passed == self.tile.len() {
                self.position = self.first;
            }
            self.passed += 1;
            match self.tile[entry] {
                TileSize::Combine if splits => {}
                TileSize::Combine => return Some(TileStep::Merge { entry, position: self.position }),
                TileSize::Elements(size) => {
                    let position = self.position;
                    self.position += 1;
                    if splits {
                        return Some(TileStep::Split { entry, position, size });
                    }
                }
            }
        }
        None
    }
}

impl Iterator for TileSteps<'_> {
    type Item = TileStep;

    fn next(&mut self) -> Option<TileStep> {
        self.step()
    }
}
