//! The digits of an index: what copies between layouts are planned by.

use crate::int::const_list::ConstList;
use crate::int::sort_few;
use crate::tuple::{IntTuple, MAX_LEAVES, MAX_RANK, Shape, Stride};
use core::cmp::Ordering;

/// A layout whose offset is the sum, over the leaves of every mode, of the digits of the index times their strides:
/// the leaves of each top-level mode, and how many elements the mode has.
///
/// The first leaf of a mode is the fastest digit. The last one takes what is left of the index.
#[derive(Clone, Copy, Debug)]
pub struct MixedRadix {
    leaves: ConstList<(usize, isize), MAX_LEAVES>,
    modes: ConstList<ModeRadix, MAX_RANK>,
}

/// One mode: how many leaves there are up to its end, and its logical extent.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ModeRadix {
    end: usize,
    extent: usize,
}

impl MixedRadix {
    /// No modes.
    pub(crate) const fn new() -> Self {
        MixedRadix { leaves: ConstList::new((0, 0)), modes: ConstList::new(ModeRadix { end: 0, extent: 0 }) }
    }

    /// One more leaf of the mode that is being written: extent and stride.
    pub(crate) const fn leaf(&mut self, extent: usize, stride: isize) {
        self.leaves.push((extent, stride));
    }

    /// The mode is written: so many elements it has.
    pub(crate) const fn mode(&mut self, extent: usize) {
        self.modes.push(ModeRadix { end: self.leaves.len(), extent });
    }

    /// The number of modes.
    pub(crate) const fn rank(&self) -> usize {
        self.modes.len()
    }

    /// The logical extent of a mode.
    pub(crate) const fn extent(&self, mode: usize) -> usize {
        self.modes.entries()[mode].extent
    }

