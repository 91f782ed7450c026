//! The loops over all elements that two layouts have in common: block by block, and in a block run by run.
//!
//! What the loops add up are sums over modes: a [`Body`] places each sum where it touches memory (see
//! [`place`](Mapping::place)), so that a swizzle costs what it does to one offset, and nothing in the loops.
//!
//! Inside a block of a mode, and from the start of one block to the next, offsets before they are placed are sums (see
//! [`Block`](crate::tuple::Block)). So the nest walks blocks outside and the places of a block inside. Everything that
//! depends on static leaves only — block lengths, the order of the loops, the length of a run — is computed while
//! compiling; a full block is a loop nest over constants, whatever the number of blocks. Where the first leaf of a
//! mode is dynamic, the same is looked up once, before the loops: see [`ModePlan`].

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
    /// `len` is at least 1.
    fn run(self, state: &mut Self::State, at: (A, isize), len: usize);
}

/// The plan of the loops over `S`, which may be several layouts, and `D`: as constants, as far as types decide it.
pub(super) struct Nest<S, D> {
    src: S,
    dst: D,
    /// Whether the two innermost modes change places.
    is_swapped: bool,
    outer: ModePlan,
    inner: ModePlan,
}

/// How a mode is walked in which a first leaf is dynamic.
#[derive(Clone, Copy)]
struct ModePlan {
    /// The length of a block, which is one run: 0 where any length will do.
    len: usize,
    /// Whether the offsets grow by the same from each block to the next.
    is_even: bool,
}

impl<S: Walked, D: Mapping> Nest<S, D> {
    #[inline(always)]
    pub(super) fn new(src: S, dst: D) -> Self {
        let plan = ModePlan { len: 0, is_even: true };
        let mut nest = Nest { src, dst, is_swapped: false, outer: plan, inner: plan };
        if D::RANK >= 2 {
            nest.outer = nest.plan(Self::OUTER);
        }
        if D::RANK >= 1 {
            nest.inner = nest.plan(Self::INNER);
        }
        if Self::SWAPS && nest.swaps() {
            nest = Nest { is_swapped: true, outer: nest.inner, inner: nest.outer, ..nest };
        }
        nest
    }

    /// The modes in which a layout has a dynamic first leaf, and others behind it.
    const LOOSE: [bool; MAX_RANK] = {
        let (mut loose, mut mode) = ([false; MAX_RANK], 0);
        while mode < D::RANK {
            loose[mode] = S::LOOSE[mode] || <D as Walked>::LOOSE[mode];
            mode += 1;
        }
        loose
    };

    const fn static_plan(mode: usize) -> ModePlan {
        ModePlan { len: Self::BLOCKS[mode], is_even: Self::EVEN[mode] }
    }

    #[inline(always)]
    fn plan(&self, mode: usize) -> ModePlan {
        if !Self::LOOSE[mode] {
            return Self::static_plan(mode);
        }
        let len = greatest_common_divisor(self.src.run(mode), Walked::run(&self.dst, mode));
        let is_even = self.src.is_even_by(mode, len) && Walked::is_even_by(&self.dst, mode, len);
        ModePlan { len, is_even }
    }

    /// Whether only the strides themselves can tell which of the two innermost modes belongs inside.
    const SWAPS: bool =
        D::RANK >= 2 && D::FRONTS[Self::INNER].1.is_none() && D::FRONTS[Self::OUTER].1.is_none();

    /// Whether the mode outside has the smaller stride, and runs that are worth it.
    fn swaps(&self) -> bool {
        let (outside, inside) = (self.block_len(Self::OUTER), self.block_len(Self::INNER));
        let stride = |mode| Walked::stride(&self.dst, mode).unsigned_abs();
        self.extent(Self::OUTER) > 1
            && (outside >= inside || outside >= LONG)
            && (self.extent(Self::INNER) <= 1 || stride(Self::OUTER) < stride(Self::INNER))
    }

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

    /// The two innermost modes, unless they change places.
    pub(super) const INNER: usize = Self::ORDER[D::RANK.saturating_sub(1)];
    pub(super) const OUTER: usize = Self::ORDER[D::RANK.saturating_sub(2)];

    /// Whether a mode is the innermost one, if types decide it.
    #[inline(always)]
    pub(super) const fn inner_is(mode: usize) -> Option<bool> {
        if Self::SWAPS { None } else { Some(mode == Self::INNER) }
    }

    #[inline(always)]
    fn inner(&self) -> usize {
        if Self::SWAPS && self.is_swapped { Self::OUTER } else { Self::INNER }
    }

