//! The one collective that does what a plan does.
use super::reshard::ReshardPlan;
use crate::dynamic::{Error, Result};
use crate::shard::block_cyclic::BlockCyclic;
use crate::shard::distribution::Distribution;
use core::fmt;

/// What a compiler calls when all ranks do the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Collective {
    /// Every rank takes a part of what it has.
    DynamicSlice,
    /// Every rank gives all it has to one other.
    CollectivePermute,
    /// Every rank keeps what it has and gets what others of its group have.
    AllGather,
    /// In groups of ranks everybody exchanges equal parts with everybody.
    AllToAll,
}

impl ReshardPlan {
    /// The one collective that does what the plan does; none where it takes more than one, or they do not.
    ///
    /// Dimensions that tiles do not divide count as padded, as in XLA. Where there is none, XLA's partitioner looks for
    /// sequences of those that it knows, and else replicates and slices: its message is *involuntary full
    /// rematerialization*. Source: XLA, `PartitionedHlo::ReshardNoCache`.
    ///
    /// # Errors
    /// If a rank does not fit.
    ///
    /// ```
    /// use tilework::shard::{Distribution, plan::{Collective, ReshardPlan}};
    /// let collective = |from, to| {
    ///     let on = |text| Distribution::read(text, &[30, 30], 8);
    ///     ReshardPlan::new(on(from)?, on(to)?)?.collective()
    /// };
    /// assert_eq!(collective("devices=[8,1]<=[8]", "devices=[1,8]<=[8]")?, Some(Collective::AllToAll));
    /// assert_eq!(collective("devices=[8,1]<=[8]", "devices=[2,4]<=[4,2]T(1,0)")?, None);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn collective(&self) -> Result<Option<Collective>> {
        let (own, other) = (self.source(), self.target());
        let cuts = || own.dimensions().iter().zip(other.dimensions());
        // what is dealt in turn is no tile of a compiler
        let is_dealt = |cut: &BlockCyclic| cut.extent() > cut.period() || cut.first() != 0;
        if own.dimensions().iter().chain(other.dimensions()).any(is_dealt) {
            return Ok(None);
        }
        let extents = cuts().map(|(own, other)| own.parts().checked_mul(other.parts()));
        let extents = extents.collect::<Option<alloc::vec::Vec<i64>>>();
        let extents = extents.ok_or(Error::overflow("the number of tiles"))?;
        let even = |array: &Distribution| array.with_extents(&extents);
        let plan = ReshardPlan::new(even(own)?, even(other)?)?;

        let finer = cuts().filter(|(own, other)| own.parts() < other.parts()).count();
        let coarser = cuts().filter(|(own, other)| own.parts() > other.parts()).count();
        let mut all = [(Collective::DynamicSlice, true); 4];
        all[1] = (Collective::CollectivePermute, finer + coarser == 0);
        all[2] = (Collective::AllGather, finer == 0);
        all[3] = (Collective::AllToAll, (finer, coarser) == (1, 1));
        for figures in plan.all_figures()? {
            let (held, wanted, kept, messages) =
                (figures.held, figures.wanted, figures.kept, figures.messages_in);
            let group = messages + i64::from(kept > 0);
            all[0].1 &= messages == 0;
            all[1].1 &= messages <= 1 && (kept == 0 || messages == 0);
            all[2].1 &= kept == held && wanted == held * group;
            all[3].1 &= held == wanted && kept * group == wanted;
        }
        Ok(all.iter().find(|(_, does)| *does).map(|(collective, _)| *collective))
    }
}

/// The opcode of HLO.
impl fmt::Display for Collective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Collective::DynamicSlice => "dynamic-slice",
            Collective::CollectivePermute => "collective-permute",
            Collective::AllGather => "all-gather",
            Collective::AllToAll => "all-to-all",
        })
    }
}
