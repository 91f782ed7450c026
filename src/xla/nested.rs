//! Tiled layouts as nested shapes and strides.
use super::layout::Layout;
use super::shape::ArrayShape;
use super::tile::{Tile, TileSize};
use crate::dynamic::{DynLayout, Error, Mode, Result, Tree, composition};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use smallvec::{SmallVec, smallvec};

/// The layout of an array as a nested shape and stride: a mode for each dimension, from the innermost block to the outermost.
///
/// Post-condition: for every index `e` of the array, the result has at the coordinate `e` the linear index of `e`, in elements
/// (see [`LinearIndex`](super::LinearIndex)). Where tiles overhang, the shape is that of the whole tiles, and the extent that of
/// the array. There is such a layout where in every dimension each block divides the block around it; only the outermost may
/// overhang. Blocks that a `*` merges are those of one dimension. Source: XLA, *Tiled layout*; CuTe's notation.
///
/// # Errors
/// [`Inexact`](Error::Inexact) with the dimension and the block that does not divide; if a dimension is unbounded, or there
/// are too many elements.
///
/// ```
/// use tilework::xla::{Shape, nested_layout};
/// let layout = |text: &str| nested_layout(text.parse::<Shape>()?.array("example")?);
/// let tiled = layout("f32[3,5]{1,0:T(2,2)}")?;
/// assert_eq!(tiled.to_string(), "((2,2),(2,3)):((2,12),(1,4)) of (3,5)");
/// assert_eq!(tiled.offset(&"(2,3)".parse()?)?, 17);
/// assert_eq!(layout("bf16[2048]{0:T(1024)(128)(2,1)}")?.to_string(), "((128,2,4,2)):((2,1,256,1024))");
/// assert_eq!(
///     layout("f32[20,30]{1,0:T(8,16)(3,1)}").unwrap_err().to_string(),
///     "nested_layout: in dimension 0, blocks of 3 do not divide the block of 8 around them"
/// );
/// // the tiles of a row of tiles, one after another, in pairs
/// assert_eq!(layout("f32[4,8]{1,0:T(2,2)(*,2,1,1)}")?.to_string(), "((2,2),(2,2,2)):((4,16),(2,1,8))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn nested_layout(array: &ArrayShape) -> Result<DynLayout> {
    let sizes = array.sizes()?;
    if sizes.contains(&0) {
        return DynLayout::from_modes(Tree::flat(sizes.iter().map(|&size| Mode::new(size, 0))));
    }
    let layout = array.layout_or_default();
    let mut blocks = Blocks::new(&sizes, &layout);
    for tile in layout.tiles() {
        blocks.apply(tile)?;
    }
    let mut modes: Vec<Tree<Mode>> = sizes.iter().map(|_| Tree::leaf(Mode::new(1, 0))).collect();
    for (physical, mode) in blocks.modes()?.into_iter().enumerate() {
        match blocks.dimensions[physical][..] {
            [] => {}
            [dimension] => modes[dimension] = mode,
            ref merged => unmerge(merged, &sizes, mode, &mut modes)?,
        }
    }
    DynLayout::from_modes(Tree::tuple(modes.iter().map(Tree::view))?)?.with_extent(&sizes)
}

/// The dimensions of the array in memory while tiles are applied, most major first.
struct Blocks {
    axes: SmallVec<[Axis; 8]>,
    /// The dimensions that each physical dimension stands for, most major first; more than one if they were merged.
    dimensions: Vec<SmallVec<[usize; 2]>>,
}

/// A dimension in memory, whose index is a sum of blocks of the array's dimensions.
#[derive(Clone, Default)]
struct Axis {
    /// Each block with its factor; factors ascend, and what stands before a block is less than its factor.
    blocks: SmallVec<[(i64, Block); 1]>,
    /// How many places there are in memory, more than the index at least.
    bound: i64,
    /// Whether no tile has been applied to it: it is a physical dimension, or one that a tile added.
    is_whole: bool,
}

