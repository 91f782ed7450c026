//! The loops over all elements that two layouts have in common: block by block, and in a block run by run.
//!
//! What the loops add up are sums over modes: a [`Body`] places each sum where it touches memory (see
//! [`place`](Mapping::place)), so that a swizzle costs what it does to one offset, and nothing in the loops.
//!
//! Inside a block of a mode, and from the start of one block to the next, offsets before they are placed are sums (see
//! [`Block`](crate::tuple::Block)). So the nest walks blocks outside and the places of a block inside. Everything that
//! depends on static leaves only — block lengths, the order of the loops, the length of a run — is computed while
//! compiling; a full block is a loop nest over constants, whatever the number of blocks.

use super::opaque::opaque;
use super::walked::{Sums, Walked};
use crate::int::greatest_common_divisor;
use crate::layout::Mapping;
use crate::tuple::MAX_RANK;

/// A run of elements: the sums of the first one in source and destination, to be placed, and how many follow at the
/// strides of the nest's innermost mode.
///
/// Passed by value, with what changes kept apart: then pointers stay in registers, and the compiler need not fear
/// that a store to the destination changes them.
pub(super) trait Body<A>: Copy {
    type State;
    fn run(self, state: &mut Self::State, at: (A, isize), len: usize);
}

/// The plan of the loops over `S`, which may be several layouts, and `D`, as far as types decide it.
pub(super) struct Nest<S, D> {
    pub(super) src: S,
    pub(super) dst: D,
}

impl<S: Walked, D: Mapping> Nest<S, D> {
    /// The block of every mode in which both offsets are sums; 0 where any length will do.
    const BLOCKS: [usize; MAX_RANK] = {
        let (mut blocks, mut mode) = ([0; MAX_RANK], 0);
        while mode < D::RANK {
            blocks[mode] = S::BLOCKS[mode].common(<D as Walked>::BLOCKS[mode]);
            mode += 1;
        }
        blocks
    };

    /// Whether both offsets of a mode grow by the same from each block to the next.
    const EVEN: [bool; MAX_RANK] = {
        let (mut even, mut mode) = ([true; MAX_RANK], 0);
        while mode < D::RANK {
            let block = Self::BLOCKS[mode];
            even[mode] = S::BLOCKS[mode].is_even_by(block) && <D as Walked>::BLOCKS[mode].is_even_by(block);
            mode += 1;
        }
        even
    };

    /// The modes from the outermost loop to the innermost: by falling stride of the destination, dynamic ones first.
    const ORDER: [usize; MAX_RANK] = {
        let (mut order, mut len) = ([0; MAX_RANK], 0);
        while len < D::RANK {
            let mut at = len;
            while at > 0 && Self::weight(order[at - 1]) < Self::weight(len) {
                order[at] = order[at - 1];
                at -= 1;
            }
            order[at] = len;
            len += 1;
        }
        order
    };

    const fn weight(mode: usize) -> usize {
        match D::FRONTS[mode].1 {
            Some(stride) => stride.unsigned_abs(),
            None => usize::MAX,
        }
    }

    /// The two innermost modes.
    pub(super) const INNER: usize = Self::ORDER[D::RANK.saturating_sub(1)];
    const OUTER: usize = Self::ORDER[D::RANK.saturating_sub(2)];

    /// How many elements of a mode follow each other at one stride, in both layouts; 0 for all of them.
    const RUNS: [usize; MAX_RANK] = {
        let (mut runs, mut mode) = ([0; MAX_RANK], 0);
        while mode < D::RANK {
            let fronts = greatest_common_divisor(S::RUNS[mode], <D as Walked>::RUNS[mode]);
            runs[mode] = greatest_common_divisor(fronts, Self::BLOCKS[mode]);
            mode += 1;
        }
        runs
    };

    /// The strides of a run of the innermost mode.
    #[inline(always)]
    pub(super) fn run_strides(&self) -> Sides<S> {
        self.strides(Self::INNER)
    }

    #[inline(always)]
    fn strides(&self, mode: usize) -> Sides<S> {
        (self.src.stride(mode), self.dst.stride(mode))
    }

    /// Calls `body` for every run of elements inside the extent of the destination.
    #[inline(always)]
    pub(super) fn for_each<B: Body<S::At>>(&self, body: B, state: &mut B::State) {
        let at = (self.src.start(), self.dst.start());
        match D::RANK {
            0 => body.run(state, at, 1),
            1 => self.line(at, body, state),
            2 => self.plane(at, body, state),
            _ => self.planes(at, body, state),
        }
    }

    /// All planes of the two innermost modes, coordinate by coordinate of the others.
    fn planes<B: Body<S::At>>(&self, start: Sides<S>, body: B, state: &mut B::State) {
        let outer = D::RANK - 2;
        let mut crd = [0; MAX_RANK];
        if (0..D::RANK).any(|mode| self.dst.mode_extent(mode) == 0) {
            return;
        }
        loop {
            let at = Self::ORDER[..outer].iter().fold(start, |at, &mode| self.step(at, mode, crd[mode]));
            self.plane(at, body, state);
            // the next coordinate: the last of the outer modes first
            let next = Self::ORDER[..outer].iter().rev().find(|&&mode| {
                crd[mode] += 1;
                let carry = crd[mode] == self.dst.mode_extent(mode);
                if carry {
                    crd[mode] = 0;
                }
                !carry
            });
            if next.is_none() {
                return;
            }
        }
    }

