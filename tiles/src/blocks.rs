//! The blocks of the dimensions while tiles are applied.

use crate::count::multiply;
use crate::merged::{most_major_first, unmerge};
use crate::{Count, Leaf, Nested, NotNested, Product, TileSize, TileStep, TileSteps, TilingRefusal};
use alloc::format;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The dimensions of an array in memory while tiles are applied: axes, of which each index is a sum of blocks of the
/// dimensions.
pub(crate) struct Blocks<'a, D> {
    /// Those of one axis in the order of their factors: what stands before a block is less than its factor.
    blocks: Vec<IndexBlock<D>>,
    /// How many places there are for each axis, most major first: more than its index at least.
    bounds: Vec<Count<D>>,
    /// The dimensions, most minor first.
    minor_to_major: &'a [usize],
}

/// A part of the index `e` of a physical dimension: `floor(e / unit) mod extent`, where the outermost part needs no
/// `mod`.
#[derive(Clone, Copy)]
struct IndexBlock<D> {
    axis: usize,
    /// The weight of the block in the index of the axis.
    factor: i64,
    /// Where the physical dimension stands in the order of memory; it stands for all from `first` on if they were
    /// merged.
    physical: usize,
    first: usize,
    unit: i64,
    /// Static, unless the block is the outermost one.
    extent: Count<D>,
    is_outermost: bool,
    /// Whether no tile has been applied to it.
    is_whole: bool,
}

impl<'a, D: Copy + PartialEq> Blocks<'a, D> {
    pub(crate) fn new(sizes: &[Count<D>], minor_to_major: &'a [usize]) -> Self {
        let bounds = minor_to_major.iter().rev().map(|&dimension| sizes[dimension]);
        let whole = |(axis, extent)| IndexBlock {
            axis,
            factor: 1,
            physical: axis,
            first: axis,
            unit: 1,
            extent,
            is_outermost: true,
            is_whole: true,
        };
        Blocks {
            blocks: bounds.clone().enumerate().map(whole).collect(),
            bounds: bounds.collect(),
            minor_to_major,
        }
    }

