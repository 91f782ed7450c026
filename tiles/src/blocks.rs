//! The blocks of the dimensions while tiles are applied.

use crate::count::multiply;
use crate::{Count, Leaf, NotNested, Product, Refusal, TileSize, TileStep, TileSteps};
use alloc::vec::Vec;
use alloc::{format, vec};

/// The dimensions of an array in memory while tiles are applied, most major first.
pub(crate) struct Blocks<D> {
    axes: Vec<Axis<D>>,
    /// How many places there are for each axis: more than its index at least.
    pub(crate) bounds: Vec<Count<D>>,
    /// The dimensions that each physical dimension stands for, most major first; more than one if they were merged.
    pub(crate) dimensions: Vec<Vec<usize>>,
}

/// A dimension in memory, whose index is a sum of blocks of the array's dimensions.
struct Axis<D> {
    /// Each block with its factor; factors ascend, and what stands before a block is less than its factor.
    blocks: Vec<(i64, Block<D>)>,
    /// Whether no tile has been applied to it: it is a physical dimension, or one that a tile added.
    is_whole: bool,
}

/// A part of the index `e` of a physical dimension: `floor(e / unit) mod extent`, where the outermost part needs no `mod`.
#[derive(Clone, Copy)]
struct Block<D> {
    physical: usize,
    unit: i64,
    /// Static, unless the block is the outermost one.
    extent: Count<D>,
    is_outermost: bool,
}

impl<D: Copy + PartialEq> Blocks<D> {
    pub(crate) fn new(sizes: &[Count<D>], minor_to_major: &[usize]) -> Self {
        let order = || minor_to_major.iter().rev().copied();
        let whole = |(physical, dimension): (usize, usize)| {
            let block = Block { physical, unit: 1, extent: sizes[dimension], is_outermost: true };
            Axis { blocks: vec![(1, block)], is_whole: true }
        };
        Blocks {
            axes: order().enumerate().map(whole).collect(),
            bounds: order().map(|dimension| sizes[dimension]).collect(),
            dimensions: order().map(|dimension| vec![dimension]).collect(),
        }
    }

    /// Applies a tile, or tells the number of the entry that cannot be said.
    pub(crate) fn apply(&mut self, tile: &[TileSize]) -> Result<(), (usize, NotNested)> {
        for step in TileSteps::new(tile, self.axes.len()).map_err(|refusal| (0, refusal.into()))? {
            let entry = match step {
                TileStep::Widen { .. } => 0,
                TileStep::Merge { entry, .. } | TileStep::Split { entry, .. } => entry,
            };
            self.step(step).map_err(|why| (entry, why))?;
        }
        Ok(())
    }

    fn step(&mut self, step: TileStep) -> Result<(), NotNested> {
        match step {
            TileStep::Widen { added } => {
                let one = || Axis { blocks: Vec::new(), is_whole: true };
                self.axes.splice(0..0, core::iter::repeat_with(one).take(added));
                step.apply(&mut self.bounds)?;
            }
            TileStep::Merge { position, .. } => {
                let distance = self.bounds[position + 1];
                step.apply(&mut self.bounds)?;
                self.merge(position, distance)?;
            }
            TileStep::Split { position, size, .. } => {
                self.split(position, size)?;
                step.apply(&mut self.bounds)?;
            }
        }
        Ok(())
    }

    /// Merges the axis at `position` into the next one, which had so many places.
    fn merge(&mut self, position: usize, distance: Count<D>) -> Result<(), NotNested> {
        let merged = self.bounds[position];
        let major = self.axes.remove(position);
        let minor = &mut self.axes[position];
        match (&major.blocks[..], &mut minor.blocks[..]) {
            // Whole dimensions become one: tiles that divide neither of them may still divide their product.
            ([(_, from)], [(_, into)])
                if major.is_whole && minor.is_whole && merged.as_static().is_some() =>
            {
                let mut dimensions = core::mem::take(&mut self.dimensions[from.physical]);
                dimensions.append(&mut self.dimensions[into.physical]);
                self.dimensions[into.physical] = dimensions;
                into.extent = merged;
            }
            ([], _) => {}
            _ => {
                let distance =
                    distance.as_static().ok_or(Refusal::Dynamic("the distance of merged blocks"))?;
                for (factor, block) in major.blocks {
                    let factor = multiply(factor, distance, "the size of merged dimensions")?;
                    match minor.blocks.last_mut() {
                        // what an earlier tile took apart
                        Some((inside, last)) if block.is_around(last, factor, *inside) => {
                            *last =
                                Block { unit: last.unit, extent: last.extent.times(block.extent)?, ..block };
                        }
                        _ => minor.blocks.push((factor, block)),
                    }
                }
            }
        }
        Ok(())
    }

