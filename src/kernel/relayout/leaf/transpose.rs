//! Rectangles, cut into what the network takes.

use super::super::region::{Loop, innermost, power_of_two_in};
use super::interleave::{Deinterleave, Interleave, OneVector, TurnsAsLanes};
use super::lines::{FewElements, RowPairs, gathers};
use super::near::{NearRows, PIECE, ROWS, WAY, is_crowded, stay_near};
use super::network::{transpose, transpose_dense};
use super::turns::{Turned, each_turn, turns};
use super::vector::{Move, Vector, places};
use super::{BLOCK, LINE, Runs, Transpose};

/// Columns of as many lines are worth a first part that ends where a line does: of fewer, a part more costs more than
/// lines that are written in two pieces.
const LINES: usize = 4;

/// Rectangles of more bytes do not lie in a second cache.
const CACHED: usize = 1 << 20;

/// Columns of so many lines are written as one, around the caches.
const FEW_LINES: usize = 8;

/// Transposes around the caches, where the rectangle [fills lines](Transpose::fills_lines); and else as usual.
///
/// # Safety
///
/// The processor has the instruction set of `V`; and as for [`Move::run`].
pub(super) unsafe fn stream<V: Vector, const E: usize>(
    src: *const u8,
    dst: *mut u8,
    loops: &[Loop],
    what: &Transpose,
) {
    // SAFETY: by the contract.
    unsafe { turns::<V, _, E>(src, dst, loops, &Streamed(*what)) }
}

#[derive(Clone, Copy)]
struct Streamed(Transpose);

/// The rows of a rectangle, or its columns: how many, how many a block has, their steps, and those of a block.
#[derive(Clone, Copy)]
struct BlockStrip {
    len: usize,
    block: usize,
    src: isize,
    dst: isize,
    step: (isize, isize),
}

impl Move for Streamed {
    fn fits<V: Vector, const E: usize>(&self, dst: *mut u8) -> bool {
        V::WIDTH <= E || self.0.fits::<V, E>(dst)
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        let Streamed(what) = *self;
        // SAFETY: by the contract.
        unsafe {
            if what.fills_lines::<E>(dst) && what.is_for::<V, E>() {
                what.squares::<V, E, true>(src, dst);
            } else {
                turns::<V, _, E>(src, dst, &[], &what);
            }
        }
    }
}

impl Turned for Streamed {
    fn fits_turns<V: Vector, const E: usize>(&self, dst: *mut u8, loops: &[Loop]) -> bool {
        self.fits::<V, E>(dst) || StreamedPairs(self.0).in_turns::<V, E>(dst, loops)
    }

    #[inline(always)]
    unsafe fn run_turns<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8, loops: &[Loop]) {
        // SAFETY: by the contract.
        unsafe {
            if const { V::STREAMS && V::LANES == 4 && V::LANE > E }
                && StreamedPairs(self.0).in_turns::<V, E>(dst, loops)
            {
                return each_turn::<V, _, E>(src, dst, loops, StreamedPairs(self.0));
            }
            // what is less than a line of every column is better written as one
            let is_one = self.0.interleaves::<V, E>() || self.0.deinterleaves::<V, E>();
            if const { !V::STREAMS } || is_one && self.0.rows * E < LINE {
                turns::<V, _, E>(src, dst, loops, &self.0);
            } else {
                each_turn::<V, _, E>(src, dst, loops, *self);
            }
        }
    }
}

/// Columns of half a line that follow each other, written around the caches two at a time: of a line that comes in two
/// pieces memory may be given each alone.
#[derive(Clone, Copy)]
struct StreamedPairs(Transpose);

impl StreamedPairs {
    /// Whether it fits, and begins at a line in all turns.
    fn in_turns<V: Vector, const E: usize>(self, dst: *mut u8, loops: &[Loop]) -> bool {
        let is_line = |step: usize| step.is_multiple_of(LINE);
        let are_lines = is_line(dst.addr()) && loops.iter().all(|turns| is_line(turns.dst.unsigned_abs()));
        are_lines && self.fits::<V, E>(dst)
    }
}

