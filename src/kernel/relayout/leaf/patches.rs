//! Rectangles whose rows and columns lie in groups: what several short loops make together.

use super::super::region::Loop;
use super::LINE;
use super::near::{NearRows, PIECE, ROWS, is_crowded};
use super::network::{transpose, transpose_pairs};
use super::turns::{Turned, each_turn, turns};
use super::vector::{LANES, Move, Vector};

/// Bytes of a group: rows that fill a lane in the destination, or columns that do so in the source.
pub(in super::super) const GROUP: usize = 16;

/// Of so many bytes rows come from memory, and copying them near first costs more than it saves: found by measuring.
const FROM_MEMORY: usize = 8 << 20;

/// A rectangle whose rows follow each other in the destination, and its columns in the source: whole groups of both.
///
/// Element `j` of `src[rows[i]..]` becomes element `i` of `dst[cols[j]..]`. The first place of both is 0, and in each
/// group places are as far from the first one of the group as in the first group: whoever makes one sees to it, memory
/// safety rests on it.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Patches<'a> {
    pub(in super::super) rows: &'a [isize],
    pub(in super::super) cols: &'a [isize],
}

/// Transposes groups.
///
/// # Safety
///
/// The processor has the instruction set of `V`; and as for [`Move::run`].
pub(super) unsafe fn patches<V: Vector, const E: usize>(
    src: *const u8,
    dst: *mut u8,
    loops: &[Loop],
    what: &Patches<'_>,
) {
    // SAFETY: by the contract.
    unsafe { turns::<V, _, E>(src, dst, loops, what) }
}

/// Transposes groups around the caches, where they [fill lines](Patches::fills_lines) in all turns; and else as usual.
///
/// # Safety
///
/// As of [`patches`].
pub(super) unsafe fn stream<V: Vector, const E: usize>(
    src: *const u8,
    dst: *mut u8,
    loops: &[Loop],
    what: &Patches<'_>,
) {
    // SAFETY: by the contract.
    unsafe {
        if const { V::STREAMS } && what.fills_lines::<E>(dst, loops) {
            turns::<V, _, E>(src, dst, loops, &FarPatches::<true>(*what));
        } else {
            turns::<V, _, E>(src, dst, loops, &FarPatches::<false>(*what));
        }
    }
}

/// Those that are far: written around the caches, or not.
#[derive(Clone, Copy)]
struct FarPatches<'a, const AROUND: bool>(Patches<'a>);

impl<const AROUND: bool> Move for FarPatches<'_, AROUND> {
    /// Writing two groups of columns side by side takes memory half as long again.
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        self.0.fills_lanes::<V, E>()
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { self.0.blocks::<V, E, AROUND>(src, dst) }
    }
}

impl<const AROUND: bool> Turned for FarPatches<'_, AROUND> {
    #[inline(always)]
    unsafe fn run_turns<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8, loops: &[Loop]) {
        // SAFETY: by the contract.
        unsafe {
            if AROUND {
                each_turn::<V, _, E>(src, dst, loops, *self);
            } else {
                self.0.run_turns::<V, E>(src, dst, loops);
            }
        }
    }
}

impl Move for Patches<'_> {
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        self.fills_lanes::<V, E>() || self.fits_pairs::<V, E>()
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { self.blocks::<V, E, false>(src, dst) }
    }
}

impl Turned for Patches<'_> {
    #[inline(always)]
    unsafe fn run_turns<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8, loops: &[Loop]) {
        // SAFETY: by the contract.
        unsafe {
            if self.is_crowded::<E>() && self.bytes::<E>(loops) < FROM_MEMORY {
                each_turn::<V, _, E>(src, dst, loops, NearPatches(*self));
            } else {
                each_turn::<V, _, E>(src, dst, loops, *self);
            }
        }
    }
}

/// Those whose rows push each other out of a cache: they are first copied to where they do not.
#[derive(Clone, Copy)]
struct NearPatches<'a>(Patches<'a>);

/// Where the rows are then.
static NEAR: [isize; ROWS] = {
    let (mut places, mut row) = ([0; ROWS], 0);
    while row < ROWS {
        places[row] = (row * PIECE).cast_signed();
        row += 1;
    }
    places
};

impl Move for NearPatches<'_> {
    fn fits<V: Vector, const E: usize>(&self, dst: *mut u8) -> bool {
        self.0.fits::<V, E>(dst)
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        let (Patches { rows, cols }, mut near) = (self.0, NearRows::new());
        // SAFETY: by the contract; whoever makes these sees that so many rows of so many groups fit there.
        unsafe {
            for (&row, place) in rows.iter().zip(NEAR) {
                let (from, to) = (src.wrapping_offset(row), near.start().offset(place));
                for at in (0..cols.len() * E).step_by(GROUP) {
                    from.add(at).copy_to_nonoverlapping(to.add(at), GROUP);
                }
            }
            Patches { rows: &NEAR[..rows.len()], cols }.run::<V, E>(near.start(), dst);
        }
    }
}

