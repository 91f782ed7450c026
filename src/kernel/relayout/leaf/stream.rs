//! Bytes written around the caches.

use super::LINE;
use super::turns::Turned;
use super::vector::{Move, Vector};

/// So many bytes.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Stream(pub(in super::super) usize);

impl Move for Stream {
    fn fits<V: Vector, const E: usize>(&self, _: *mut u8) -> bool {
        true
    }

    /// As many bytes: whole lines of the destination around the caches, what is before and behind them as usual.
    #[inline(always)]
    unsafe fn run<V: Vector, const E: usize>(&self, src: *const u8, dst: *mut u8) {
        let head = dst.align_offset(LINE).min(self.0);
        let end = head + (self.0 - head) / LINE * LINE;
        // SAFETY: all are among the first bytes, and from `head` on vectors are aligned.
        unsafe {
            src.copy_to_nonoverlapping(dst, head);
            for i in (head..end).step_by(V::WIDTH) {
                V::load(src.add(i)).stream(dst.add(i));
            }
            src.add(end).copy_to_nonoverlapping(dst.add(end), self.0 - end);
        }
    }
}

impl Turned for Stream {}
