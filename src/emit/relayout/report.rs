//! What the accesses of a kernel cost, counted over those of its first block.
use super::functions::TileWalk;
use super::side::CopySide;
use super::tile::DigitRun;
use crate::access::ThreadAccess;
use crate::dynamic::Result;
use crate::int::word;
use alloc::vec::Vec;

/// What the accesses of one side cost in a block that has no edges, or the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccessReport {
    /// The bytes that a thread takes at once.
    pub bytes: usize,
    /// The sectors of 32 bytes that the groups of 32 threads touch, each group by itself.
    pub sectors: u64,
    /// How many sectors its bytes would fill.
    pub least_sectors: u64,
    /// The turns that the slowest access to shared memory on this side takes; 1 is free of conflicts, and wide accesses
    /// are counted by phases. 0 where there is no stage.
    pub ways: usize,
    /// The turns that all accesses of the block to shared memory take on this side.
    pub wavefronts: usize,
    /// The turns that these need at least, wherever elements lie.
    pub least_wavefronts: usize,
}

/// The bytes of a sector, and the threads of a group.
const SECTOR: usize = 32;
const GROUP: usize = 32;

/// The sectors that a walk through the first block touches on a side, and those that its bytes would fill.
pub(super) fn sectors(walk: TileWalk<'_>, side: CopySide) -> Result<(u64, u64)> {
    let TileWalk { joint, tile, order, width } = walk;
    let (runs, bounds) = (tile.runs(order, joint.unit), tile.bounds(joint, side));
    let bytes = joint.unit * word::size(width);
    let mut places: Vec<Option<usize>> = Vec::new();
    for item in 0..walk.items() {
        let (mut left, mut digits) = (item * width, alloc::vec![0; tile.digits.len()]);
        for DigitRun { digit, every, count } in &runs {
            digits[*digit] += left % count * every;
            left /= count;
        }
        let is_inside = bounds.iter().all(|bound| {
            bound.terms.iter().map(|(digit, weight)| digits[*digit] * weight).sum::<i64>() < bound.below
        });
        if !is_inside {
            places.push(None);
            continue;
        }
        let place = joint.place(side, &digits)?;
        places.push(Some(word::size(place) * joint.unit));
    }
    let (mut sectors, mut least) = (0, 0);
    for group in places.chunks(GROUP) {
        let access = ThreadAccess::new(group.iter().flatten().copied().collect(), bytes);
        sectors += access.blocks_touched(SECTOR)?;
        least += access.footprint().div_ceil(SECTOR as u64);
    }
    Ok((sectors, least))
}
