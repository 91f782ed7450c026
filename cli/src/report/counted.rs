//! What was counted in dumps.
use super::relayout::OutcomeCounts;
use super::resharding::ReshardingCost;
use super::shapes::KnownShape;
use super::sharded::Sharded;
use super::totals::{BySpace, Totals};
use std::rc::Rc;
use tilework::shard::Sharding;

/// What was counted.
#[derive(Debug, Default)]
pub(super) struct Counted {
    pub(super) files: u64,
    pub(super) bytes_read: u64,
    pub(super) lines: u64,
    pub(super) modules: u64,
    pub(super) computations: u64,
    pub(super) instructions: u64,
    /// Values with memory of their own.
    pub(super) spaces: BySpace,
    /// Values inside fusions and other inlined computations.
    pub(super) inlined: Totals,
    /// Values that are cut over devices.
    pub(super) sharded: Sharded,
    /// Arrays whose layouts have tiles.
    pub(super) tiled: u64,
    /// Arrays whose sizes are unknown.
    pub(super) unbounded: u64,
    /// Arrays for which no layout of the chip is known.
    pub(super) unknown: u64,
    pub(super) worst: Vec<Offender>,
    pub(super) by_computation: Vec<ComputationTotals>,
    pub(super) relayouts: OutcomeCounts,
    pub(super) inlined_relayouts: OutcomeCounts,
    pub(super) moving: Vec<Relayout>,
    /// How many arrays get another sharding, and the bytes that move at least.
    pub(super) reshardings: (u64, i128),
    pub(super) resharded: Vec<Resharding>,
    pub(super) left_out: u64,
    /// A module is so large that what is inside fusions could not all be separated from the rest.
    pub(super) is_crowded: bool,
}

/// Where an instruction stands.
#[derive(Debug, Clone)]
pub(super) struct Location {
    pub(super) file: Rc<str>,
    pub(super) line: u64,
    pub(super) computation: Rc<str>,
    pub(super) name: Box<str>,
    pub(super) opcode: Box<str>,
}

/// An array that wastes memory.
#[derive(Debug, Clone)]
pub(super) struct Offender {
    pub(super) at: Location,
    pub(super) known: Rc<KnownShape>,
}

/// An instruction that only changes the layout, and moves elements for it.
#[derive(Debug, Clone)]
pub(super) struct Relayout {
    pub(super) at: Location,
    pub(super) from: Rc<KnownShape>,
    pub(super) to: Rc<KnownShape>,
}

/// An array that gets another sharding.
#[derive(Debug, Clone)]
pub(super) struct Resharding {
    pub(super) at: Location,
    pub(super) shape: Rc<KnownShape>,
    pub(super) from: Rc<Sharding>,
    pub(super) to: Rc<Sharding>,
    pub(super) cost: ReshardingCost,
}

/// What the arrays of one computation take.
#[derive(Debug, Clone)]
pub(super) struct ComputationTotals {
    pub(super) file: Rc<str>,
    pub(super) line: u64,
    pub(super) name: Rc<str>,
    pub(super) totals: Totals,
}
