//! From an element of an operand to the elements of the output that are computed from it.
use super::at::{At, MAX_CALLS, are_sound};
use super::builder::{element, output_paths};
use super::elementwise::{self, is_elementwise};
use super::operand::{Indexing, OperandMaps, one};
use super::output_to_input::maps_of;
use super::scope::Scope;
use super::{bitcast, rearrange, reduce, reshape};
use crate::affine::IndexingMap;
use crate::hlo::module::{Computation, Module};
use core::cell::Cell;
use smallvec::SmallVec;

/// The elements of each output that are computed from an element of an operand.
///
/// The maps lead from the index of the operand to that of the output, one list for each output: of a tuple, for each array in it,
/// as [`output_to_input`](super::output_to_input) counts them. An output of which nothing is known has `None`. The maps are not
/// simplified. Source: XLA, *Indexing analysis*.
///
/// Post-condition, for [`Scope::Extended`]: an element of the operand leads to an element of the output if, and only if, that leads
/// to it by [`output_to_input`](super::output_to_input).
///
/// # Panics
/// If the computation has not so many instructions.
///
/// ```
/// use tilework::hlo::{Module, Scope, input_to_output};
/// let module = Module::parse("ENTRY e {
///     p0 = f32[20] parameter(0)
///     ROOT b = f32[10,20,30] broadcast(p0), dimensions={1}
/// }")?;
/// let entry = module.entry();
/// let maps = input_to_output(&module, entry, entry.root_number(), 0, Scope::Xla);
/// let map = &maps[0].as_ref().unwrap()[0].map;
/// assert_eq!(
///     map.to_string(),
///     "(d0)[s0, s1] -> (s0, d0, s1), domain: d0 in [0, 19], s0 in [0, 9], s1 in [0, 29]"
/// );
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn input_to_output(
    module: &Module<'_>,
    computation: &Computation<'_>,
    instruction: usize,
    operand: usize,
    scope: Scope,
) -> Indexing {
    let left = Cell::new(MAX_CALLS);
    let shape = &computation.instructions[instruction].shape;
    output_paths(shape, scope)
        .iter()
        .map(|path| {
            left.set(MAX_CALLS);
            goes_to(&At::new(module, computation, instruction, path, scope, &left), operand)
        })
        .collect()
}

/// Where an operand goes in an output.
pub(super) fn goes_to(at: &At<'_, '_>, operand: usize) -> OperandMaps {
    if at.opcode == "tuple" && at.output.first() != Some(&operand) {
        return Some(SmallVec::new());
    }
    let maps = match (at.scope, closed_form(at, operand)) {
        (_, Some(map)) => one(map),
        (Scope::Xla, None) => None,
        (Scope::Extended, None) => inverse(at, operand),
    };
    if are_sound(&maps) { maps } else { None }
}

/// The map of an operation that only moves elements, or puts them together at the same index: what XLA knows.
fn closed_form(at: &At<'_, '_>, operand: usize) -> Option<IndexingMap> {
    let is_extended = at.scope == Scope::Extended;
    match at.opcode {
        "broadcast" => rearrange::broadcast_input_to_output(at),
        "transpose" => rearrange::transpose_input_to_output(at),
        "reverse" => rearrange::reverse_input_to_output(at),
        "slice" => rearrange::slice_input_to_output(at),
        "concatenate" => rearrange::concatenate_input_to_output(at, operand),
        "reduce" => reduce::reduce_input_to_output(at, operand),
        "reshape" => reshape::reshape_map(&at.sizes(0)?, &at.output_sizes()?),
        "bitcast" if is_extended => bitcast::input_to_output(at),
        "bitcast" => reshape::bitcast_map(at.operand_shape(0)?.as_array()?, at.shape.as_array()?),
        "tuple" if !is_extended => Some(IndexingMap::identity(&at.sizes(operand)?)),
        "all-reduce" | "bitcast-convert" if is_extended => None,
        opcode if is_elementwise(opcode) => elementwise::input_to_output(at, operand),
        _ => None,
    }
}

/// The inverse of what the output reads.
fn inverse(at: &At<'_, '_>, operand: usize) -> OperandMaps {
    let shape = at.operand_shape(operand)?;
    let inverse = |indexing: &super::OperandIndexing| {
        let sizes = super::builder::sizes(element(shape, &indexing.element)?)?;
        indexing.inverse(&sizes)
    };
    maps_of(at, operand)?.iter().map(inverse).collect()
}
