//! Fusions: the maps of a whole computation, composed.
use super::operand::{Indexing, OperandIndexing, OperandMaps, RuntimeVariable};
use super::output_to_input::At;
use super::runtime::folded;
use crate::affine::IndexingMap;
use crate::hlo::module::Computation;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// How deep fusions nest: compilers do not nest them deeper than two or three times.
const MAX_DEPTH: usize = 8;

/// The maps of a fusion: those of its computation, at the parameters.
///
/// Unknown where fusions are nested deeper than [`MAX_DEPTH`], as those that call themselves are.
pub(super) fn output_to_input(at: &At<'_, '_>) -> Option<Indexing> {
    if at.depth >= MAX_DEPTH {
        return None;
    }
    at.left.set(at.left.get().checked_sub(1)?);
    let fused = at.module.computation(at.instruction.attributes.get("calls")?)?;
    let maps = computation_maps(at, fused)?;
    let of_parameter = |number: usize| -> OperandMaps {
        match fused.parameter(number) {
            Some(place) => maps[place].clone(),
            // a parameter that nobody reads
            None => Some(SmallVec::new()),
        }
    };
    Some((0..at.instruction.operands.len()).map(of_parameter).collect())
}

/// The maps from the output to every instruction of a computation: users before producers.
fn computation_maps(at: &At<'_, '_>, fused: &Computation<'_>) -> Option<Vec<OperandMaps>> {
    let mut root = fused.root_number();
    let mut output = at.output;
    if fused.root().opcode == "tuple" {
        (root, output) = (*fused.root().operands.get(output)?, 0);
    }
    let sizes = super::builder::output_shape(&fused.instructions[root].shape, output)?.sizes().ok()?;
    let mut maps: Vec<OperandMaps> = fused.instructions.iter().map(|_| Some(SmallVec::new())).collect();
    maps[root] = super::operand::one(IndexingMap::identity(&sizes));
    for number in (0..=root).rev() {
        let instruction = &fused.instructions[number];
        if instruction.operands.is_empty() || maps[number].as_ref().is_some_and(SmallVec::is_empty) {
            continue;
        }
        let outer = maps[number].clone();
        let output = if number == root { output } else { 0 };
        let within = At { computation: fused, instruction, output, depth: at.depth + 1, ..*at };
        let read = within.maps_or_unknown();
        for (&operand, inner) in instruction.operands.iter().zip(&read) {
            let composed = compose_all(&within, outer.as_ref(), inner.as_ref());
            join(&mut maps[operand], composed);
        }
    }
    Some(maps)
}

fn compose_all(
    at: &At<'_, '_>,
    outer: Option<&SmallVec<[OperandIndexing; 1]>>,
    inner: Option<&SmallVec<[OperandIndexing; 1]>>,
) -> OperandMaps {
    let (outer, inner) = (outer?, inner?);
    let mut composed = SmallVec::new();
    for first in outer {
        for second in inner {
            insert(&mut composed, compose(at, first, second)?);
        }
    }
    Some(composed)
}

/// First `first`, then `second`; none if two of them gather from other replicas.
fn compose(at: &At<'_, '_>, first: &OperandIndexing, second: &OperandIndexing) -> Option<OperandIndexing> {
    let replica = match (&first.replica, &second.replica) {
        (Some(_), Some(_)) => return None,
        (Some(replica), None) => Some(replica.clone()),
        (None, Some(replica)) => Some(first.map.then(replica).ok()?),
        (None, None) => None,
    };
    // the symbols of the second map come first
    let mut runtime = Vec::with_capacity(first.runtime.len() + second.runtime.len());
    for variable in &second.runtime {
        runtime.push(RuntimeVariable { source: variable.source, map: first.map.then(&variable.map).ok()? });
    }
    runtime.extend(first.runtime.iter().cloned());
    let composed = OperandIndexing { map: first.map.then(&second.map).ok()?, runtime, replica };
    Some(folded(at, composed.simplified().without_unused_symbols()))
}

/// Adds a map to a set.
fn insert(set: &mut SmallVec<[OperandIndexing; 1]>, indexing: OperandIndexing) {
    if !set.contains(&indexing) {
        set.push(indexing);
    }
}

/// Adds what is known to what was: nothing, if one of them is unknown.
fn join(known: &mut OperandMaps, more: OperandMaps) {
    match (known.as_mut(), more) {
        (Some(set), Some(more)) => more.into_iter().for_each(|indexing| insert(set, indexing)),
        _ => *known = None,
    }
}
