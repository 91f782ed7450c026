//! SSE2: vectors of 16 bytes, and of less.

use super::super::portable::Bytes;
use super::super::vector::{Move, Vector};
use super::shuffles::shuffles;
use core::arch::x86_64::*;

/// 16 bytes.
#[derive(Clone, Copy)]
pub(super) struct Sse2(__m128i);

/// A lane of 8 or 4 bytes, in the lower part of a register: for shuffles, of at least two elements.
#[derive(Clone, Copy)]
pub(super) struct Narrow<const W: usize>(__m128i);

impl Vector for Sse2 {
    const NAME: &'static str = "SSE2";
    const LANE: usize = 16;
    const STREAMS: bool = true;

    #[inline(always)]
    unsafe fn load(src: *const u8) -> Self {
        // SAFETY: by the contract.
        Sse2(unsafe { _mm_loadu_si128(src.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { _mm_storeu_si128(dst.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn stream(self, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { _mm_stream_si128(dst.cast(), self.0) }
    }

    shuffles! {
        low: _mm_unpacklo_epi8 _mm_unpacklo_epi16 _mm_unpacklo_epi32 _mm_unpacklo_epi64,
        high: _mm_unpackhi_epi8 _mm_unpackhi_epi16 _mm_unpackhi_epi32 _mm_unpackhi_epi64,
    }

    /// Packs narrow a number to half its bits, exactly where it needs no more.
    #[inline(always)]
    fn unzip<const E: usize>(self, other: Self) -> (Self, Self) {
        let (a, b) = (self.0, other.0);
        // SAFETY: as above.
        let (even, odd) = unsafe {
            match E {
                1 => {
                    let byte = _mm_set1_epi16(0xff);
                    let even = _mm_packus_epi16(_mm_and_si128(a, byte), _mm_and_si128(b, byte));
                    (even, _mm_packus_epi16(_mm_srli_epi16::<8>(a), _mm_srli_epi16::<8>(b)))
                }
                2 => {
                    let (low_a, low_b) = (_mm_slli_epi32::<16>(a), _mm_slli_epi32::<16>(b));
                    let even = _mm_packs_epi32(_mm_srai_epi32::<16>(low_a), _mm_srai_epi32::<16>(low_b));
                    (even, _mm_packs_epi32(_mm_srai_epi32::<16>(a), _mm_srai_epi32::<16>(b)))
                }
                4 => {
                    let (a, b) = (_mm_castsi128_ps(a), _mm_castsi128_ps(b));
                    let even = _mm_castps_si128(_mm_shuffle_ps::<0b10_00_10_00>(a, b));
                    (even, _mm_castps_si128(_mm_shuffle_ps::<0b11_01_11_01>(a, b)))
                }
                _ => (_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b)),
            }
        };
        (Sse2(even), Sse2(odd))
    }

    #[inline(always)]
    unsafe fn call_narrower<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: &M) {
        // SAFETY: by the contract.
        unsafe {
            if const { E <= 4 } {
                Narrow::<8>::call::<M, E>(src, dst, what);
            } else {
                Bytes::<E>::call::<M, E>(src, dst, what);
            }
        }
    }
}

impl<const W: usize> Vector for Narrow<W> {
    const NAME: &'static str = "SSE2";
    const LANE: usize = W;

    #[inline(always)]
    unsafe fn load(src: *const u8) -> Self {
        // SAFETY: by the contract.
        Narrow(unsafe { if W == 8 { _mm_loadu_si64(src) } else { _mm_loadu_si32(src) } })
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { if W == 8 { _mm_storeu_si64(dst, self.0) } else { _mm_storeu_si32(dst, self.0) } }
    }

    #[inline(always)]
    fn low<const E: usize>(self, other: Self) -> Self {
        Narrow(Sse2(self.0).low::<E>(Sse2(other.0)).0)
    }

    #[inline(always)]
    fn high<const E: usize>(self, other: Self) -> Self {
        let both = self.low::<E>(other).0;
        // SAFETY: as of `Sse2`.
        Narrow(unsafe { if W == 8 { _mm_srli_si128::<8>(both) } else { _mm_srli_si128::<4>(both) } })
    }

    #[inline(always)]
    unsafe fn call_narrower<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: &M) {
        // SAFETY: by the contract.
        unsafe {
            if const { W == 8 && E <= 2 } {
                Narrow::<4>::call::<M, E>(src, dst, what);
            } else {
                Bytes::<E>::call::<M, E>(src, dst, what);
            }
        }
    }
}
