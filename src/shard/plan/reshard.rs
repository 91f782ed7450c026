//! The plan: from which distribution to which.
use crate::dynamic::{Result, arithmetic, invalid};
use crate::shard::distribution::Distribution;

/// A plan that brings an array from one distribution to another.
///
/// It is the two distributions, checked; what ranks do follows from them: [`part`](Self::part) for one rank,
/// [`figures`](Self::figures) for all. Every rank receives what it wants and does not hold, each element once, and
/// nothing else moves, so that no plan moves less.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReshardPlan {
    source: Distribution,
    target: Distribution,
}

impl ReshardPlan {
    /// The plan between two distributions of arrays of the same sizes.
    ///
    /// # Errors
    /// If the sizes differ, there are more than 2^24 ranks, or 64 bits do not count an array for each of them.
    pub fn new(source: Distribution, target: Distribution) -> Result<Self> {
        let (from, to) = (source.extents(), target.extents());
        if from != to {
            return Err(invalid!("reshard", "an array of sizes {from:?} does not become one of {to:?}"));
        }
        let plan = ReshardPlan { source, target };
        let ranks = plan.ranks();
        if ranks > MOST_RANKS {
            return Err(invalid!("reshard", "{ranks} ranks: there are {MOST_RANKS} at most"));
        }
        arithmetic::product(from.into_iter().chain([ranks]), "an array for each rank")?;
        Ok(plan)
    }

    /// Where the array comes from.
    pub fn source(&self) -> &Distribution {
        &self.source
    }

    /// Where it goes.
    pub fn target(&self) -> &Distribution {
        &self.target
    }

    /// The number of ranks.
    pub fn ranks(&self) -> i64 {
        self.source.ranks().max(self.target.ranks())
    }

    pub(super) fn check(&self, rank: i64) -> Result<()> {
        let ranks = self.ranks();
        if (0..ranks).contains(&rank) {
            return Ok(());
        }
        Err(invalid!("reshard", "there is no rank {rank} of {ranks}"))
    }
}

const MOST_RANKS: i64 = 1 << 24;
