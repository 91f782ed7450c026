//! What the accesses of a kernel cost, counted over those of its first block.
use super::digits::{SECTOR, WIDEST};
use super::functions::TileWalk;
use super::side::CopySide;
use super::tile::WARP;
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

/// What a walk through the first block touches on a side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Touched {
    /// Sectors of 32 bytes.
    pub(super) sectors: u64,
    /// How many its bytes would fill.
    pub(super) least_sectors: u64,
    /// Pieces of as many bytes as a warp moves at once: what lies together is best asked for together.
    pub(super) pieces: u64,
}

/// The bytes that a warp moves at once where its threads move as many as they can.
const PIECE: usize = WARP * WIDEST;

pub(super) fn touched(walk: TileWalk<'_>, side: CopySide) -> Result<Touched> {
    let TileWalk { joint, tile, order, width } = walk;
    let (runs, bounds) = (tile.runs(order), tile.bounds(joint, side));
    let bytes = joint.unit * word::size(width);
    let mut places: Vec<Option<usize>> = Vec::new();
    for vector in 0..walk.items() * order.vectors() {
        let digits = tile.values(&runs, vector * width);
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
    let mut all = Touched { sectors: 0, least_sectors: 0, pieces: 0 };
    let vectors = word::size(order.vectors());
    for group in places.chunks(WARP * vectors) {
        for vector in 0..vectors {
            let own = group.iter().skip(vector).step_by(vectors);
            let access = ThreadAccess::new(own.flatten().copied().collect(), bytes);
            all.sectors += access.blocks_touched(SECTOR)?;
            all.least_sectors += access.footprint().div_ceil(word::wide(SECTOR).unsigned_abs());
            all.pieces += access.blocks_touched(PIECE)?;
        }
    }
    Ok(all)
}
