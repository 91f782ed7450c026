//! From an element of an operand to the elements of the output that are computed from it.
use super::alike::{Alike, alike};
use super::builder::{output_paths, sizes, subshape};
use super::calls::Calls;
use super::elementwise::{self, is_elementwise};
use super::known_reads::known_reads;
use super::operand::{Indexing, OperandIndexing, OperandMaps, one};
use super::output_at::{OutputAt, are_sound};
use super::reads::{AllOutputs, OutputMaps, Reads, add_unknown};
use super::scope::Scope;
use super::{bitcast, rearrange, reduce, reshape};
use crate::affine::IndexingMap;
use crate::hlo::module::{Computation, Module};
use alloc::vec::Vec;
use core::cell::OnceCell;
use smallvec::SmallVec;

/// The elements of each output that are computed from an element of an operand.
///
/// The maps lead from the index of the operand to that of the output, one list for each output: of a tuple, for each
/// array in it, as [`output_to_input`](super::output_to_input) counts them. An output of which nothing is known has
/// `None`. The maps are not simplified. Source: XLA, *Indexing analysis*.
///
/// Post-condition, for [`Scope::Extended`]: an element of the operand leads to an element of the output if, and only
/// if, that leads to it by [`output_to_input`](super::output_to_input).
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
    let calls = Calls::new();
    let shape = &computation.instructions[instruction].shape;
    output_paths(shape, scope)
        .iter()
        .map(|path| {
            Uses::new(OutputAt::new(module, computation, instruction, path, scope, &calls)).of(operand)
        })
        .collect()
}

/// The elements of each output that are computed from an element of each operand: [`input_to_output`] of all operands
/// at once.
///
/// The work does not grow with outputs times operands where [`outputs_to_inputs`](super::outputs_to_inputs) says so.
///
/// # Panics
/// If the computation has not so many instructions.
///
/// ```
/// use tilework::hlo::{Module, Scope, inputs_to_outputs};
/// let module = Module::parse("ENTRY e {
///     p = f32[4] parameter(0)
///     q = f32[8] parameter(1)
///     ROOT t = (f32[4], f32[8]) tuple(p, q)
/// }")?;
/// let all = inputs_to_outputs(&module, module.entry(), 2, Scope::Extended);
/// let [of_q] = &all[1][..] else { panic!() };
/// assert_eq!(of_q.outputs[..], [1]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn inputs_to_outputs(
    module: &Module<'_>,
    computation: &Computation<'_>,
    instruction: usize,
    scope: Scope,
) -> AllOutputs {
    let (found, calls) = (&computation.instructions[instruction], Calls::new());
    let mut all: AllOutputs = found.operands.iter().map(|_| Vec::new()).collect();
    let mut unknown: Vec<usize> = Vec::new();
    for Alike { path, outputs } in alike(found, scope) {
        let uses = Uses::new(OutputAt::new(module, computation, instruction, &path, scope, &calls));
        if uses.are_unknown() {
            unknown.extend_from_slice(&outputs);
            continue;
        }
        for operand in uses.operands() {
            let maps = uses.of(operand);
            if maps.as_ref().is_none_or(|maps| !maps.is_empty()) {
                all[operand].push(OutputMaps { outputs: outputs.clone(), maps });
            }
        }
    }
    add_unknown(&mut all, unknown);
    all
}

/// Where operands go in an output.
pub(super) struct Uses<'a, 't> {
    pub(super) at: OutputAt<'a, 't>,
    /// What the output reads.
    reads: OnceCell<Option<Reads>>,
}

impl<'a, 't> Uses<'a, 't> {
    pub(super) fn new(at: OutputAt<'a, 't>) -> Self {
        Uses { at, reads: OnceCell::new() }
    }

    fn reads(&self) -> Option<&Reads> {
        self.reads.get_or_init(|| known_reads(&self.at)).as_ref()
    }

    /// Whether nothing is known of any operand.
    fn are_unknown(&self) -> bool {
        !has_closed_form(&self.at) && (self.at.scope == Scope::Xla || self.reads().is_none())
    }

    /// The operands that may go there: all others do not.
    pub(super) fn operands(&self) -> Vec<usize> {
        match (self.at.opcode, self.at.output) {
            ("tuple", [operand, ..]) => Vec::from([*operand]),
            _ if self.at.scope == Scope::Xla || has_closed_form(&self.at) => {
                (0..self.at.operands()).collect()
            }
            _ => match self.reads() {
                Some(reads) => reads.iter().map(|(operand, _)| operand).collect(),
                None => (0..self.at.operands()).collect(),
            },
        }
    }

    /// Where an operand goes.
    pub(super) fn of(&self, operand: usize) -> OperandMaps {
        let at = &self.at;
        if at.opcode == "tuple" && at.output.first() != Some(&operand) {
            return Some(SmallVec::new());
        }
        let maps = match (at.scope, self.closed_form(operand)) {
            (_, Some(map)) => one(map),
            (Scope::Xla, None) => None,
            (Scope::Extended, None) => self.inverse(operand),
        };
        if are_sound(&maps) { maps } else { None }
    }

    fn closed_form(&self, operand: usize) -> Option<IndexingMap> {
        let at = &self.at;
        if !has_closed_form(at) {
            return None;
        }
        match at.opcode {
            "broadcast" => rearrange::broadcast_input_to_output(at),
            "transpose" => rearrange::transpose_input_to_output(at),
            "reverse" => rearrange::reverse_input_to_output(at),
            "slice" => rearrange::slice_input_to_output(at),
            "concatenate" => rearrange::concatenate_input_to_output(at, operand, self.reads()?.of(operand)?),
            "reduce" => reduce::reduce_input_to_output(at, operand),
            "reshape" => reshape::reshape_map(&at.sizes(0)?, &at.output_sizes()?),
            "bitcast" if at.scope == Scope::Extended => bitcast::input_to_output(at),
            "bitcast" => reshape::bitcast_map(at.array(0)?, at.shape.as_array()?),
            "tuple" => Some(IndexingMap::identity(&at.sizes(operand)?)),
            _ => elementwise::input_to_output(at, operand),
        }
    }

    /// The inverse of what the output reads.
    fn inverse(&self, operand: usize) -> OperandMaps {
        let shape = self.at.operand_shape(operand)?;
        let inverse = |indexing: &OperandIndexing| {
            let sizes = sizes(subshape(shape, &indexing.element)?)?;
            indexing.inverse(&sizes)
        };
        self.reads()?.of(operand)?.iter().map(inverse).collect()
    }
}

/// Whether an operation only moves elements, or puts them together at the same index: what XLA knows.
fn has_closed_form(at: &OutputAt<'_, '_>) -> bool {
    match at.opcode {
        "broadcast" | "transpose" | "reverse" | "slice" | "concatenate" | "reduce" | "reshape"
        | "bitcast" => true,
        "tuple" => at.scope == Scope::Xla,
        "all-reduce" | "bitcast-convert" => at.scope == Scope::Xla,
        opcode => is_elementwise(opcode),
    }
}