    /// Whether a mode has no elements.
    pub(crate) const fn is_empty(&self) -> bool {
        let mut mode = 0;
        while mode < self.rank() {
            if self.extent(mode) == 0 {
                return true;
            }
            mode += 1;
        }
        false
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

    /// How many values all digits have together, if that fits in a machine word; otherwise the most there can be.
    pub(crate) fn size(&self) -> usize {
        self.leaves.entries().iter().fold(1, |size, leaf| size.saturating_mul(leaf.0))
    }

    /// How far offsets go below 0 and above, over the whole shape; nowhere if there are no elements.
    pub(crate) const fn reach(&self) -> (u128, u128) {
        let (mut below, mut above, mut i) = (0_u128, 0_u128, 0);
        if self.is_empty() {
            return (0, 0);
        }
        while i < self.leaves.len() {
            let (extent, stride) = self.leaves.entries()[i];
            // of two factors of 64 bits
            let reach = (extent as u128 - 1) * stride.unsigned_abs() as u128;
            if stride < 0 {
                below = below.saturating_add(reach);
            } else {
                above = above.saturating_add(reach);
            }
            i += 1;
        }
        (below, above)
    }

    /// The leaves of a mode, extent and stride, the fastest digit first.
    pub(crate) const fn leaves(&self, mode: usize) -> &[(usize, isize)] {
        let start = if mode == 0 { 0 } else { self.modes.entries()[mode - 1].end };
        let end = self.modes.entries()[mode].end;
        self.leaves.entries().split_at(end).0.split_at(start).1
    }

    /// What an index of a mode adds to the offset.
    pub(crate) fn mode_offset(&self, mode: usize, mut index: usize) -> isize {
        let leaves = self.leaves(mode);
        let offsets = leaves.iter().enumerate().map(|(i, &(extent, stride))| {
            let digit = if i + 1 == leaves.len() { index } else { index % extent };
            index /= extent.max(1);
            stride.wrapping_mul(digit.cast_signed())
        });
        offsets.fold(0, isize::wrapping_add)
    }

    /// Whether a mode falls into blocks of `len` indices that have all digits below the number of the block to
    /// themselves: then offsets in a block are the same from its first one on.
    pub(crate) fn is_cut_by(&self, mode: usize, mut len: usize) -> bool {
        let [leaves @ .., _] = self.leaves(mode) else { return true };
        for &(extent, _) in leaves {
            if len <= extent {
                return len > 0 && extent.is_multiple_of(len);
            }
            if !len.is_multiple_of(extent) {
                return false;
            }
            len /= extent;
        }
        true
    }

    /// Whether so many indices from one on have the digits that the first ones have, but for what this one has.
    pub(crate) fn goes_as_first(&self, mode: usize, start: usize, len: usize) -> bool {
        let [leaves @ .., _] = self.leaves(mode) else { return true };
        let mut values = 1_usize;
        for &(extent, _) in leaves {
            let all = values.saturating_mul(extent.max(1));
            if start.is_multiple_of(values) && start % all + len <= all {
                return true;
            }
            values = all;
        }
        start.is_multiple_of(values)
    }

    /// A number of indices up to another one, all multiples of which have as many behind them that
    /// [go as the first ones](Self::goes_as_first), or any number of them; and which of both.
    pub(crate) fn unit(&self, mode: usize, most: usize) -> (usize, bool) {
        let [leaves @ .., _] = self.leaves(mode) else { return (1, true) };
        let mut unit = 1;
        for &(extent, _) in leaves {
            if extent > most / unit {
                let parts = (1..=most / unit).rev().find(|&part| extent.is_multiple_of(part));
                return (unit * parts.unwrap_or(1), false);
            }
            unit *= extent.max(1);
        }
        (unit, true)
    }

    /// The layout of the first elements: of so many in each mode.
    pub(crate) fn first(&self, extents: &[usize]) -> MixedRadix {
        let mut first = MixedRadix::new();
        for (mode, &len) in extents.iter().enumerate() {
            let (leaves, mut left) = (self.leaves(mode), len);
            for (i, &(extent, stride)) in leaves.iter().enumerate() {
                let extent = if i + 1 == leaves.len() { left } else { extent.min(left) };
                first.leaf(extent, stride);
                left = left.div_ceil(extent.max(1));
            }
            first.mode(len);
        }
        first
    }

    /// The padding of which this is the first mode: indices beyond its extent, below the extents of the modes before
    /// it, any of the shape in those behind; and the offset of the first place. It counts from the last index of the
    /// mode down, so that it has digits too.
    pub(crate) fn padding(&self, mode: usize) -> Option<(isize, MixedRadix)> {
        let size = |mode| self.leaves(mode).iter().fold(1, |size: usize, leaf| size.saturating_mul(leaf.0));
        let (mut padding, mut base) = (MixedRadix::new(), 0);
        let count = size(mode).checked_sub(self.extent(mode)).filter(|&count| count > 0)?;
        for other in 0..self.rank() {
            for &(extent, stride) in self.leaves(other) {
                padding.leaf(extent, if other == mode { stride.wrapping_neg() } else { stride });
            }
            padding.mode(match other.cmp(&mode) {
                Ordering::Less => self.extent(other),
                Ordering::Equal => count,
                Ordering::Greater => size(other),
            });
        }
        for &(extent, stride) in self.leaves(mode) {
            base += stride.wrapping_mul((extent - 1).cast_signed());
        }
        Some((base, padding))
    }

    /// The same digits, all elements in one place.
    pub(crate) fn repeated(&self) -> MixedRadix {
        let mut repeated = *self;
        repeated.leaves.entries_mut().iter_mut().for_each(|leaf| leaf.1 = 0);
        repeated
    }

    /// The same digits in the same order of memory, from the smallest stride to the largest, without holes.
    pub(crate) fn compact(&self) -> MixedRadix {
        let mut compact = *self;
        let mut order = [0; MAX_LEAVES];
        let (leaves, order) = (compact.leaves.entries_mut(), &mut order[..self.leaves.len()]);
        order.iter_mut().enumerate().for_each(|(i, place)| *place = i);
        sort_few(order, |&i| (leaves[i].1.unsigned_abs(), leaves[i].0));
        let mut stride = 1;
        for &i in order.iter() {
            leaves[i].1 = stride;
            stride *= leaves[i].0.cast_signed();
        }
        compact
    }

    /// Whether every offset of another layout is seen to be one of this: each of its leaves takes steps in leaves of
    /// this layout, in one or as a diagonal does in several at once, and all together no more than there are; leaves
    /// that go on where others end are one.
    ///
    /// Sufficient, not necessary: a leaf whose steps are carried from one leaf into another is not followed.
    pub(crate) const fn covers(&self, other: &MixedRadix) -> bool {
        if self.is_empty() || other.is_empty() {
            return other.is_empty();
        }
        let mut runs = self.runs();
        let runs = runs.entries_mut();
        let (leaves, mut i) = (other.leaves.entries(), 0);
        while i < leaves.len() {
            let (extent, stride) = leaves[i];
            let is_still = extent == 1 || stride == 0;
            if !is_still && !steps_in_one(runs, leaves[i]) && !steps_in_several(runs, leaves[i]) {
                return false;
            }
            i += 1;
        }
        true
    }

    /// The steps that there are, from the smallest stride to the largest: how many, none of them for the index 0, and
    /// of which stride. Leaves that go on where others end are one run.
    const fn runs(&self) -> ConstList<(usize, isize), MAX_LEAVES> {
        let (mut sorted, mut i) = (self.leaves, 0);
        let leaves = sorted.entries_mut();
        while i < leaves.len() {
            let mut place = i;
            while place > 0 && leaves[place - 1].1.unsigned_abs() > leaves[place].1.unsigned_abs() {
                leaves.swap(place - 1, place);
                place -= 1;
            }
            i += 1;
        }
        let mut runs = ConstList::<(usize, isize), MAX_LEAVES>::new((0, 0));
        i = 0;
        while i < leaves.len() {
            let (extent, stride) = leaves[i];
            if extent != 1 {
                match runs.entries_mut() {
                    [.., (steps, step)] if goes_on(*steps, *step, stride) => {
                        *steps = (*steps + 1) * extent - 1;
                    }
                    _ => runs.push((extent - 1, stride)),
                }
            }
            i += 1;
        }
        runs
    }

    /// Whether another layout has the same leaves and extents.
    #[inline]
    pub(crate) fn same(&self, other: &MixedRadix) -> bool {
        self.leaves.entries() == other.leaves.entries() && self.modes.entries() == other.modes.entries()
    }

    /// Whether all modes have as many elements in another layout.
    pub(crate) const fn same_extents(&self, other: &MixedRadix) -> bool {
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

/// Whether a stride is where a run of so many steps ends.
const fn goes_on(steps: usize, step: isize, stride: isize) -> bool {
    matches!((steps + 1).cast_signed().checked_mul(step), Some(end) if end == stride)
}

/// Takes the steps of a leaf from those left in one run, the largest that has them.
const fn steps_in_one(runs: &mut [(usize, isize)], (extent, stride): (usize, isize)) -> bool {
    let mut i = runs.len();
    while i > 0 {
        i -= 1;
        let (left, step) = runs[i];
        if let Some(each) = stride.checked_div(step)
            && each > 0
            && each * step == stride
            && let Some(steps) = each.unsigned_abs().checked_mul(extent - 1)
            && let Some(rest) = left.checked_sub(steps)
        {
            runs[i].0 = rest;
            return true;
        }
    }
    false
}

/// Takes the steps of a leaf from those left in several runs: from the largest on as few as the smaller ones can make
/// up for.
const fn steps_in_several(runs: &mut [(usize, isize)], (extent, stride): (usize, isize)) -> bool {
    let (mut taken, mut rest) = ([0; MAX_LEAVES], stride as i128);
    let mut i = runs.len();
    while i > 0 {
        i -= 1;
        // for each step of the leaf so many at most in a run
        let (most, step) = (runs[i].0 / (extent - 1), runs[i].1);
        let (below, above) = reach_of(runs.split_at(i).0, extent);
        let lacks = if step > 0 { rest.saturating_sub(above) } else { below.saturating_sub(rest) };
        if lacks > 0 {
            let each = lacks.unsigned_abs().div_ceil(if step == 0 { 1 } else { step.unsigned_abs() as u128 });
            if each > most as u128 {
                return false;
            }
            taken[i] = each as usize * (extent - 1);
            rest -= each.cast_signed() * step as i128;
        }
    }
    while rest == 0 && i < runs.len() {
        runs[i].0 -= taken[i];
        i += 1;
    }
    rest == 0
}

/// How far one of the `extent - 1` steps of a leaf may go in runs, below 0 and above.
const fn reach_of(runs: &[(usize, isize)], extent: usize) -> (i128, i128) {
    let (mut below, mut above, mut i) = (0_i128, 0_i128, 0);
    while i < runs.len() {
        let (left, step) = runs[i];
        // of two factors of 64 bits
        let reach = (left / (extent - 1)) as i128 * step as i128;
        if reach < 0 {
            below = below.saturating_add(reach);
        } else {
            above = above.saturating_add(reach);
        }
        i += 1;
    }
    (below, above)
}

/// What is known of a layout with shape `S`, strides `D` and these extents, if all of it is static.
pub(super) const fn static_radix<S: Shape, D: Stride<S>, E: Shape>() -> Option<MixedRadix> {
    let (mut radix, mut mode, mut leaf) = (MixedRadix::new(), 0, 0);
    while mode < <S as IntTuple>::RANK {
        let end = leaf + S::PROFILE.mode_leaves()[mode];
        while leaf < end {
            let (Some(extent), Some(stride)) = (S::LEAVES.get(leaf), D::LEAVES.get(leaf)) else {
                return None;
            };
            radix.leaf(extent.cast_unsigned(), stride);
            leaf += 1;
        }
        let Some(extent) = E::MODE_SIZES[mode] else { return None };
        radix.mode(extent);
        mode += 1;
    }
    Some(radix)
}

/// The same of its values.
#[inline(always)]
pub(super) fn mixed_radix<S: Shape, D: Stride<S>>(shape: S, stride: D, extents: impl Shape) -> MixedRadix {
    let mut radix = MixedRadix::new();
    for mode in 0..<S as IntTuple>::RANK {
        stride.each_leaf_of(shape, mode, &mut |extent, stride| radix.leaf(extent, stride));
        radix.mode(extents.mode_size(mode));
    }
    radix
}
