//! Whether an instruction moves nothing in memory.
use super::output_to_input::output_to_input;
use super::scope::Scope;
use crate::dynamic::{Result, invalid};
use crate::hlo::module::{Computation, Module};
use crate::xla::{BitcastProof, prove_bitcast, stored_bits};
use alloc::format;

/// Whether an instruction of one operand leaves every element at its place, so that nothing need be moved: a copy, a
/// reshape, a transpose, or any other whose output has each element from one of the operand.
///
/// The layouts of both shapes count, tiles included; see [`prove_bitcast`]. A bitcast moves nothing by definition.
///
/// # Errors
/// If the instruction has not one operand, that and the output are no arrays or have elements of different sizes, or
/// what it reads is not known as one map.
///
/// # Panics
/// If the computation has not so many instructions.
///
/// ```
/// use tilework::hlo::{Module, proves_bitcast};
/// use tilework::xla::BitcastProof;
/// let module = Module::parse("ENTRY e {
///     p0 = f32[16,256]{1,0:T(8,128)} parameter(0)
///     ROOT r = f32[2,8,256]{2,1,0:T(8,128)} reshape(p0)
/// }")?;
/// let entry = module.entry();
/// assert_eq!(proves_bitcast(&module, entry, entry.root_number())?, BitcastProof::Proven);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn proves_bitcast(
    module: &Module<'_>,
    computation: &Computation<'_>,
    instruction: usize,
) -> Result<BitcastProof> {
    let found = &computation.instructions[instruction];
    let refuse = |reason: &str| invalid!("proves_bitcast", "{} {reason}", found.name);
    let [operand] = found.operands[..] else { return Err(refuse("has not one operand")) };
    let input = computation.instructions[operand].shape.as_array().ok_or(refuse("has no array to read"))?;
    let output = found.shape.as_array().ok_or(refuse("is no array"))?;
    if found.opcode == "bitcast" {
        return Ok(BitcastProof::Proven);
    }
    let (from, to) = (stored_bits(input), stored_bits(output));
    if from != to {
        return Err(refuse(&format!("makes elements of {to} bits of elements of {from} bits")));
    }
    let maps = output_to_input(module, computation, instruction, 0, Scope::Extended);
    match maps.first() {
        Some(Some(maps)) if maps.len() == 1 && maps[0].replica.is_none() => {
            prove_bitcast(input, output, &maps[0].map)
        }
        _ => Err(refuse("is not known to read its operand by one map")),
    }
}
