//! Runs of bytes, without a call for each.

use super::Runs;
use super::vector::{Move, Vector};

/// From here on the library's copy is as good, and knows more about the machine.
const LONG: usize = 512;

impl Move for Runs {
    fn fits<V: Vector, const E: usize>(&self) -> bool {
        self.len >= V::WIDTH || self.len == 0 || self.fill_vectors::<V>()
    }

    /// A run that is no whole number of vectors ends with one that overlaps the vector before it.
    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(self, src: *const u8, dst: *mut u8) {
        let (whole, is_whole) = (self.len / V::WIDTH, self.len % V::WIDTH == 0);
        // SAFETY: runs start at each step, and vectors lie inside them.
        unsafe {
            if self.fill_vectors::<V>() {
                return self.lanes::<V>(src, dst);
            }
            match whole {
                0 if self.len == 0 => {}
                0 => V::call_narrower::<_, E>(src, dst, self),
                1 if is_whole => self.vectors::<V, 1>(src, dst),
                2 if is_whole => self.vectors::<V, 2>(src, dst),
                4 if is_whole => self.vectors::<V, 4>(src, dst),
                _ if self.len > LONG => {
                    for k in 0..self.count as isize {
                        src.offset(k * self.src).copy_to_nonoverlapping(dst.offset(k * self.dst), self.len);
                    }
                }
                _ => self.overlapping::<V>(src, dst),
            }
        }
    }
}

impl Runs {
    /// Whether runs of one lane follow each other in the destination, and fill vectors.
    fn fill_vectors<V: Vector>(&self) -> bool {
        let is_lane = V::LANES > 1 && self.len == V::LANE;
        is_lane && self.dst == self.len as isize && self.count >= V::LANES
    }

    #[inline(always)]
    unsafe fn lanes<V: Vector>(self, src: *const u8, dst: *mut u8) {
        for k in (0..self.count).step_by(V::LANES) {
            let k = k.min(self.count - V::LANES) as isize;
            // SAFETY: as many runs follow, and one vector of the destination.
            unsafe { V::load_lanes(src.offset(k * self.src), self.src).store(dst.offset(k * self.dst)) }
        }
    }

    #[inline(always)]
    unsafe fn vectors<V: Vector, const N: usize>(self, src: *const u8, dst: *mut u8) {
        for k in 0..self.count as isize {
            // SAFETY: a run of `N` vectors starts here.
            unsafe { copy::<V>(src.offset(k * self.src), dst.offset(k * self.dst), N) }
        }
    }

    #[inline(always)]
    unsafe fn overlapping<V: Vector>(self, src: *const u8, dst: *mut u8) {
        let (whole, last) = (self.len / V::WIDTH, self.len - V::WIDTH);
        for k in 0..self.count as isize {
            // SAFETY: a run starts here, at least one vector long.
            unsafe {
                let (src, dst) = (src.offset(k * self.src), dst.offset(k * self.dst));
                copy::<V>(src, dst, whole);
                copy::<V>(src.add(last), dst.add(last), 1);
            }
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
