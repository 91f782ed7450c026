//! An array as written, and the bytes of its allocation.

use crate::tree::{Mistake, Tree};
use proc_macro::Span;
use tilework_tiles::{Count, TileSize, TilingRefusal, allocated, bytes, largest_piece, product};

/// An array as written.
pub(crate) struct Array {
    /// The bits that one element takes in memory.
    pub(super) bits: i64,
    pub(super) sizes: Vec<Tree>,
    pub(super) minor_to_major: Vec<usize>,
    pub(super) tiles: Vec<Tile>,
    pub(super) tail_padding: i64,
    /// `SC(dimension:index,index...)`, 0 the most major dimension.
    pub(super) splits: Vec<(usize, Vec<i64>)>,
    /// The text, for messages.
    pub(super) text: String,
}

/// A tile as written, most major dimension first.
#[derive(Default)]
pub(super) struct Tile {
    pub(super) sizes: Vec<TileSize>,
    pub(super) spans: Vec<Span>,
}

impl Array {
    /// The sizes as counts; a dynamic one is known by the number of its dimension.
    pub(super) fn counts(&self) -> Vec<Count<usize>> {
        let count = |(dimension, size)| static_size(size).map_or(Count::of_dimension(dimension), Count::new);
        self.sizes.iter().enumerate().map(count).collect()
    }

    /// The sizes in the order of memory, most major first, if all are literals.
    pub(super) fn physical_sizes(&self) -> Option<Vec<i64>> {
        let order = self.minor_to_major.iter().rev();
        order.map(|&dimension| static_size(&self.sizes[dimension])).collect()
    }

    pub(super) fn tiles(&self) -> impl Iterator<Item = &[TileSize]> {
        self.tiles.iter().map(|tile| &tile.sizes[..])
    }
}

/// The size, if it is a literal.
pub(super) fn static_size(size: &Tree) -> Option<i64> {
    match size {
        Tree::Int { value, .. } => i64::try_from(*value).ok(),
        _ => None,
    }
}

/// What is refused of an array of static sizes.
pub(super) fn too_large(_: TilingRefusal) -> Mistake {
    Mistake::new(Span::call_site(), "this array has 2^63 elements or more, padding included".into())
}

/// The bytes that are allocated: with the padding of the first tile, and of `L(n)`.
pub(crate) fn padded_bytes(array: &Array) -> Result<u64, Mistake> {
    if let Some(size) = array.sizes.iter().find(|size| static_size(size).is_none()) {
        let message = format!(
            "the size `{size}` is dynamic, and the bytes are a constant: \
             at run time, `xla::padded_size` tells them"
        );
        return Err(Mistake::new(size.span(), message));
    }
    let sizes = array.physical_sizes().unwrap_or_default();
    let elements = match array.tiles().next() {
        None => product(sizes.into_iter()),
        Some(first) => {
            let pieces = sizes.iter().enumerate().map(|(place, &size)| {
                let split = array.splits.iter().find(|(dimension, _)| *dimension == place);
                split.map_or(size, |(_, indices)| largest_piece(indices, size))
            });
            allocated(pieces, first, array.tail_padding)
        }
    };
    let too_many = |_| Mistake::new(Span::call_site(), "this array takes 2^63 bytes or more".into());
    bytes(elements.map_err(too_large)?, array.bits).map(i64::unsigned_abs).map_err(too_many)
}
