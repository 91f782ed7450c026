//! From an element of the output to the elements of the operands that it is computed from.
use super::at::{At, are_sound};
use super::builder::{element, output_path, output_paths};
use super::calls::Calls;
use super::elementwise::{elementwise, is_elementwise};
use super::operand::{Element, Indexing, OperandMaps};
use super::reads::{AllOutputs, OutputMaps, Reads};
use super::scope::Scope;
use super::{
    along, asynchronous, batch_norm, bitcast, call, collective, contraction, control, custom_call,
    elementwise, gather, rearrange, reduce, reshape, scatter, select_and_scatter, triangular, tuple, window,
};
use crate::hlo::module::{Computation, Instruction, Module};
use crate::xla::Shape;
use alloc::sync::Arc;
use alloc::vec::Vec;
use smallvec::smallvec;

/// The elements of each operand that an element of the output is computed from.
///
/// The maps lead from the index of the output to that of the operand. Of a tuple, `output` is the number of an array in it, as
/// [`Shape::leaves`](crate::xla::Shape::leaves) counts; [`Scope::Xla`] knows no tuples in tuples, and counts elements. An operand
/// of which nothing is known has `None`, and so has every operand of an opcode that nobody knows. Parameters, constants and iotas
/// have no operands. The maps are not simplified: see [`OperandIndexing::simplified`](super::OperandIndexing::simplified).
/// Source: XLA, *Indexing analysis*.
///
/// # Panics
/// If the computation has not so many instructions.
///
/// ```
/// use tilework::hlo::{Module, Scope, output_to_input};
/// let module = Module::parse("ENTRY e {
///     p0 = f32[4,8] parameter(0)
///     ROOT r = f32[32] reshape(p0)
/// }")?;
/// let entry = module.entry();
/// let maps = output_to_input(&module, entry, entry.root_number(), 0, Scope::Xla);
/// let map = &maps[0].as_ref().unwrap()[0].simplified().map;
/// assert_eq!(map.to_string(), "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn output_to_input(
    module: &Module<'_>,
    computation: &Computation<'_>,
    instruction: usize,
    output: usize,
    scope: Scope,
) -> Indexing {
    let (found, calls) = (&computation.instructions[instruction], Calls::new());
    let path = output_path(&found.shape, output, scope);
    let reads =
        path.and_then(|path| known_reads(&At::new(module, computation, instruction, &path, scope, &calls)));
    let operands = found.operands.len();
    reads.map_or_else(|| smallvec![None; operands], |reads| reads.into_all(operands))
}

/// The elements of each operand that each output is computed from: [`output_to_input`] of all outputs at once, for each operand.
///
/// The work does not grow with outputs times operands where most outputs have nothing to do with most operands, as those of a tuple,
/// and where outputs read alike, as those of a reduction of many arrays.
///
/// # Panics
/// If the computation has not so many instructions.
///
/// ```
/// use tilework::hlo::{Module, Scope, outputs_to_inputs};
/// let module = Module::parse("ENTRY e {
///     p = f32[4] parameter(0)
///     q = f32[8] parameter(1)
///     ROOT t = (f32[4], f32[8]) tuple(p, q)
/// }")?;
/// let all = outputs_to_inputs(&module, module.entry(), 2, Scope::Xla);
/// let [of_q] = &all[1][..] else { panic!() };
/// assert_eq!(of_q.outputs[..], [1]);
/// assert_eq!(of_q.maps.as_ref().unwrap()[0].map.to_string(), "(d0) -> (d0), domain: d0 in [0, 7]");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn outputs_to_inputs(
    module: &Module<'_>,
    computation: &Computation<'_>,
    instruction: usize,
    scope: Scope,
) -> AllOutputs {
    let operands = &computation.instructions[instruction].operands;
    let mut all: AllOutputs = operands.iter().map(|_| Vec::new()).collect();
    let mut unknown: Vec<usize> = Vec::new();
    each_alike(module, computation, instruction, scope, |Alike { outputs, .. }, reads| match reads {
        None => unknown.extend_from_slice(&outputs),
        Some(reads) => {
            for (operand, maps) in reads {
                all[operand].push(OutputMaps { outputs: outputs.clone(), maps });
            }
        }
    });
    add_unknown(&mut all, unknown);
    all
}

/// Calls `visit` with outputs that read alike, and with what they read: none, if nothing is known of any operand.
pub(in crate::hlo) fn each_alike(
    module: &Module<'_>,
    computation: &Computation<'_>,
    instruction: usize,
    scope: Scope,
    mut visit: impl FnMut(Alike, Option<Reads>),
) {
    let calls = Calls::new();
    for outputs in alike(&computation.instructions[instruction], scope) {
        let reads = known_reads(&At::new(module, computation, instruction, &outputs.path, scope, &calls));
        visit(outputs, reads);
    }
}

/// Outputs of which nothing is known, of no operand.
pub(super) fn add_unknown(all: &mut AllOutputs, mut unknown: Vec<usize>) {
    if unknown.is_empty() {
        return;
    }
    unknown.sort_unstable();
    let outputs: Arc<[usize]> = unknown.into();
    all.iter_mut().for_each(|maps| maps.push(OutputMaps { outputs: outputs.clone(), maps: None }));
}

/// Outputs that read the same, and where one of them is.
pub(in crate::hlo) struct Alike {
    pub(in crate::hlo) path: Element,
    pub(in crate::hlo) outputs: Arc<[usize]>,
}

