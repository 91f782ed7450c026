//! Calls of functions that XLA itself defines.
use super::elementwise::elementwise;
use super::output_at::OutputAt;
use super::reads::Reads;
use super::{along, bitcast};

/// The maps of a function whose meaning is public and fixed.
pub(super) fn custom_call(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let operands = at.operands();
    match at.attribute("custom_call_target")?.trim_matches('"') {
        // what the compiler is to know of an array
        "Sharding"
        | "SPMDFullToShardShape"
        | "SPMDShardToFullShape"
        | "MoveToHost"
        | "MoveToDevice"
        | "annotate_device_placement"
        | "LayoutConstraint"
        | "AssumeGatherIndicesInBound"
            if operands == 1 =>
        {
            at.only(0, at.same_element(0, at.output))
        }
        // halves of 64 bits, of a complex number its parts
        "X64SplitLow" | "X64SplitHigh" if operands == 1 => elementwise(at),
        "X64Combine" if operands == 2 => elementwise(at),
        "TopK" => along::top_k(at),
        "ConcatBitcast" => bitcast::concatenated(at),
        _ => None,
    }
}
