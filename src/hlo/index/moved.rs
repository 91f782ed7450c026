//! Operations that only move elements: each element of the output is one of the operand.
use super::output_at::OutputAt;
use super::reads::Reads;
use super::scope::Scope;
use super::{bitcast, rearrange, reshape};

/// The maps of an operation that only moves the elements of its operand; none of any other operation.
pub(super) fn moved(at: &OutputAt<'_, '_>) -> Option<Reads> {
    match at.opcode {
        "bitcast" => match at.scope {
            Scope::Xla => reshape::bitcast(at),
            Scope::Extended => bitcast::bitcast(at).or_else(|| reshape::bitcast(at)),
        },
        "broadcast" => rearrange::broadcast(at),
        "reshape" => reshape::reshape(at),
        "reverse" => rearrange::reverse(at),
        "slice" => rearrange::slice(at),
        "transpose" => rearrange::transpose(at),
        _ => None,
    }
}
