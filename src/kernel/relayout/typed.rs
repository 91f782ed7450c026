//! Views copied by a schedule: a constant, if both layouts are static, and otherwise one that is made for the call.

use super::schedule::{Schedule, run_once};
use super::unit::LoopUnit;
use crate::kernel::nest::Nest;
use crate::layout::{Mapping, MixedRadix};
use crate::tensor::{View, ViewMut};
use core::marker::PhantomData;

/// Copies by a schedule, if there is one and it pays: whether it did.
///
/// # Safety
/// The extents are the same, and all bytes of an element are initialised.
#[inline(always)]
pub(in crate::kernel) unsafe fn move_numbers<T: Copy, S: Mapping, D: Mapping>(
    src: &View<'_, T, S>,
    dst: &mut ViewMut<'_, T, D>,
) -> bool {
    let (from, to) = (src.origin().as_ptr().cast_const().cast(), dst.origin().as_ptr().cast());
    // SAFETY: the schedule is that of the two layouts, and views hold all elements of their layouts, each at a place
    // of its own in the destination; the two are borrowed apart.
    let run = |schedule: &Schedule| unsafe { schedule.run(from, to) };
    if const { StaticSchedule::<T, S, D>::IS_STATIC } {
        return const { &StaticSchedule::<T, S, D>::SCHEDULE }.as_ref().map(run).is_some();
    }
    let (src, dst) = (src.layout(), dst.layout());
    let has_runs = StaticSchedule::<T, S, D>::MAY_HAVE_RUNS
        && Nest::<S, D>::are_blocks(Nest::<S, D>::OUTER, dst.mode_extent(Nest::<S, D>::OUTER))
        && Nest::<S, D>::are_blocks(Nest::<S, D>::INNER, dst.mode_extent(Nest::<S, D>::INNER));
    if dst.len().saturating_mul(size_of::<T>()) < fewest(has_runs)[1] {
        return false;
    }
    // not moved: they are large
    let (src, dst) = (src.mixed_radix(), dst.mixed_radix());
    let (Some(src), Some(dst)) = (&src, &dst) else { return false };
    // SAFETY: as above.
    unsafe { run_once((src, dst), size_of::<T>(), from, to) }
}

/// The fewest bytes for which a schedule is worth a call, if it is a constant, and if it is made for this copy alone:
/// more where loops are over [runs](RUN) only.
const fn fewest(has_runs: bool) -> [usize; 2] {
    if has_runs { [1 << 13, 1 << 17] } else { [1 << 10, 1 << 13] }
}

/// Runs of so many bytes loops move as fast as leaves do, in a cache.
const RUN: usize = 32;

/// Two layouts, for constants of both.
struct StaticSchedule<T, S, D>(PhantomData<(T, S, D)>);

impl<T, S: Mapping, D: Mapping> StaticSchedule<T, S, D> {
    /// Whether the schedule is known while compiling, if there is one.
    const IS_STATIC: bool = S::MIXED_RADIX.is_some() && D::MIXED_RADIX.is_some();
    /// Whether loops are over runs only, if the extents are whole blocks.
    const MAY_HAVE_RUNS: bool = Nest::<S, D>::NEIGHBOURS.saturating_mul(size_of::<T>()) >= RUN;
    const SCHEDULE: Option<Schedule> = match (S::MIXED_RADIX, D::MIXED_RADIX) {
        (Some(src), Some(dst))
            if size_of::<T>().is_power_of_two()
                && size_of::<T>().saturating_mul(dst.len()) >= fewest(Self::has_runs(&dst))[0] =>
        {
            Schedule::new(&src, &dst, LoopUnit::Bytes(size_of::<T>()))
        }
        _ => None,
    };

    /// Whether loops are over runs only, of such a destination.
    const fn has_runs(dst: &MixedRadix) -> bool {
        let [outer, inner] = [Nest::<S, D>::OUTER, Nest::<S, D>::INNER];
        Self::MAY_HAVE_RUNS
            && Nest::<S, D>::are_blocks(outer, dst.extent(outer))
            && Nest::<S, D>::are_blocks(inner, dst.extent(inner))
    }
}
