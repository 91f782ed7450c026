//! Elements as long as a lane and longer: rectangles of them, in squares of whole lines on both sides.

use super::super::region::{Loop, power_of_two_in};
use super::near::{NEAR, WAY, is_crowded};
use super::network::put;
use super::vector::{Move, Vector, call_apart};
use super::{LINE, Transpose};

/// Rows of fewer lines are read column by column: as little follows each other in the source either way.
const FEWEST: usize = 4;

/// As many lines of a row, or of a column, are moved one after the other where squares are grouped: what is read and
/// written of a group stays in a first-level cache.
const GROUPED: usize = 8;

/// So many columns of a rectangle are written, or so many rows read, before all that is beside them comes: few pages
/// are used at a time, and a line of the source that is half read is still near for its rest.
const BAND_OF_COLUMNS: usize = 16;
const BAND_OF_ROWS: usize = 32;

/// So many squares of a band of rows are side by side: as much as that is read in one piece.
const SIDE_BY_SIDE: usize = 2;

/// Whole squares of elements as long as a lane or longer, near each other.
#[derive(Clone, Copy)]
pub(super) struct FewSquares(pub(super) Transpose);

impl Move for FewSquares {
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        let (Transpose { rows, cols, .. }, side) = (self.0, LINE / E);
        let are_whole = E >= 16 && rows.is_multiple_of(side) && cols.is_multiple_of(side);
        V::LANE <= E && are_whole && rows * cols * E <= NEAR && self.0.is_for::<V, E>()
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        let (down, across) = self.0.squares_of_lines::<E>(self.0.rows, self.0.cols);
        // all of it is near, so the longer loop is inside
        let (inner, outer) = if down.extent < across.extent { (across, down) } else { (down, across) };
        // SAFETY: the rectangle is whole squares.
        unsafe { self.0.each_square::<V, E, false>(src, dst, inner, outer) }
    }
}

/// Elements as long as a lane or longer, near each other, of which rows or columns do not fill a line.
#[derive(Clone, Copy)]
pub(super) struct FewElements(pub(super) Transpose);

impl Move for FewElements {
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        let Transpose { rows, cols, .. } = self.0;
        let is_thin = E >= 16 && rows.min(cols) < LINE / E;
        V::LANE <= E && is_thin && rows * cols * E <= NEAR && self.0.is_for::<V, E>()
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        let (Transpose { rows, cols, .. }, step) = (self.0, const { E.cast_signed() });
        let down = Loop { extent: rows, src: self.0.src, dst: step };
        let across = Loop { extent: cols, src: step, dst: self.0.dst };
        // all of it is near, so the longer loop is inside
        let (inner, outer) = if rows < cols { (across, down) } else { (down, across) };
        let mut first = (src, dst);
        for _ in 0..outer.extent {
            let (mut src, mut dst) = first;
            for _ in 0..inner.extent {
                // SAFETY: an element begins here. Behind the last one there may be no place.
                unsafe { src.copy_to_nonoverlapping(dst, E) };
                (src, dst) = (src.wrapping_offset(inner.src), dst.wrapping_offset(inner.dst));
            }
            first = (first.0.wrapping_offset(outer.src), first.1.wrapping_offset(outer.dst));
        }
    }
}

/// Whole squares of elements as long as a lane or longer, band by band of rows or of columns: in a function of its own,
/// whose loops need all registers.
#[derive(Clone, Copy)]
struct Bands(Transpose);

impl Move for Bands {
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        V::LANE <= E && E >= 16 && self.0.is_for::<V, E>()
    }

    /// Bands are of what lies closer together: of rows, if these do in the source more than columns do in the
    /// destination.
    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        let &Bands(what) = self;
        let (down, across) = what.squares_of_lines::<E>(what.rows, what.cols);
        let (high, wide) = if what.src.unsigned_abs() >= what.dst.unsigned_abs() {
            // where lines begin in two pieces, those of fewer columns are not pushed out before both are written
            let is_crowded = is_crowded(BAND_OF_COLUMNS, what.dst);
            let columns = if is_crowded { BAND_OF_COLUMNS / 2 } else { BAND_OF_COLUMNS };
            (down.extent, (columns * E).div_ceil(LINE))
        } else {
            (const { (BAND_OF_ROWS * E).div_ceil(LINE) }, SIDE_BY_SIDE)
        };
        for start in (0..down.extent).step_by(high.max(1)) {
            let (src, dst, down) = down.part(start, high, src, dst);
            for start in (0..across.extent).step_by(wide) {
                let (src, dst, across) = across.part(start, wide, src, dst);
                // SAFETY: squares begin in all turns.
                unsafe { what.each_square::<V, E, false>(src, dst, across, down) };
            }
        }
    }
}

impl Transpose {
    /// Loops down the rows and across the columns of whole squares.
    fn squares_of_lines<const E: usize>(self, rows: usize, cols: usize) -> (Loop, Loop) {
        let (side, line) = (const { LINE / E }, LINE.cast_signed());
        let down = Loop { extent: rows / side, src: side.cast_signed() * self.src, dst: line };
        let across = Loop { extent: cols / side, src: line, dst: side.cast_signed() * self.dst };
        (down, across)
    }

