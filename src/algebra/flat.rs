//! Layouts as data: the modes that `const fn` and checks at run time compute with.

use crate::admissible::FlatMode;
use crate::int::const_list::ConstList;
use crate::tuple::{IntTuple, Leaves, MAX_LEAVES, Step};

/// The leaf modes of a layout.
#[derive(Clone, Copy)]
pub(crate) struct Flat(ConstList<FlatMode, MAX_LEAVES>);

impl Flat {
    pub(crate) const fn new() -> Self {
        Flat(ConstList::new(FlatMode { extent: 1, stride: 0 }))
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
        assert!(self.0.len() < MAX_LEAVES, "a layout has at most 48 leaves");
        self.0.push(FlatMode { extent, stride });
    }

    /// One more mode, in its place by stride.
    pub(crate) const fn insert(&mut self, extent: i64, stride: i64) {
        self.push(extent, stride);
        let modes = self.0.entries_mut();
        let mut i = modes.len() - 1;
        while i > 0 && modes[i - 1].stride > stride {
            modes[i] = modes[i - 1];
            i -= 1;
        }
        modes[i] = FlatMode { extent, stride };
    }

    /// Adds a mode behind others, merged with the last of them if it goes on where that ends.
    pub(crate) const fn push_coalesced(&mut self, extent: i64, stride: i64) {
        if extent == 1 {
            return;
        }
        if let Some(last) = self.0.entries_mut().last_mut()
            && let (Some(end), Some(both)) =
                (last.stride.checked_mul(last.extent), last.extent.checked_mul(extent))
            && end == stride
        {
            last.extent = both;
        } else {
            self.push(extent, stride);
        }
    }

    /// The same function in as few modes as possible.
    pub(crate) const fn coalesced(&self) -> Flat {
        let (modes, mut result, mut i) = (self.modes(), Flat::new(), 0);
        while i < modes.len() {
            result.push_coalesced(modes[i].extent, modes[i].stride);
            i += 1;
        }
        result
    }

    /// Whether there is a mode without elements.
    pub(crate) const fn is_empty(&self) -> bool {
        let (modes, mut i) = (self.modes(), 0);
        while i < modes.len() {
            if modes[i].extent == 0 {
                return true;
            }
            i += 1;
        }
        false
    }

    #[inline]
    pub(crate) const fn modes(&self) -> &[FlatMode] {
        self.0.entries()
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
    let mut flat = Flat::new();
    shape.visit(&mut |step| {
        if let Step::Leaf(extent) = step {
            flat.push(extent as i64, 0);
        }
    });
    let (modes, mut mode) = (flat.0.entries_mut(), 0);
    stride.visit(&mut |step| {
        if let Step::Leaf(stride) = step {
            modes[mode].stride = stride as i64;
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