/// The outputs of an instruction: together, where the maps depend on the shape of an output only.
pub(in crate::hlo) fn alike(instruction: &Instruction<'_>, scope: Scope) -> Vec<Alike> {
    let paths = output_paths(&instruction.shape, scope).into_iter().enumerate();
    let are_alike = match instruction.opcode {
        // to XLA it is any elementwise operation
        "all-reduce" => scope == Scope::Xla,
        "reduce" | "reduce-window" | "rng-bit-generator" | "scatter" | "sort" => true,
        opcode => is_elementwise(opcode),
    };
    if !are_alike {
        return paths.map(|(output, path)| Alike { path, outputs: Arc::new([output]) }).collect();
    }
    let mut found: Vec<(&Shape, Element, Vec<usize>)> = Vec::new();
    for (output, path) in paths {
        let Some(shape) = element(&instruction.shape, &path) else { continue };
        match found.iter_mut().find(|(other, ..)| *other == shape) {
            Some((.., outputs)) => outputs.push(output),
            None => found.push((shape, path, Vec::from([output]))),
        }
    }
    found.into_iter().map(|(_, path, outputs)| Alike { path, outputs: outputs.into() }).collect()
}

/// What an output reads; none if nothing is known of any operand.
pub(super) fn known_reads(at: &At<'_, '_>) -> Option<Reads> {
    let reads = if at.operands() == 0 { Some(Reads::nothing()) } else { computed(at) };
    let fits = |(operand, maps): (usize, &OperandMaps)| {
        operand < at.operands() && are_sound(maps) && has_rank(at, operand, maps)
    };
    reads.filter(|reads| reads.iter().all(fits))
}

/// Whether the maps lead to indices of the operand: what is no valid program may say otherwise.
fn has_rank(at: &At<'_, '_>, operand: usize, maps: &OperandMaps) -> bool {
    let Some(shape) = at.operand_shape(operand) else { return true };
    maps.iter().flatten().all(|indexing| {
        let array = element(shape, &indexing.element).and_then(Shape::as_array);
        array.is_none_or(|array| array.rank() == indexing.map.results().len())
    })
}

/// What an operation with operands reads; `None` if nothing is known of any.
pub(super) fn computed(at: &At<'_, '_>) -> Option<Reads> {
    match at.scope {
        Scope::Xla => known_to_xla(at),
        Scope::Extended => known(at),
    }
}

fn known_to_xla(at: &At<'_, '_>) -> Option<Reads> {
    match at.opcode {
        "all-gather" if at.operands() == 1 => collective::all_gather(at),
        "fusion" => call::called(at, "calls"),
        "tuple" => tuple::tuple(at),
        opcode if is_elementwise(opcode) => elementwise(at),
        _ => each_operand_known_to_xla(at).map(Reads::from),
    }
}

fn each_operand_known_to_xla(at: &At<'_, '_>) -> Option<Indexing> {
    match at.opcode {
        "broadcast" => rearrange::broadcast(at),
        "transpose" => rearrange::transpose(at),
        "reverse" => rearrange::reverse(at),
        "slice" => rearrange::slice(at),
        "concatenate" => rearrange::concatenate(at),
        "reduce" => reduce::reduce(at),
        "reshape" => reshape::reshape(at),
        "bitcast" => reshape::bitcast(at),
        "pad" => window::pad(at),
        "reduce-window" => window::reduce_window(at),
        "convolution" => window::convolution(at),
        "dot" => contraction::dot(at),
        "scaled-dot" => contraction::scaled_dot(at),
        "dynamic-slice" => gather::dynamic_slice(at),
        "dynamic-update-slice" => gather::dynamic_update_slice(at),
        "gather" => gather::gather(at),
        _ => None,
    }
}

fn known(at: &At<'_, '_>) -> Option<Reads> {
    match at.opcode {
        "all-reduce" => collective::all_reduce(at),
        "all-gather" => collective::all_gather(at),
        "all-to-all" => collective::all_to_all(at),
        "async" => call::called(at, "calls"),
        // HLO text has `opt-barrier`
        "async-update" | "opt-barrier" | "optimization-barrier" | "domain" | "add-dependency" => {
            tuple::passed_on(at)
        }
        "bitcast-convert" => elementwise::bitcast_convert(at).map(Reads::from),
        "call" => call::called(at, "to_apply"),
        "collective-broadcast" => collective::broadcast(at),
        "collective-permute" => collective::permute(at),
        "conditional" => control::conditional(at),
        "custom-call" => custom_call::custom_call(at),
        // the sizes are no elements
        "get-dimension-size" => Some(Reads::nothing()),
        "get-tuple-element" => tuple::get_tuple_element(at),
        "reduce-scatter" => collective::reduce_scatter(at),
        "rng" | "set-dimension-size" => elementwise(at),
        "rng-bit-generator" => Some(along::everything(at)),
        "scatter" => scatter::scatter(at),
        "sort" => along::sort(at),
        "while" => control::while_loop(at),
        opcode => match (opcode.strip_suffix("-start"), opcode.strip_suffix("-done")) {
            (Some(opcode), _) => asynchronous::start(at, opcode),
            (_, Some(opcode)) => asynchronous::done(at, opcode),
            _ => each_operand_known(at).map(Reads::from).or_else(|| known_to_xla(at)),
        },
    }
}

fn each_operand_known(at: &At<'_, '_>) -> Option<Indexing> {
    match at.opcode {
        "batch-norm-grad" | "batch-norm-inference" | "batch-norm-training" => batch_norm::batch_norm(at),
        "bitcast" => bitcast::bitcast(at),
        "cholesky" => triangular::cholesky(at),
        "dynamic-reshape" => reshape::dynamic_reshape(at),
        "fft" => along::fft(at),
        "ragged-dot" => contraction::ragged_dot(at),
        "select-and-scatter" => select_and_scatter::select_and_scatter(at),
        "topk" => along::top_k(at),
        "triangular-solve" => triangular::triangular_solve(at),
        _ => None,
    }
}
