//! Facts of a layout as a function: injective, exhaustive, contiguous.

use super::collision::{LeafModes, Overlap};
use super::{Extent, Layout};
use crate::int::Integer;
use crate::tuple::{Shape, Stride};

/// Whether no two coordinates of the shape have the same offset, padding included.
///
/// Exact, unless strides are so tangled that the search for two such coordinates is given up (after some 260,000
/// steps): then the answer is `false`. Source: mdspan's `is_unique`.
///
/// ```
/// use tilework::{layout::is_injective, prelude::*};
/// assert!(is_injective(&layout!(((4, 2), (4, 3)):((4, 16), (1, 32)))));
/// assert!(!is_injective(&layout!((4, 2):(1, 3))));
/// // strides that interleave: 0 2 4 / 5 7 9
/// assert!(is_injective(&layout!((3, 2):(2, 5))));
/// ```
pub fn is_injective<S: Shape, D: Stride<S>, E: Extent<S>>(layout: &Layout<S, D, E>) -> bool {
    overlap(layout.shape(), layout.stride()) == Overlap::None
}

/// Whether every offset from the smallest to the largest is reached. Source: mdspan's `is_exhaustive`.
///
/// Post-condition for an injective layout: `size(layout) == cosize(layout)`.
///
/// ```
/// use tilework::{layout::is_exhaustive, prelude::*};
/// assert!(is_exhaustive(&layout!((4, 2):(2, 1))));
/// assert!(!is_exhaustive(&layout!((4, 2):(1, 8))));
/// ```
pub fn is_exhaustive<S: Shape, D: Stride<S>, E: Extent<S>>(layout: &Layout<S, D, E>) -> bool {
    // the offsets of some modes have no hole iff no stride is more than one past what the smaller ones reach
    layout.size().value() == 0
        || all_leaves(layout.shape(), layout.stride(), |stride, reach| stride <= reach + 1)
}

/// Whether the offsets are `size` numbers in a row, each reached once, in any order: injective and exhaustive.
///
/// They are `0..size` unless a stride is negative.
///
/// ```
/// use tilework::{layout::is_contiguous, prelude::*};
/// assert!(is_contiguous(&layout!((2, 3):(3, 1))));
/// assert!(!is_contiguous(&layout!((2, 3):(4, 1))));
/// ```
pub fn is_contiguous<S: Shape, D: Stride<S>, E: Extent<S>>(layout: &Layout<S, D, E>) -> bool {
    is_injective(layout) && is_exhaustive(layout)
}

/// Whether coordinates share an offset.
pub(super) fn overlap<S: Shape, D: Stride<S>>(shape: S, stride: D) -> Overlap {
    // every stride steps over all that the smaller ones reach: true of the layouts of practice
    if all_leaves(shape, stride, |stride, reach| stride > reach) {
        return Overlap::None;
    }
    let mut modes = LeafModes::new();
    stride.each_leaf(shape, &mut |extent, stride| modes.push(extent, stride));
    modes.overlap(OVERLAP_STEPS)
}

/// How long the search for overlaps may take: a few milliseconds.
const OVERLAP_STEPS: u32 = 1 << 18;

/// Whether something holds of the size of every stride that moves, and of how far all smaller strides reach together.
///
/// Compares every leaf with every other: there are few, and nothing need be kept.
fn all_leaves<S: Shape, D: Stride<S>>(shape: S, stride: D, holds: impl Fn(usize, usize) -> bool) -> bool {
    let (mut all, mut place) = (true, 0);
    stride.each_leaf(shape, &mut |extent, step| {
        let (mut reach, mut other_place) = (0, 0);
        stride.each_leaf(shape, &mut |other_extent, other| {
            let smaller = (other.unsigned_abs(), other_place) < (step.unsigned_abs(), place);
            reach += if smaller { other.unsigned_abs() * other_extent.saturating_sub(1) } else { 0 };
            other_place += 1;
        });
        all &= extent <= 1 || holds(step.unsigned_abs(), reach);
        place += 1;
    });
    all
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Layout<S, D, E> {
    /// See [`is_injective`].
    pub fn is_injective(&self) -> bool {
        is_injective(self)
    }

    /// See [`is_exhaustive`].
    pub fn is_exhaustive(&self) -> bool {
        is_exhaustive(self)
    }

    /// See [`is_contiguous`].
    pub fn is_contiguous(&self) -> bool {
        is_contiguous(self)
    }
}
