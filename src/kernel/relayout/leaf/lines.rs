//! Elements as long as a lane and longer: rectangles of them, in squares of whole lines on both sides.

use super::super::region::{Loop, power_of_two_in};
use super::near::{NEAR, WAY, is_crowded};
use super::network::put;
use super::vector::{Move, Vector, call_apart, places};
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

/// Whether vectors hold a line, and elements are their lanes: several rows of a column are loaded then, and stored as
/// one.
pub(super) const fn gathers<V: Vector, const E: usize>() -> bool {
    V::LANE == E && V::WIDTH == LINE
}

/// Elements as long as a lane or longer, near each other.
#[derive(Clone, Copy)]
pub(super) struct FewElements(pub(super) Transpose);

impl Move for FewElements {
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        let Transpose { rows, cols, .. } = self.0;
        V::LANE <= E && E >= 16 && rows * cols * E <= NEAR && self.0.is_for::<V, E>()
    }

    /// The longer loop is inside.
    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        let (what, side) = (self.0, const { LINE / E });
        let (down, across) = what.each_of::<E>();
        let longer_inside = |down: Loop| {
            if down.extent < across.extent { (across, down) } else { (down, across) }
        };
        if const { !gathers::<V, E>() } || what.rows < side {
            let (inner, outer) = longer_inside(down);
            // SAFETY: an element begins in every turn.
            return unsafe { each_element::<E>(src, dst, inner, outer) };
        }
        let (lines, _) = what.squares_of_lines::<E>(what.rows, what.cols);
        let (inner, outer) = longer_inside(lines);
        // SAFETY: a line begins in every turn, and the rows that are left are fewer.
        unsafe {
            what.each_line::<V, E, false, false>(src, dst, inner, outer);
            what.elements::<E>((lines.extent * side, what.rows), (0, what.cols), src, dst);
        }
    }
}

/// Two rows of elements as long as a lane, whose columns follow each other: of two columns at once.
#[derive(Clone, Copy)]
pub(super) struct RowPairs(pub(super) Transpose);

impl Move for RowPairs {
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        gathers::<V, E>() && self.0.rows == 2 && self.0.dst == const { 2 * E.cast_signed() }
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        let (what, len) = (self.0, const { E.cast_signed() });
        let places = [0, what.src, len, len + what.src];
        for j in (0..what.cols & !1).step_by(2) {
            // SAFETY: these columns.
            unsafe { V::gather_lanes(src.add(j * E), places).store(dst.add(2 * j * E)) }
        }
        // SAFETY: the column that is left.
        unsafe { what.elements::<E>((0, 2), (what.cols & !1, what.cols), src, dst) }
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
            // what is read of rows that share a page with others is near for the next ones, and lines of fewer columns
            // do not push each other out
            let is_single = E < LINE / 2 && what.src.unsigned_abs() < WAY;
            (const { (BAND_OF_ROWS * E).div_ceil(LINE) }, if is_single { 1 } else { SIDE_BY_SIDE })
        };
        for start in (0..down.extent).step_by(high.max(1)) {
            let (src, dst, down) = down.part(start, high, src, dst);
            for start in (0..across.extent).step_by(wide) {
                let (src, dst, across) = across.part(start, wide, src, dst);
                // SAFETY: squares begin in all turns.
                unsafe { what.each_line::<V, E, false, true>(src, dst, across, down) };
            }
        }
    }
}

impl Transpose {
    /// Loops down the rows and across the columns.
    fn each_of<const E: usize>(self) -> (Loop, Loop) {
        let step = const { E.cast_signed() };
        let down = Loop { extent: self.rows, src: self.src, dst: step };
        (down, Loop { extent: self.cols, src: step, dst: self.dst })
    }

    /// Loops down the rows and across the columns of whole squares.
    fn squares_of_lines<const E: usize>(self, rows: usize, cols: usize) -> (Loop, Loop) {
        let (side, line) = (const { LINE / E }, LINE.cast_signed());
        let down = Loop { extent: rows / side, src: side.cast_signed() * self.src, dst: line };
        let across = Loop { extent: cols / side, src: line, dst: side.cast_signed() * self.dst };
        (down, across)
    }

