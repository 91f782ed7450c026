//! What goes from one rank to another.
use super::patch::Patch;
use super::segments::{Segments, common_segments, meeting_parts};
use crate::shard::block_cyclic::BlockCyclic;
use alloc::vec::Vec;

/// A part of the other side that a part of one dimension meets, and what both have.
#[derive(Debug, Clone)]
pub(super) struct Meeting {
    pub(super) part: i64,
    segments: Vec<Segments>,
}

/// All parts of the target that a part of the source meets.
pub(super) fn meetings_of_source(source: &BlockCyclic, from: i64, target: &BlockCyclic) -> Vec<Meeting> {
    let met = meeting_parts(source, from, target).into_iter();
    met.map(|part| Meeting { part, segments: common_segments(source, from, target, part) }).collect()
}

/// All parts of the source that a part of the target meets.
pub(super) fn meetings_of_target(source: &BlockCyclic, target: &BlockCyclic, to: i64) -> Vec<Meeting> {
    let met = meeting_parts(target, to, source).into_iter();
    met.map(|part| Meeting { part, segments: common_segments(source, part, target, to) }).collect()
}

/// What goes from one rank to another, or stays: in each dimension what the parts of both have in common.
#[derive(Debug, Clone, Copy)]
pub struct Transfer<'a> {
    pub(super) peer: i64,
    /// The parts of the other side, by their places in the lists of the dimensions.
    pub(super) chosen: &'a [u32],
    pub(super) meetings: &'a [Vec<Meeting>],
}

impl<'a> Transfer<'a> {
    /// The other rank.
    pub fn peer(&self) -> i64 {
        self.peer
    }

    /// The number of elements.
    pub fn elements(&self) -> i64 {
        self.dimensions().map(|segments| segments.iter().map(Segments::elements).sum::<i64>()).product()
    }

    /// In each dimension what the parts of both ranks have in common.
    pub fn dimensions(&self) -> impl Iterator<Item = &'a [Segments]> {
        self.chosen.iter().zip(self.meetings).map(|(&place, meetings)| {
            // places come from the lists
            meetings.get(place as usize).map_or(&[][..], |meeting| &meeting.segments)
        })
    }

    /// The products of segments of each dimension, the last dimension fastest. Both ranks see them in this order.
    pub fn patches(&self) -> impl Iterator<Item = Patch> + use<'a> {
        let dimensions: Vec<&'a [Segments]> = self.dimensions().collect();
        let count: usize = dimensions.iter().map(|segments| segments.len()).product();
        (0..count).map(move |mut number| {
            let chosen = dimensions.iter().rev().map(|segments| {
                let own = segments[number % segments.len()];
                number /= segments.len();
                own
            });
            let mut chosen: Vec<Segments> = chosen.collect();
            chosen.reverse();
            Patch::new(chosen)
        })
    }
}
