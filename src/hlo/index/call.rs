//! Fusions and calls: the maps of a whole computation, at its parameters.
use super::at::At;
use super::chain::{of_parameters, reads_within};
use super::reads::Reads;
use alloc::sync::Arc;

/// How deep calls nest. Compilers do not nest them deeper than two or three times; a stack has room for so many.
pub(in crate::hlo) const MAX_DEPTH: usize = 100;

/// The maps of a fusion or call: those of the computation that an attribute names.
pub(super) fn called(at: &At<'_, '_>, name: &str) -> Option<Reads> {
    let reads = parameters_of(at, at.instruction.attributes.get(name)?)?;
    let is_operand = |(parameter, _): &(usize, _)| *parameter < at.operands();
    Some(Reads::of_some(Arc::unwrap_or_clone(reads).into_iter().filter(is_operand)))
}

/// What the output of a computation reads of its parameters, by their numbers.
///
/// Unknown where calls are nested deeper than [`MAX_DEPTH`].
pub(super) fn parameters_of(at: &At<'_, '_>, name: &str) -> Option<Arc<Reads>> {
    if at.depth >= MAX_DEPTH {
        return None;
    }
    let called = at.module.called_by(at.computation, name)?;
    let number = *at.module.by_name.get(called.name)?;
    at.calls.reads(number, at.output, || {
        let mut root = called.root_number();
        let mut output = at.output;
        if let ("tuple", Some((&element, rest))) = (called.root().opcode, output.split_first()) {
            (root, output) = (*called.root().operands.get(element)?, rest);
        }
        let within = At { computation: called, depth: at.depth + 1, ..*at };
        Some(of_parameters(called, reads_within(&within, root, output)?))
    })
}
