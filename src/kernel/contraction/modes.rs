//! What is asked of a tensor whose modes have labels.

use super::labels::Extents;
use crate::layout::{Mapping, MixedRadix};
use crate::tuple::MAX_LEAVES;
use alloc::vec::Vec;

/// Modes by number, and what an index of each contributes to the place of an element.
pub(super) trait LabelledModes {
    /// The extent of a mode.
    fn extent(&self, mode: usize) -> usize;
    /// What an index of a mode contributes to a sum.
    fn contribution(&self, mode: usize, index: usize) -> isize;
    /// The digits of the indices, if places are sums of theirs.
    fn digits(&self) -> Option<MixedRadix>;
    /// What no index contributes.
    fn base(&self) -> isize;
    /// Where sums lie, if not at themselves.
    fn place(&self) -> Option<fn(isize) -> isize>;
}

impl<L: Mapping> LabelledModes for L {
    fn extent(&self, mode: usize) -> usize {
        self.mode_extent(mode)
    }
    fn contribution(&self, mode: usize, index: usize) -> isize {
        self.mode_offset(mode, index)
    }
    fn digits(&self) -> Option<MixedRadix> {
        self.mixed_radix()
    }
    fn base(&self) -> isize {
        self.bias()
    }
    fn place(&self) -> Option<fn(isize) -> isize> {
        (L::ROW != 0).then_some(L::place as fn(isize) -> isize)
    }
}

/// The extents of a compact tensor of any rank, the first mode fastest.
#[derive(Debug)]
pub(super) struct CompactModes(pub(super) Vec<usize>);

impl CompactModes {
    fn stride(&self, mode: usize) -> usize {
        self.0[..mode].iter().product()
    }
}

impl LabelledModes for CompactModes {
    fn extent(&self, mode: usize) -> usize {
        self.0[mode]
    }
    fn contribution(&self, mode: usize, index: usize) -> isize {
        (self.stride(mode) * index).cast_signed()
    }
    fn digits(&self) -> Option<MixedRadix> {
        let mut digits = MixedRadix::new();
        for (mode, &extent) in self.0.iter().enumerate() {
            digits.leaf(extent, self.stride(mode).cast_signed());
            digits.mode(extent);
        }
        Some(digits)
    }
    fn base(&self) -> isize {
        0
    }
    fn place(&self) -> Option<fn(isize) -> isize> {
        None
    }
}

/// Modes and the label of each.
pub(super) struct Labelled<'l, M> {
    pub(super) labels: &'l [u8],
    pub(super) modes: &'l M,
}

impl<M> Clone for Labelled<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Labelled<'_, M> {}

impl<M: LabelledModes> Labelled<'_, M> {
    pub(super) fn has(&self, label: u8) -> bool {
        self.labels.contains(&label)
    }

    /// The modes of a label.
    pub(super) fn modes_of(&self, label: u8) -> impl Iterator<Item = usize> + '_ {
        (0..self.labels.len()).filter(move |&mode| self.labels[mode] == label)
    }

    /// What an index of a label contributes. A label that the tensor has not contributes nothing, one that it has twice
    /// contributes twice: a diagonal.
    pub(super) fn contribution(&self, label: u8, index: usize) -> isize {
        self.modes_of(label).map(|mode| self.modes.contribution(mode, index)).sum()
    }

    /// The digits of the indices of some labels, each as a mode, if places are sums of theirs. A label that the tensor
    /// has not stays at its place, and the steps of a diagonal add up.
    pub(super) fn digits_of(&self, labels: &[u8], extents: &Extents) -> Option<MixedRadix> {
        let (own, mut digits) = (self.modes.digits()?, MixedRadix::new());
        let mut leaves = 0;
        for &label in labels {
            let (mut modes, extent) = (self.modes_of(label), extents.of(label));
            let still = [(extent, 0)];
            let first = modes.next().map_or(&still[..], |mode| own.leaves(mode));
            let mut diagonal = 0;
            for mode in modes {
                let ([_], &[(_, stride)]) = (first, own.leaves(mode)) else { return None };
                diagonal += stride;
            }
            leaves += first.len();
            if leaves > MAX_LEAVES {
                return None;
            }
            first.iter().for_each(|&(extent, stride)| digits.leaf(extent, stride + diagonal));
            digits.mode(extent);
        }
        Some(digits)
    }

    /// How far an index of a label is from the one before, without regard to the direction.
    pub(super) fn stride(&self, label: u8) -> usize {
        let modes = self.modes_of(label).filter(|&mode| self.modes.extent(mode) > 1);
        modes.map(|mode| self.modes.contribution(mode, 1)).sum::<isize>().unsigned_abs()
    }
}
