//! Runs of bytes, without a call for each.

use super::Runs;
use super::vector::{Move, Vector};

impl Move for Runs {
    /// A run is a few vectors from its start on, and as many up to its end: they overlap if it is no whole number of
    /// vectors. For longer runs the library's copy is as good, and knows more about the machine.
    ///
    /// Wide vectors that are stored across the border of two lines cost more than they save.
    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(self, src: *const u8, dst: *mut u8) {
        let crosses = V::WIDTH > 16 && (dst.addr() | self.dst.cast_unsigned()) % V::WIDTH != 0;
        // SAFETY: by the contract; vectors lie inside the runs.
        unsafe {
            match self.len.div_ceil(V::WIDTH) {
                0 => {}
                _ if self.len < V::WIDTH || crosses => V::call_narrower::<Self, E>(src, dst, self),
                1 => self.each(src, dst, |src, dst| V::load(src).store(dst)),
                2 => self.each(src, dst, |src, dst| ends::<V, 1>(src, dst, self.len)),
                3..=4 => self.each(src, dst, |src, dst| ends::<V, 2>(src, dst, self.len)),
                5..=8 => self.each(src, dst, |src, dst| ends::<V, 4>(src, dst, self.len)),
                9..=16 => self.each(src, dst, |src, dst| ends::<V, 8>(src, dst, self.len)),
                _ => self.each(src, dst, |src, dst| src.copy_to_nonoverlapping(dst, self.len)),
            }
        }
    }
}

impl Runs {
    #[inline(always)]
    unsafe fn each(self, src: *const u8, dst: *mut u8, copy: impl Fn(*const u8, *mut u8)) {
        for k in 0..self.count as isize {
            // SAFETY: a run starts here.
            unsafe { copy(src.offset(k * self.src), dst.offset(k * self.dst)) }
        }
    }
}

/// Copies the first `N` of `len` bytes' vectors, and the last `N`.
///
/// # Safety
///
/// The processor has the instruction set of `V`; `len` bytes, at least `N` vectors, are readable and writable.
#[inline(always)]
unsafe fn ends<V: Vector, const N: usize>(src: *const u8, dst: *mut u8, len: usize) {
    let last = len - N * V::WIDTH;
    for i in 0..N {
        // SAFETY: by the contract.
        unsafe { V::load(src.add(i * V::WIDTH)).store(dst.add(i * V::WIDTH)) }
    }
    for i in 0..N {
        let i = last + i * V::WIDTH;
        // SAFETY: by the contract.
        unsafe { V::load(src.add(i)).store(dst.add(i)) }
    }
}
