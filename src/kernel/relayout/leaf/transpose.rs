//! Rectangles, cut into what the network takes.

use super::network::{deinterleave, interleave, transpose};
use super::vector::{Move, Vector};
use super::{LINE, Transpose};

impl Move for Transpose {
    fn fits<V: Vector, const E: usize>(&self) -> bool {
        let (rows, cols) = const { (V::WIDTH / E, V::LANE / E) };
        let is_block = self.rows >= rows && self.cols >= cols;
        V::WIDTH <= E || is_block || self.interleaves::<V, E>() || self.deinterleaves::<V, E>()
    }

    /// Where the rectangle is no whole number of blocks, the last block overlaps the one before it: bytes are written
    /// twice, with the same value. What is smaller than a block is left to narrower vectors; the narrowest hold one
    /// element.
    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(self, src: *const u8, dst: *mut u8) {
        let (rows, cols) = const { (V::WIDTH / E, V::LANE / E) };
        // SAFETY: the blocks lie inside the rectangle.
        unsafe {
            if self.interleaves::<V, E>() {
                match self.rows {
                    2 => return self.interleave::<V, E, 2>(src, dst),
                    4 => return self.interleave::<V, E, 4>(src, dst),
                    8 => return self.interleave::<V, E, 8>(src, dst),
                    _ => return self.interleave::<V, E, 16>(src, dst),
                }
            }
            if self.deinterleaves::<V, E>() {
                match self.cols {
                    2 => return self.deinterleave::<V, E, 2>(src, dst),
                    4 => return self.deinterleave::<V, E, 4>(src, dst),
                    8 => return self.deinterleave::<V, E, 8>(src, dst),
                    _ => return self.deinterleave::<V, E, 16>(src, dst),
                }
            }
            if self.rows >= rows && self.cols >= cols {
                self.blocks::<V, E>(src, dst);
            } else if const { V::WIDTH > E } {
                V::call_narrower::<Self, E>(src, dst, self);
            }
        }
    }
}

impl Transpose {
    /// Whether the columns follow each other, short ones of 2, 4, 8 or 16 elements: vectors hold more.
    fn interleaves<V: Vector, const E: usize>(&self) -> bool {
        let is_few = self.rows.is_power_of_two() && self.rows > 1 && self.rows <= const { V::LANE / E };
        is_few && self.cols * E >= V::WIDTH && self.dst == (self.rows * E).cast_signed()
    }

    /// Whether the rows follow each other, short ones.
    fn deinterleaves<V: Vector, const E: usize>(&self) -> bool {
        let is_few = self.cols.is_power_of_two() && self.cols > 1 && self.cols <= const { V::LANE / E };
        is_few && self.rows * E >= V::WIDTH && self.src == (self.cols * E).cast_signed()
    }

    /// Lines of the destination are finished one after the other; the rows that they need stay in the cache until all
    /// their lines are used.
    #[inline(always)]
    unsafe fn blocks<V: Vector, const E: usize>(self, src: *const u8, dst: *mut u8) {
        let (rows, cols) = const { (V::WIDTH / E, V::LANE / E) };
        let e = E as isize;
        for line in (0..self.rows).step_by(LINE / E) {
            let end = self.rows.min(line + LINE / E);
            for j in Starts::new(0, self.cols, cols) {
                for i in Starts::new(line.min(self.rows - rows), end, rows) {
                    let (i, j) = (i as isize, j as isize);
                    // SAFETY: a block of as many rows and columns begins here.
                    unsafe {
                        let src = src.offset(i * self.src + j * e);
                        let dst = dst.offset(j * self.dst + i * e);
                        transpose::<V, E>((src, self.src), (dst, self.dst));
                    }
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn interleave<V: Vector, const E: usize, const N: usize>(self, src: *const u8, dst: *mut u8) {
        for j in Starts::new(0, self.cols * E, V::WIDTH) {
            // SAFETY: `WIDTH` bytes of every row follow, and `N` times as many of the destination.
            unsafe { interleave::<V, E, N>((src.add(j), self.src), dst.add(j * N)) }
        }
    }

    #[inline(always)]
    unsafe fn deinterleave<V: Vector, const E: usize, const N: usize>(self, src: *const u8, dst: *mut u8) {
        for i in Starts::new(0, self.rows * E, V::WIDTH) {
            // SAFETY: `WIDTH` bytes of every column follow, and `N` times as many of the source.
            unsafe { deinterleave::<V, E, N>(src.add(i * N), (dst.add(i), self.dst)) }
        }
    }
}

/// Where pieces of `len` start that cover all from `start` to `end`, which is at least one piece: side by side, but
/// for the last one, which ends at the end.
struct Starts {
    next: usize,
    end: usize,
    len: usize,
}

impl Starts {
    #[inline(always)]
    fn new(start: usize, end: usize, len: usize) -> Self {
        Starts { next: start, end, len }
    }
}

impl Iterator for Starts {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.next >= self.end {
            return None;
        }
        let start = self.next.min(self.end - self.len);
        self.next += self.len;
        Some(start)
    }
}
