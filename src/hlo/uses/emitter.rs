//! How XLA makes code for GPUs of an instruction.
use super::thread_map::GpuModel;
use crate::affine::{Constraint, Expr, IndexingMap, Interval};
use crate::dynamic::Result;
use crate::hlo::module::{Computation, Instruction, Module};
use crate::xla::ArrayShape;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Which elements the threads go by. A hero is a number of an instruction: of the computation of a fusion, or of the
/// own one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Emitter {
    /// Those of the output.
    Loop,
    /// Those of what is reduced, along rows of so many elements.
    Row { hero: usize, length: i64 },
    /// Those of what is reduced, along rows that are added up, so many.
    Column { hero: usize, rows: i64, length: i64 },
    /// Those of what is transposed, along its rows; dimension of the operand that becomes the most minor one.
    Transpose { hero: usize, minor: usize },
}

/// The computation of a fusion.
pub(super) fn body<'m, 't>(
    module: &'m Module<'t>,
    instruction: &Instruction<'_>,
) -> Option<&'m Computation<'t>> {
    if instruction.opcode != "fusion" {
        return None;
    }
    module.computation(instruction.attributes.get("calls")?)
}

/// The sizes of an array in the order of memory, most major first.
pub(super) fn physical_sizes(array: &ArrayShape) -> Result<SmallVec<[i64; 6]>> {
    let sizes = array.sizes()?;
    Ok(array.layout_or_default().major_to_minor().map(|dimension| sizes[dimension]).collect())
}

impl Emitter {
    /// How the code of an instruction is made. Source: XLA, `HloFusionAnalysis`.
    pub(super) fn of(
        module: &Module<'_>,
        computation: &Computation<'_>,
        number: usize,
        gpu: &GpuModel,
    ) -> Self {
        let (within, candidates) = match body(module, &computation.instructions[number]) {
            Some(fused) => (fused, 0..fused.root_number() + 1),
            None => (computation, number..number + 1),
        };
        let reduction = candidates.clone().rev().find_map(|hero| reduction(within, hero, gpu));
        let transpose = || candidates.rev().find_map(|hero| transpose(within, hero));
        reduction.or_else(transpose).unwrap_or(Emitter::Loop)
    }

    /// The instructions whose elements the threads go by, other than the output.
    pub(super) fn inputs(self, within: &Computation<'_>) -> Vec<usize> {
        let operands = |hero: usize| &within.instructions[hero].operands;
        match self {
            Emitter::Loop => Vec::new(),
            Emitter::Row { hero, .. } | Emitter::Column { hero, .. } => {
                operands(hero)[..operands(hero).len() / 2].to_vec()
            }
            Emitter::Transpose { hero, .. } => operands(hero)[..1].to_vec(),
        }
    }

    /// From the threads of the first warp to the places in memory of an input, in elements; none of a loop.
    pub(super) fn threads(self, input: &ArrayShape, gpu: &GpuModel) -> Option<IndexingMap> {
        let (thread, symbol) = (Expr::variable(0), Expr::variable(1));
        let elements = input.elements().ok()?;
        let c = Expr::constant;
        let ceil = |size: i64, step: i64| size / step + i64::from(size % step != 0);
        // the step of the symbol, how many there are, and what is below which number
        let (step, count, bound, limit) = match self {
            Emitter::Loop => return None,
            Emitter::Row { length, .. } if length < gpu.warp => (0, 1, thread.clone(), elements),
            Emitter::Row { length, .. } => {
                let place = thread.clone().add(symbol.clone().mul(c(gpu.warp)));
                (gpu.warp, ceil(length, gpu.warp), place, length)
            }
            Emitter::Column { rows, length, .. } => {
                (gpu.warp.checked_mul(length)?, ceil(rows, gpu.warp), thread.clone(), length)
            }
            Emitter::Transpose { minor, .. } => {
                const ROWS: i64 = 4;
                let sizes = input.sizes().ok()?;
                let layout = input.layout_or_default();
                let within = layout.minor_to_major().iter().take_while(|dimension| **dimension != minor);
                let stride = within.fold(1i64, |stride, dimension| stride.saturating_mul(sizes[*dimension]));
                let rows = sizes[minor].min(gpu.warp);
                let length = sizes[*layout.minor_to_major().first()?];
                (stride.checked_mul(ROWS)?, ceil(rows, ROWS), thread.clone(), length)
            }
        };
        let place = thread.add(symbol.mul(c(step)));
        let below = |expr: Expr, size: i64| Constraint { expr, bounds: Interval::of_size(size) };
        let constraints = Vec::from([below(bound, limit), below(place.clone(), elements)]);
        let bounds = [Interval::of_size(gpu.warp), Interval::of_size(count)];
        Some(IndexingMap::over(&bounds[..1], &bounds[1..], &[], [place], constraints))
    }
}

