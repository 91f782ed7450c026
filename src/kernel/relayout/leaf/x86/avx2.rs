//! AVX2: vectors of 32 bytes.

use super::super::vector::{LANES, Move, Vector};
use super::shuffles::{bytes, deals, dealt_places, shuffles};
use super::sse2::Sse2;
use core::arch::x86_64::*;

/// 2 lanes of 16 bytes.
#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

impl Avx2 {
    /// In every lane, the bytes at these places of it.
    #[inline(always)]
    fn bytes_at(self, places: &[u8; 16]) -> Self {
        // SAFETY: `load` promises the instruction set to whoever has a vector; as many bytes are there.
        unsafe {
            let places = _mm256_broadcastsi128_si256(_mm_loadu_si128(places.as_ptr().cast()));
            Avx2(_mm256_shuffle_epi8(self.0, places))
        }
    }

    /// The words of 4 bytes at these places.
    #[inline(always)]
    fn words_at(self, places: &[u32; 8]) -> Self {
        // SAFETY: as above.
        unsafe {
            let places = _mm256_loadu_si256(places.as_ptr().cast());
            Avx2(_mm256_permutevar8x32_epi32(self.0, places))
        }
    }
}

impl Vector for Avx2 {
    const NAME: &'static str = "AVX2";
    const LANE: usize = 16;
    const LANES: usize = 2;
    const STREAMS: bool = true;

    #[inline(always)]
    unsafe fn load(src: *const u8) -> Self {
        // SAFETY: by the contract.
        Avx2(unsafe { _mm256_loadu_si256(src.cast()) })
    }

    #[inline(always)]
    unsafe fn gather_lanes(src: *const u8, places: [isize; LANES]) -> Self {
        // SAFETY: by the contract.
        Avx2(unsafe { _mm256_loadu2_m128i(src.offset(places[1]).cast(), src.offset(places[0]).cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { _mm256_storeu_si256(dst.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn scatter_lanes(self, dst: *mut u8, places: [isize; LANES]) {
        // SAFETY: by the contract.
        unsafe { _mm256_storeu2_m128i(dst.offset(places[1]).cast(), dst.offset(places[0]).cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn stream(self, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { _mm256_stream_si256(dst.cast(), self.0) }
    }

    #[inline(always)]
    fn zip_lanes(self, other: Self) -> (Self, Self) {
        // SAFETY: `load` promises the instruction set to whoever has a vector.
        unsafe {
            let low = _mm256_permute2x128_si256::<0x20>(self.0, other.0);
            (Avx2(low), Avx2(_mm256_permute2x128_si256::<0x31>(self.0, other.0)))
        }
    }

    #[inline(always)]
    fn unzip_halves(self) -> Self {
        // SAFETY: as above.
        Avx2(unsafe { _mm256_permute4x64_epi64::<0b11_01_10_00>(self.0) })
    }

    shuffles! {
        low: _mm256_unpacklo_epi8 _mm256_unpacklo_epi16 _mm256_unpacklo_epi32 _mm256_unpacklo_epi64,
        high: _mm256_unpackhi_epi8 _mm256_unpackhi_epi16 _mm256_unpackhi_epi32 _mm256_unpackhi_epi64,
    }

    deals!(_mm256_castsi256_ps, _mm256_shuffle_ps, _mm256_castps_si256);

    #[target_feature(enable = "avx2")]
    unsafe fn call<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: &M) {
        // SAFETY: by the contract.
        unsafe { what.run::<Self, E>(src, dst) }
    }

    #[inline(always)]
    unsafe fn call_narrower<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: &M) {
        // SAFETY: by the contract.
        unsafe { Sse2::call::<M, E>(src, dst, what) }
    }
}
