//! What a plan does: one schedule, or several between layouts that XOR places.

#[cfg(feature = "alloc")]
use super::parts::CopyParts;
use super::schedule::Schedule;
use super::unit::LoopUnit;
use core::fmt;
use core::ops::Range;

/// How all elements are moved.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "most plans are the large one")]
pub(super) enum PlannedMoves {
    Linear(Schedule),
    #[cfg(feature = "alloc")]
    Parts(CopyParts),
}

impl PlannedMoves {
    pub(super) fn unit(&self) -> LoopUnit {
        match self {
            PlannedMoves::Linear(schedule) => schedule.unit(),
            #[cfg(feature = "alloc")]
            PlannedMoves::Parts(parts) => parts.unit(),
        }
    }

    /// As of [`Schedule::run`].
    ///
    /// # Safety
    /// As there.
    pub(super) unsafe fn run(&self, src: *const u8, dst: *mut u8) {
        match self {
            // SAFETY: as the caller says.
            PlannedMoves::Linear(schedule) => unsafe { schedule.run(src, dst) },
            #[cfg(feature = "alloc")]
            // SAFETY: as the caller says.
            PlannedMoves::Parts(parts) => unsafe { parts.run(src, dst) },
        }
    }

    /// As of [`Schedule::run_in`].
    ///
    /// # Safety
    /// As there.
    pub(super) unsafe fn run_in(&self, window: &Range<isize>, src: *const u8, dst: *mut u8) {
        match self {
            // SAFETY: as the caller says.
            PlannedMoves::Linear(schedule) => unsafe { schedule.run_in(window, src, dst) },
            #[cfg(feature = "alloc")]
            // SAFETY: as the caller says.
            PlannedMoves::Parts(parts) => unsafe { parts.run_in(window, src, dst) },
        }
    }

    /// Whether the layouts are sums.
    pub(super) fn are_linear(&self) -> bool {
        matches!(self, PlannedMoves::Linear(_))
    }
}

impl fmt::Display for PlannedMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlannedMoves::Linear(schedule) => schedule.fmt(f),
            #[cfg(feature = "alloc")]
            PlannedMoves::Parts(parts) => parts.fmt(f),
        }
    }
}