    /// Elements as long as a lane stay as they are, and so do longer ones. They are moved in squares of whole lines on
    /// both sides. In the caches that is band by band; around them in the order of the source, or column by column if
    /// so asked or where rows have few, and squares may be grouped. What is above and below the squares is moved
    /// element by element.
    ///
    /// # Safety
    ///
    /// As of [`Move::run`]; a vector is no longer than an element, or it [gathers](gathers) them.
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
            self.elements::<E>((bottom, self.rows), (0, self.cols), src, dst);
        }
        let (src, dst) = (src.wrapping_offset(top.cast_signed() * self.src), dst.wrapping_add(top * E));
        if right < self.cols {
            let beside = Transpose { cols: self.cols - right, ..self };
            let (_, beside) = beside.each_of::<E>();
            let (src, dst) =
                (src.wrapping_add(right * E), dst.wrapping_offset(right.cast_signed() * self.dst));
            // SAFETY: likewise.
            unsafe { self.each_line::<V, E, false, false>(src, dst, down, beside) };
        }
        if !AROUND {
            let squares = Transpose { rows: down.extent * side, cols: right, ..self };
            // SAFETY: the rectangle is whole squares.
            return unsafe { call_apart::<V, _, E>(src, dst, &Bands(squares)) };
        }
        let by_column = by_column || across.extent < FEWEST;
        let (inner, outer) = if by_column { (down, across) } else { (across, down) };
        if !self.is_grouped() {
            // SAFETY: squares begin in all turns.
            return unsafe { self.each_line::<V, E, AROUND, true>(src, dst, inner, outer) };
        }
        for start in (0..outer.extent).step_by(GROUPED) {
            let (src, dst, outer) = outer.part(start, GROUPED, src, dst);
            for start in (0..inner.extent).step_by(GROUPED) {
                let (src, dst, inner) = inner.part(start, GROUPED, src, dst);
                // within a group the other loop is the fast one
                let (inner, outer) = (outer, inner);
                // SAFETY: likewise.
                unsafe { self.each_line::<V, E, AROUND, true>(src, dst, inner, outer) };
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

    /// In every turn of two loops as many rows as fill a line: of one column, or of a square.
    ///
    /// # Safety
    ///
    /// As of [`line`](Transpose::line), in every turn.
    #[inline(always)]
    unsafe fn each_line<V: Vector, const E: usize, const AROUND: bool, const SQUARES: bool>(
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
                // line by line of the destination, which is much faster than going to and fro between lines
                for j in 0..const { if SQUARES { LINE / E } else { 1 } } {
                    // SAFETY: a column begins here.
                    unsafe {
                        self.line::<V, E, AROUND>(src.add(j * E), dst.offset(j.cast_signed() * self.dst));
                    }
                }
                // behind the last one there may be no place
                (src, dst) = (src.wrapping_offset(inner.src), dst.wrapping_offset(inner.dst));
            }
            first = (first.0.wrapping_offset(outer.src), first.1.wrapping_offset(outer.dst));
        }
    }

    /// As many rows of a column as elements fill a line.
    ///
    /// # Safety
    ///
    /// As of [`Move::run`], for these; a vector is no longer than an element, or it [gathers](gathers) them.
    #[inline(always)]
    unsafe fn line<V: Vector, const E: usize, const AROUND: bool>(self, src: *const u8, dst: *mut u8) {
        if const { gathers::<V, E>() } {
            // SAFETY: the rows are the lanes.
            return unsafe { put::<V, AROUND>(V::gather_lanes(src, places(self.src)), dst) };
        }
        for piece in 0..const { LINE / V::WIDTH } {
            let (i, start) = (piece * V::WIDTH / E, piece * V::WIDTH % E);
            // SAFETY: this vector is a piece of the element in row `i`.
            unsafe {
                let src = src.offset(i.cast_signed() * self.src).add(start);
                put::<V, AROUND>(V::load(src), dst.add(piece * V::WIDTH));
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
        if rows.0 == rows.1 {
            return;
        }
        let part = Transpose { rows: rows.1 - rows.0, cols: cols.1 - cols.0, ..self };
        let (down, across) = part.each_of::<E>();
        let src = src.wrapping_offset(rows.0.cast_signed() * self.src).wrapping_add(cols.0 * E);
        let dst = dst.wrapping_offset(cols.0.cast_signed() * self.dst).wrapping_add(rows.0 * E);
        // SAFETY: an element begins in every turn.
        unsafe { each_element::<E>(src, dst, down, across) }
    }
}

/// An element in every turn of two loops.
///
/// # Safety
///
/// In every turn `E` bytes are readable, and as many writable.
#[inline(always)]
unsafe fn each_element<const E: usize>(src: *const u8, dst: *mut u8, inner: Loop, outer: Loop) {
    let mut first = (src, dst);
    for _ in 0..outer.extent {
        let (mut src, mut dst) = first;
        for _ in 0..inner.extent {
            // SAFETY: by the contract. Behind the last one there may be no place.
            unsafe { src.copy_to_nonoverlapping(dst, E) };
            (src, dst) = (src.wrapping_offset(inner.src), dst.wrapping_offset(inner.dst));
        }
        first = (first.0.wrapping_offset(outer.src), first.1.wrapping_offset(outer.dst));
    }
}
