//! What one rank sends, keeps and receives.
use super::reshard::ReshardPlan;
use super::transfer::{Meeting, Transfer, meetings_of_source, meetings_of_target};
use crate::dynamic::Result;
use alloc::vec::Vec;

/// What one rank sends, keeps and receives.
///
/// It takes the memory of the messages of that rank, whatever the sizes of the array are.
#[derive(Debug, Clone)]
pub struct RankPart {
    /// How many ranks there are.
    pub(super) ranks: i64,
    /// The dimensions as the source has them in memory, the same on every rank.
    pub(super) outermost_first: Vec<usize>,
    rank: i64,
    sends: Messages,
    receives: Messages,
    /// What the rank has already, among the meetings of what it receives.
    kept: Option<Vec<u32>>,
}

/// Messages to or from other ranks: for each, the parts that it is about, in the lists of the dimensions.
#[derive(Debug, Clone, Default)]
struct Messages {
    meetings: Vec<Vec<Meeting>>,
    peers: Vec<i64>,
    /// As many for each message as there are dimensions.
    chosen: Vec<u32>,
}

impl ReshardPlan {
    /// What one rank sends, keeps and receives, made without what the other ranks do.
    ///
    /// Post-condition: what a rank sends to another is what that one receives from it, in the same order of elements.
    /// The messages of a rank are in the order of the distance to the other rank, counted upwards by senders and
    /// downwards by receivers, so that in each step a rank sends once and receives once.
    ///
    /// # Errors
    /// If there is no such rank.
    ///
    /// ```
    /// use tilework::shard::{Distribution, plan::ReshardPlan};
    /// // rows of 3 over 2 ranks, and columns of 2
    /// let on = |text| Distribution::read(text, &[6, 4], 2);
    /// let plan = ReshardPlan::new(on("devices=[2,1]<=[2]")?, on("devices=[1,2]<=[2]")?)?;
    /// let part = plan.part(0)?;
    /// let sent: Vec<_> = part.sends().map(|message| (message.peer(), message.elements())).collect();
    /// assert_eq!(sent, [(1, 6)]);
    /// // rows 0 to 2 of columns 2 and 3: there from place 2 on, here at the beginning
    /// let patch = part.sends().next().unwrap().patches().next().unwrap();
    /// let pieces = patch.pieces(&plan.source().local_layout(0)?, &plan.target().local_layout(1)?)?;
    /// assert_eq!((pieces[0].source.0, pieces[0].source.1.to_string()), (2, "(3,2):(4,1)".to_string()));
    /// assert_eq!((pieces[0].target.0, pieces[0].target.1.to_string()), (0, "(3,2):(2,1)".to_string()));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn part(&self, rank: i64) -> Result<RankPart> {
        self.check(rank)?;
        let (source, target) = (self.source(), self.target());
        let held = source.parts_of(rank).map(|(parts, _)| parts);
        let wanted = target.parts_of(rank);
        let cuts = || source.dimensions().iter().zip(target.dimensions());

        let (mut receives, mut kept) = (Messages::default(), None);
        if let Some((to, copy)) = &wanted {
            let tables = cuts().zip(to).map(|((from, to), &part)| meetings_of_target(from, to, part));
            receives.meetings = tables.collect();
            each_product(&receives.meetings, |parts, chosen| {
                if held.as_deref() == Some(parts) {
                    kept = Some(chosen.into());
                } else if let Some(peer) = self.holders(parts).sender(to, *copy) {
                    receives.peers.push(peer);
                    receives.chosen.extend(chosen);
                }
            });
            receives.sort_by_key(target.dimensions().len(), |peer| (rank - peer).rem_euclid(self.ranks()));
        }

        let mut sends = Messages::default();
        if let Some(from) = &held {
            let tables = cuts().zip(from).map(|((from, to), &part)| meetings_of_source(from, part, to));
            sends.meetings = tables.collect();
            let holders = self.holders(from);
            each_product(&sends.meetings, |to, chosen| {
                for copy in 0..target.copies() {
                    let Some(peer) = target.rank_of(to, copy) else { continue };
                    let is_there = source.parts_of(peer).is_some_and(|(parts, _)| parts == *from);
                    if !is_there && holders.sender(to, copy) == Some(rank) {
                        sends.peers.push(peer);
                        sends.chosen.extend(chosen);
                    }
                }
            });
            sends.sort_by_key(source.dimensions().len(), |peer| (peer - rank).rem_euclid(self.ranks()));
        }
        let outermost_first = source.outermost_first();
        Ok(RankPart { ranks: self.ranks(), outermost_first, rank, sends, receives, kept })
    }
}

impl RankPart {
    /// The rank.
    pub fn rank(&self) -> i64 {
        self.rank
    }

    /// What it sends, the nearest higher rank first.
    pub fn sends(&self) -> impl ExactSizeIterator<Item = Transfer<'_>> {
        self.sends.transfers()
    }

    /// What it receives, the nearest lower rank first.
    pub fn receives(&self) -> impl ExactSizeIterator<Item = Transfer<'_>> {
        self.receives.transfers()
    }

    /// What it has already: from its own part of the source to that of the target.
    pub fn kept(&self) -> Option<Transfer<'_>> {
        let chosen = self.kept.as_deref()?;
        Some(Transfer { peer: self.rank, chosen, meetings: &self.receives.meetings })
    }
}

impl Messages {
    fn transfers(&self) -> impl ExactSizeIterator<Item = Transfer<'_>> {
        let rank = self.meetings.len();
        self.peers.iter().enumerate().map(move |(at, &peer)| Transfer {
            peer,
            chosen: &self.chosen[at * rank..(at + 1) * rank],
            meetings: &self.meetings,
        })
    }

    fn sort_by_key(&mut self, rank: usize, key: impl Fn(i64) -> i64) {
        let mut order: Vec<usize> = (0..self.peers.len()).collect();
        order.sort_by_key(|&at| key(self.peers[at]));
        self.peers = order.iter().map(|&at| self.peers[at]).collect();
        let chosen = order.iter().flat_map(|&at| &self.chosen[at * rank..(at + 1) * rank]).copied();
        self.chosen = chosen.collect();
    }
}

/// Calls with the parts of every product, and their places in the lists, the last dimension fastest.
fn each_product(meetings: &[Vec<Meeting>], mut each: impl FnMut(&[i64], &[u32])) {
    if meetings.iter().any(Vec::is_empty) {
        return;
    }
    let mut chosen: Vec<u32> = alloc::vec![0; meetings.len()];
    let mut parts: Vec<i64> = meetings.iter().map(|list| list[0].part).collect();
    loop {
        each(&parts, &chosen);
        let mut dimension = meetings.len();
        loop {
            if dimension == 0 {
                return;
            }
            dimension -= 1;
            let next = chosen[dimension] as usize + 1;
            let (next, ends) = if next < meetings[dimension].len() { (next, true) } else { (0, false) };
            chosen[dimension] = u32::try_from(next).unwrap_or(u32::MAX);
            parts[dimension] = meetings[dimension][next].part;
            if ends {
                break;
            }
        }
    }
}
