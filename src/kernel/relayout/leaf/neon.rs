//! NEON.

use super::LeafKernels;
use super::portable::Bytes;
use super::vector::{Move, Vector};
use core::arch::aarch64::*;

/// 16 bytes.
#[derive(Clone, Copy)]
pub(super) struct Neon(uint8x16_t);

/// 8 bytes.
#[derive(Clone, Copy)]
pub(super) struct Half(uint8x8_t);

impl Vector for Neon {
    const NAME: &'static str = "NEON";
    const LANE: usize = 16;

    #[inline(always)]
    unsafe fn load(src: *const u8) -> Self {
        // SAFETY: by the contract.
        Neon(unsafe { vld1q_u8(src) })
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { vst1q_u8(dst, self.0) }
    }

    #[inline(always)]
    fn low<const E: usize>(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        // SAFETY: `load` promises the instruction set to whoever has a vector.
        Neon(unsafe {
            match E {
                1 => vzip1q_u8(a, b),
                2 => vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b))),
                4 => vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b))),
                _ => vreinterpretq_u8_u64(vzip1q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b))),
            }
        })
    }

    #[inline(always)]
    fn high<const E: usize>(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        // SAFETY: `load` promises the instruction set to whoever has a vector.
        Neon(unsafe {
            match E {
                1 => vzip2q_u8(a, b),
                2 => vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b))),
                4 => vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b))),
                _ => vreinterpretq_u8_u64(vzip2q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b))),
            }
        })
    }

    #[inline(always)]
    fn unzip<const E: usize>(self, other: Self) -> (Self, Self) {
        let (a, b) = (self.0, other.0);
        // SAFETY: `load` promises the instruction set to whoever has a vector.
        let (even, odd) = unsafe {
            match E {
                1 => (vuzp1q_u8(a, b), vuzp2q_u8(a, b)),
                2 => {
                    let (a, b) = (vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b));
                    (vreinterpretq_u8_u16(vuzp1q_u16(a, b)), vreinterpretq_u8_u16(vuzp2q_u16(a, b)))
                }
                4 => {
                    let (a, b) = (vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b));
                    (vreinterpretq_u8_u32(vuzp1q_u32(a, b)), vreinterpretq_u8_u32(vuzp2q_u32(a, b)))
                }
                _ => return (self.low::<E>(other), self.high::<E>(other)),
            }
        };
        (Neon(even), Neon(odd))
    }

    #[inline(always)]
    unsafe fn call_narrower<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: &M) {
        // SAFETY: by the contract.
        unsafe {
            if const { E <= 4 } {
                Half::call::<M, E>(src, dst, what);
            } else {
                Bytes::<E>::call::<M, E>(src, dst, what);
            }
        }
    }
}

impl Vector for Half {
    const NAME: &'static str = "NEON";
    const LANE: usize = 8;

    #[inline(always)]
    unsafe fn load(src: *const u8) -> Self {
        // SAFETY: by the contract.
        Half(unsafe { vld1_u8(src) })
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { vst1_u8(dst, self.0) }
    }

    #[inline(always)]
    fn low<const E: usize>(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        // SAFETY: `load` promises the instruction set to whoever has a vector.
        Half(unsafe {
            match E {
                1 => vzip1_u8(a, b),
                2 => vreinterpret_u8_u16(vzip1_u16(vreinterpret_u16_u8(a), vreinterpret_u16_u8(b))),
                _ => vreinterpret_u8_u32(vzip1_u32(vreinterpret_u32_u8(a), vreinterpret_u32_u8(b))),
            }
        })
    }

    #[inline(always)]
    fn high<const E: usize>(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        // SAFETY: `load` promises the instruction set to whoever has a vector.
        Half(unsafe {
            match E {
                1 => vzip2_u8(a, b),
                2 => vreinterpret_u8_u16(vzip2_u16(vreinterpret_u16_u8(a), vreinterpret_u16_u8(b))),
                _ => vreinterpret_u8_u32(vzip2_u32(vreinterpret_u32_u8(a), vreinterpret_u32_u8(b))),
            }
        })
    }

    #[inline(always)]
    unsafe fn call_narrower<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: &M) {
        // SAFETY: by the contract.
        unsafe { Bytes::<E>::call::<M, E>(src, dst, what) }
    }
}

/// The leaves for the vectors of this architecture: all builds have them but those without any floating point.
pub(super) fn available() -> &'static [[LeafKernels; 6]] {
    static NEON: [[LeafKernels; 6]; 1] = [LeafKernels::of::<Neon>()];
    if cfg!(target_feature = "neon") { &NEON } else { &[] }
}
