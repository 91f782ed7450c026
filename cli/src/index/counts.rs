//! Counts of operands, by opcode.
use super::entry::Entry;
use std::collections::BTreeMap;

/// How many operands of an opcode there are, and of how many something is known.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OpcodeCounts {
    pub(super) instructions: u64,
    pub(super) operands: u64,
    pub(super) known: u64,
    pub(super) coalesced: u64,
}

impl OpcodeCounts {
    pub(super) fn add(&mut self, other: &Self) {
        self.instructions += other.instructions;
        self.operands += other.operands;
        self.known += other.known;
        self.coalesced += other.coalesced;
    }
}

/// Adds to the counts of each opcode, by its name.
pub(super) fn count<'m>(counts: &mut BTreeMap<&'m str, OpcodeCounts>, entries: &[Entry<'m>]) {
    for entry in entries {
        let own = counts.entry(entry.instruction.opcode).or_default();
        own.instructions += 1;
        for operand in &entry.operands {
            own.operands += 1;
            own.known += u64::from(operand.is_known());
            own.coalesced += u64::from(operand.is_coalesced() == Some(true));
        }
    }
}
