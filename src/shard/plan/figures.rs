//! What a plan moves, counted before anything moves.
use super::reshard::ReshardPlan;
use super::segments::{Segments, common_segments, meeting_count};
use crate::dynamic::Result;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// What one rank moves, in elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RankFigures {
    /// What it sends; unknown where it is one of several holders and the ranks are too many to look at.
    pub sent: Option<i64>,
    /// In so many messages.
    pub messages_out: Option<i64>,
    /// What it receives: what it wants and does not hold.
    pub received: i64,
    /// In so many messages.
    pub messages_in: i64,
    /// What it wants and holds.
    pub kept: i64,
    /// What it holds of the source.
    pub held: i64,
    /// What it wants of the target.
    pub wanted: i64,
}

/// What all ranks move, in elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlanFigures {
    /// What moves: the sum of what each rank wants and does not hold, so that no plan moves less.
    pub moved: i128,
    /// In so many messages.
    pub messages: i128,
    /// What stays where it is.
    pub kept: i128,
    /// The most that a rank sends, where it is known, and the most that one receives.
    pub busiest: (Option<i64>, i64),
    /// The most messages that a rank sends, where it is known, and the most that one receives.
    pub most_messages: (Option<i64>, i64),
    /// The most that a rank holds of source and target together.
    pub most_held: i64,
    /// What would move if every rank that wants anything got the whole array and sliced it.
    pub replicated: i128,
}

/// Where several ranks hold the same, what each sends is looked at for so many ranks at most.
const FEW_RANKS: i64 = 1024;

impl ReshardPlan {
    /// What one rank moves.
    ///
    /// # Errors
    /// If there is no such rank.
    pub fn rank_figures(&self, rank: i64) -> Result<RankFigures> {
        Counter::new(self).of_rank(rank)
    }

    /// What each rank moves.
    pub(super) fn all_figures(&self) -> Result<Vec<RankFigures>> {
        let mut counter = Counter::new(self);
        (0..self.ranks()).map(|rank| counter.of_rank(rank)).collect()
    }

    /// What all ranks move together.
    ///
    /// The time is near-linear in the ranks, whatever the array is.
    ///
    /// # Errors
    /// If a rank does not fit.
    pub fn figures(&self) -> Result<PlanFigures> {
        let array: i64 = self.source().extents().iter().product();
        let mut all =
            PlanFigures { busiest: (Some(0), 0), most_messages: (Some(0), 0), ..PlanFigures::default() };
        let greater = |most: Option<i64>, one: Option<i64>| Some(most?.max(one?));
        for one in self.all_figures()? {
            all.moved += i128::from(one.received);
            all.messages += i128::from(one.messages_in);
            all.kept += i128::from(one.kept);
            all.busiest = (greater(all.busiest.0, one.sent), all.busiest.1.max(one.received));
            let (most_out, most_in) = all.most_messages;
            all.most_messages = (greater(most_out, one.messages_out), most_in.max(one.messages_in));
            all.most_held = all.most_held.max(one.held.saturating_add(one.wanted));
            if one.wanted > 0 {
                all.replicated += i128::from(array - one.held);
            }
        }
        Ok(all)
    }
}

/// Counts rank by rank, and remembers what parts of a dimension have in common: ranks share them.
struct Counter<'a> {
    plan: &'a ReshardPlan,
    /// By dimension, part of the source and part of the target: how many elements both have.
    common: BTreeMap<(usize, i64, i64), i64>,
    /// By dimension and part: how many parts of the other side it meets.
    met_by_source: BTreeMap<(usize, i64), i64>,
    met_by_target: BTreeMap<(usize, i64), i64>,
}

impl<'a> Counter<'a> {
    fn new(plan: &'a ReshardPlan) -> Self {
        let (common, met_by_source, met_by_target) = Default::default();
        Counter { plan, common, met_by_source, met_by_target }
    }

    fn of_rank(&mut self, rank: i64) -> Result<RankFigures> {
        self.plan.check(rank)?;
        let (source, target) = (self.plan.source(), self.plan.target());
        let held = source.parts_of(rank).map(|(parts, _)| parts);
        let wanted = target.parts_of(rank).map(|(parts, _)| parts);
        let product = |sizes: Vec<i64>| sizes.iter().product::<i64>();
        let mut figures = RankFigures {
            held: if held.is_some() { product(source.local_shape(rank)?) } else { 0 },
            wanted: if wanted.is_some() { product(target.local_shape(rank)?) } else { 0 },
            ..RankFigures::default()
        };
        let cuts = || source.dimensions().iter().zip(target.dimensions()).enumerate();
        if let (Some(from), Some(to)) = (&held, &wanted) {
            figures.kept =
                cuts().zip(from.iter().zip(to)).fold(1, |all, ((at, (own, other)), (&from, &to))| {
                    let count = || common_segments(own, from, other, to).iter().map(Segments::elements).sum();
                    all * *self.common.entry((at, from, to)).or_insert_with(count)
                });
        }
        let keeps = i64::from(figures.kept > 0);
        figures.received = figures.wanted - figures.kept;
        if let Some(to) = wanted.as_ref().filter(|_| figures.wanted > 0) {
            let met = cuts().zip(to).fold(1, |all, ((at, (own, other)), &to)| {
                let count = || meeting_count(other, to, own);
                all * *self.met_by_target.entry((at, to)).or_insert_with(count)
            });
            figures.messages_in = met - keeps;
        }
        (figures.sent, figures.messages_out) = match &held {
            Some(from) if source.copies() == 1 => {
                let met = cuts().zip(from).fold(1, |all, ((at, (own, other)), &from)| {
                    let count = || meeting_count(own, from, other);
                    all * *self.met_by_source.entry((at, from)).or_insert_with(count)
                });
                let copies = target.copies();
                let messages = if figures.held > 0 { met * copies - keeps } else { 0 };
                (Some(figures.held * copies - figures.kept), Some(messages))
            }
            Some(_) if self.plan.ranks() > FEW_RANKS => (None, None),
            Some(_) => {
                let part = self.plan.part(rank)?;
                let sent = part.sends().map(|message| message.elements()).sum();
                (Some(sent), i64::try_from(part.sends().len()).ok())
            }
            None => (Some(0), Some(0)),
        };
        Ok(figures)
    }
}
