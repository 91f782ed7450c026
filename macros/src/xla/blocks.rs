//! The tiles of an array as a nested shape and stride: one mode for each dimension, the innermost block first.
//!
//! The same computation as `nested_layout` of the library, with sizes that may be known at run time only: those are sizes of
//! outermost blocks, and nothing is decided by them.

use super::merged::unmerge;
use super::places::product;
use super::{Array, Tile, static_size};
use crate::tree::Mistake;
use proc_macro::Span;

/// How many blocks, or elements, there are.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Count {
    Static(u128),
    /// The size of a dimension divided by the unit, rounded up.
    Dynamic {
        dimension: usize,
        unit: u128,
    },
}

/// A product of counts, the static ones in one.
#[derive(Clone)]
pub(super) struct Stride {
    pub(super) factor: u128,
    pub(super) counts: Vec<Count>,
}

#[derive(Clone)]
pub(super) struct Leaf {
    pub(super) extent: Count,
    pub(super) stride: Stride,
}

/// A nested layout.
pub(super) struct Nested {
    /// The leaves of each dimension, innermost first.
    pub(super) modes: Vec<Vec<Leaf>>,
    /// How many places there are, as a product.
    pub(super) bounds: Vec<Count>,
    /// Whether the shape spans more than the array, or may.
    pub(super) overhangs: bool,
}

/// Why there is no nested layout.
pub(super) enum Refusal {
    /// Shape and stride cannot say it.
    Inexact(Mistake),
    /// There is no such array.
    Wrong(Mistake),
}

/// The nested layout of an array, if its tiling has one.
pub(super) fn nested(array: &Array) -> Result<Nested, Refusal> {
    let sizes: Vec<Count> = array.sizes.iter().enumerate().map(size).collect();
    if sizes.contains(&Count::Static(0)) {
        let empty = |&extent: &Count| vec![Leaf { extent, stride: Stride { factor: 0, counts: Vec::new() } }];
        let modes = sizes.iter().map(empty).collect();
        return Ok(Nested { modes, bounds: vec![Count::Static(0)], overhangs: false });
    }
    let mut blocks = Blocks::new(array, &sizes);
    for tile in &array.tiles {
        blocks.apply(tile)?;
    }
    let one = Leaf { extent: Count::Static(1), stride: Stride { factor: 0, counts: Vec::new() } };
    let mut modes = vec![vec![one]; sizes.len()];
    for (physical, leaves) in blocks.leaves()?.into_iter().enumerate() {
        match blocks.dimensions[physical][..] {
            [] => {}
            [dimension] => modes[dimension] = leaves,
            ref merged => {
                let parts = unmerge(merged.iter().rev().map(|&dimension| sizes[dimension]), &leaves);
                let Some(parts) = parts else {
                    let message =
                        format!("the dimensions {merged:?} that `*` merges have no strides of their own");
                    return Err(Refusal::Inexact(Mistake::new(Span::call_site(), message)));
                };
                for (&dimension, leaves) in merged.iter().rev().zip(parts) {
                    modes[dimension] = leaves;
                }
            }
        }
    }
    let overhangs = modes.iter().zip(&sizes).any(|(leaves, size)| !spans_exactly(leaves, *size));
    Ok(Nested { modes, bounds: blocks.blocks.iter().map(|block| block.bound).collect(), overhangs })
}

fn size((dimension, size): (usize, &crate::tree::Tree)) -> Count {
    static_size(size).map_or(Count::Dynamic { dimension, unit: 1 }, Count::Static)
}

/// Whether the leaves hold just so many elements; not known of counts of blocks.
fn spans_exactly(leaves: &[Leaf], size: Count) -> bool {
    if let [leaf] = leaves {
        return leaf.extent == size;
    }
    let spanned = leaves.iter().try_fold(1, |product: u128, leaf| match leaf.extent {
        Count::Static(extent) => product.checked_mul(extent),
        Count::Dynamic { .. } => None,
    });
    spanned.is_some_and(|spanned| Count::Static(spanned) == size)
}

/// The blocks of the dimensions while tiles are applied, most major first.
struct Blocks {
    blocks: Vec<Block>,
    /// The dimensions that each physical dimension stands for, most major first; more than one if they were merged.
    dimensions: Vec<Vec<usize>>,
}

/// A part of the index `e` of a physical dimension: `floor(e / unit) mod extent`, where the outermost part needs no `mod`.
#[derive(Clone, Copy)]
struct Block {
    /// None of a dimension that a tile added, whose index is always 0.
    physical: Option<usize>,
    unit: u128,
    extent: Count,
    /// How many places there are for it in memory; `extent` at least.
    bound: Count,
    is_outermost: bool,
    /// Whether no tile has been applied to it.
    is_whole: bool,
}

impl Blocks {
    fn new(array: &Array, sizes: &[Count]) -> Self {
        let whole = |(physical, dimension): (usize, usize)| Block {
            physical: Some(physical),
            unit: 1,
            extent: sizes[dimension],
            bound: sizes[dimension],
            is_outermost: true,
            is_whole: true,
        };
        Blocks {
            blocks: array.major_to_minor().enumerate().map(whole).collect(),
            dimensions: array.major_to_minor().map(|dimension| vec![dimension]).collect(),
        }
    }