impl Move for StreamedPairs {
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        let Transpose { rows, cols, dst, .. } = self.0;
        let is_wide = V::STREAMS && V::LANES == 4 && V::LANE > E;
        is_wide
            && rows * E == 2 * V::LANE
            && dst == (rows * E).cast_signed()
            && cols > 0
            && cols.is_multiple_of(rows)
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        let what = self.0;
        for col in (0..what.cols).step_by(what.rows) {
            // SAFETY: as many columns as rows.
            unsafe { transpose_dense::<V, E>((src.add(col * E), what.src), dst.add(col * what.rows * E)) }
        }
    }
}

impl Move for Transpose {
    /// Where nothing is shuffled, wide vectors that are stored across the border of two lines cost more than they save,
    /// unless memory costs more.
    fn fits<V: Vector, const E: usize>(&self, dst: *mut u8) -> bool {
        if const { V::WIDTH <= E } {
            let is_aligned = || (dst.addr() | self.dst.cast_unsigned()).is_multiple_of(V::WIDTH);
            return V::WIDTH <= 16 || self.rows * self.cols * E > CACHED || is_aligned();
        }
        self.is_for::<V, E>() || self.interleaves::<V, E>() || self.deinterleaves::<V, E>()
    }

    /// Elements that no vector shuffles are at least as long as one, unless there are none.
    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        if self.is_for::<V, E>() {
            // SAFETY: by the contract.
            unsafe { self.squares::<V, E, false>(src, dst) }
        }
    }
}

impl Turned for Transpose {
    fn fits_turns<V: Vector, const E: usize>(&self, dst: *mut u8, loops: &[Loop]) -> bool {
        self.fits::<V, E>(dst)
            || self.fills_vector::<V, E>().is_some()
            || self.fills_lanes::<V, E>(loops).is_some()
    }

    #[inline(always)]
    unsafe fn run_turns<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8, loops: &[Loop]) {
        // of few rows, or columns, the number is a constant: no more than a lane has elements
        macro_rules! few {
            ($number:expr, $n:ident => $Few:expr, $loops:expr) => { few!($number, $n => $Few, $loops; 2 4 8 16) };
            ($number:expr, $n:ident => $Few:expr, $loops:expr; $($literal:literal)*) => {
                match $number {
                    $($literal if const { V::LANE / E >= $literal } => {
                        const $n: usize = $literal;
                        each_turn::<V, _, E>(src, dst, $loops, $Few)
                    })*
                    _ => unreachable!("no more than elements of a lane"),
                }
            };
        }
        let (turns, outer) = innermost(loops);
        // SAFETY: by the contract; the columns (or rows) of an interleave lie side by side.
        unsafe {
            if const { V::DEALS && V::LANE > E }
                && let Some(undone) = self.fills_vector::<V, E>()
            {
                if undone {
                    few!(self.cols, N => OneVector::<N, true>(*self), loops; 2 4);
                } else {
                    few!(self.rows, N => OneVector::<N, false>(*self), loops; 2 4);
                }
            } else if const { V::LANE > E } && self.interleaves::<V, E>() {
                few!(self.rows, N => Interleave::<N>(*self), loops);
            } else if const { V::LANE > E } && self.deinterleaves::<V, E>() {
                few!(self.cols, N => Deinterleave::<N>(*self), loops);
            } else if const { V::LANE > E && V::LANES > 1 }
                && let Some(undone) = self.fills_lanes::<V, E>(loops)
            {
                if undone {
                    few!(self.cols, N => TurnsAsLanes::<N, true> { what: *self, turns }, outer);
                } else {
                    few!(self.rows, N => TurnsAsLanes::<N, false> { what: *self, turns }, outer);
                }
            } else if let Some(narrow) = NarrowBlocks::new::<V, E>(*self, dst) {
                each_turn::<V, _, E>(src, dst, loops, narrow);
            } else if const { gathers::<V, E>() } && RowPairs(*self).fits::<V, E>(dst) {
                each_turn::<V, _, E>(src, dst, loops, RowPairs(*self));
            } else if const { V::LANE <= E && E >= 16 } && FewElements(*self).fits::<V, E>(dst) {
                each_turn::<V, _, E>(src, dst, loops, FewElements(*self));
            } else {
                each_turn::<V, _, E>(src, dst, loops, *self);
            }
        }
    }
}

