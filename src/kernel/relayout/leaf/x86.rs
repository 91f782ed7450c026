//! SSE2, AVX2 and AVX-512.
#![cfg_attr(
    not(feature = "std"),
    allow(clippy::eq_op, clippy::nonminimal_bool, reason = "`has` is a constant there")
)]

use super::LeafKernels;
use super::portable::Bytes;
use super::vector::{LANES, Move, Vector};
use crate::kernel::processor::has;
use core::arch::x86_64::*;

/// 16 bytes.
#[derive(Clone, Copy)]
pub(super) struct Sse2(__m128i);

/// A lane of 8 or 4 bytes, in the lower part of a register: for shuffles, of at least two elements.
#[derive(Clone, Copy)]
pub(super) struct Narrow<const W: usize>(__m128i);

/// 2 lanes of 16 bytes.
#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

/// 4 lanes of 16 bytes.
#[derive(Clone, Copy)]
pub(super) struct Avx512(__m512i);

/// The shuffles of [`Vector`], which are the same in every width: by the intrinsics of that width.
macro_rules! shuffles {
    (
        low: $low8:ident $low16:ident $low32:ident $low64:ident,
        high: $high8:ident $high16:ident $high32:ident $high64:ident,
        bytes: $set16:ident $and:ident $shift_right16:ident $pack16:ident,
        pairs: $shift_left32:ident $shift_right32:ident $pack32:ident,
        words: $to_floats:ident $shuffle:ident $from_floats:ident $(,)?
    ) => {
        #[inline(always)]
        fn low<const E: usize>(self, other: Self) -> Self {
            // SAFETY: `load` promises the instruction set to whoever has a vector.
            Self(unsafe {
                match E {
                    1 => $low8(self.0, other.0),
                    2 => $low16(self.0, other.0),
                    4 => $low32(self.0, other.0),
                    _ => $low64(self.0, other.0),
                }
            })
        }

        #[inline(always)]
        fn high<const E: usize>(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe {
                match E {
                    1 => $high8(self.0, other.0),
                    2 => $high16(self.0, other.0),
                    4 => $high32(self.0, other.0),
                    _ => $high64(self.0, other.0),
                }
            })
        }

        /// Packs narrow a number to half its bits, exactly where it needs no more.
        #[inline(always)]
        fn unzip<const E: usize>(self, other: Self) -> (Self, Self) {
            let (a, b) = (self.0, other.0);
            // SAFETY: as above.
            let (even, odd) = unsafe {
                match E {
                    1 => {
                        let byte = $set16(0xff);
                        let even = $pack16($and(a, byte), $and(b, byte));
                        (even, $pack16($shift_right16::<8>(a), $shift_right16::<8>(b)))
                    }
                    2 => {
                        let (low_a, low_b) = ($shift_left32::<16>(a), $shift_left32::<16>(b));
                        let even = $pack32($shift_right32::<16>(low_a), $shift_right32::<16>(low_b));
                        (even, $pack32($shift_right32::<16>(a), $shift_right32::<16>(b)))
                    }
                    4 => {
                        let (a, b) = ($to_floats(a), $to_floats(b));
                        let even = $from_floats($shuffle::<0b10_00_10_00>(a, b));
                        (even, $from_floats($shuffle::<0b11_01_11_01>(a, b)))
                    }
                    _ => ($low64(a, b), $high64(a, b)),
                }
            };
            (Self(even), Self(odd))
        }
    };
}

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
        bytes: _mm_set1_epi16 _mm_and_si128 _mm_srli_epi16 _mm_packus_epi16,
        pairs: _mm_slli_epi32 _mm_srai_epi32 _mm_packs_epi32,
        words: _mm_castsi128_ps _mm_shuffle_ps _mm_castps_si128,
    }

    #[inline(always)]
    unsafe fn call_narrower<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: M) {
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
    unsafe fn call_narrower<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: M) {
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
    unsafe fn store_lanes(self, dst: *mut u8, stride: isize) {
        // SAFETY: by the contract.
        unsafe { _mm256_storeu2_m128i(dst.offset(stride).cast(), dst.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn stream(self, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { _mm256_stream_si256(dst.cast(), self.0) }
    }

    shuffles! {
        low: _mm256_unpacklo_epi8 _mm256_unpacklo_epi16 _mm256_unpacklo_epi32 _mm256_unpacklo_epi64,
        high: _mm256_unpackhi_epi8 _mm256_unpackhi_epi16 _mm256_unpackhi_epi32 _mm256_unpackhi_epi64,
        bytes: _mm256_set1_epi16 _mm256_and_si256 _mm256_srli_epi16 _mm256_packus_epi16,
        pairs: _mm256_slli_epi32 _mm256_srai_epi32 _mm256_packs_epi32,
        words: _mm256_castsi256_ps _mm256_shuffle_ps _mm256_castps_si256,
    }

    #[target_feature(enable = "avx2")]
    unsafe fn call<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: M) {
        // SAFETY: by the contract.
        unsafe { what.run::<Self, E>(src, dst) }
    }

    #[inline(always)]
    unsafe fn call_narrower<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: M) {
        // SAFETY: by the contract.
        unsafe { Sse2::call::<M, E>(src, dst, what) }
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
    unsafe fn store_lanes(self, dst: *mut u8, stride: isize) {
        // SAFETY: by the contract.
        unsafe {
            _mm_storeu_si128(dst.cast(), _mm512_castsi512_si128(self.0));
            _mm_storeu_si128(dst.offset(stride).cast(), _mm512_extracti32x4_epi32::<1>(self.0));
            _mm_storeu_si128(dst.offset(2 * stride).cast(), _mm512_extracti32x4_epi32::<2>(self.0));
            _mm_storeu_si128(dst.offset(3 * stride).cast(), _mm512_extracti32x4_epi32::<3>(self.0));
        }
    }

    #[inline(always)]
    unsafe fn stream(self, dst: *mut u8) {
        // SAFETY: by the contract.
        unsafe { _mm512_stream_si512(dst.cast(), self.0) }
    }

    shuffles! {
        low: _mm512_unpacklo_epi8 _mm512_unpacklo_epi16 _mm512_unpacklo_epi32 _mm512_unpacklo_epi64,
        high: _mm512_unpackhi_epi8 _mm512_unpackhi_epi16 _mm512_unpackhi_epi32 _mm512_unpackhi_epi64,
        bytes: _mm512_set1_epi16 _mm512_and_si512 _mm512_srli_epi16 _mm512_packus_epi16,
        pairs: _mm512_slli_epi32 _mm512_srai_epi32 _mm512_packs_epi32,
        words: _mm512_castsi512_ps _mm512_shuffle_ps _mm512_castps_si512,
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    unsafe fn call<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: M) {
        // SAFETY: by the contract.
        unsafe { what.run::<Self, E>(src, dst) }
    }

    #[inline(always)]
    unsafe fn call_narrower<M: Move, const E: usize>(src: *const u8, dst: *mut u8, what: M) {
        // SAFETY: by the contract.
        unsafe { Avx2::call::<M, E>(src, dst, what) }
    }
}

/// The leaves of every instruction set that this processor has, the widest first.
pub(super) fn available() -> impl Iterator<Item = &'static [LeafKernels; 6]> {
    static SETS: [[LeafKernels; 6]; 3] =
        [LeafKernels::of::<Avx512>(), LeafKernels::of::<Avx2>(), LeafKernels::of::<Sse2>()];
    let has_avx2 = has!("avx2");
    let has = [has_avx2 && has!("avx512f") && has!("avx512bw") && has!("avx512vl"), has_avx2, has!("sse2")];
    SETS.iter().zip(has).filter_map(|(set, has)| has.then_some(set))
}