    /// Splits the axis at `position` by a tile of `size`; what counts tiles stays there, and what is inside comes last.
    fn split(&mut self, position: usize, size: i64) -> Result<(), NotNested> {
        let blocks = core::mem::take(&mut self.axes[position].blocks);
        let (mut outer, mut inner) = (Vec::new(), Vec::new());
        // the greatest index that blocks so far make; none where that is dynamic
        let mut reached = Some(0i64);
        for (number, &(factor, block)) in blocks.iter().enumerate() {
            let extent = block.extent.as_static();
            reached = reached.zip(extent).map(|(reached, extent)| reached + factor * (extent - 1));
            let is_last = number + 1 == blocks.len();
            let per_tile = size / factor.min(size);
            let is_even = per_tile * factor == size;
            if is_even && block.is_outermost && is_last {
                // the last tile may overhang
                let unit = multiply(block.unit, per_tile, "the size of a block")?;
                let count = block.extent.blocks_of(per_tile)?;
                outer.push((1, Block { unit, extent: count, ..block }));
                let is_outermost = count == Count::new(1);
                inner.push((factor, Block { extent: Count::new(per_tile), is_outermost, ..block }));
            } else if factor % size == 0 {
                outer.push((factor / size, block));
            } else if reached.is_some_and(|reached| reached < size) {
                inner.push((factor, block));
            } else if let Some(extent) = extent
                && is_even
                && extent % per_tile == 0
            {
                let unit = block.unit * per_tile;
                outer.push((1, Block { unit, extent: Count::new(extent / per_tile), ..block }));
                inner.push((factor, Block { extent: Count::new(per_tile), is_outermost: false, ..block }));
            } else {
                return Err(self.does_not_divide(size, factor, block, blocks.len() > 1));
            }
        }
        self.axes[position] = Axis { blocks: outer, is_whole: false };
        self.axes.push(Axis { blocks: inner, is_whole: false });
        Ok(())
    }

    fn does_not_divide(&self, size: i64, factor: i64, block: Block<D>, is_merged: bool) -> NotNested {
        let dimension = match &self.dimensions[block.physical][..] {
            [dimension] => format!("dimension {dimension}"),
            merged => format!("the merged dimensions {merged:?}"),
        };
        let blocks = match block.extent.as_static() {
            Some(extent) => format!("{extent} "),
            None => "".into(),
        };
        NotNested::inexact(match is_merged {
            false => {
                format!("in {dimension}, blocks of {size} do not divide the block of {blocks}around them")
            }
            true => format!(
                "where a `*` merged blocks, tiles of {size} do not divide those of {dimension}, {blocks}at a distance of {factor}"
            ),
        })
    }

    /// The leaves of each physical dimension, innermost first.
    pub(crate) fn leaves(&self) -> Result<impl Iterator<Item = Vec<Leaf<D>>>, Refusal> {
        let mut parts: Vec<Vec<(i64, Leaf<D>)>> = self.dimensions.iter().map(|_| Vec::new()).collect();
        let mut stride = Product::new(1);
        for (axis, &bound) in self.axes.iter().zip(&self.bounds).rev() {
            for &(factor, block) in axis.blocks.iter().filter(|(_, block)| block.extent != Count::new(1)) {
                let leaf = Leaf { extent: block.extent, stride: stride.times(Count::new(factor))? };
                parts[block.physical].push((block.unit, leaf));
            }
            stride = stride.times(bound)?;
        }
        Ok(parts.into_iter().map(|mut parts| {
            parts.sort_by_key(|(unit, _)| *unit);
            match parts.is_empty() {
                true => vec![Leaf::ONE],
                false => parts.into_iter().map(|(_, leaf)| leaf).collect(),
            }
        }))
    }
}

impl<D: Copy + PartialEq> Block<D> {
    /// Whether this block counts blocks of the other one, in its index as in the one of the axis.
    fn is_around(&self, inner: &Block<D>, factor: i64, inside: i64) -> bool {
        let is_next = |extent: i64| self.unit == inner.unit * extent && factor == inside * extent;
        self.physical == inner.physical && inner.extent.as_static().is_some_and(is_next)
    }
}