    /// The dimensions that a block is a part of, most minor first: more than one if they were merged.
    fn dimensions(&self, block: &IndexBlock<D>) -> &'a [usize] {
        let rank = self.minor_to_major.len();
        &self.minor_to_major[rank - 1 - block.physical..rank - block.first]
    }

    /// Applies a tile, or tells the number of the entry that cannot be said.
    pub(crate) fn apply(&mut self, tile: &[TileSize]) -> Result<(), (usize, NotNested)> {
        for step in TileSteps::new(tile, self.bounds.len()).map_err(|refusal| (0, refusal.into()))? {
            match step {
                TileStep::Widen { added } => {
                    self.blocks.iter_mut().for_each(|block| block.axis += added);
                    self.bounds.splice(0..0, core::iter::repeat_n(Count::new(1), added));
                }
                TileStep::Merge { entry, position } => {
                    self.merge(position).map_err(|why| (entry, why))?;
                }
                TileStep::Split { entry, position, size } => {
                    self.split(position, size).map_err(|why| (entry, why))?;
                }
            }
        }
        Ok(())
    }

    /// Merges an axis into the next one.
    fn merge(&mut self, axis: usize) -> Result<(), NotNested> {
        let major = self.bounds.remove(axis);
        let distance = self.bounds[axis];
        let merged = major.times(distance)?;
        self.bounds[axis] = merged;
        let majors: Vec<IndexBlock<D>> = self.blocks.extract_if(.., |block| block.axis == axis).collect();
        self.blocks.iter_mut().filter(|block| block.axis > axis).for_each(|block| block.axis -= 1);
        for block in majors {
            match self.blocks.iter_mut().rfind(|block| block.axis == axis) {
                // Whole dimensions become one: tiles that divide neither of them may still divide their product.
                Some(minor) if block.is_whole && minor.is_whole && merged.as_static().is_some() => {
                    minor.first = block.first;
                    minor.extent = merged;
                }
                minor => {
                    let distance = distance
                        .as_static()
                        .ok_or(TilingRefusal::Dynamic("the distance of merged blocks"))?;
                    let factor = multiply(block.factor, distance, "the size of merged dimensions")?;
                    match minor {
                        // what an earlier tile took apart
                        Some(minor) if block.is_around(minor, factor) => {
                            minor.extent = minor.extent.times(block.extent)?;
                            minor.is_outermost = block.is_outermost;
                        }
                        _ => self.blocks.push(IndexBlock { factor, is_whole: false, ..block }),
                    }
                }
            }
        }
        Ok(())
    }

    /// Splits an axis by a tile of `size`; what counts tiles stays there, and what is inside is a new axis behind all.
    fn split(&mut self, axis: usize, size: i64) -> Result<(), NotNested> {
        let inside = self.bounds.len();
        let mut ahead = self.blocks.iter().filter(|block| block.axis == axis).count();
        let is_merged = ahead > 1;
        // the greatest index that blocks so far make; none where that is dynamic
        let mut reached = Some(0i64);
        for number in 0..self.blocks.len() {
            let block = IndexBlock { is_whole: false, ..self.blocks[number] };
            if block.axis != axis {
                continue;
            }
            ahead -= 1;
            let (factor, extent) = (block.factor, block.extent.as_static());
            reached = reached.zip(extent).map(|(reached, extent)| reached + factor * (extent - 1));
            let per_tile = size / factor.min(size);
            let is_even = per_tile * factor == size;
            let inner =
                IndexBlock { axis: inside, extent: Count::new(per_tile), is_outermost: false, ..block };
            let outer = |extent| {
                let unit = multiply(block.unit, per_tile, "the size of a block")?;
                Ok::<_, TilingRefusal>(IndexBlock { factor: 1, unit, extent, ..block })
            };
            self.blocks[number] = match extent {
                // the last tile may overhang
                _ if is_even && block.is_outermost && ahead == 0 => {
                    let count = block.extent.blocks_of(per_tile)?;
                    self.blocks.push(IndexBlock { is_outermost: count == Count::new(1), ..inner });
                    outer(count)?
                }
                _ if factor % size == 0 => IndexBlock { factor: factor / size, ..block },
                _ if reached.is_some_and(|reached| reached < size) => IndexBlock { axis: inside, ..block },
                Some(extent) if is_even && extent % per_tile == 0 => {
                    self.blocks.push(inner);
                    outer(Count::new(extent / per_tile))?
                }
                _ => return Err(self.does_not_divide(size, block, is_merged)),
            };
        }
        self.bounds[axis] = self.bounds[axis].blocks_of(size)?;
        self.bounds.push(Count::new(size));
        Ok(())
    }

    fn does_not_divide(&self, size: i64, block: IndexBlock<D>, is_merged: bool) -> NotNested {
        let dimension = match self.dimensions(&block) {
            [dimension] => format!("dimension {dimension}"),
            merged => format!("the merged dimensions {:?}", most_major_first(merged)),
        };
        let (factor, extent) = (block.factor, block.extent.as_static());
        let blocks = extent.map_or_else(Default::default, |extent| format!("{extent} "));
        NotNested::inexact(match is_merged {
            false => {
                format!("in {dimension}, blocks of {size} do not divide the block of {blocks}around them")
            }
            true => format!(
                "where a `*` merged blocks, tiles of {size} do not divide those of {dimension}, {blocks}at a distance of {factor}"
            ),
        })
    }

    /// The layout with these blocks.
    pub(crate) fn into_nested(mut self, sizes: &[Count<D>]) -> Result<Nested<D>, NotNested> {
        let mut strides = Vec::with_capacity(self.bounds.len());
        let mut places = Product::new(1);
        for &bound in self.bounds.iter().rev() {
            let next = places.times(bound)?;
            strides.push(core::mem::replace(&mut places, next));
        }
        strides.reverse();
        self.blocks.retain(|block| block.extent != Count::new(1));
        // of blocks that are always 0 the order is free
        self.blocks.sort_by_key(|block| (block.physical, block.unit, Reverse(block.axis)));
        let mut leaves: Vec<Leaf<D>> = Vec::with_capacity(self.blocks.len() + sizes.len());
        for blocks in self.blocks.chunk_by(|a, b| a.physical == b.physical) {
            let dimensions = self.dimensions(&blocks[0]);
            let start = leaves.len();
            for block in blocks {
                let stride = strides[block.axis].times(Count::new(block.factor))?;
                leaves.push(Leaf { dimension: dimensions[0], extent: block.extent, stride });
            }
            if dimensions.len() > 1 {
                let merged = leaves.split_off(start);
                unmerge(dimensions, sizes, merged, &mut leaves)?;
            }
        }
        for dimension in 0..sizes.len() {
            if leaves.iter().all(|leaf| leaf.dimension != dimension) {
                leaves.push(Leaf { dimension, extent: Count::new(1), stride: Product::new(0) });
            }
        }
        leaves.sort_by_key(|leaf| leaf.dimension);
        Ok(Nested { leaves, bounds: self.bounds })
    }
}

impl<D: Copy> IndexBlock<D> {
    /// Whether this block, with that factor, counts blocks of the other one.
    fn is_around(&self, inner: &IndexBlock<D>, factor: i64) -> bool {
        let is_next = |extent: i64| self.unit == inner.unit * extent && factor == inner.factor * extent;
        self.physical == inner.physical && inner.extent.as_static().is_some_and(is_next)
    }
}