/// What a block of vectors fits in, in a function of its own: there are many ways to it, and a network is long.
#[derive(Clone, Copy)]
struct Shuffle<const AROUND: bool>(Transpose);

impl<const AROUND: bool> Move for Shuffle<AROUND> {
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        V::LANE > E && self.0.is_for::<V, E>()
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        let [down, across] = self.0.strips::<V, E>();
        let (inner, outer) = if down.len == down.block { (across, down) } else { (down, across) };
        // SAFETY: by the contract.
        unsafe { self.0.each_block::<V, E, AROUND>(src, dst, inner, outer) }
    }
}

/// No more rows than elements of a line, or few columns that are written side by side.
#[derive(Clone, Copy)]
struct NarrowBlocks {
    what: Transpose,
    inner: BlockStrip,
    outer: BlockStrip,
}

impl NarrowBlocks {
    /// What is the same in every turn; `None` if it is not narrow.
    #[inline(always)]
    fn new<V: Vector, const E: usize>(what: Transpose, dst: *mut u8) -> Option<Self> {
        if V::LANE <= E || !what.is_for::<V, E>() {
            return None;
        }
        // rows of more than a lane or two are read in pieces: all of them are to stay near too
        let has_few_columns = stay_near(what.cols, what.dst)
            && (what.cols * E <= LINE / 2 || !is_crowded(const { V::WIDTH / E }, what.src));
        if what.rows > LINE / E && !(has_few_columns && what.first_line::<E>(dst).is_none()) {
            return None;
        }
        let [down, across] = what.strips::<V, E>();
        let across_first = has_few_columns || down.len == down.block;
        let (inner, outer) = if across_first { (across, down) } else { (down, across) };
        Some(NarrowBlocks { what, inner, outer })
    }
}

impl Move for NarrowBlocks {
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        V::LANE > E && self.what.is_for::<V, E>()
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { self.what.each_block::<V, E, false>(src, dst, self.inner, self.outer) }
    }
}

impl BlockStrip {
    /// Goes to the next block, of so many rows or columns that are left; `false` behind the last one, which overlaps
    /// the one before it if they are not whole blocks: bytes are written twice then, with the same value.
    #[inline(always)]
    fn next(self, left: &mut usize, at: &mut (*const u8, *mut u8)) -> bool {
        let behind = *left - self.block;
        let step = if behind >= self.block {
            *left = behind;
            self.step
        } else if behind > 0 {
            *left = self.block;
            (behind.cast_signed() * self.src, behind.cast_signed() * self.dst)
        } else {
            return false;
        };
        *at = (at.0.wrapping_offset(step.0), at.1.wrapping_offset(step.1));
        true
    }
}

impl Transpose {
    /// Whether a block of these vectors fits in, or an element is made of them.
    #[inline(always)]
    pub(super) fn is_for<V: Vector, const E: usize>(self) -> bool {
        let (rows, cols) = const { if gathers::<V, E>() { (1, 1) } else { (V::WIDTH / E, V::LANE / E) } };
        (cols > 1 || rows <= 1) && self.rows >= rows && self.cols >= cols
    }

    /// Whether columns are whole lines apart; or follow each other, and all together are lines.
    #[inline(always)]
    fn fills_lines<const E: usize>(self, dst: *mut u8) -> bool {
        let (step, len) = (LINE.cast_signed(), self.rows * E);
        let is_dense = self.dst == len.cast_signed() && dst.addr().is_multiple_of(LINE);
        self.dst % step == 0 || is_dense && (self.cols * len).is_multiple_of(LINE)
    }

