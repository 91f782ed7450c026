//! From an element of the output to the elements of the operands that it is computed from.
use super::alike::{Alike, alike};
use super::builder::output_path;
use super::calls::Calls;
use super::known_reads::known_reads;
use super::operand::Indexing;
use super::output_at::OutputAt;
use super::reads::{AllOutputs, OutputMaps, Reads, add_unknown};
use super::scope::Scope;
use crate::hlo::module::{Computation, Module};
use alloc::vec::Vec;
use smallvec::smallvec;

/// The elements of each operand that an element of the output is computed from.
///
/// The maps lead from the index of the output to that of the operand. Of a tuple, `output` is the number of an array in
/// it, as [`Shape::leaves`](crate::xla::Shape::leaves) counts; [`Scope::Xla`] knows no tuples in tuples, and counts
/// elements. An operand of which nothing is known has `None`, and so has every operand of an opcode that nobody knows.
/// Parameters, constants and iotas have no operands. The maps are not simplified: see
/// [`OperandIndexing::simplified`](super::OperandIndexing::simplified). Source: XLA, *Indexing analysis*.
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
    let reads = path
        .and_then(|path| known_reads(&OutputAt::new(module, computation, instruction, &path, scope, &calls)));
    let operands = found.operands.len();
    reads.map_or_else(|| smallvec![None; operands], |reads| reads.into_all(operands))
}

/// The elements of each operand that each output is computed from: [`output_to_input`] of all outputs at once, for each
/// operand.
///
/// The work does not grow with outputs times operands where most outputs have nothing to do with most operands, as
/// those of a tuple, and where outputs read alike, as those of a reduction of many arrays.
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
        let reads =
            known_reads(&OutputAt::new(module, computation, instruction, &outputs.path, scope, &calls));
        visit(outputs, reads);
    }
}
