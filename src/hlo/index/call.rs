//! Fusions and calls: the maps of a whole computation, at its parameters.
use super::at::At;
use super::chain::reads_within;
use super::operand::{Indexing, OperandMaps};
use alloc::vec::Vec;
use core::mem;
use smallvec::SmallVec;

/// How deep calls nest: compilers do not nest them deeper than two or three times.
pub(in crate::hlo) const MAX_DEPTH: usize = 8;

/// The maps of a fusion or call: those of the computation that an attribute names.
pub(super) fn called(at: &At<'_, '_>, name: &str) -> Option<Indexing> {
    let maps = parameters_of(at, at.instruction.attributes.get(name)?, at.operands())?;
    Some(maps.into_iter().collect())
}

/// What the output of a computation reads of each of its parameters.
///
/// Unknown where calls are nested deeper than [`MAX_DEPTH`], as those of computations that call themselves are.
pub(super) fn parameters_of(at: &At<'_, '_>, name: &str, parameters: usize) -> Option<Vec<OperandMaps>> {
    if at.depth >= MAX_DEPTH {
        return None;
    }
    at.left.set(at.left.get().checked_sub(1)?);
    let called = at.module.called_by(at.computation, name)?;
    let mut root = called.root_number();
    let mut output = at.output;
    if let ("tuple", Some((&element, rest))) = (called.root().opcode, output.split_first()) {
        (root, output) = (*called.root().operands.get(element)?, rest);
    }
    let within = At { computation: called, depth: at.depth + 1, ..*at };
    let mut maps = reads_within(&within, root, output)?;
    // a parameter that nobody reads has no maps
    let mut found: Vec<OperandMaps> = (0..parameters).map(|_| Some(SmallVec::new())).collect();
    for (place, instruction) in called.instructions.iter().enumerate() {
        let Some(number) = instruction.parameter_number() else { continue };
        if let Some(slot) = found.get_mut(number) {
            *slot = mem::take(&mut maps[place]);
        }
    }
    Some(found)
}
