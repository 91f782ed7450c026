//! Arrays of bytes, for processors without vectors of ours, and for single elements everywhere.
//!
//! The compiler makes what vectors it can of elements of 2 bytes and more; single bytes are better moved one by one.

use super::LeafKernels;
use super::vector::{Move, Vector};

/// 1, 2, 4, 8, 16 or 32 bytes.
#[derive(Clone, Copy)]
pub(super) struct Bytes<const W: usize>([u8; W]);

impl<const W: usize> Vector for Bytes<W> {
    const NAME: &'static str = "portable";
    const LANE: usize = W;

    #[inline(always)]
    unsafe fn load(src: *const u8) -> Self {
        // SAFETY: by the contract.
        unsafe { src.cast::<Self>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { dst.cast::<Self>().write_unaligned(self) }
    }

    #[inline(always)]
    fn low<const E: usize>(self, other: Self) -> Self {
        self.zip::<E>(other, 0)
    }

    #[inline(always)]
    fn high<const E: usize>(self, other: Self) -> Self {
        self.zip::<E>(other, W / 2)
    }

    #[inline(always)]
    unsafe fn call_narrower<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: &M) {
        // SAFETY: by the contract.
        unsafe {
            match const { if W > E { W } else { 0 } } {
                16 => Bytes::<8>::call::<M, E>(src, dst, what),
                8 => Bytes::<4>::call::<M, E>(src, dst, what),
                4 => Bytes::<2>::call::<M, E>(src, dst, what),
                2 => Bytes::<1>::call::<M, E>(src, dst, what),
                _ => unreachable!("elements fit what is as long"),
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

/// The leaves without vectors: where none are certain, and in tests.
pub(super) fn available() -> &'static [[LeafKernels; 6]] {
    #[cfg(any(test, not(any(target_feature = "sse2", target_feature = "neon"))))]
    static PORTABLE: [[LeafKernels; 6]; 1] = [[
        LeafKernels::new::<Bytes<16>, Bytes<1>, 1>(),
        LeafKernels::new::<Bytes<16>, Bytes<16>, 2>(),
        LeafKernels::new::<Bytes<16>, Bytes<16>, 4>(),
        LeafKernels::new::<Bytes<16>, Bytes<16>, 8>(),
        LeafKernels::new::<Bytes<16>, Bytes<16>, 16>(),
        LeafKernels::new::<Bytes<16>, Bytes<16>, 32>(),
    ]];
    #[cfg(not(any(test, not(any(target_feature = "sse2", target_feature = "neon")))))]
    static PORTABLE: [[LeafKernels; 6]; 0] = [];
    &PORTABLE
}
