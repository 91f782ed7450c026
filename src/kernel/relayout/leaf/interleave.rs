//! Rectangles of few rows or few columns, which lie side by side: interleaves, and what undoes them.

use super::Transpose;
use super::network::{deinterleave, interleave};
use super::vector::{Move, Vector};

/// `N` rows whose columns follow each other.
#[derive(Clone, Copy)]
pub(super) struct Interleave<const N: usize>(pub(super) Transpose);

/// `N` columns whose rows follow each other.
#[derive(Clone, Copy)]
pub(super) struct Deinterleave<const N: usize>(pub(super) Transpose);

impl Transpose {
    /// Whether the columns follow each other, short ones of 2, 4, 8 or 16 elements, and vectors hold more.
    pub(super) fn interleaves<V: Vector, const E: usize>(self) -> bool {
        let is_few = self.rows.is_power_of_two() && self.rows > 1 && self.rows <= const { V::LANE / E };
        is_few && self.cols * E >= V::WIDTH && self.dst == (self.rows * E).cast_signed()
    }

    /// Whether the rows follow each other, short ones.
    pub(super) fn deinterleaves<V: Vector, const E: usize>(self) -> bool {
        let is_few = self.cols.is_power_of_two() && self.cols > 1 && self.cols <= const { V::LANE / E };
        is_few && self.rows * E >= V::WIDTH && self.src == (self.cols * E).cast_signed()
    }
}

impl<const N: usize> Move for Interleave<N> {
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        self.0.interleaves::<V, E>()
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(self, src: *const u8, dst: *mut u8) {
        let len = self.0.cols * E;
        for j in (0..len).step_by(V::WIDTH) {
            let j = j.min(len - V::WIDTH);
            // SAFETY: `WIDTH` bytes of every row follow, and `N` times as many of the destination.
            unsafe { interleave::<V, E, N>((src.add(j), self.0.src), dst.add(j * N)) }
        }
    }
}

impl<const N: usize> Move for Deinterleave<N> {
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        self.0.deinterleaves::<V, E>()
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(self, src: *const u8, dst: *mut u8) {
        let len = self.0.rows * E;
        for i in (0..len).step_by(V::WIDTH) {
            let i = i.min(len - V::WIDTH);
            // SAFETY: `WIDTH` bytes of every column follow, and `N` times as many of the source.
            unsafe { deinterleave::<V, E, N>(src.add(i * N), (dst.add(i), self.0.dst)) }
        }
    }
}
