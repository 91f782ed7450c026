//! Reads at places that are known when the program runs: dynamic slices and gather.
use super::builder::{Exprs, c, constraint, d, of_sizes, plain, ranged, to_scalar};
use super::operand::{OperandIndexing, OperandMaps, one};
use super::output_at::OutputAt;
use super::reads::Reads;
use super::runtime::folded;
use super::runtime_variable::OutOfRange;
use super::scope::Scope;
use crate::affine::{Constraint, Expr, IndexingMap, Interval};
use alloc::vec::Vec;
use smallvec::{SmallVec, smallvec};

/// What is read of the first operands; the others are scalars.
fn and_scalars<const N: usize>(at: &OutputAt<'_, '_>, first: [OperandMaps; N]) -> Reads {
    let scalars = (N..at.operands()).map(|_| at.scalar());
    Reads::of_all(first.into_iter().chain(scalars))
}

/// A map with runtime symbols for the offsets that the operands from number `first` on hold.
fn with_runtime(
    at: &OutputAt<'_, '_>,
    dims: &[i64],
    places: impl IntoIterator<Item = Interval>,
    results: impl IntoIterator<Item = Expr>,
    constraints: Vec<Constraint>,
    first: usize,
) -> OperandMaps {
    let places: SmallVec<[Interval; 6]> = places.into_iter().collect();
    let sources = at.instruction.operands.get(first..first + places.len())?;
    let map = IndexingMap::over(&of_sizes(dims), &[], &places, results, constraints);
    let variable = |(&source, &places): (&usize, &Interval)| {
        at.runtime_variable(source, to_scalar(dims), OutOfRange::Clamped(places))
    };
    let runtime = sources.iter().zip(&places).map(variable).collect();
    Some(smallvec![folded(at, OperandIndexing { runtime, ..map.into() })])
}

pub(super) fn dynamic_slice(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let (output, input) = (at.output_sizes()?, at.sizes(0)?);
    if output.len() != input.len() || at.operands() != 1 + input.len() {
        return None;
    }
    let rank = output.len();
    let places = input.iter().zip(&output).map(|(input, output)| Interval::new(0, input - output));
    let results = (0..rank).map(|dimension| d(dimension).add(d(rank + dimension)));
    let operand = with_runtime(at, &output, places, results, Vec::new(), 1);
    Some(and_scalars(at, [operand]))
}

pub(super) fn dynamic_update_slice(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let (output, update) = (at.output_sizes()?, at.sizes(1)?);
    if output.len() != update.len() || at.operands() != 2 + output.len() {
        return None;
    }
    let rank = output.len();
    let places = output.iter().zip(&update).map(|(output, update)| Interval::new(0, output - update));
    let results: Exprs = (0..rank).map(|dimension| d(dimension).add(d(rank + dimension).neg())).collect();
    // where the element is one of the update; XLA does not say so
    let inside = match at.scope {
        Scope::Xla => Vec::new(),
        Scope::Extended => {
            results.iter().zip(&update).map(|(place, size)| constraint(place.clone(), 0, size - 1)).collect()
        }
    };
    let updated = with_runtime(at, &output, places, results, inside, 2);
    Some(and_scalars(at, [one(IndexingMap::identity(&output)), updated]))
}

/// Where a component of a place is read in indices of a rank, whose dimension `vector` counts components, if it is one
/// of them, and the others count places.
pub(super) fn component_at(numbers: &[Expr], component: Expr, vector: usize, rank: usize) -> Exprs {
    let mut numbers = numbers.iter().cloned();
    (0..rank)
        .filter_map(|dimension| if dimension == vector { Some(component.clone()) } else { numbers.next() })
        .collect()
}

/// A gather of slices: `offset_dims`, `collapsed_slice_dims`, `start_index_map`, `index_vector_dim`, `slice_sizes`.
pub(super) fn gather(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let (output, operand, indices) = (at.output_sizes()?, at.sizes(0)?, at.sizes(1)?);
    let list = |name| at.dimensions(name);
    let (offsets, starts) = (list("offset_dims")?, list("start_index_map")?);
    let collapsed = list("collapsed_slice_dims").unwrap_or_default();
    let vector = at.index("index_vector_dim")?;
    let slices = at.instruction.attributes.integers("slice_sizes")?;
    let batches = list("operand_batching_dims").unwrap_or_default();
    let index_batches = list("start_indices_batching_dims").unwrap_or_default();
    let is_simple = collapsed.is_empty()
        && vector == 1
        && indices.len() == 2
        && output.len() == operand.len() + 1
        && offsets.iter().copied().eq(1..output.len());
    let is_known = batches.is_empty() && is_simple || at.scope == Scope::Extended;
    if slices.len() != operand.len() || !is_known {
        return None;
    }
    // the dimensions of the output that number the slices, in order
    let batch: SmallVec<[usize; 6]> =
        (0..output.len()).filter(|dimension| !offsets.contains(dimension)).collect();
    let count = indices.len() - usize::from(vector < indices.len());
    if batch.len() != count || vector > indices.len() {
        return None;
    }
    let numbers: Exprs = batch.iter().map(|dimension| d(*dimension)).collect();
    let read_at = |component: Expr| component_at(&numbers, component, vector, indices.len());
    let (mut places, mut runtime) = (SmallVec::<[Interval; 6]>::new(), Vec::new());
    let mut within = offsets.iter();
    let mut results: Exprs = SmallVec::new();
    for (dimension, size) in operand.iter().enumerate() {
        let own = match batches.iter().position(|batch| *batch == dimension) {
            // the same as of the indices
            Some(place) => {
                let of_indices = *index_batches.get(place)?;
                d(*batch.get(of_indices - usize::from(of_indices > vector))?)
            }
            None if collapsed.contains(&dimension) => c(0),
            None => d(*within.next()?),
        };
        results.push(match starts.iter().position(|start| *start == dimension) {
            None => own,
            Some(component) => {
                let symbol = d(output.len() + places.len());
                let possible = Interval::new(0, size.saturating_sub(slices[dimension]));
                places.push(possible);
                let map = plain(&output, read_at(c(i64::try_from(component).ok()?)));
                let outside = OutOfRange::Clamped(possible);
                runtime.push(at.runtime_variable(at.instruction.operands[1], map, outside));
                own.add(symbol)
            }
        });
    }
    let map = IndexingMap::over(&of_sizes(&output), &[], &places, results, Vec::new());
    let read = folded(at, OperandIndexing { runtime, ..map.into() });
    let vector_size = indices.get(vector).copied();
    let range: SmallVec<[i64; 1]> = vector_size.into_iter().collect();
    let index_map = ranged(&output, &range, read_at(d(output.len())));
    Some(Reads::of_all([Some(smallvec![read]), one(index_map)]))
}