    fn apply(&mut self, tile: &Tile) -> Result<(), Refusal> {
        let missing = tile.sizes.len().saturating_sub(self.blocks.len());
        let one = Count::Static(1);
        let added =
            Block { physical: None, unit: 1, extent: one, bound: one, is_outermost: true, is_whole: true };
        self.blocks.splice(0..0, std::iter::repeat_n(added, missing));
        let mut position = self.blocks.len() - tile.sizes.len();
        let mut inner = Vec::new();
        for size in &tile.sizes {
            match size.elements {
                None => self.merge(position, size.span)?,
                Some(elements) => {
                    inner.push(self.split(position, elements, size.span)?);
                    position += 1;
                }
            }
        }
        self.blocks.extend(inner);
        Ok(())
    }

    /// Merges the dimension at `position` into the next one.
    fn merge(&mut self, position: usize, span: Span) -> Result<(), Refusal> {
        let (major, minor) = (self.blocks[position], self.blocks[position + 1]);
        let whole = |block: &Block| match block.extent {
            Count::Static(extent) => block.is_whole.then_some(extent),
            Count::Dynamic { .. } => None,
        };
        let (Some(into), Some(major_size), Some(minor_size)) = (minor.physical, whole(&major), whole(&minor))
        else {
            let message = "`*` merges blocks that an earlier tile made, or dimensions of dynamic size";
            return Err(Refusal::Inexact(Mistake::new(span, message.into())));
        };
        let merged = product(&[major_size, minor_size], span).map_err(Refusal::Wrong)?;
        let extent = Count::Static(merged);
        if let Some(from) = major.physical {
            let mut merged = std::mem::take(&mut self.dimensions[from]);
            merged.append(&mut self.dimensions[into]);
            self.dimensions[into] = merged;
        }
        self.blocks.remove(position);
        self.blocks[position] = Block { extent, bound: extent, ..minor };
        Ok(())
    }

    /// Splits the block at `position` into blocks of `size`; what counts them stays there, and what is inside is returned.
    fn split(&mut self, position: usize, size: u128, span: Span) -> Result<Block, Refusal> {
        let block = Block { is_whole: false, ..self.blocks[position] };
        let count = match block.bound {
            Count::Static(bound) => Count::Static(bound.div_ceil(size)),
            Count::Dynamic { dimension, unit } => {
                Count::Dynamic { dimension, unit: product(&[unit, size], span).map_err(Refusal::Wrong)? }
            }
        };
        let inner = Count::Static(size);
        if block.is_outermost {
            let unit = product(&[block.unit, size], span).map_err(Refusal::Wrong)?;
            self.blocks[position] = Block { unit, extent: count, bound: count, ..block };
            let is_outermost = count == Count::Static(1);
            return Ok(Block { extent: inner, bound: inner, is_outermost, ..block });
        }
        let Count::Static(extent) = block.extent else {
            let message = "a block that is not the outermost one has a dynamic size";
            return Err(Refusal::Inexact(Mistake::new(span, message.into())));
        };
        if extent <= size {
            self.blocks[position] = Block { extent: Count::Static(1), bound: count, ..block };
            return Ok(Block { bound: inner, ..block });
        }
        if extent % size != 0 {
            let dimension = match block.physical.map(|physical| &self.dimensions[physical][..]) {
                Some([dimension]) => format!("dimension {dimension}"),
                merged => format!("the merged dimensions {:?}", merged.unwrap_or_default()),
            };
            let message =
                format!("in {dimension}, blocks of {size} do not divide the block of {extent} around them");
            return Err(Refusal::Inexact(Mistake::new(span, message)));
        }
        let unit = block.unit * size;
        self.blocks[position] = Block { unit, extent: Count::Static(extent / size), bound: count, ..block };
        Ok(Block { extent: inner, bound: inner, ..block })
    }

    /// The leaves of each physical dimension, innermost first.
    fn leaves(&self) -> Result<Vec<Vec<Leaf>>, Refusal> {
        let mut parts = vec![Vec::new(); self.dimensions.len()];
        let mut stride = Stride { factor: 1, counts: Vec::new() };
        for block in self.blocks.iter().rev() {
            if let Some(physical) = block.physical
                && block.extent != Count::Static(1)
            {
                parts[physical].push((block.unit, Leaf { extent: block.extent, stride: stride.clone() }));
            }
            match block.bound {
                Count::Static(bound) => {
                    let factor = product(&[stride.factor, bound], Span::call_site());
                    stride.factor = factor.map_err(Refusal::Wrong)?;
                }
                dynamic => stride.counts.push(dynamic),
            }
        }
        let one = Leaf { extent: Count::Static(1), stride: Stride { factor: 0, counts: Vec::new() } };
        let sorted = |mut parts: Vec<(u128, Leaf)>| {
            parts.sort_by_key(|(unit, _)| *unit);
            match parts.is_empty() {
                true => vec![one.clone()],
                false => parts.into_iter().map(|(_, leaf)| leaf).collect(),
            }
        };
        Ok(parts.into_iter().map(sorted).collect())
    }
}
