//! Why two tensors do not go together.

use crate::layout::Mapping;
use crate::tuple::{Shape, Text};
use core::fmt;

/// Two tensors whose extents differ where a kernel needs them equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// What was asked, such as `copy`.
    pub kernel: &'static str,
    /// The mode of the first tensor.
    pub mode: usize,
    /// Its extent.
    pub extent: usize,
    /// The mode of the second tensor.
    pub other_mode: usize,
    /// Its extent.
    pub other_extent: usize,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { kernel, mode, extent, other_mode, other_extent } = self;
        write!(f, "{kernel}: mode {mode} of the one tensor has extent {extent}, ")?;
        write!(f, "mode {other_mode} of the other has extent {other_extent}")
    }
}

impl core::error::Error for Mismatch {}

/// All extents of `a` and `b` are equal.
pub(super) fn check_same<A: Mapping, B: Mapping>(kernel: &'static str, a: &A, b: &B) -> Result<(), Mismatch> {
    (0..A::RANK).try_for_each(|mode| check_mode(kernel, (a, mode), (b, mode)))
}

/// Mode `i` of `a` and mode `j` of `b` have one extent.
pub(super) fn check_mode<A: Mapping, B: Mapping>(
    kernel: &'static str,
    (a, mode): (&A, usize),
    (b, other_mode): (&B, usize),
) -> Result<(), Mismatch> {
    let (extent, other_extent) = (a.mode_extent(mode), b.mode_extent(other_mode));
    match extent == other_extent {
        true => Ok(()),
        false => Err(Mismatch { kernel, mode, extent, other_mode, other_extent }),
    }
}

/// A mistake of static layouts as a compile error. The function that the user calls asks for it: only from there does
/// the compiler name the user's line.
#[track_caller]
pub(super) const fn check(mistake: Option<Text>) {
    if let Some(mistake) = mistake {
        panic!("{}", mistake.as_str())
    }
}

/// That `A` and `B` have different ranks, or static extents that differ.
pub(super) const fn static_mismatch<A: Mapping, B: Mapping>() -> Option<Text> {
    if A::RANK != B::RANK {
        let text = Text::new().str("ranks do not match: ").number(A::RANK).str(" in ").text(&A::TEXT);
        return Some(text.str(", ").number(B::RANK).str(" in ").text(&B::TEXT));
    }
    let mut mode = 0;
    while mode < A::RANK {
        if let Some(mismatch) = static_mode_mismatch::<A, B>(mode, mode) {
            return Some(mismatch);
        }
        mode += 1;
    }
    None
}

/// That mode `i` of `A` and mode `j` of `B` have different static extents.
pub(super) const fn static_mode_mismatch<A: Mapping, B: Mapping>(mode: usize, other: usize) -> Option<Text> {
    match (<A::Extents as Shape>::MODE_SIZES[mode], <B::Extents as Shape>::MODE_SIZES[other]) {
        (Some(a), Some(b)) if a != b => {
            let text =
                Text::new().str("extents do not match: mode ").number(mode).str(" has extent ").number(a);
            let text =
                text.str(" in ").text(&A::TEXT).str(", mode ").number(other).str(" has extent ").number(b);
            Some(text.str(" in ").text(&B::TEXT))
        }
        _ => None,
    }
}
