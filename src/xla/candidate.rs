//! Layouts that a chip has for an array, and what it takes in each.
use super::layout::Layout;
use super::shape::{ArrayShape, Shape};
use super::size::padded_size;
use super::tile::Tile;
use crate::dynamic::Result;
use alloc::vec::Vec;
use tilework_tiles::TileSize;

/// A layout and what an array takes in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The layout.
    pub layout: Layout,
    /// The bytes that are allocated.
    pub padded_bytes: i64,
    /// What users of the chip call it; empty where it has no name but its notation.
    pub name: &'static str,
}

/// What an array takes in each layout, the fewest bytes first; of layouts that take as many, those that come first.
pub(super) fn sorted(
    array: &ArrayShape,
    layouts: impl IntoIterator<Item = (&'static str, Layout)>,
) -> Result<Vec<Candidate>> {
    let mut candidates = Vec::new();
    for (name, layout) in layouts {
        let candidate = array.clone().strip_layout().with_layout(layout.clone())?;
        candidates.push(Candidate { layout, padded_bytes: padded_size(&Shape::Array(candidate))?, name });
    }
    candidates.sort_by_key(|candidate| candidate.padded_bytes);
    Ok(candidates)
}

/// A tile of these sizes.
pub(super) fn tile(sizes: &[i64]) -> Tile {
    Tile::of(sizes.iter().map(|&size| TileSize::Elements(size)).collect())
}
