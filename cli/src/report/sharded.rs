//! Arrays that are cut over devices: what they take as a whole, and on the device that holds most.
use super::shapes::KnownShape;
use crate::device::part;
use std::rc::Rc;
use tilework::hlo::InstructionLine;
use tilework::shard::Sharding;

/// What arrays with tiles take.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sharded {
    pub(super) arrays: u64,
    /// The padded bytes of the whole arrays.
    pub(super) whole: i128,
    /// The padded bytes of the largest part of each.
    pub(super) device: i128,
    /// The most devices that an array is cut over.
    pub(super) devices: i64,
}

impl Sharded {
    /// Adds the arrays of an instruction of a module that is not cut yet.
    pub(super) fn add(&mut self, instruction: &InstructionLine<'_>, arrays: &[Rc<KnownShape>]) {
        if !instruction.attributes_text().contains("sharding={") {
            return;
        }
        // what cannot be read is no tile that is counted
        let shardings = instruction.attribute("sharding").map(Sharding::read_tuple);
        let Some(Ok(shardings)) = shardings else { return };
        for (place, known) in arrays.iter().enumerate() {
            // one sharding is that of every array
            let sharding = if shardings.len() == 1 { shardings.first() } else { shardings.get(place) };
            let (Some(sharding), Some(array), Some(sizes)) = (sharding, known.array(), &known.sizes) else {
                continue;
            };
            if let Ok(Some(part)) = part(sharding, array) {
                self.arrays += 1;
                self.whole += i128::from(sizes.padded);
                self.device += i128::from(part.padded);
                self.devices = self.devices.max(part.devices);
            }
        }
    }
}
