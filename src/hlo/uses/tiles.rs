//! The tiles of a whole computation: what each instruction must give for a tile of the root.
use super::tile::{refused, tile_of};
use super::unknown_reasons::UnknownReasons;
use crate::affine::SymbolicTile;
use crate::dynamic::{Error, Result, invalid};
use crate::hlo::index::{OperandIndexing, OperandMaps, Scope, reads};
use crate::hlo::module::{Computation, Module};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// One way an instruction is read for a tile of the root: its own tile.
#[derive(Debug, Clone, PartialEq)]
pub struct TiledRead {
    /// From the index of the root to the index of the instruction.
    pub indexing: OperandIndexing,
    /// The tile, for a tile of the root of any sizes.
    pub tile: SymbolicTile,
}

/// The indices `offset + stride * i` of one dimension, for `0 <= i < size`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StridedRange {
    /// The first index.
    pub offset: i64,
    /// How many there are.
    pub size: i64,
    /// The distance between two of them.
    pub stride: i64,
}

impl TiledRead {
    /// What is read for the tile of these sizes that `place` tiles stand before, in each dimension: a strided range in
    /// each dimension of the instruction. `runtime` has the values of the runtime symbols, in order.
    ///
    /// Post-condition: the indices in the ranges are those that the map leads to from the indices of the tile.
    ///
    /// # Errors
    /// If what is read for tiles of these sizes is no strided range, or the tile is not whole: it reaches beyond the
    /// output.
    pub fn ranges(&self, sizes: &[i64], place: &[i64], runtime: &[i64]) -> Result<Vec<StridedRange>> {
        let refuse = |reason: String| Err(Error::invalid("symbolic tile", reason));
        let map = &self.indexing.map;
        let dims = map.dims();
        let origin: Vec<i64> =
            place.iter().zip(sizes).map(|(place, size)| place.saturating_mul(*size)).collect();
        let is_whole = sizes.len() == dims.len()
            && place.len() == dims.len()
            && dims.iter().zip(&origin).zip(sizes).all(|((dimension, first), size)| {
                let last = first.saturating_add(size.saturating_sub(1));
                *size >= 1 && dimension.bounds.contains(*first) && dimension.bounds.contains(last)
            });
        if !is_whole {
            return refuse(format!("tile {place:?} of {sizes:?} is not in the output of {map}"));
        }
        if !self.tile.is_exact(sizes) {
            return refuse(format!("what a tile of {sizes:?} reads is no strided range: {}", self.tile));
        }
        let first: Vec<i64> = map.range_symbols().iter().map(|symbol| symbol.bounds.lower).collect();
        let offsets = map.evaluate(&origin, &first, runtime)?;
        let (counts, strides) =
            (self.tile.size.evaluate(sizes, &[], &[])?, self.tile.stride.evaluate(sizes, &[], &[])?);
        let ranges = offsets.iter().zip(&counts).zip(&strides);
        Ok(ranges.map(|((&offset, &size), &stride)| StridedRange { offset, size, stride }).collect())
    }
}

/// What of each instruction of a computation is needed for a tile of the output of instruction `root` (of a tuple, of
/// its element `output`): of a fusion, those of its computation; of a chain, those up to the root.
///
/// There is one answer for each instruction, in order: a tile for each way that it is read, none if it is not needed.
/// The root is its own tile. Source: XLA, `SymbolicTileAnalysis`.
///
/// # Errors
/// If there is no such output, or it is no array. For an instruction, if it is not known what is read of it, with the
/// reason; or if it is no strided range: see [`SymbolicTile::of`].
///
/// ```
/// use tilework::hlo::{Module, Scope, symbolic_tiles};
/// let module = Module::parse("
/// max { a = f32[] parameter(0) b = f32[] parameter(1) ROOT m = f32[] maximum(a, b) }
/// add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }
/// ENTRY softmax {
///   p = f32[64,128] parameter(0)
///   low = f32[] constant(-inf)
///   largest = f32[64] reduce(p, low), dimensions={1}, to_apply=max
///   largest_all = f32[64,128] broadcast(largest), dimensions={0}
///   less = f32[64,128] subtract(p, largest_all)
///   exp = f32[64,128] exponential(less)
///   zero = f32[] constant(0)
///   sum = f32[64] reduce(exp, zero), dimensions={1}, to_apply=add
///   sum_all = f32[64,128] broadcast(sum), dimensions={0}
///   ROOT divide = f32[64,128] divide(exp, sum_all)
/// }")?;
/// let entry = module.entry();
/// let tiles = symbolic_tiles(&module, entry, entry.root_number(), 0, Scope::Xla)?;
/// let sizes = |name: &str| -> Vec<String> {
///     let tiles = tiles[entry.find(name).unwrap()].as_ref().unwrap();
///     tiles.iter().map(|read| read.tile.size.function_text()).collect()
/// };
/// assert_eq!(sizes("divide"), ["(d0, d1) -> (d0, d1)"]);
/// assert_eq!(sizes("sum"), ["(d0, d1) -> (d0)"]);
/// // divided as it is, and whole rows of it for the sum
/// assert_eq!(sizes("exp"), ["(d0, d1) -> (d0, d1)", "(d0, d1) -> (d0, 128)"]);
/// assert_eq!(sizes("largest"), ["(d0, d1) -> (d0)"]);
/// // the fourth tile of 16 by 32 in the second row of tiles needs rows 16 to 31, whole
/// let rows = &tiles[entry.find("exp").unwrap()].as_ref().unwrap()[1];
/// let ranges = rows.ranges(&[16, 32], &[1, 3], &[])?;
/// assert_eq!((ranges[0].offset, ranges[0].size), (16, 16));
/// assert_eq!((ranges[1].offset, ranges[1].size, ranges[1].stride), (0, 128, 1));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn symbolic_tiles(
    module: &Module<'_>,
    computation: &Computation<'_>,
    root: usize,
    output: usize,
    scope: Scope,
) -> Result<Vec<Result<Vec<TiledRead>>>> {
    let Some(instruction) = computation.instructions.get(root) else {
        return Err(invalid!("symbolic tile", "{} has no instruction {root}", computation.name));
    };
    let Some(maps) = reads(module, computation, root, output, scope) else {
        let name = instruction.name;
        return Err(invalid!("symbolic tile", "output {output} of {name} is no array"));
    };
    let tiles = |(number, maps): (usize, OperandMaps)| match maps {
        Some(maps) => maps
            .into_iter()
            .map(|indexing| Ok(TiledRead { tile: tile_of(&indexing)?, indexing }))
            .collect::<Result<Vec<_>>>(),
        None => refused(hidden(module, computation, number, root, scope)),
    };
    Ok(maps.into_iter().enumerate().map(tiles).collect())
}

/// Why it is not known what is read of an instruction: the first user that hides it.
fn hidden(
    module: &Module<'_>,
    computation: &Computation<'_>,
    number: usize,
    root: usize,
    scope: Scope,
) -> String {
    let by = |user: usize| {
        let instruction = &computation.instructions[user];
        let reasons = UnknownReasons::new(module, computation, user, scope);
        let places = || instruction.operands.iter().enumerate().filter(|(_, operand)| **operand == number);
        let mut outputs = 0..instruction.shape.leaves().count();
        let reason =
            outputs.find_map(|output| places().find_map(|(place, _)| reasons.of_read(place, output)))?;
        Some(format!("{} reads it, and {reason}", instruction.name))
    };
    let reason = (number + 1..=root).find_map(by);
    reason.unwrap_or_else(|| "it is not known what is read of what is computed from it".into())
}
