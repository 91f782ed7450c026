//! Whether reads look coalesced, without a map.
use super::emitter::{Emitter, body, moves_minor_dimension};
use super::thread_map::GpuModel;
use crate::hlo::module::{Computation, Module};

/// Whether an instruction, computed together with what computes its operands, looks as if it reads neighbours.
///
/// It does not if one of them moves the most minor dimension, other than of a broadcast or iota, or if two of them
/// reduce rows. Source: XLA, `IsReadCoalescedHeuristic`.
///
/// # Panics
/// If the computation has not so many instructions.
///
/// ```
/// use tilework::hlo::{GpuModel, Module, is_coalesced_at_a_glance};
/// let module = Module::parse("ENTRY e {
///     p = f32[100,4] parameter(0)
///     ROOT t = f32[4,100] transpose(p), dimensions={1,0}
///     n = f32[100,4] negate(p)
/// }")?;
/// let looks = |number| is_coalesced_at_a_glance(&module, module.entry(), number, &GpuModel::default());
/// assert_eq!([looks(1), looks(2)], [false, true]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn is_coalesced_at_a_glance(
    module: &Module<'_>,
    computation: &Computation<'_>,
    instruction: usize,
    gpu: &GpuModel,
) -> bool {
    let instructions = &computation.instructions;
    let emitter = |number: usize| Emitter::of(module, computation, number, gpu);
    let own = emitter(instruction);
    let together = || core::iter::once(instruction).chain(instructions[instruction].operands.iter().copied());
    let moves = |number: usize| match body(module, &instructions[number]) {
        Some(fused) => (0..fused.instructions.len()).any(|inner| moves_badly(fused, inner)),
        None => moves_badly(computation, number),
    };
    if !matches!(own, Emitter::Transpose { .. }) && together().any(moves) {
        return false;
    }
    let is_row = |number: usize| matches!(emitter(number), Emitter::Row { .. });
    !is_row(instruction) || !together().skip(1).any(is_row)
}

/// Whether the most minor dimension is moved, and not that of the same number everywhere.
fn moves_badly(computation: &Computation<'_>, number: usize) -> bool {
    if !moves_minor_dimension(computation, number) {
        return false;
    }
    let mut from = computation.instructions[number].operands.first().copied();
    while let Some(instruction) = from.and_then(|number| computation.instructions.get(number)) {
        match (instruction.opcode, &instruction.operands[..]) {
            ("broadcast" | "iota", _) => return false,
            ("bitcast" | "convert" | "copy" | "negate", [operand]) => from = Some(*operand),
            _ => return true,
        }
    }
    true
}
