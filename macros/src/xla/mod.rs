//! HLO text: `bf16[8,128]{1,0:T(8,128)(2,1)}`, its layout, and the bytes it takes.

mod blocks;
mod bytes;
mod emit;
mod merged;
mod parse;
mod places;

pub(crate) use bytes::padded_bytes;
pub(crate) use emit::{Failure, layout_type, layout_value};
pub(crate) use parse::read_array;

use crate::tree::Tree;
use proc_macro::Span;

/// An array as written.
pub(crate) struct Array {
    /// The bits that one element takes in memory.
    bits: u128,
    sizes: Vec<Tree>,
    minor_to_major: Vec<usize>,
    tiles: Vec<Tile>,
    tail_padding_alignment: u128,
    split_configs: Vec<SplitConfig>,
    /// The text, for messages.
    text: String,
}

/// A tile as written, most major dimension first; the last size is no `*`.
struct Tile {
    sizes: Vec<TileSize>,
}

struct TileSize {
    /// None for `*`.
    elements: Option<u128>,
    span: Span,
}

/// `(dimension:index,index...)`
struct SplitConfig {
    /// The number of a physical dimension, 0 the most major one.
    dimension: usize,
    indices: Vec<u128>,
}

impl Array {
    fn major_to_minor(&self) -> impl Iterator<Item = usize> + '_ {
        self.minor_to_major.iter().rev().copied()
    }

    /// The sizes, if all are literals.
    fn static_sizes(&self) -> Option<Vec<u128>> {
        self.sizes.iter().map(static_size).collect()
    }
}

/// The size, if it is a literal.
fn static_size(size: &Tree) -> Option<u128> {
    match size {
        Tree::Int { value, .. } => Some(value.unsigned_abs()),
        _ => None,
    }
}
