//! One tile of a layout.
use smallvec::SmallVec;
use tilework_tiles::TileSize;

/// A tile: how many elements of the most minor physical dimensions stay together, most major first.
///
/// `(8,128)` keeps 8 rows of 128 elements together. A tile with fewer entries than the array has dimensions leaves
/// the more major ones as they are; one with more takes the missing dimensions as 1. Source: XLA, *Tiled layout*.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Tile {
    sizes: SmallVec<[TileSize; 2]>,
}

impl Tile {
    /// A tile of these sizes, each at least 1; `None` if there is none or one is smaller.
    pub fn new(sizes: &[TileSize]) -> Option<Self> {
        let whole = |size: &TileSize| !matches!(size, TileSize::Elements(..=0));
        (!sizes.is_empty() && sizes.iter().all(whole)).then(|| Tile { sizes: sizes.into() })
    }

    /// A tile of sizes that are known to be at least 1.
    pub(super) fn of(sizes: SmallVec<[TileSize; 2]>) -> Self {
        Tile { sizes }
    }

    /// The sizes, most major first.
    pub fn sizes(&self) -> &[TileSize] {
        &self.sizes
    }

    /// Whether some dimension is merged into the next: a `*`.
    pub fn combines(&self) -> bool {
        self.sizes.contains(&TileSize::Combine)
    }
}