    /// Elements as long as a lane stay as they are, and so do longer ones. They are moved in squares of whole lines on
    /// both sides. In the caches that is band by band; around them in the order of the source, or column by column if
    /// so asked or where rows have few, and squares may be grouped. What is beside the squares is moved element by
    /// element.
    ///
    /// # Safety
    ///
    /// As of [`Move::run`]; a vector is no longer than an element.
    #[inline(always)]
    pub(super) unsafe fn lines<V: Vector, const E: usize, const AROUND: bool>(
        self,
        src: *const u8,
        dst: *mut u8,
        by_column: bool,
    ) {
        let side = const { LINE / E };
        let top = self.first_line::<E>(dst).unwrap_or(self.rows.min(side)) % side;
        let (down, across) = self.squares_of_lines::<E>(self.rows - top, self.cols);
        let (bottom, right) = (top + down.extent * side, across.extent * side);
        // SAFETY: these rectangles are the whole.
        unsafe {
            self.elements::<E>((0, top), (0, self.cols), src, dst);
            self.elements::<E>((top, bottom), (right, self.cols), src, dst);
            self.elements::<E>((bottom, self.rows), (0, self.cols), src, dst);
        }
        let (src, dst) = (src.wrapping_offset(top.cast_signed() * self.src), dst.wrapping_add(top * E));
        if !AROUND {
            let squares = Transpose { rows: down.extent * side, cols: right, ..self };
            // SAFETY: the rectangle is whole squares.
            return unsafe { call_apart::<V, _, E>(src, dst, &Bands(squares)) };
        }
        let by_column = by_column || across.extent < FEWEST;
        let (inner, outer) = if by_column { (down, across) } else { (across, down) };
        if !self.is_grouped() {
            // SAFETY: squares begin in all turns.
            return unsafe { self.each_square::<V, E, AROUND>(src, dst, inner, outer) };
        }
        for start in (0..outer.extent).step_by(GROUPED) {
            let (src, dst, outer) = outer.part(start, GROUPED, src, dst);
            for start in (0..inner.extent).step_by(GROUPED) {
                let (src, dst, inner) = inner.part(start, GROUPED, src, dst);
                // within a group the other loop is the fast one
                let (inner, outer) = (outer, inner);
                // SAFETY: likewise.
                unsafe { self.each_square::<V, E, AROUND>(src, dst, inner, outer) };
            }
        }
    }

    /// Whether memory has less to do if some lines of each column are written before those of the next one, and some of
    /// each row are read: places that are a large power of two apart lie in one bank of it, which turns its pages for
    /// each. Of rows and columns those that are so the more should be walked in longer pieces.
    #[inline(always)]
    fn is_grouped(self) -> bool {
        let (src, dst) = (power_of_two_in(self.src), power_of_two_in(self.dst));
        src > dst || dst < WAY.ilog2()
    }

    /// A square in every turn of two loops.
    ///
    /// # Safety
    ///
    /// As of [`square`](Transpose::square), in every turn.
    #[inline(always)]
    unsafe fn each_square<V: Vector, const E: usize, const AROUND: bool>(
        self,
        src: *const u8,
        dst: *mut u8,
        inner: Loop,
        outer: Loop,
    ) {
        let mut first = (src, dst);
        for _ in 0..outer.extent {
            let (mut src, mut dst) = first;
            for _ in 0..inner.extent {
                // SAFETY: a square begins here.
                unsafe { self.square::<V, E, AROUND>(src, dst) };
                // behind the last one there may be no place
                (src, dst) = (src.wrapping_offset(inner.src), dst.wrapping_offset(inner.dst));
            }
            first = (first.0.wrapping_offset(outer.src), first.1.wrapping_offset(outer.dst));
        }
    }

    /// As many rows and columns as elements fill a line: line by line of the destination, which is much faster than
    /// going to and fro between lines.
    ///
    /// # Safety
    ///
    /// As of [`Move::run`], for these; a vector is no longer than an element.
    #[inline(always)]
    unsafe fn square<V: Vector, const E: usize, const AROUND: bool>(self, src: *const u8, dst: *mut u8) {
        for j in 0..const { LINE / E } {
            for piece in 0..const { LINE / V::WIDTH } {
                let (i, start) = (piece * V::WIDTH / E, piece * V::WIDTH % E);
                // SAFETY: this vector is a piece of the element in row `i` and column `j`.
                unsafe {
                    let src = src.offset(i.cast_signed() * self.src).add(j * E + start);
                    let dst = dst.offset(j.cast_signed() * self.dst).add(piece * V::WIDTH);
                    put::<V, AROUND>(V::load(src), dst);
                }
            }
        }
    }

    /// Rows and columns, each from the first to before the last, element by element.
    ///
    /// # Safety
    ///
    /// They are of this rectangle, whose source and destination are as for [`LeafKernels`](super::LeafKernels).
    #[inline(always)]
    pub(super) unsafe fn elements<const E: usize>(
        self,
        rows: (usize, usize),
        cols: (usize, usize),
        src: *const u8,
        dst: *mut u8,
    ) {
        for j in cols.0..cols.1 {
            for i in rows.0..rows.1 {
                // SAFETY: the element in row `i` and column `j`.
                unsafe {
                    let src = src.offset(i.cast_signed() * self.src).add(j * E);
                    src.copy_to_nonoverlapping(dst.offset(j.cast_signed() * self.dst).add(i * E), E);
                }
            }
        }
    }
}