impl Patches<'_> {
    /// Whether every column is whole lines, in every turn.
    fn fills_lines<const E: usize>(self, dst: *mut u8, loops: &[Loop]) -> bool {
        let is_line = |step: isize| step % LINE.cast_signed() == 0;
        dst.addr().is_multiple_of(LINE)
            && (self.rows.len() * E).is_multiple_of(LINE)
            && self.cols.iter().all(|&col| is_line(col))
            && loops.iter().all(|turns| is_line(turns.dst))
    }

    /// Line by line of the destination, and in each of these from column to column: a line of the source is used up
    /// while it is near.
    ///
    /// # Safety
    ///
    /// As of [`Move::run`].
    #[inline(always)]
    unsafe fn blocks<V: Vector, const E: usize, const AROUND: bool>(self, src: *const u8, dst: *mut u8) {
        if const { V::LANE != GROUP || E >= GROUP } {
            // SAFETY: by the contract.
            return unsafe { self.elements::<E>(src, dst) };
        }
        let (count, high) = const { (GROUP / E, V::WIDTH / E) };
        if const { V::LANES == 4 } && self.rows.len() < high {
            // SAFETY: by the contract.
            return unsafe { self.pairs::<V, E>(src, dst) };
        }
        let mut top = 0;
        while top < self.rows.len() {
            let bottom = self.rows.len().min(top + LINE / E);
            for col in (0..self.cols.len()).step_by(count) {
                let mut row = top;
                while row < bottom {
                    let first = row.min(self.rows.len() - high);
                    let mut places = [0; LANES];
                    for (lane, place) in places.iter_mut().enumerate().take(V::LANES) {
                        *place = self.rows[first + lane * count];
                    }
                    // SAFETY: a block of as many groups of rows, and one of columns; a group has as many places.
                    unsafe {
                        let src = src.wrapping_add(col * E);
                        let dst = dst.wrapping_offset(self.cols[col]).wrapping_add(first * E);
                        transpose::<V, E, AROUND, _>((src, self.rows, places), (dst, self.cols));
                    }
                    row += high;
                }
            }
            top = bottom;
        }
    }

    /// Whether as many groups of rows as vectors have lanes are there, unless elements are moved one by one.
    fn fills_lanes<V: Vector, const E: usize>(self) -> bool {
        V::LANE != GROUP || E >= GROUP || self.rows.len() >= V::LANES * (GROUP / E)
    }

    /// Whether vectors of four lanes hold two groups of rows, and of columns.
    fn fits_pairs<V: Vector, const E: usize>(self) -> bool {
        V::LANES == 4 && self.rows.len().min(self.cols.len()) >= 2 * (GROUP / E)
    }

    /// Two groups of rows and of columns at once; the last ones overlap those before them if they are less.
    ///
    /// # Safety
    ///
    /// As of [`Move::run`]; they [fit](Patches::fits_pairs).
    #[inline(always)]
    unsafe fn pairs<V: Vector, const E: usize>(self, src: *const u8, dst: *mut u8) {
        let count = const { GROUP / E };
        for row in (0..self.rows.len()).step_by(2 * count) {
            let row = row.min(self.rows.len() - 2 * count);
            let (upper, lower) = (self.rows[row], self.rows[row + count]);
            let beside = GROUP.cast_signed();
            let places = [upper, lower, upper + beside, lower + beside];
            for col in (0..self.cols.len()).step_by(2 * count) {
                let col = col.min(self.cols.len() - 2 * count);
                // SAFETY: these groups; one has as many places as a lane has elements.
                unsafe {
                    let src = src.wrapping_add(col * E);
                    let dst = dst.wrapping_offset(self.cols[col]).wrapping_add(row * E);
                    let beside = self.cols[col + count] - self.cols[col];
                    transpose_pairs::<V, E, _>((src, self.rows, places), (dst, self.cols, beside));
                }
            }
        }
    }

    /// Whether the rows of a line of the destination [push each other out](is_crowded), and there is room for all of
    /// them where they do not.
    #[inline(always)]
    fn is_crowded<const E: usize>(self) -> bool {
        let (count, len) = (self.rows.len(), self.cols.len() * E);
        let step = if count > 1 { self.rows[1] } else { 0 };
        let fits = count <= ROWS && (LINE / 2..=PIECE).contains(&len) && len.is_multiple_of(GROUP);
        E < GROUP && fits && is_crowded(count.min(LINE / E), step)
    }

    /// The bytes of all turns.
    fn bytes<const E: usize>(self, loops: &[Loop]) -> usize {
        loops.iter().map(|turn| turn.extent).product::<usize>() * self.rows.len() * self.cols.len() * E
    }

    /// Element by element.
    ///
    /// # Safety
    ///
    /// As of [`Move::run`].
    #[inline(always)]
    unsafe fn elements<const E: usize>(self, src: *const u8, dst: *mut u8) {
        for (j, &col) in self.cols.iter().enumerate() {
            for (i, &row) in self.rows.iter().enumerate() {
                let src = src.wrapping_offset(row).wrapping_add(j * E);
                // SAFETY: the element in row `i` and column `j`.
                unsafe { src.copy_to_nonoverlapping(dst.wrapping_offset(col).wrapping_add(i * E), E) };
            }
        }
    }
}