/// A part of the index `e` of a physical dimension: `floor(e / unit) mod extent`, where the outermost part needs no `mod`.
#[derive(Clone, Copy)]
struct Block {
    physical: usize,
    unit: i64,
    extent: i64,
    is_outermost: bool,
}

impl Block {
    /// Whether this block counts blocks of the other one.
    fn is_around(&self, inner: &Block) -> bool {
        self.physical == inner.physical && self.unit == inner.unit * inner.extent
    }
}

impl Blocks {
    fn new(sizes: &[i64], layout: &Layout) -> Self {
        let whole = |(physical, dimension): (usize, usize)| {
            let extent = sizes[dimension];
            let block = Block { physical, unit: 1, extent, is_outermost: true };
            Axis { blocks: smallvec![(1, block)], bound: extent, is_whole: true }
        };
        Blocks {
            axes: layout.major_to_minor().enumerate().map(whole).collect(),
            dimensions: layout.major_to_minor().map(|dimension| smallvec![dimension]).collect(),
        }
    }

    fn apply(&mut self, tile: &Tile) -> Result<()> {
        let missing = tile.sizes().len().saturating_sub(self.axes.len());
        let added = Axis { blocks: SmallVec::new(), bound: 1, is_whole: true };
        self.axes.insert_many(0, core::iter::repeat_n(added, missing));
        let mut position = self.axes.len() - tile.sizes().len();
        let mut inner = SmallVec::<[Axis; 2]>::new();
        for size in tile.sizes() {
            match *size {
                TileSize::Combine => self.merge(position)?,
                TileSize::Elements(size) => {
                    inner.push(self.split(position, size)?);
                    position += 1;
                }
            }
        }
        self.axes.extend(inner);
        Ok(())
    }

    /// Merges the dimension at `position` into the next one.
    fn merge(&mut self, position: usize) -> Result<()> {
        if position + 1 == self.axes.len() {
            return Err(Error::invalid(
                "nested_layout",
                "a tile ends with `*`, and there is nothing to merge into",
            ));
        }
        let major = self.axes.remove(position);
        let minor = &mut self.axes[position];
        let too_large = || Error::overflow("the size of merged dimensions");
        let bound = major.bound.checked_mul(minor.bound).ok_or_else(too_large)?;
        match (&major.blocks[..], &mut minor.blocks[..]) {
            // Whole dimensions become one: tiles that divide neither of them may still divide their product.
            ([(_, major_block)], [(_, block)]) if major.is_whole && minor.is_whole => {
                let mut merged = core::mem::take(&mut self.dimensions[major_block.physical]);
                merged.extend(core::mem::take(&mut self.dimensions[block.physical]));
                self.dimensions[block.physical] = merged;
                block.extent = bound;
            }
            _ => {
                for (factor, block) in major.blocks {
                    let factor = factor.checked_mul(minor.bound).ok_or_else(too_large)?;
                    match minor.blocks.last_mut() {
                        // what an earlier tile took apart
                        Some((inside, last)) if block.is_around(last) && factor == *inside * last.extent => {
                            *last = Block { unit: last.unit, extent: last.extent * block.extent, ..block };
                        }
                        _ => minor.blocks.push((factor, block)),
                    }
                }
            }
        }
        minor.bound = bound;
        Ok(())
    }

