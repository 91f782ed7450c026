//! What the loops of a nest count for a layout, or for several at once: sums over modes, to be placed.

use crate::int::greatest_common_divisor;
use crate::layout::Mapping;
use crate::tuple::{Block, MAX_RANK};

/// Sums over modes of one layout, or of several.
pub trait Sums: Copy + PartialEq {
    const ZERO: Self;
    const ONE: Self;
    /// `self + times * step`. It wraps around: past the last element there may be nothing to count to.
    fn plus(self, step: Self, times: isize) -> Self;
    /// Whether there is one that is neither 0 nor 1: as strides, they lead to places that are no neighbours.
    fn leap(self) -> bool;
}

impl Sums for isize {
    const ZERO: Self = 0;
    const ONE: Self = 1;
    #[inline(always)]
    fn plus(self, step: Self, times: isize) -> Self {
        self.wrapping_add(step.wrapping_mul(times))
    }
    #[inline(always)]
    fn leap(self) -> bool {
        self != 0 && self != 1
    }
}

/// A layout that a nest walks, or several at once, or none.
pub trait Walked: Copy {
    type At: Sums;
    /// The blocks of every mode in which the sums grow by strides: see [`Block`].
    const BLOCKS: [Block; MAX_RANK];
    /// How many elements of a mode follow each other at one stride; 0 for all of them.
    const RUNS: [usize; MAX_RANK];
    /// The modes in which only the leaves themselves tell the runs: the first one is dynamic, and not the only one.
    const LOOSE: [bool; MAX_RANK];
    /// How many elements of a mode follow each other at one stride, also where that is not static: from each multiple
    /// of this number on, and of every divisor; 0 for all of them.
    fn run(&self, mode: usize) -> usize;
    /// Whether the sums grow by the same from every `len` elements of a mode to the next.
    fn is_even_by(&self, mode: usize, len: usize) -> bool;
    /// The sums of the first element.
    fn start(&self) -> Self::At;
    /// What an index of one mode adds.
    fn sum(&self, mode: usize, index: usize) -> Self::At;
    /// By how much the sums grow in a run along a mode.
    fn stride(&self, mode: usize) -> Self::At;
}

impl<L: Mapping> Walked for L {
    type At = isize;
    const BLOCKS: [Block; MAX_RANK] = <L as Mapping>::BLOCKS;
    const RUNS: [usize; MAX_RANK] = {
        let (mut runs, mut mode) = ([0; MAX_RANK], 0);
        while mode < MAX_RANK {
            runs[mode] = match (<L as Mapping>::BLOCKS[mode], L::FRONTS[mode].0) {
                (Block::Linear, _) => 0,
                (_, Some(extent)) => extent.cast_unsigned(),
                (_, None) => 1,
            };
            mode += 1;
        }
        runs
    };
    const LOOSE: [bool; MAX_RANK] = {
        let (mut loose, mut mode) = ([false; MAX_RANK], 0);
        while mode < MAX_RANK {
            let block = <L as Mapping>::BLOCKS[mode];
            loose[mode] = L::FRONTS[mode].0.is_none() && matches!(block, Block::Front(_));
            mode += 1;
        }
        loose
    };
    #[inline(always)]
    fn run(&self, mode: usize) -> usize {
        if <L as Walked>::LOOSE[mode] { self.mode_block(mode).0 } else { <L as Walked>::RUNS[mode] }
    }
    #[inline(always)]
    fn is_even_by(&self, mode: usize, len: usize) -> bool {
        if !<L as Walked>::LOOSE[mode] {
            return <L as Mapping>::BLOCKS[mode].is_even_by(len);
        }
        let (run, whole) = self.mode_block(mode);
        run == 0 || whole != 0 && len.is_multiple_of(whole)
    }
    #[inline(always)]
    fn start(&self) -> isize {
        self.bias()
    }
    #[inline(always)]
    fn sum(&self, mode: usize, index: usize) -> isize {
        self.mode_offset(mode, index)
    }
    #[inline(always)]
    fn stride(&self, mode: usize) -> isize {
        L::FRONTS[mode].1.unwrap_or_else(|| self.mode_offset(mode, 1))
    }
}

/// The blocks that two layouts have in common.
const fn common_blocks(a: &[Block; MAX_RANK], b: &[Block; MAX_RANK]) -> [Block; MAX_RANK] {
    let (mut blocks, mut mode) = ([Block::Linear; MAX_RANK], 0);
    while mode < MAX_RANK {
        let len = a[mode].common(b[mode]);
        blocks[mode] = match len {
            0 => Block::Linear,
            _ if a[mode].is_even_by(len) && b[mode].is_even_by(len) => Block::Whole(len),
            _ => Block::Front(len),
        };
        mode += 1;
    }
    blocks
}

/// The runs that two layouts have in common.
const fn common_runs(a: &[usize; MAX_RANK], b: &[usize; MAX_RANK]) -> [usize; MAX_RANK] {
    let (mut runs, mut mode) = ([0; MAX_RANK], 0);
    while mode < MAX_RANK {
        runs[mode] = greatest_common_divisor(a[mode], b[mode]);
        mode += 1;
    }
    runs
}

/// Nothing, or several beside each other.
macro_rules! beside {
    ($($X:ident $i:tt),*) => {
        impl<$($X: Sums),*> Sums for ($($X,)*) {
            const ZERO: Self = ($($X::ZERO,)*);
            const ONE: Self = ($($X::ONE,)*);
            #[inline(always)]
            fn plus(self, _step: Self, _times: isize) -> Self {
                ($(self.$i.plus(_step.$i, _times),)*)
            }
            #[inline(always)]
            fn leap(self) -> bool {
                false $( || self.$i.leap() )*
            }
        }

        impl<$($X: Walked),*> Walked for ($($X,)*) {
            type At = ($($X::At,)*);
            const BLOCKS: [Block; MAX_RANK] = {
                let blocks = [Block::Linear; MAX_RANK];
                $( let blocks = common_blocks(&blocks, &$X::BLOCKS); )*
                blocks
            };
            const RUNS: [usize; MAX_RANK] = {
                let runs = [0; MAX_RANK];
                $( let runs = common_runs(&runs, &$X::RUNS); )*
                runs
            };
            const LOOSE: [bool; MAX_RANK] = {
                let (mut loose, mut mode) = ([false; MAX_RANK], 0);
                while mode < MAX_RANK {
                    loose[mode] = false $( || $X::LOOSE[mode] )*;
                    mode += 1;
                }
                loose
            };
            #[inline(always)]
            fn run(&self, _mode: usize) -> usize {
                let run = 0;
                $( let run = greatest_common_divisor(run, self.$i.run(_mode)); )*
                run
            }
            #[inline(always)]
            fn is_even_by(&self, _mode: usize, _len: usize) -> bool {
                true $( && self.$i.is_even_by(_mode, _len) )*
            }
            #[inline(always)]
            fn start(&self) -> Self::At {
                ($(self.$i.start(),)*)
            }
            #[inline(always)]
            fn sum(&self, _mode: usize, _index: usize) -> Self::At {
                ($(self.$i.sum(_mode, _index),)*)
            }
            #[inline(always)]
            fn stride(&self, _mode: usize) -> Self::At {
                ($(self.$i.stride(_mode),)*)
            }
        }
    };
}
beside!();
beside!(A 0, B 1);
beside!(A 0, B 1, C 2);
beside!(A 0, B 1, C 2, D 3);