    /// Square by square of many lines, the squares side by side in the source first.
    ///
    /// # Safety
    ///
    /// As of [`Move::run`], and the rectangle [is for](Transpose::is_for) these vectors.
    #[inline(always)]
    unsafe fn squares<V: Vector, const E: usize, const AROUND: bool>(self, src: *const u8, dst: *mut u8) {
        // what is written around the caches needs no room in them
        let (side, mut top) = (const { if AROUND && E <= 4 { 2 * BLOCK } else { BLOCK } }, 0);
        while top < self.rows {
            let (rows, mut left) = (square_from(top, self.rows, side), 0);
            while left < self.cols {
                let cols = square_from(left, self.cols, side);
                // SAFETY: these rows and columns; of more than a square none has fewer than one.
                unsafe {
                    let src = src.offset(top.cast_signed() * self.src).add(left * E);
                    let dst = dst.offset(left.cast_signed() * self.dst).add(top * E);
                    Transpose { rows, cols, ..self }.blocks::<V, E, AROUND>(src, dst);
                }
                left += cols;
            }
            top += rows;
        }
    }

    /// Goes from line to line of the destination, column by column: lines are finished one after the other, and the
    /// rows that they need stay in the cache until all their lines are used. Rows are read from start to end, which the
    /// processor foresees.
    ///
    /// Columns that are a large power of two apart would push each other out, though. Then as many columns as lie in a
    /// line of the source are finished first. And rows that [would](is_crowded) are first copied to where they do not,
    /// in long pieces: so that few pages are read at a time, and the processor fetches ahead.
    ///
    /// # Safety
    ///
    /// As of [`squares`](Transpose::squares).
    #[inline(always)]
    unsafe fn blocks<V: Vector, const E: usize, const AROUND: bool>(self, src: *const u8, dst: *mut u8) {
        let power = |stride: isize| 1 << power_of_two_in(stride).min(WAY.ilog2());
        let turns = power(self.dst) >= power(self.src).max(WAY / 2);
        if const { V::LANE <= E && E >= 16 } {
            // SAFETY: as the caller says.
            return unsafe { self.lines::<V, E, AROUND>(src, dst, turns) };
        }
        let is_crowded = const { V::LANE > E } && self.cols * E > LINE / 2 && is_crowded(LINE / E, self.src);
        let mut rows = NearRows::new();
        let near = is_crowded.then_some(rows.start());
        // memory has less to do if it is read further in a row; around the caches measured to pay for these sizes
        let by_row = is_crowded && (!AROUND || E == 2 || E == 4 || turns && E == 1);
        let (high, wide) = match (is_crowded, turns) {
            (true, _) if !AROUND || turns && E <= 2 => (ROWS, PIECE / E),
            (false, false) => (LINE / E, self.cols),
            // few lines of a column are written one after the other: columns lie in pages of their own
            (false, true) if AROUND && self.rows * E <= FEW_LINES * LINE => (self.rows, LINE / E),
            _ => (LINE / E, LINE / E),
        };
        let first = self.first_line::<E>(dst).unwrap_or(high.min(self.rows));
        let (mut left, mut top, mut bottom) = (0, 0, first);
        while left < self.cols && top < self.rows {
            let right = self.cols.min(left + wide);
            // SAFETY: these rows and columns; where rows are copied near, they fit there.
            unsafe { self.part::<V, E, AROUND>(src, dst, ((top, bottom), (left, right)), near) };
            let below = (bottom, self.rows.min(bottom + high));
            if by_row {
                left = right;
                if left == self.cols {
                    (left, (top, bottom)) = (0, below);
                }
            } else {
                (top, bottom) = below;
                if top == self.rows {
                    (left, top, bottom) = (right, 0, first);
                }
            }
        }
    }

