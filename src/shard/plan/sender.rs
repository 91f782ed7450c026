//! Which of the ranks that hold the same sends it.
use super::reshard::ReshardPlan;
use super::segments::meeting_number;
use alloc::vec::Vec;

impl ReshardPlan {
    /// The ranks that hold these parts of the source.
    pub(super) fn holders(&self, from: &[i64]) -> Holders<'_> {
        let source = self.source();
        let copies = source.copies();
        let ranks: Vec<i64> = (0..copies).filter_map(|copy| source.rank_of(from, copy)).collect();
        let mut own: Vec<i64> = Vec::new();
        if copies > 1 {
            own.extend(ranks.iter().filter_map(|&rank| {
                let (to, copy) = self.target().parts_of(rank)?;
                self.number(from, &to, copy)
            }));
            own.sort_unstable();
        }
        Holders { plan: self, from: from.into(), ranks, own }
    }

    /// The number of a copy of some parts of the target among all that meet some parts of the source.
    fn number(&self, from: &[i64], to: &[i64], copy: i64) -> Option<i64> {
        let (source, target) = (self.source(), self.target());
        let mut number = 0;
        for (((cut, &part), other), &which) in
            source.dimensions().iter().zip(from).zip(target.dimensions()).zip(to)
        {
            let (own, all) = meeting_number(cut, part, other, which)?;
            number = number * all + own;
        }
        Some(number * target.copies() + copy)
    }
}

/// The ranks that hold the same, and which of the others gets it from which of them.
pub(super) struct Holders<'a> {
    plan: &'a ReshardPlan,
    from: Vec<i64>,
    ranks: Vec<i64>,
    /// The numbers of what the holders themselves want, which nobody sends.
    own: Vec<i64>,
}

impl Holders<'_> {
    /// The rank that sends to the rank that wants this copy of these parts of the target.
    ///
    /// Post-condition: those that lack the part are numbered, and dealt to the holders in turn: no holder serves two
    /// more than another. Sender and receiver find the same.
    pub(super) fn sender(&self, to: &[i64], copy: i64) -> Option<i64> {
        if let [only] = self.ranks[..] {
            return Some(only);
        }
        let number = self.plan.number(&self.from, to, copy)?;
        let before = self.own.partition_point(|own| *own < number);
        let turn = usize::try_from(number).ok()? - before;
        self.ranks.get(turn % self.ranks.len()).copied()
    }
}