/// The most minor dimension of more than one element.
fn minor_dimension(array: &ArrayShape) -> Option<usize> {
    let sizes = array.sizes().ok()?;
    array.layout_or_default().minor_to_major().iter().copied().find(|dimension| sizes[*dimension] != 1)
}

fn operand<'a>(within: &'a Computation<'_>, hero: &Instruction<'_>) -> Option<&'a ArrayShape> {
    within.instructions[*hero.operands.first()?].shape.as_array()
}

/// The dimension of the operand that a transpose or copy makes the most minor one, if another one was.
fn moved_dimension(within: &Computation<'_>, number: usize) -> Option<usize> {
    let hero = &within.instructions[number];
    let (from, to) = (operand(within, hero)?, hero.shape.as_array()?);
    let minor = minor_dimension(to)?;
    let source = match hero.opcode {
        "transpose" => *hero.attributes.dimensions("dimensions")?.get(minor)?,
        "copy" => minor,
        _ => return None,
    };
    (source < from.rank() && minor_dimension(from) != Some(source)).then_some(source)
}

/// Whether an instruction makes another dimension the most minor one.
pub(super) fn moves_minor_dimension(within: &Computation<'_>, number: usize) -> bool {
    moved_dimension(within, number).is_some()
}

/// A transpose of blocks that are large enough to go through shared memory.
fn transpose(within: &Computation<'_>, number: usize) -> Option<Emitter> {
    let minor = moved_dimension(within, number)?;
    let from = operand(within, &within.instructions[number])?;
    let sizes = from.sizes().ok()?;
    let (a, b) = (sizes[minor], sizes[minor_dimension(from)?]);
    let is_large = a.min(b) >= 16 || a.min(b) >= 8 && a.saturating_mul(b) >= 64 * 128;
    is_large.then_some(Emitter::Transpose { hero: number, minor })
}

/// A reduction of neighbours, or of whole rows, that is large enough.
fn reduction(within: &Computation<'_>, number: usize, gpu: &GpuModel) -> Option<Emitter> {
    let hero = &within.instructions[number];
    if hero.opcode != "reduce" {
        return None;
    }
    let array = operand(within, hero)?;
    let sizes = array.sizes().ok()?;
    let reduced = hero.attributes.dimensions("dimensions")?;
    // dimensions of one element are not there; from the most minor one on
    let order: SmallVec<[usize; 6]> = array
        .layout_or_default()
        .minor_to_major()
        .iter()
        .copied()
        .filter(|dimension| sizes[*dimension] != 1)
        .collect();
    let is_reduced = |dimension: &usize| reduced.contains(dimension);
    let product = |dimensions: &[usize]| {
        dimensions.iter().fold(1i64, |product, dimension| product.saturating_mul(sizes[*dimension]))
    };
    let first = order.iter().take_while(|dimension| is_reduced(dimension)).count();
    if first > 0 {
        let length = product(&order[..first]);
        let is_large = length >= gpu.warp || length > 0 && gpu.warp % length == 0;
        return is_large.then_some(Emitter::Row { hero: number, length });
    }
    let kept = order.iter().take_while(|dimension| !is_reduced(dimension)).count();
    let rows = order[kept..].iter().take_while(|dimension| is_reduced(dimension)).count();
    let is_simple = !order[kept + rows..].iter().any(is_reduced);
    let (length, rows) = (product(&order[..kept]), product(&order[kept..kept + rows]));
    let warp = gpu.warp;
    let is_small = rows < warp
        || rows < 2 * warp && length < warp
        || rows < 4 * warp && length < 8
        || rows < 8 * warp && length < 3;
    (is_simple && !is_small).then_some(Emitter::Column { hero: number, rows, length })
}