    /// Rows and columns, each from the first to before the last. Where there is a place near, rows are first copied to
    /// there. Fewer than a block of vectors has take some that are before them, which are written twice.
    ///
    /// # Safety
    ///
    /// As of [`squares`](Transpose::squares). If there is a place near, it is that of [`NearRows`], and there are no
    /// more rows than it holds, nor more bytes of columns.
    #[inline(always)]
    unsafe fn part<V: Vector, const E: usize, const AROUND: bool>(
        self,
        src: *const u8,
        dst: *mut u8,
        ((top, bottom), (left, right)): ((usize, usize), (usize, usize)),
        near: Option<*mut u8>,
    ) {
        let (rows, cols) = const { if V::LANE > E { (V::WIDTH / E, V::LANE / E) } else { (1, 1) } };
        let (i, j) = (top.min(self.rows - rows), left.min(self.cols - cols));
        let mut part = Transpose { rows: bottom.max(i + rows) - i, cols: right - j, ..self };
        debug_assert!(near.is_none() || part.rows <= ROWS && part.cols * E <= PIECE);
        // SAFETY: the part lies inside the rectangle, and there is room for it. Runs need not fit.
        unsafe {
            let mut src = src.offset(i.cast_signed() * self.src).add(j * E);
            let dst = dst.offset(j.cast_signed() * self.dst).add(i * E);
            if let Some(near) = near {
                V::call::<Runs, 1>(src, near, &Runs::to_near(part.rows, part.cols * E, self.src));
                (src, part.src) = (near.cast_const(), PIECE.cast_signed());
            }
            if const { V::LANE > E } {
                V::call::<_, E>(src, dst, &Shuffle::<AROUND>(part));
            } else {
                part.elements::<E>((0, part.rows), (0, part.cols), src, dst);
            }
        }
    }

    /// How many rows go to the first line of every column, if all columns begin at the same place in a line and have
    /// [enough](LINES) lines that it matters.
    #[inline(always)]
    pub(super) fn first_line<const E: usize>(self, dst: *mut u8) -> Option<usize> {
        let ahead = dst.addr().wrapping_neg() % LINE;
        let are_alike = self.dst % LINE.cast_signed() == 0 && ahead.is_multiple_of(E);
        (are_alike && ahead > 0 && self.rows >= LINES * LINE / E).then_some(ahead / E)
    }

    /// Rows and columns in blocks of vectors.
    #[inline(always)]
    fn strips<V: Vector, const E: usize>(self) -> [BlockStrip; 2] {
        let strip = |len, block: usize, src, dst| {
            let step = (block.cast_signed() * src, block.cast_signed() * dst);
            BlockStrip { len, block, src, dst, step }
        };
        let (rows, cols) = const { (V::WIDTH / E, V::LANE / E) };
        [strip(self.rows, rows, self.src, E.cast_signed()), strip(self.cols, cols, E.cast_signed(), self.dst)]
    }

    /// Block by block along one side, and then along the other one.
    ///
    /// # Safety
    ///
    /// As of [`squares`](Transpose::squares); a lane holds several elements, and these are its strips.
    #[inline(always)]
    unsafe fn each_block<V: Vector, const E: usize, const AROUND: bool>(
        self,
        src: *const u8,
        dst: *mut u8,
        inner: BlockStrip,
        outer: BlockStrip,
    ) {
        let places = places(const { V::LANE / E }.cast_signed() * self.src);
        let (mut start, mut outside) = ((src, dst), outer.len);
        loop {
            let (mut at, mut inside) = (start, inner.len);
            loop {
                // SAFETY: a block begins here, and ends where the rectangle does or before.
                unsafe { transpose::<V, E, AROUND, _>((at.0, self.src, places), (at.1, self.dst)) };
                if !inner.next(&mut inside, &mut at) {
                    break;
                }
            }
            if !outer.next(&mut outside, &mut start) {
                return;
            }
        }
    }
}

/// How many rows, or columns, belong to the square that begins here, of so many: the last one takes what would be less
/// than one.
fn square_from(start: usize, len: usize, side: usize) -> usize {
    if len - start < 2 * side { len - start } else { side }
}