    /// The only mode: all full blocks, then the block that the extent cuts.
    #[inline(always)]
    fn line<B: Body<S::At>>(&self, at: Sides<S>, body: B, state: &mut B::State) {
        let (width, cols) = (self.block_len(Self::INNER), self.extent(Self::INNER));
        if width == 0 {
            return;
        }
        let blocks = cols / width;
        self.along(Self::INNER, blocks, width, at, |at| self.row(at, width, body, state));
        let left = cols - blocks * width;
        if left > 0 {
            self.row(self.step(at, Self::INNER, blocks * width), left, body, state);
        }
    }

    /// The two innermost modes: all full blocks, then the blocks that the extent cuts.
    #[inline(always)]
    fn plane<B: Body<S::At>>(&self, at: Sides<S>, body: B, state: &mut B::State) {
        let (height, width) = (self.block_len(Self::OUTER), self.block_len(Self::INNER));
        let (rows, cols) = (self.extent(Self::OUTER), self.extent(Self::INNER));
        if height == 0 || width == 0 {
            return;
        }
        let (row_blocks, col_blocks) = (rows / height, cols / width);
        self.along(Self::OUTER, row_blocks, height, at, |at| {
            self.along(Self::INNER, col_blocks, width, at, |at| self.block(at, height, width, body, state));
        });
        let (rows_left, cols_left) = (rows - row_blocks * height, cols - col_blocks * width);
        if rows_left > 0 || cols_left > 0 {
            self.edges(at, (row_blocks * height, rows_left), (col_blocks * width, cols_left), body, state);
        }
    }

    /// What full blocks leave: the columns at the end of every row, then the rows at the end.
    ///
    /// Nothing is stepped to where nothing is left: past the last element there may be nothing to count to.
    #[inline(never)]
    fn edges<B: Body<S::At>>(
        &self,
        at: Sides<S>,
        (rows, rows_left): (usize, usize),
        (cols, cols_left): (usize, usize),
        body: B,
        state: &mut B::State,
    ) {
        let (height, width) = (self.block_len(Self::OUTER), self.block_len(Self::INNER));
        // counts that the optimiser sees: what is left of a block is less than the block
        let (bottom, right) = (rows_left.min(height), cols_left.min(width));
        if right > 0 {
            let at = self.step(at, Self::INNER, cols);
            self.along(Self::OUTER, rows / height, height, at, |at| {
                self.block(at, height, right, body, state);
            });
        }
        if bottom > 0 {
            let at = self.step(at, Self::OUTER, rows);
            self.along(Self::INNER, cols / width, width, at, |at| {
                self.block(at, bottom, width, body, state);
            });
            if right > 0 {
                self.block(self.step(at, Self::INNER, cols), bottom, right, body, state);
            }
        }
    }

    /// One block: row by row, run by run.
    #[inline(always)]
    fn block<B: Body<S::At>>(
        &self,
        at: Sides<S>,
        height: usize,
        width: usize,
        body: B,
        state: &mut B::State,
    ) {
        self.runs(Self::OUTER, height, at, |at, rows, (src, dst)| {
            for row in 0..rows.cast_signed() {
                self.row((at.0.plus(src, row), at.1.plus(dst, row)), width, body, state);
            }
        });
    }

    /// One row of a block: run by run.
    #[inline(always)]
    fn row<B: Body<S::At>>(&self, at: Sides<S>, width: usize, body: B, state: &mut B::State) {
        self.runs(Self::INNER, width, at, |at, len, _| body.run(state, at, len));
    }

    /// Calls `each` at the start of `count` blocks of `len` along a mode.
    #[inline(always)]
    fn along(&self, mode: usize, count: usize, len: usize, mut at: Sides<S>, mut each: impl FnMut(Sides<S>)) {
        if count == 0 {
            return;
        }
        if Self::EVEN[mode] {
            // from block to block the offsets grow by the same; of one block there is no next
            let step = if count > 1 { self.step(Sums::ZERO, mode, len) } else { Sums::ZERO };
            // a loop over a few static blocks would be unrolled: code without speed
            let mut left = if mode == Self::OUTER && count > 1 { opaque(count) } else { count };
            loop {
                each(at);
                // past the last block there may be nothing to count to
                at = at.plus(step, 1);
                left -= 1;
                if left == 0 {
                    return;
                }
            }
        } else {
            for block in 0..count {
                each(self.step(at, mode, block * len));
            }
        }
    }

    /// Calls `each` for every run of the first `len` elements of a block along a mode, with the strides in the run.
    #[inline(always)]
    fn runs(&self, mode: usize, len: usize, at: Sides<S>, mut each: impl FnMut(Sides<S>, usize, Sides<S>)) {
        let run = Self::RUNS[mode];
        if run == 0 || run == len {
            return each(at, len, self.strides(mode));
        }
        let mut start = 0;
        while start < len {
            let left = if len.is_multiple_of(run) { run } else { run.min(len - start) };
            each(self.step(at, mode, start), left, self.strides(mode));
            start += left;
        }
    }

    #[inline(always)]
    fn extent(&self, mode: usize) -> usize {
        self.dst.mode_extent(mode)
    }

    /// The length of a full block of a mode: the whole extent where any length will do.
    #[inline(always)]
    fn block_len(&self, mode: usize) -> usize {
        if Self::BLOCKS[mode] == 0 { self.extent(mode) } else { Self::BLOCKS[mode] }
    }

    #[inline(always)]
    fn step(&self, at: Sides<S>, mode: usize, index: usize) -> Sides<S> {
        at.plus((self.src.sum(mode, index), self.dst.sum(mode, index)), 1)
    }
}

/// Offsets in source and destination, before they are placed.
type Sides<S> = (<S as Walked>::At, isize);
