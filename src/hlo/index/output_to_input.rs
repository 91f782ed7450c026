//! From an element of the output to the elements of the operands that it is computed from.
use super::at::{At, MAX_CALLS, are_sound};
use super::builder::{element, output_path};
use super::elementwise::{elementwise, is_elementwise};
use super::operand::{Indexing, OperandMaps};
use super::scope::Scope;
use super::{
    along, asynchronous, batch_norm, bitcast, call, collective, contraction, control, custom_call,
    elementwise, gather, rearrange, reduce, reshape, scatter, select_and_scatter, triangular, tuple, window,
};
use crate::hlo::module::{Computation, Module};
use crate::xla::Shape;
use core::cell::Cell;
use smallvec::{SmallVec, smallvec};

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
    let (found, left) = (&computation.instructions[instruction], Cell::new(MAX_CALLS));
    match output_path(&found.shape, output, scope) {
        Some(path) => maps_or_unknown(&At::new(module, computation, instruction, &path, scope, &left)),
        None => smallvec![None; found.operands.len()],
    }
}

/// The maps; of each operand unknown if nothing is known of any.
pub(super) fn maps_or_unknown(at: &At<'_, '_>) -> Indexing {
    let maps = if at.operands() == 0 { Some(Indexing::new()) } else { computed(at) };
    let fits = |(operand, maps): (usize, &OperandMaps)| are_sound(maps) && has_rank(at, operand, maps);
    let known = maps.filter(|maps| maps.iter().enumerate().all(fits));
    known.unwrap_or_else(|| smallvec![None; at.operands()])
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
pub(super) fn computed(at: &At<'_, '_>) -> Option<Indexing> {
    match at.scope {
        Scope::Xla => known_to_xla(at),
        Scope::Extended => known(at),
    }
}

fn known_to_xla(at: &At<'_, '_>) -> Option<Indexing> {
    match at.opcode {
        "broadcast" => rearrange::broadcast(at),
        "transpose" => rearrange::transpose(at),
        "reverse" => rearrange::reverse(at),
        "slice" => rearrange::slice(at),
        "concatenate" => rearrange::concatenate(at),
        "reduce" => reduce::reduce(at),
        "tuple" => tuple::tuple(at),
        "all-gather" if at.operands() == 1 => collective::all_gather(at),
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
        "fusion" => call::called(at, "calls"),
        opcode if is_elementwise(opcode) => elementwise(at),
        _ => None,
    }
}

fn known(at: &At<'_, '_>) -> Option<Indexing> {
    match at.opcode {
        "all-reduce" => collective::all_reduce(at),
        "all-gather" => collective::all_gather(at),
        "all-to-all" => collective::all_to_all(at),
        "async" => call::called(at, "calls"),
        "async-update" | "optimization-barrier" | "domain" | "add-dependency" => tuple::passed_on(at),
        "batch-norm-grad" | "batch-norm-inference" | "batch-norm-training" => batch_norm::batch_norm(at),
        "bitcast" => bitcast::bitcast(at),
        "bitcast-convert" => elementwise::bitcast_convert(at),
        "call" => call::called(at, "to_apply"),
        "cholesky" => triangular::cholesky(at),
        "collective-broadcast" => collective::broadcast(at),
        "collective-permute" => collective::permute(at),
        "conditional" => control::conditional(at),
        "custom-call" => custom_call::custom_call(at),
        "fft" => along::fft(at),
        // the sizes are no elements
        "get-dimension-size" => at.each(|_| Some(SmallVec::new())),
        "get-tuple-element" => tuple::get_tuple_element(at),
        "reduce-scatter" => collective::reduce_scatter(at),
        "rng" | "set-dimension-size" => elementwise(at),
        "rng-bit-generator" => along::everything(at),
        "scatter" => scatter::scatter(at),
        "select-and-scatter" => select_and_scatter::select_and_scatter(at),
        "sort" => along::sort(at),
        "topk" => along::top_k(at),
        "triangular-solve" => triangular::triangular_solve(at),
        "while" => control::while_loop(at),
        opcode => match (opcode.strip_suffix("-start"), opcode.strip_suffix("-done")) {
            (Some(opcode), _) => asynchronous::start(at, opcode),
            (_, Some(opcode)) => asynchronous::done(at, opcode),
            _ => known_to_xla(at),
        },
    }
}

/// The maps of one operand only.
pub(super) fn maps_of(at: &At<'_, '_>, operand: usize) -> OperandMaps {
    maps_or_unknown(at).into_iter().nth(operand).flatten()
}
