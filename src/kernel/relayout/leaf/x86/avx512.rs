//! AVX-512: vectors of 64 bytes.

use super::super::vector::{LANES, Move, Vector};
use super::avx2::Avx2;
use super::shuffles::{bytes, deals, dealt_places, shuffles};
use core::arch::x86_64::*;

/// 4 lanes of 16 bytes.
#[derive(Clone, Copy)]
pub(super) struct Avx512(__m512i);

impl Avx512 {
    /// In every lane, the bytes at these places of it.
    #[inline(always)]
    fn bytes_at(self, places: &[u8; 16]) -> Self {
        // SAFETY: `load` promises the instruction set to whoever has a vector; as many bytes are there.
        unsafe {
            let places = _mm512_broadcast_i32x4(_mm_loadu_si128(places.as_ptr().cast()));
            Avx512(_mm512_shuffle_epi8(self.0, places))
        }
    }

    /// The words of 4 bytes at these places.
    #[inline(always)]
    fn words_at(self, places: &[u32; 16]) -> Self {
        // SAFETY: as above.
        unsafe {
            let places = _mm512_loadu_si512(places.as_ptr().cast());
            Avx512(_mm512_permutexvar_epi32(places, self.0))
        }
    }
}

impl Vector for Avx512 {
    const NAME: &'static str = "AVX-512";
    const LANE: usize = 16;
    const LANES: usize = 4;
    const STREAMS: bool = true;

    #[inline(always)]
    unsafe fn load(src: *const u8) -> Self {
        // SAFETY: by the contract.
        Avx512(unsafe { _mm512_loadu_si512(src.cast()) })
    }

    #[inline(always)]
    unsafe fn gather_lanes(src: *const u8, places: [isize; LANES]) -> Self {
        // SAFETY: by the contract; broadcasts of a lane from memory are loads, where inserts are shuffles.
        Avx512(unsafe {
            let lanes = _mm512_castsi128_si512(_mm_loadu_si128(src.offset(places[0]).cast()));
            let lane = _mm_loadu_si128(src.offset(places[1]).cast());
            let lanes = _mm512_mask_broadcast_i32x4(lanes, 0x00f0, lane);
            let lane = _mm_loadu_si128(src.offset(places[2]).cast());
            let lanes = _mm512_mask_broadcast_i32x4(lanes, 0x0f00, lane);
            let lane = _mm_loadu_si128(src.offset(places[3]).cast());
            _mm512_mask_broadcast_i32x4(lanes, 0xf000, lane)
        })
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { _mm512_storeu_si512(dst.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn scatter_lanes(self, dst: *mut u8, places: [isize; LANES]) {
        // SAFETY: by the contract.
        unsafe {
            _mm_storeu_si128(dst.offset(places[0]).cast(), _mm512_castsi512_si128(self.0));
            _mm_storeu_si128(dst.offset(places[1]).cast(), _mm512_extracti32x4_epi32::<1>(self.0));
            _mm_storeu_si128(dst.offset(places[2]).cast(), _mm512_extracti32x4_epi32::<2>(self.0));
            _mm_storeu_si128(dst.offset(places[3]).cast(), _mm512_extracti32x4_epi32::<3>(self.0));
        }
    }

    #[inline(always)]
    unsafe fn store_half<const UPPER: bool>(self, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe {
            let half =
                if UPPER { _mm512_extracti64x4_epi64::<1>(self.0) } else { _mm512_castsi512_si256(self.0) };
            _mm256_storeu_si256(dst.cast(), half);
        }
    }

    #[inline(always)]
    unsafe fn stream(self, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { _mm512_stream_si512(dst.cast(), self.0) }
    }

    #[inline(always)]
    fn zip_lanes(self, other: Self) -> (Self, Self) {
        // SAFETY: `load` promises the instruction set to whoever has a vector.
        unsafe {
            let low = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
            let high = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
            let zipped = |places| Avx512(_mm512_permutex2var_epi64(self.0, places, other.0));
            (zipped(low), zipped(high))
        }
    }

    #[inline(always)]
    fn zip_halves(self, other: Self) -> (Self, Self) {
        // SAFETY: as above.
        unsafe {
            let lower = _mm512_shuffle_i64x2::<0b01_00_01_00>(self.0, other.0);
            (Avx512(lower), Avx512(_mm512_shuffle_i64x2::<0b11_10_11_10>(self.0, other.0)))
        }
    }

    #[inline(always)]
    fn unzip_halves(self) -> Self {
        // SAFETY: as above.
        unsafe {
            let places = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
            Avx512(_mm512_permutexvar_epi64(places, self.0))
        }
    }

    shuffles! {
        low: _mm512_unpacklo_epi8 _mm512_unpacklo_epi16 _mm512_unpacklo_epi32 _mm512_unpacklo_epi64,
        high: _mm512_unpackhi_epi8 _mm512_unpackhi_epi16 _mm512_unpackhi_epi32 _mm512_unpackhi_epi64,
    }

    deals!(_mm512_castsi512_ps, _mm512_shuffle_ps, _mm512_castps_si512);

    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    unsafe fn call<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: &M) {
        // SAFETY: by the contract.
        unsafe { what.run::<Self, E>(src, dst) }
    }

    #[inline(always)]
    unsafe fn call_narrower<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: &M) {
        // SAFETY: by the contract.
        unsafe { Avx2::call::<M, E>(src, dst, what) }
    }
}
