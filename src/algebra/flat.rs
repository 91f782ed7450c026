//! Layouts as data: the modes that `const fn` and checks at run time compute with.

use crate::admissible::FlatMode;
use crate::tuple::{IntTuple, Leaves, Step};

/// The leaf modes of a layout.
#[derive(Clone, Copy)]
pub(crate) struct Flat {
    modes: [FlatMode; Flat::CAPACITY],
    len: usize,
}

impl Flat {
    pub(crate) const CAPACITY: usize = 48;

    pub(crate) const fn new() -> Self {
        Flat { modes: [FlatMode { extent: 1, stride: 0 }; Flat::CAPACITY], len: 0 }
    }

    /// The modes with these leaves; `None` if one is not known.
    pub(crate) const fn of(shape: &Leaves, stride: &Leaves) -> Option<Self> {
        let (mut flat, mut i) = (Flat::new(), 0);
        while i < shape.len() {
            match (shape.get(i), stride.get(i)) {
                (Some(extent), Some(stride)) => flat.push(extent as i64, stride as i64),
                _ => return None,
            }
            i += 1;
        }
        Some(flat)
    }

    #[inline]
    pub(crate) const fn push(&mut self, extent: i64, stride: i64) {
        assert!(self.len < Flat::CAPACITY, "a layout has at most 48 leaves");
        self.modes[self.len] = FlatMode { extent, stride };
        self.len += 1;
    }

    /// One more mode, in its place by stride.
    pub(crate) const fn insert(&mut self, extent: i64, stride: i64) {
        self.push(extent, stride);
        let mut i = self.len - 1;
        while i > 0 && self.modes[i - 1].stride > stride {
            self.modes[i] = self.modes[i - 1];
            i -= 1;
        }
        self.modes[i] = FlatMode { extent, stride };
    }

    /// Adds a mode behind others, merged with the last of them if it goes on where that ends.
    pub(crate) const fn push_coalesced(&mut self, extent: i64, stride: i64) {
        if extent == 1 {
            return;
        }
        if let Some(FlatMode { extent: before, stride: step }) = self.modes().last().copied()
            && let (Some(end), Some(both)) = (step.checked_mul(before), before.checked_mul(extent))
            && end == stride
        {
            self.modes[self.len - 1].extent = both;
        } else {
            self.push(extent, stride);
        }
    }

    /// The same function in as few modes as possible.
    pub(crate) const fn coalesced(&self) -> Flat {
        let (mut result, mut i) = (Flat::new(), 0);
        while i < self.len {
            result.push_coalesced(self.modes[i].extent, self.modes[i].stride);
            i += 1;
        }
        result
    }

    /// Whether there is a mode without elements.
    pub(crate) const fn is_empty(&self) -> bool {
        let mut i = 0;
        while i < self.len {
            if self.modes[i].extent == 0 {
                return true;
            }
            i += 1;
        }
        false
    }

    #[inline]
    pub(crate) const fn modes(&self) -> &[FlatMode] {
        self.modes.split_at(self.len).0
    }
}

/// Modes as pairs of extent and stride, as tests write them.
#[cfg(test)]
impl Flat {
    pub(super) fn of_pairs(pairs: &[(i64, i64)]) -> Flat {
        let mut flat = Flat::new();
        pairs.iter().for_each(|&(extent, stride)| flat.push(extent, stride));
        flat
    }

    pub(super) fn pairs(&self) -> alloc::vec::Vec<(i64, i64)> {
        self.modes().iter().map(|mode| (mode.extent, mode.stride)).collect()
    }
}

/// The leaf modes of a shape and a stride as they are.
pub(crate) fn values<S: IntTuple, D: IntTuple>(shape: S, stride: D) -> Flat {
    let (mut flat, mut mode) = (Flat::new(), 0);
    shape.visit(&mut |step| {
        if let Step::Leaf(extent) = step {
            flat.push(extent as i64, 0);
        }
    });
    stride.visit(&mut |step| {
        if let Step::Leaf(stride) = step {
            flat.modes[mode].stride = stride as i64;
            mode += 1;
        }
    });
    flat
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_inserted_by_stride_and_after_their_equals() {
        let mut sorted = Flat::new();
        [(2, 4), (3, 1), (5, 4), (7, 2)]
            .into_iter()
            .for_each(|(extent, stride)| sorted.insert(extent, stride));
        assert_eq!(sorted.pairs(), [(3, 1), (7, 2), (2, 4), (5, 4)]);
        assert!(!sorted.is_empty());
        sorted.push(0, 9);
        assert!(sorted.is_empty());
    }

    #[test]
    fn as_many_modes_as_there_is_room_for_are_all_seen() {
        let mut full = Flat::new();
        (0..48).for_each(|place| full.push(if place % 2 == 0 { 1 } else { 2 }, 3 * place));
        assert_eq!((full.coalesced().modes().len(), full.is_empty()), (24, false));
    }
}
