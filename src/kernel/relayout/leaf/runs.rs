//! Runs of bytes, without a call for each.

use super::Runs;
use super::vector::{Move, Vector};

/// From here on the library's copy is as good, and knows more about the machine.
const LONG: usize = 512;

impl Move for Runs {
    fn fits<V: Vector, const E: usize>(&self) -> bool {
        self.len >= V::WIDTH || self.len == 0
    }

    /// A run that is no whole number of vectors ends with one that overlaps the vector before it.
    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(self, src: *const u8, dst: *mut u8) {
        // SAFETY: vectors lie inside the runs.
        unsafe {
            match self.len {
                0 => {}
                _ if !self.fits::<V, E>() => V::call_narrower::<Self, E>(src, dst, self),
                len if len == V::WIDTH => self.each(src, dst, |src, dst| copy::<V>(src, dst, 1)),
                len if len == 2 * V::WIDTH => self.each(src, dst, |src, dst| copy::<V>(src, dst, 2)),
                len if len == 4 * V::WIDTH => self.each(src, dst, |src, dst| copy::<V>(src, dst, 4)),
                len if len > LONG => self.each(src, dst, |src, dst| src.copy_to_nonoverlapping(dst, len)),
                len => self.each(src, dst, |src, dst| {
                    copy::<V>(src, dst, len / V::WIDTH);
                    copy::<V>(src.add(len - V::WIDTH), dst.add(len - V::WIDTH), 1);
                }),
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

/// Copies `n` vectors.
///
/// # Safety
///
/// The processor has the instruction set of `V`, and as many bytes are readable and writable.
#[inline(always)]
unsafe fn copy<V: Vector>(src: *const u8, dst: *mut u8, n: usize) {
    for i in 0..n {
        // SAFETY: by the contract.
        unsafe { V::load(src.add(i * V::WIDTH)).store(dst.add(i * V::WIDTH)) }
    }
}