    #[inline(always)]
    fn outer(&self) -> usize {
        if Self::SWAPS && self.is_swapped { Self::INNER } else { Self::OUTER }
    }

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
        self.strides(self.inner())
    }

    /// Whether rows of a block are short and of static length: then the compiler makes moves between registers of a
    /// block whose rows do not follow each other.
    #[inline(always)]
    pub(super) fn is_unrolled(&self) -> bool {
        let mode = self.inner();
        !Self::LOOSE[mode] && matches!(Self::BLOCKS[mode], 1..=UNROLLED)
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
        let (width, cols) = (self.block_len(self.inner()), self.extent(self.inner()));
        if width == 0 {
            return;
        }
        let blocks = cols / width;
        self.along(self.inner(), blocks, width, at, |at| self.row(at, width, body, state));
        let left = cols - blocks * width;
        if left > 0 {
            self.row(self.step(at, self.inner(), blocks * width), left, body, state);
        }
    }

    /// The two innermost modes: all full blocks, then the blocks that the extent cuts.
    #[inline(always)]
    fn plane<B: Body<S::At>>(&self, at: Sides<S>, body: B, state: &mut B::State) {
        let (height, width) = (self.block_len(self.outer()), self.block_len(self.inner()));
        let (rows, cols) = (self.extent(self.outer()), self.extent(self.inner()));
        if height == 0 || width == 0 {
            return;
        }
        if Self::LOOSE[self.outer()] || Self::LOOSE[self.inner()] {
            return self.cut_plane(at, (rows, height), (cols, width), body, state);
        }
        let (row_blocks, col_blocks) = (rows / height, cols / width);
        if row_blocks > 0 && self.joins(width) && self.goes_on(row_blocks, height, width) {
            let len = row_blocks * height * width;
            self.along(self.inner(), col_blocks, width, at, |at| body.run(state, at, len));
        } else {
            self.along(self.outer(), row_blocks, height, at, |at| {
                self.along(self.inner(), col_blocks, width, at, |at| {
                    self.block(at, height, width, body, state);
                });
            });
        }
        let (rows_left, cols_left) = (rows - row_blocks * height, cols - col_blocks * width);
        if rows_left > 0 || cols_left > 0 {
            self.edges(at, (row_blocks * height, rows_left), (col_blocks * width, cols_left), body, state);
        }
    }

    /// The same where the length of a block is no constant: one loop for full blocks and for those that the extent
    /// cuts.
    #[inline(always)]
    fn cut_plane<B: Body<S::At>>(
        &self,
        at: Sides<S>,
        (rows, height): (usize, usize),
        (cols, width): (usize, usize),
        body: B,
        state: &mut B::State,
    ) {
        self.each_block(self.outer(), (rows, height), at, |at, height| {
            self.each_block(self.inner(), (cols, width), at, |at, left| {
                if !Self::LOOSE[self.inner()] && left == width {
                    self.block(at, height, width, body, state);
                } else {
                    self.block(at, height, left, body, state);
                }
            });
        });
    }

    /// Calls `each` with the start and the length of every block along a mode of `extent` elements.
    #[inline(always)]
    fn each_block(
        &self,
        mode: usize,
        (extent, len): (usize, usize),
        start: Sides<S>,
        mut each: impl FnMut(Sides<S>, usize),
    ) {
        let is_even = self.planned(mode).is_even;
        let step = if is_even && extent > len { self.step(Sums::ZERO, mode, len) } else { Sums::ZERO };
        let (mut at, mut done) = (start, 0);
        while done < extent {
            each(at, len.min(extent - done));
            done += len;
            if is_even {
                at = at.plus(step, 1);
            } else if done < extent {
                at = self.step(start, mode, done);
            }
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
        let (height, width) = (self.block_len(self.outer()), self.block_len(self.inner()));
        // counts that the optimiser sees: what is left of a block is less than the block
        let (bottom, right) = (rows_left.min(height), cols_left.min(width));
        if right > 0 {
            let at = self.step(at, self.inner(), cols);
            self.along(self.outer(), rows / height, height, at, |at| {
                self.block(at, height, right, body, state);
            });
        }
        if bottom > 0 {
            let at = self.step(at, self.outer(), rows);
            self.along(self.inner(), cols / width, width, at, |at| {
                self.block(at, bottom, width, body, state);
            });
            if right > 0 {
                self.block(self.step(at, self.inner(), cols), bottom, right, body, state);
            }
        }
    }

    /// Whether the rows of a block follow each other in the destination, as far as types tell: then a block is one run.
    const JOINS: bool = D::RANK >= 2 && {
        let (inner, outer) = (Self::INNER, Self::OUTER);
        match (D::FRONTS[inner].1, D::FRONTS[outer].1) {
            (Some(stride), Some(step)) if !Self::LOOSE[inner] && !Self::LOOSE[outer] => {
                Self::BLOCKS[inner] > 0
                    && (Self::RUNS[inner] == 0 || Self::RUNS[inner] == Self::BLOCKS[inner])
                    && (Self::RUNS[outer] == 0 || Self::RUNS[outer] == Self::BLOCKS[outer])
                    && step == stride.wrapping_mul(Self::BLOCKS[inner].cast_signed())
            }
            _ => false,
        }
    };

    /// Whether rows of so many elements follow each other on both sides.
    #[inline(always)]
    fn joins(&self, width: usize) -> bool {
        let (inner, outer) = (self.strides(self.inner()).0, self.strides(self.outer()).0);
        Self::JOINS
            && width == Self::BLOCKS[Self::INNER]
            && outer == S::At::ZERO.plus(inner, width.cast_signed())
    }

    /// Whether so many blocks, whose rows follow each other, do so too along the mode outside, on both sides.
    #[inline(always)]
    fn goes_on(&self, blocks: usize, height: usize, width: usize) -> bool {
        let (src, dst) = self.strides(self.inner());
        let len = (height * width).cast_signed();
        self.planned(self.outer()).is_even
            && (blocks == 1
                || self.step(Sums::ZERO, self.outer(), height)
                    == (S::At::ZERO.plus(src, len), dst.wrapping_mul(len)))
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
        if self.joins(width) {
            return body.run(state, at, height * width);
        }
        self.runs(self.outer(), height, at, |at, rows| {
            let (src, dst) = self.strides(self.outer());
            for row in 0..rows.cast_signed() {
                self.row((at.0.plus(src, row), at.1.plus(dst, row)), width, body, state);
            }
        });
    }

    /// One row of a block: run by run.
    #[inline(always)]
    fn row<B: Body<S::At>>(&self, at: Sides<S>, width: usize, body: B, state: &mut B::State) {
        self.runs(self.inner(), width, at, |at, len| body.run(state, at, len));
    }

    /// Calls `each` at the start of `count` blocks of `len` along a mode.
    #[inline(always)]
    fn along(&self, mode: usize, count: usize, len: usize, mut at: Sides<S>, mut each: impl FnMut(Sides<S>)) {
        if count == 0 {
            return;
        }
        if self.planned(mode).is_even {
            // from block to block the offsets grow by the same; of one block there is no next
            let step = if count > 1 { self.step(Sums::ZERO, mode, len) } else { Sums::ZERO };
            // a loop over a few static blocks would be unrolled: code without speed
            let mut left = if mode == self.outer() && count > 1 { opaque(count) } else { count };
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

    /// Calls `each` for every run of the first `len` elements of a block along a mode.
    #[inline(always)]
    fn runs(&self, mode: usize, len: usize, at: Sides<S>, mut each: impl FnMut(Sides<S>, usize)) {
        let run = Self::RUNS[mode];
        if Self::LOOSE[mode] || run == 0 || run == len {
            return each(at, len);
        }
        let mut start = 0;
        while start < len {
            let left = if len.is_multiple_of(run) { run } else { run.min(len - start) };
            each(self.step(at, mode, start), left);
            start += left;
        }
    }

    #[inline(always)]
    fn extent(&self, mode: usize) -> usize {
        self.dst.mode_extent(mode)
    }

    /// How one of the two innermost modes is walked.
    #[inline(always)]
    fn planned(&self, mode: usize) -> ModePlan {
        if !Self::LOOSE[mode] {
            Self::static_plan(mode)
        } else if mode == self.inner() {
            self.inner
        } else {
            self.outer
        }
    }

    /// The length of a full block of a mode: the whole extent where any length will do.
    #[inline(always)]
    fn block_len(&self, mode: usize) -> usize {
        match self.planned(mode).len {
            0 => self.extent(mode),
            len => len,
        }
    }

    #[inline(always)]
    fn step(&self, at: Sides<S>, mode: usize, index: usize) -> Sides<S> {
        at.plus((self.src.sum(mode, index), self.dst.sum(mode, index)), 1)
    }
}

impl<S: Mapping, D: Mapping> Nest<S, D> {
    /// How many elements of a run follow each other on both sides, as far as types tell: 1 where they need not, and 0
    /// for all of the innermost mode.
    pub(super) const NEIGHBOURS: usize = match (S::FRONTS[Self::INNER].1, D::FRONTS[Self::INNER].1) {
        (Some(1), Some(1)) if !Self::LOOSE[Self::INNER] => Self::RUNS[Self::INNER],
        _ => 1,
    };

    /// Whether so many elements of a mode are whole blocks.
    pub(super) const fn are_blocks(mode: usize, extent: usize) -> bool {
        Self::BLOCKS[mode] == 0 || extent.is_multiple_of(Self::BLOCKS[mode])
    }
}

/// The longest run of which the compiler makes such moves.
const UNROLLED: usize = 16;

/// A run of so many elements is worth a loop of its own.
const LONG: usize = 8;

/// Offsets in source and destination, before they are placed.
type Sides<S> = (<S as Walked>::At, isize);
