//! Bytes in an order that is never changed: one element, or a piece of a run.
//!
//! This is all that processors without vectors of ours have. Shuffles of general registers would be no faster than
//! single elements.

use super::vector::{Move, Vector};

/// 1, 2, 4, 8 or 16 bytes.
#[derive(Clone, Copy)]
pub(super) struct Bytes<const W: usize>([u8; W]);

impl<const W: usize> Vector for Bytes<W> {
    const NAME: &'static str = "portable";
    const LANE: usize = W;
    const LANES: usize = 1;

    #[inline(always)]
    unsafe fn load(src: *const u8) -> Self {
        // SAFETY: by the contract.
        unsafe { src.cast::<Self>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn load_lanes(src: *const u8, _: isize) -> Self {
        // SAFETY: there is one lane.
        unsafe { Self::load(src) }
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { dst.cast::<Self>().write_unaligned(self) }
    }

    #[inline(always)]
    unsafe fn store_lanes(self, dst: *mut u8, _: isize) {
        // SAFETY: there is one lane.
        unsafe { self.store(dst) }
    }

    #[inline(always)]
    unsafe fn stream(self, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { self.store(dst) }
    }

    fn low<const E: usize>(self, _: Self) -> Self {
        unreachable!("a lane is one element")
    }

    fn high<const E: usize>(self, _: Self) -> Self {
        unreachable!("a lane is one element")
    }

    unsafe fn call<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: M) {
        // SAFETY: by the contract.
        unsafe { what.run::<Self, E>(src, dst) }
    }

    #[inline(always)]
    unsafe fn call_narrower<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: M) {
        // SAFETY: by the contract.
        unsafe {
            match W {
                16 => Bytes::<8>::call::<M, E>(src, dst, what),
                8 => Bytes::<4>::call::<M, E>(src, dst, what),
                4 => Bytes::<2>::call::<M, E>(src, dst, what),
                _ => Bytes::<1>::call::<M, E>(src, dst, what),
            }
        }
    }
}
