//! The digits of an index: what copies between layouts are planned by.

use super::{Extent, Layout};
use crate::int::const_list::ConstList;
use crate::tuple::{IntTuple, MAX_LEAVES, MAX_RANK, Shape, Stride};

/// A layout whose offset is the sum, over the leaves of every mode, of the digits of the index times their strides:
/// the leaves of each top-level mode, and how many elements the mode has.
///
/// The first leaf of a mode is the fastest digit. The last one takes what is left of the index.
#[derive(Clone, Copy, Debug)]
pub struct Digits {
    leaves: ConstList<(usize, isize), MAX_LEAVES>,
    modes: ConstList<ModeDigits, MAX_RANK>,
}

/// One mode: how many leaves there are up to its end, and its logical extent.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ModeDigits {
    end: usize,
    extent: usize,
}

impl Digits {
    /// No modes.
    pub(crate) const fn new() -> Self {
        Digits { leaves: ConstList::new((1, 0)), modes: ConstList::new(ModeDigits { end: 0, extent: 1 }) }
    }

    /// One more leaf of the mode that is being written: extent and stride.
    pub(crate) const fn leaf(&mut self, extent: usize, stride: isize) {
        self.leaves.push((extent, stride));
    }

    /// The mode is written: so many elements it has.
    pub(crate) const fn mode(&mut self, extent: usize) {
        self.modes.push(ModeDigits { end: self.leaves.len(), extent });
    }

    /// The number of modes.
    pub(crate) const fn rank(&self) -> usize {
        self.modes.len()
    }

    /// The logical extent of a mode.
    pub(crate) const fn extent(&self, mode: usize) -> usize {
        self.modes.entries()[mode].extent
    }

    /// The number of elements, if that fits in a machine word; otherwise the most there can be.
    pub(crate) const fn len(&self) -> usize {
        let (mut len, mut mode) = (1usize, 0);
        while mode < self.rank() {
            len = len.saturating_mul(self.extent(mode));
            mode += 1;
        }
        len
    }

    /// The leaves of a mode, extent and stride, the fastest digit first.
    pub(crate) const fn leaves(&self, mode: usize) -> &[(usize, isize)] {
        let start = if mode == 0 { 0 } else { self.modes.entries()[mode - 1].end };
        let end = self.modes.entries()[mode].end;
        self.leaves.entries().split_at(end).0.split_at(start).1
    }

    /// Whether another layout has the same leaves and extents.
    pub(crate) fn same(&self, other: &Digits) -> bool {
        self.leaves.entries() == other.leaves.entries() && self.modes.entries() == other.modes.entries()
    }

    /// Whether all modes have as many elements in another layout.
    pub(crate) const fn same_extents(&self, other: &Digits) -> bool {
        if self.rank() != other.rank() {
            return false;
        }
        let mut mode = 0;
        while mode < self.rank() {
            if self.extent(mode) != other.extent(mode) {
                return false;
            }
            mode += 1;
        }
        true
    }
}

impl<S: Shape, D: Stride<S>, E: Extent<S>> Layout<S, D, E> {
    /// The digits, where all leaves and extents are static.
    pub(super) const STATIC_DIGITS: Option<Digits> = {
        let (mut digits, mut is_static, mut mode, mut leaf) = (Digits::new(), true, 0, 0);
        while mode < <S as IntTuple>::RANK {
            let end = leaf + S::PROFILE.mode_leaves()[mode];
            while leaf < end {
                match (S::LEAVES.get(leaf), D::LEAVES.get(leaf)) {
                    (Some(extent), Some(stride)) => digits.leaf(extent.cast_unsigned(), stride),
                    _ => is_static = false,
                }
                leaf += 1;
            }
            match <E::Extents as Shape>::MODE_SIZES[mode] {
                Some(extent) => digits.mode(extent),
                None => is_static = false,
            }
            mode += 1;
        }
        if is_static { Some(digits) } else { None }
    };

    /// The digits.
    pub(super) fn digits_of(&self) -> Digits {
        let mut digits = Digits::new();
        for mode in 0..<S as IntTuple>::RANK {
            self.stride().each_leaf_of(self.shape(), mode, &mut |extent, stride| digits.leaf(extent, stride));
            digits.mode(self.extents().mode_size(mode));
        }
        digits
    }
}
