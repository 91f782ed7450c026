//! One lane of bytes, for processors without vectors of ours, and for what is narrower than their vectors.

use super::vector::{Move, Vector};

/// A lane of 1, 2, 4, 8 or 16 bytes.
#[derive(Clone, Copy)]
pub(super) struct Bytes<const LANE: usize>([u8; LANE]);

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

    #[inline(always)]
    fn low<const E: usize>(self, other: Self) -> Self {
        self.zip::<E>(other, 0)
    }

    #[inline(always)]
    fn high<const E: usize>(self, other: Self) -> Self {
        self.zip::<E>(other, W / 2)
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

impl<const W: usize> Bytes<W> {
    /// Half of the elements of both, from byte `start` on, in turn.
    #[inline(always)]
    fn zip<const E: usize>(self, other: Self, start: usize) -> Self {
        let mut zipped = self;
        for i in 0..W {
            let (element, byte) = (i / E, i % E);
            let from = start + element / 2 * E + byte;
            zipped.0[i] = if element % 2 == 0 { self.0[from] } else { other.0[from] };
        }
        zipped
    }
}
