//! Labels that one operand alone has: it is summed over them before it is multiplied.

use super::error::ContractionError;
use super::labels::Extents;
use super::modes::{CompactModes, Labelled};
use super::one::{PAGE, STRANDS, each_sum};
use super::scattered::{LabelRows, SummedPlaces};
use crate::int::sort_few;
use crate::kernel::product::{Arithmetic, FactorOf};
use crate::layout::Mapping;
use crate::tensor::View;
use alloc::vec::Vec;

/// An operand without the labels that it alone had: a sum for each index of the others.
pub(super) struct Summed<S> {
    pub(super) sums: Vec<S>,
    pub(super) labels: Vec<u8>,
    pub(super) modes: CompactModes,
}

impl<S: Arithmetic> Summed<S> {
    /// The operand summed over the labels that nothing else has, if there are any: `(Σ a) * b` for `Σ (a * b)`, which
    /// multiplies so much less often.
    pub(super) fn new<X: FactorOf<S>, A: Mapping>(
        a: &View<'_, X, A>,
        labels: &[u8],
        is_alone: impl Fn(u8) -> bool,
        extents: &Extents,
    ) -> Result<Option<Self>, ContractionError> {
        let layout = a.layout();
        let of_a = Labelled { labels, modes: &layout };
        let mut all = labels.to_vec();
        sort_few(&mut all, |&label| (of_a.stride(label), label));
        all.dedup();
        let (alone, kept): (Vec<u8>, Vec<u8>) = all.into_iter().partition(|&label| is_alone(label));
        if alone.is_empty() {
            return Ok(None);
        }
        let alone = SummedPlaces::new(of_a, &alone, extents, STRANDS)?;
        let places = LabelRows::new(of_a, &kept, extents, PAGE)?;
        let mut sums = Vec::new();
        let indices = places.row.len().saturating_mul(places.rows.len());
        sums.try_reserve_exact(indices).map_err(|_| ContractionError::OutOfMemory { indices })?;
        // SAFETY: the indices are inside the extents, and those of the sums are in order.
        unsafe { each_sum(a, &places, &alone, |_, _, sum| sums.push(sum)) };
        let modes = CompactModes(kept.iter().map(|&label| extents.of(label)).collect());
        Ok(Some(Summed { sums, labels: kept, modes }))
    }

    pub(super) fn labelled(&self) -> Labelled<'_, CompactModes> {
        Labelled { labels: &self.labels, modes: &self.modes }
    }
}