    /// Splits the axis at `position` by a tile of `size`; what counts tiles stays there, and what is inside is returned.
    fn split(&mut self, position: usize, size: i64) -> Result<Axis> {
        let axis = core::mem::take(&mut self.axes[position]);
        let mut outer =
            Axis { bound: axis.bound / size + i64::from(axis.bound % size != 0), ..Axis::default() };
        let mut inner = Axis { bound: size, ..Axis::default() };
        // the greatest index that blocks so far make
        let mut reached = 0i64;
        for (number, &(factor, block)) in axis.blocks.iter().enumerate() {
            reached += factor * (block.extent - 1);
            let is_last = number + 1 == axis.blocks.len();
            let per_tile = size / factor.min(size);
            let is_even = per_tile * factor == size;
            if is_even && block.is_outermost && is_last {
                // the last tile may overhang
                let unit = block.unit.checked_mul(per_tile).ok_or(Error::overflow("the size of a block"))?;
                let count = block.extent / per_tile + i64::from(block.extent % per_tile != 0);
                outer.blocks.push((1, Block { unit, extent: count, ..block }));
                inner.blocks.push((factor, Block { extent: per_tile, is_outermost: count == 1, ..block }));
            } else if factor % size == 0 {
                outer.blocks.push((factor / size, block));
            } else if reached < size {
                inner.blocks.push((factor, block));
            } else if is_even && block.extent % per_tile == 0 {
                let (unit, extent) = (block.unit * per_tile, block.extent / per_tile);
                outer.blocks.push((1, Block { unit, extent, ..block }));
                inner.blocks.push((factor, Block { extent: per_tile, is_outermost: false, ..block }));
            } else {
                return Err(self.does_not_divide(size, factor, block, axis.blocks.len() > 1));
            }
        }
        self.axes[position] = outer;
        Ok(inner)
    }

    fn does_not_divide(&self, size: i64, factor: i64, block: Block, is_merged: bool) -> Error {
        let dimension = match &self.dimensions[block.physical][..] {
            [dimension] => format!("dimension {dimension}"),
            merged => format!("the merged dimensions {merged:?}"),
        };
        let extent = block.extent;
        inexact(match is_merged {
            false => {
                format!("in {dimension}, blocks of {size} do not divide the block of {extent} around them")
            }
            true => format!(
                "where a `*` merged blocks, tiles of {size} do not divide those of {dimension}, {extent} at a distance of {factor}"
            ),
        })
    }

    /// The mode of each physical dimension.
    fn modes(&self) -> Result<Vec<Tree<Mode>>> {
        let too_large = || Error::overflow("the number of elements in tiles");
        let mut parts: Vec<SmallVec<[(i64, Mode); 4]>> =
            self.dimensions.iter().map(|_| SmallVec::new()).collect();
        let mut stride = 1i64;
        for axis in self.axes.iter().rev() {
            for (factor, block) in axis.blocks.iter().filter(|(_, block)| block.extent > 1) {
                let stride = stride.checked_mul(*factor).ok_or_else(too_large)?;
                parts[block.physical].push((block.unit, Mode::new(block.extent, stride)));
            }
            stride = stride.checked_mul(axis.bound).ok_or_else(too_large)?;
        }
        Ok(parts
            .into_iter()
            .map(|mut parts| {
                parts.sort_by_key(|(unit, _)| *unit);
                match parts[..] {
                    [] => Tree::leaf(Mode::new(1, 0)),
                    [(_, mode)] => Tree::leaf(mode),
                    _ => Tree::flat(parts.iter().map(|(_, mode)| *mode)),
                }
            })
            .collect())
    }
}

/// The modes of dimensions that were merged into one with this mode.
fn unmerge(merged: &[usize], sizes: &[i64], mode: Tree<Mode>, modes: &mut [Tree<Mode>]) -> Result<()> {
    let layout = DynLayout::from_modes(mode)?;
    let large: SmallVec<[usize; 2]> =
        merged.iter().rev().copied().filter(|&dimension| sizes[dimension] > 1).collect();
    let mut stride = 1;
    // each dimension in the merged index, the most minor first; the most major one may overhang with the tile
    let parts = Tree::flat(large.iter().enumerate().map(|(place, &dimension)| {
        let is_last = place + 1 == large.len();
        let extent =
            if is_last && layout.size() % stride == 0 { layout.size() / stride } else { sizes[dimension] };
        let part = Mode::new(extent, stride);
        stride *= sizes[dimension];
        part
    }));
    let found = composition(&layout, &DynLayout::from_modes(parts)?)?;
    for (&dimension, mode) in large.iter().zip(found.modes()) {
        modes[dimension] = mode.to_tree();
    }
    Ok(())
}

fn inexact(reason: String) -> Error {
    Error::Inexact { operation: "nested_layout", reason, witness: None }
}
