//! Elements one by one.

use super::turns::Turned;
use super::vector::{Move, Vector};
use super::{LINE, Runs, Singles};

impl Move for Singles {
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        true
    }

    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        if self.src == 0 && self.dst == E.cast_signed() && self.count >= LINE / E {
            // SAFETY: as many elements are written, each equal to the first one.
            return unsafe { repeat::<V, E>(src, dst, self.count * E) };
        }
        for k in 0..self.count.cast_signed() {
            // SAFETY: an element is here.
            unsafe { src.offset(k * self.src).copy_to_nonoverlapping(dst.offset(k * self.dst), E) }
        }
    }
}

impl Turned for Singles {}

/// Fills `len` bytes, at least a line, with the element at `src`.
///
/// # Safety
///
/// The processor has the instruction set of `V`; `E` bytes are readable, and `len` writable.
#[inline(always)]
unsafe fn repeat<V: Vector, const E: usize>(src: *const u8, dst: *mut u8, len: usize) {
    let mut line = [0; LINE];
    let line = line.as_mut_ptr();
    // SAFETY: a line is a whole number of elements; and the last one ends where the elements do. Runs need not fit.
    unsafe {
        for k in 0..LINE / E {
            src.copy_to_nonoverlapping(line.add(k * E), E);
        }
        let lines = Runs { count: len / LINE, len: LINE, src: 0, dst: LINE.cast_signed() };
        V::call::<Runs, 1>(line, dst, &lines);
        line.copy_to_nonoverlapping(dst.add(len - LINE), LINE);
    }
}
