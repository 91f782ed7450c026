//! Runs of bytes, without a call for each.

use super::vector::{Move, Vector};
use super::{LINE, Runs};

impl Move for Runs {
    /// A run is a few vectors from its start on, and as many up to its end: they overlap if it is no whole number of
    /// vectors. Wide vectors that are stored across the border of two lines cost more than they save.
    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(self, src: *const u8, dst: *mut u8) {
        let crosses = V::WIDTH > 16
            && self.len <= 16 * V::WIDTH
            && !(dst.addr() | self.dst.cast_unsigned()).is_multiple_of(V::WIDTH);
        // SAFETY: by the contract; vectors lie inside the runs.
        unsafe {
            match self.len.div_ceil(V::WIDTH) {
                0 => {}
                _ if self.len < V::WIDTH || crosses => V::call_narrower::<Self, E>(src, dst, self),
                1 => self.each::<V, 0>(src, dst),
                2 => self.each::<V, 1>(src, dst),
                3..=4 => self.each::<V, 2>(src, dst),
                5..=8 => self.each::<V, 4>(src, dst),
                9..=16 => self.each::<V, 8>(src, dst),
                _ => self.each::<V, 16>(src, dst),
            }
        }
    }
}

impl Runs {
    /// Copies `N` vectors of each run from its start on, and as many up to its end; one for 0, and all that there are
    /// for 16.
    #[inline(always)]
    unsafe fn each<V: Vector, const N: usize>(self, src: *const u8, dst: *mut u8) {
        for k in 0..self.count.cast_signed() {
            // SAFETY: a run starts here, and is of at least `N` vectors.
            unsafe {
                let (src, dst) = (src.offset(k * self.src), dst.offset(k * self.dst));
                match N {
                    0 => vectors::<V>(src, dst, 1),
                    16 => long::<V>(src, dst, self.len),
                    _ => {
                        let last = self.len - N * V::WIDTH;
                        vectors::<V>(src, dst, N);
                        vectors::<V>(src.add(last), dst.add(last), N);
                    }
                }
            }
        }
    }
}

/// Copies `n` vectors.
///
/// # Safety
///
/// The processor has the instruction set of `V`; `n` vectors are readable and writable.
#[inline(always)]
unsafe fn vectors<V: Vector>(src: *const u8, dst: *mut u8, n: usize) {
    for i in 0..n {
        // SAFETY: by the contract.
        unsafe { V::load(src.add(i * V::WIDTH)).store(dst.add(i * V::WIDTH)) }
    }
}

/// Copies `len` bytes, line by line of the destination. The library's copy would do as well mostly, but not where the
/// processor's string instructions that it uses are slow.
///
/// # Safety
///
/// The processor has the instruction set of `V`; `len` bytes, at least a line, are readable and writable.
#[inline(always)]
unsafe fn long<V: Vector>(src: *const u8, dst: *mut u8, len: usize) {
    let last = len - LINE;
    let mut i = dst.addr().wrapping_neg() % LINE;
    // SAFETY: by the contract; lines begin before the last one does.
    unsafe {
        vectors::<V>(src, dst, LINE / V::WIDTH);
        while i < last {
            vectors::<V>(src.add(i), dst.add(i), LINE / V::WIDTH);
            i += LINE;
        }
        vectors::<V>(src.add(last), dst.add(last), LINE / V::WIDTH);
    }
}
