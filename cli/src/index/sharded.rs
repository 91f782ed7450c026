//! What a device holds of the result of an instruction.
use crate::device::{DevicePart, is_cut, part};
use tilework::hlo::{Instruction, Module};
use tilework::shard::Sharding;

/// The largest part of the result that a device holds, if its sharding has tiles and the module is not cut yet.
pub(super) fn on_a_device(module: &Module<'_>, instruction: &Instruction<'_>) -> Option<DevicePart> {
    if is_cut(module.attributes.as_str()) {
        return None;
    }
    let sharding: Sharding = instruction.attributes.get("sharding")?.parse().ok()?;
    part(&sharding, instruction.shape.as_array()?).ok()?
}
