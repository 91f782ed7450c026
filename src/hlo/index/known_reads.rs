//! What an output reads: the table of operations, and through the computations that are called.
//!
//! What a call reads is what the instructions of its computation read, which may be calls: that recursion is in this
//! file only.
use super::calls::MAX_DEPTH;
use super::compose::{by_element, compose_all, join};
use super::elementwise::{elementwise, is_elementwise};
use super::operand::OperandMaps;
use super::output_at::OutputAt;
use super::reads::Reads;
use super::scope::Scope;
use super::{
    along, asynchronous, batch_norm, collective, contraction, control, custom_call, elementwise, gather,
    moved, rearrange, reduce, reshape, scatter, select_and_scatter, triangular, tuple, window,
};
use crate::hlo::module::Computation;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use smallvec::{SmallVec, smallvec};

/// What an output reads; none if nothing is known of any operand.
pub(super) fn known_reads(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let reads = if at.operands() == 0 { Some(Reads::nothing()) } else { computed(at) };
    reads.filter(|reads| reads.iter().all(|(operand, maps)| at.is_valid(operand, maps)))
}

/// What an operation with operands reads; `None` if nothing is known of any.
fn computed(at: &OutputAt<'_, '_>) -> Option<Reads> {
    match at.scope {
        Scope::Xla => known_to_xla(at),
        Scope::Extended => known(at),
    }
}

fn known_to_xla(at: &OutputAt<'_, '_>) -> Option<Reads> {
    match at.opcode {
        "all-gather" if at.operands() == 1 => collective::all_gather(at),
        "fusion" => called(at, "calls"),
        "tuple" => tuple::tuple(at),
        "concatenate" => rearrange::concatenate(at),
        "reduce" => reduce::reduce(at),
        "pad" => window::pad(at),
        "reduce-window" => window::reduce_window(at),
        "convolution" => window::convolution(at),
        "dot" => contraction::dot(at),
        "scaled-dot" => contraction::scaled_dot(at),
        "dynamic-slice" => gather::dynamic_slice(at),
        "dynamic-update-slice" => gather::dynamic_update_slice(at),
        "gather" => gather::gather(at),
        opcode if is_elementwise(opcode) => elementwise(at),
        _ => moved::moved(at),
    }
}

fn known(at: &OutputAt<'_, '_>) -> Option<Reads> {
    match at.opcode {
        "all-reduce" => collective::all_reduce(at),
        "all-gather" => collective::all_gather(at),
        "all-to-all" => collective::all_to_all(at),
        "async" => called(at, "calls"),
        // HLO text has `opt-barrier`
        "async-update" | "opt-barrier" | "optimization-barrier" | "domain" | "add-dependency" => {
            tuple::passed_on(at)
        }
        "batch-norm-grad" | "batch-norm-inference" | "batch-norm-training" => batch_norm::batch_norm(at),
        "bitcast-convert" => elementwise::bitcast_convert(at),
        "call" => called(at, "to_apply"),
        "cholesky" => triangular::cholesky(at),
        "collective-broadcast" => collective::broadcast(at),
        "collective-permute" => collective::permute(at),
        "conditional" => control::conditional(at, reads_of_computation),
        "custom-call" => custom_call::custom_call(at),
        "dynamic-reshape" => reshape::dynamic_reshape(at),
        "fft" => along::fft(at),
        // the sizes are no elements
        "get-dimension-size" => Some(Reads::nothing()),
        "get-tuple-element" => tuple::get_tuple_element(at),
        "ragged-dot" => contraction::ragged_dot(at),
        "reduce-scatter" => collective::reduce_scatter(at),
        "rng" | "set-dimension-size" => elementwise(at),
        "rng-bit-generator" => Some(along::everything(at)),
        "scatter" => scatter::scatter(at),
        "select-and-scatter" => select_and_scatter::select_and_scatter(at),
        "sort" => along::sort(at),
        "topk" => along::top_k(at),
        "triangular-solve" => triangular::triangular_solve(at),
        "while" => control::while_loop(at, reads_of_computation),
        opcode => match (opcode.strip_suffix("-start"), opcode.strip_suffix("-done")) {
            (Some(opcode), _) => match asynchronous::begun(at, opcode) {
                Some(begun) => computed(&begun),
                None => asynchronous::start(at, opcode),
            },
            (_, Some(opcode)) => asynchronous::done(at, opcode),
            _ => known_to_xla(at),
        },
    }
}

/// The maps of a fusion or call: those of the computation that an attribute names.
fn called(at: &OutputAt<'_, '_>, name: &str) -> Option<Reads> {
    let reads = reads_of_computation(at, at.attribute(name)?)?;
    let is_operand = |(parameter, _): &(usize, _)| *parameter < at.operands();
    Some(Reads::of_some(Arc::unwrap_or_clone(reads).into_iter().filter(is_operand)))
}

/// What the output of a computation reads of its parameters, by their numbers.
///
/// Unknown where calls are nested deeper than [`MAX_DEPTH`].
fn reads_of_computation(at: &OutputAt<'_, '_>, name: &str) -> Option<Arc<Reads>> {
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
        let within = OutputAt { computation: called, depth: at.depth + 1, ..*at }.of(root, output);
        Some(of_parameters(called, reached(&within, root)?))
    })
}

/// Those of the parameters, by their numbers.
pub(super) fn of_parameters(computation: &Computation<'_>, reached: Vec<(usize, OperandMaps)>) -> Reads {
    let of_parameter =
        |(place, maps): (usize, _)| Some((computation.instructions[place].parameter_number()?, maps));
    Reads::of_some(reached.into_iter().filter_map(of_parameter))
}

/// The instructions that an output of the instruction with number `root` needs, by their numbers, and how it reads
/// them, through all instructions between them; none if the output is no array.
pub(super) fn reached(at: &OutputAt<'_, '_>, root: usize) -> Option<Vec<(usize, OperandMaps)>> {
    let mut next = BTreeMap::from([(root, Some(smallvec![at.itself()?]))]);
    let mut reached: Vec<(usize, OperandMaps)> = Vec::new();
    // users before producers
    while let Some((number, maps)) = next.pop_last() {
        let operands = &at.computation.instructions[number].operands;
        let unknown = |next: &mut BTreeMap<usize, OperandMaps>| {
            operands.iter().for_each(|&operand| drop(next.insert(operand, None)));
        };
        match maps.as_deref() {
            _ if operands.is_empty() => {}
            None => unknown(&mut next),
            Some(known) => {
                for part in by_element(known) {
                    let within = at.of(number, &part[0].element);
                    match known_reads(&within) {
                        None => unknown(&mut next),
                        Some(reads) => {
                            for (operand, inner) in reads.iter() {
                                let known = next.entry(operands[operand]).or_insert(Some(SmallVec::new()));
                                join(known, compose_all(&within, part, inner.as_deref()));
                            }
                        }
                    }
                }
            }
        }
        reached.push((number, maps));
    }
    Some(reached)
}
