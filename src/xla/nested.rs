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
/// the array. There is such a layout if, and only if, in every dimension each block divides the block around it; only the
/// outermost may overhang. Source: XLA, *Tiled layout*; CuTe's notation.
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

/// The blocks of the dimensions while tiles are applied, most major first.
struct Blocks {
    blocks: SmallVec<[Block; 8]>,
    /// The dimensions that each physical dimension stands for, most major first; more than one if they were merged.
    dimensions: Vec<SmallVec<[usize; 2]>>,
}

/// A part of the index `e` of a physical dimension: `floor(e / unit) mod extent`, where the outermost part needs no `mod`.
#[derive(Clone, Copy)]
struct Block {
    /// None of a dimension that a tile added, whose index is always 0.
    physical: Option<usize>,
    unit: i64,
    extent: i64,
    /// How many places there are for it in memory; `extent` at least.
    bound: i64,
    is_outermost: bool,
    /// Whether no tile has been applied to it.
    is_whole: bool,
}

impl Blocks {
    fn new(sizes: &[i64], layout: &Layout) -> Self {
        let whole = |(physical, dimension): (usize, usize)| Block {
            physical: Some(physical),
            unit: 1,
            extent: sizes[dimension],
            bound: sizes[dimension],
            is_outermost: true,
            is_whole: true,
        };
        Blocks {
            blocks: layout.major_to_minor().enumerate().map(whole).collect(),
            dimensions: layout.major_to_minor().map(|dimension| smallvec![dimension]).collect(),
        }
    }

    fn apply(&mut self, tile: &Tile) -> Result<()> {
        let missing = tile.sizes().len().saturating_sub(self.blocks.len());
        let added =
            Block { physical: None, unit: 1, extent: 1, bound: 1, is_outermost: true, is_whole: true };
        self.blocks.insert_many(0, core::iter::repeat_n(added, missing));
        let mut position = self.blocks.len() - tile.sizes().len();
        let mut inner = SmallVec::<[Block; 2]>::new();
        for size in tile.sizes() {
            match *size {
                TileSize::Combine => self.merge(position)?,
                TileSize::Elements(size) => {
                    inner.push(self.split(position, size)?);
                    position += 1;
                }
            }
        }
        self.blocks.extend(inner);
        Ok(())
    }

    /// Merges the dimension at `position` into the next one.
    fn merge(&mut self, position: usize) -> Result<()> {
        let [major, minor] = match self.blocks[position..] {
            [major, minor, ..] => [major, minor],
            _ => {
                return Err(Error::invalid(
                    "nested_layout",
                    "a tile ends with `*`, and there is nothing to merge into",
                ));
            }
        };
        let (Some(into), true) = (minor.physical, major.is_whole && minor.is_whole) else {
            return Err(inexact(String::from("a `*` merges blocks that an earlier tile made")));
        };
        let extent =
            major.extent.checked_mul(minor.extent).ok_or(Error::overflow("the size of merged dimensions"))?;
        if let Some(from) = major.physical {
            let mut merged = core::mem::take(&mut self.dimensions[from]);
            merged.extend(core::mem::take(&mut self.dimensions[into]));
            self.dimensions[into] = merged;
        }
        self.blocks.remove(position);
        self.blocks[position] = Block { extent, bound: extent, ..minor };
        Ok(())
    }

    /// Splits the block at `position` into blocks of `size`; what counts them stays there, and what is inside is returned.
    fn split(&mut self, position: usize, size: i64) -> Result<Block> {
        let block = Block { is_whole: false, ..self.blocks[position] };
        let count = block.bound / size + i64::from(block.bound % size != 0);
        if block.is_outermost {
            let unit = block.unit.checked_mul(size).ok_or(Error::overflow("the size of a block"))?;
            self.blocks[position] = Block { unit, extent: count, bound: count, ..block };
            return Ok(Block { extent: size, bound: size, is_outermost: count == 1, ..block });
        }
        if block.extent <= size {
            self.blocks[position] = Block { extent: 1, bound: count, ..block };
            return Ok(Block { bound: size, ..block });
        }
        if block.extent % size != 0 {
            let dimension = match block.physical.map(|physical| &self.dimensions[physical][..]) {
                Some([dimension]) => format!("dimension {dimension}"),
                merged => format!("the merged dimensions {:?}", merged.unwrap_or_default()),
            };
            return Err(inexact(format!(
                "in {dimension}, blocks of {size} do not divide the block of {} around them",
                block.extent
            )));
        }
        self.blocks[position] =
            Block { unit: block.unit * size, extent: block.extent / size, bound: count, ..block };
        Ok(Block { extent: size, bound: size, ..block })
    }

    /// The mode of each physical dimension.
    fn modes(&self) -> Result<Vec<Tree<Mode>>> {
        let mut parts: Vec<SmallVec<[(i64, Mode); 4]>> =
            self.dimensions.iter().map(|_| SmallVec::new()).collect();
        let mut stride = 1i64;
        for block in self.blocks.iter().rev() {
            if let Some(physical) = block.physical
                && block.extent > 1
            {
                parts[physical].push((block.unit, Mode::new(block.extent, stride)));
            }
            stride =
                stride.checked_mul(block.bound).ok_or(Error::overflow("the number of elements in tiles"))?;
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
    let mut stride = 1;
    // each dimension in the merged index, the most minor first
    let parts = Tree::flat(merged.iter().rev().map(|&dimension| {
        let part = Mode::new(sizes[dimension], stride);
        stride *= sizes[dimension];
        part
    }));
    let found = composition(&DynLayout::from_modes(mode)?, &DynLayout::from_modes(parts)?)?;
    for (&dimension, mode) in merged.iter().rev().zip(found.modes()) {
        modes[dimension] = mode.to_tree();
    }
    Ok(())
}

fn inexact(reason: String) -> Error {
    Error::Inexact { operation: "nested_layout", reason, witness: None }
}
