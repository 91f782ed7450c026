//! Rectangles of few rows or few columns, which lie side by side: interleaves, and what undoes them.

use super::super::region::{Loop, innermost};
use super::Transpose;
use super::network::{deinterleave, deinterleave_lanes, interleave, interleave_lanes};
use super::vector::{Move, Vector, next_vector, places};

/// `N` rows whose columns follow each other.
#[derive(Clone, Copy)]
pub(super) struct Interleave<const N: usize>(pub(super) Transpose);

/// `N` columns whose rows follow each other.
#[derive(Clone, Copy)]
pub(super) struct Deinterleave<const N: usize>(pub(super) Transpose);

impl Transpose {
    /// The bytes of a row, if the columns follow each other, short ones of 2, 4, 8 or 16 elements, and lanes hold more.
    #[inline(always)]
    fn interleaved<V: Vector, const E: usize>(self) -> Option<usize> {
        let is_few = self.rows.is_power_of_two() && self.rows > 1 && self.rows <= const { V::LANE / E };
        (is_few && self.dst == (self.rows * E).cast_signed()).then_some(self.cols * E)
    }

    /// The bytes of a column, if the rows follow each other, short ones.
    #[inline(always)]
    fn deinterleaved<V: Vector, const E: usize>(self) -> Option<usize> {
        let is_few = self.cols.is_power_of_two() && self.cols > 1 && self.cols <= const { V::LANE / E };
        (is_few && self.src == (self.cols * E).cast_signed()).then_some(self.rows * E)
    }

    /// Whether it is an interleave, of rows that hold a vector.
    pub(super) fn interleaves<V: Vector, const E: usize>(self) -> bool {
        self.interleaved::<V, E>().is_some_and(|len| len >= V::WIDTH)
    }

    /// Whether it undoes one, of columns that hold a vector.
    pub(super) fn deinterleaves<V: Vector, const E: usize>(self) -> bool {
        self.deinterleaved::<V, E>().is_some_and(|len| len >= V::WIDTH)
    }

    /// Whether it is an interleave of 2 or 4 rows that all together fill a vector, or undoes one; and which of both.
    pub(super) fn fills_vector<V: Vector, const E: usize>(self) -> Option<Undone> {
        self.fills::<V, E>(V::WIDTH)
    }

    /// The same of so many bytes, a vector of these lanes or of half as many.
    #[inline(always)]
    fn fills<V: Vector, const E: usize>(self, width: usize) -> Option<Undone> {
        let fills = |few: usize, len: usize, step: isize| {
            let is_dealt = (few == 2 || few == 4) && few * E <= V::LANE;
            is_dealt && few * len == width && step == len.cast_signed()
        };
        if const { !V::DEALS || V::LANE <= E } {
            return None;
        }
        match (self.interleaved::<V, E>(), self.deinterleaved::<V, E>()) {
            (Some(len), _) if fills(self.rows, len, self.src) => Some(false),
            (_, Some(len)) if fills(self.cols, len, self.dst) => Some(true),
            _ => None,
        }
    }

    /// Whether it is an interleave whose rows are one lane, or undoes one whose columns are, in so many turns of the
    /// innermost loop that these are lanes of vectors; and which of both.
    ///
    /// Of more lanes each would be loaded and stored alone, where two side by side are one half of a vector; and those
    /// that fill a vector of half the width are moved as one.
    pub(super) fn fills_lanes<V: Vector, const E: usize>(self, loops: &[Loop]) -> Option<Undone> {
        if const { V::LANES == 1 || V::LANE <= E } || innermost(loops).0.extent < V::LANES {
            return None;
        }
        if const { V::LANES > 2 } && self.fills::<V, E>(2 * V::LANE).is_some() {
            return None;
        }
        match (self.interleaved::<V, E>(), self.deinterleaved::<V, E>()) {
            (Some(len), _) if len == V::LANE => Some(false),
            (_, Some(len)) if len == V::LANE => Some(true),
            _ => None,
        }
    }
}

/// Whether an interleave is undone.
type Undone = bool;

impl<const N: usize> Move for Interleave<N> {
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        self.0.interleaves::<V, E>()
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        let (mut at, mut left) = ((src, dst), self.0.cols * E);
        loop {
            // SAFETY: `WIDTH` bytes of every row follow, and `N` times as many of the destination.
            unsafe { interleave::<V, E, N>((at.0, self.0.src), at.1) }
            let Some(step) = next_vector::<V>(&mut left) else { return };
            at = (at.0.wrapping_add(step), at.1.wrapping_add(step * N));
        }
    }
}

impl<const N: usize> Move for Deinterleave<N> {
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        self.0.deinterleaves::<V, E>()
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        let (mut at, mut left) = ((src, dst), self.0.rows * E);
        loop {
            // SAFETY: `WIDTH` bytes of every column follow, and `N` times as many of the source.
            unsafe { deinterleave::<V, E, N>(at.0, (at.1, self.0.dst)) }
            let Some(step) = next_vector::<V>(&mut left) else { return };
            at = (at.0.wrapping_add(step * N), at.1.wrapping_add(step));
        }
    }
}

/// An interleave of `N` rows that fill a vector, or what undoes it.
#[derive(Clone, Copy)]
pub(super) struct OneVector<const N: usize, const UNDONE: bool>(pub(super) Transpose);

impl<const N: usize, const UNDONE: bool> Move for OneVector<N, UNDONE> {
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        self.0.fills_vector::<V, E>() == Some(UNDONE)
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        // SAFETY: all of it is a vector on both sides.
        unsafe {
            let all = V::load(src);
            (if UNDONE { all.dealt::<E, N>() } else { all.merged::<E, N>() }).store(dst);
        }
    }
}

/// Turns of a loop as the lanes of vectors: an interleave of `N` rows of a lane each, or what undoes it.
#[derive(Clone, Copy)]
pub(super) struct TurnsAsLanes<const N: usize, const UNDONE: bool> {
    pub(super) what: Transpose,
    pub(super) turns: Loop,
}

impl<const N: usize, const UNDONE: bool> Move for TurnsAsLanes<N, UNDONE> {
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        self.what.fills_lanes::<V, E>(&[self.turns]) == Some(UNDONE)
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        let Self { what, turns } = *self;
        let (from, to) = (places(turns.src), places(turns.dst));
        let (mut at, mut left) = ((src, dst), turns.extent * V::LANE);
        loop {
            // SAFETY: as many turns follow, and each has a lane.
            unsafe {
                if UNDONE {
                    deinterleave_lanes::<V, E, N>((at.0, from), (at.1, what.dst, to));
                } else {
                    interleave_lanes::<V, E, N>((at.0, what.src, from), (at.1, to));
                }
            }
            let Some(step) = next_vector::<V>(&mut left) else { return };
            let turn = (step / V::LANE).cast_signed();
            at = (at.0.wrapping_offset(turn * turns.src), at.1.wrapping_offset(turn * turns.dst));
        }
    }
}
