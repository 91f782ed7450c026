//! AVX-512, and AVX2 with FMA.
#![cfg_attr(
    not(feature = "std"),
    allow(clippy::eq_op, clippy::nonminimal_bool, reason = "`has` is a constant there")
)]

use super::columns::{dots, lines, sum_columns};
use super::factor::Arithmetic;
use super::lanes::Lanes;
use super::micro::{ColumnSums, MicroKernel, SumColumns, TileFactors, TilePart, TilePlaces, Update, tile};
use super::portable::Scalars;
use crate::kernel::processor::has;
use core::arch::x86_64::*;

/// Masks of the first lanes, of one at least: a bit each.
#[inline(always)]
fn first_of_16(count: usize) -> __mmask16 {
    __mmask16::MAX >> (16 - count)
}

#[inline(always)]
fn first_of_8(count: usize) -> __mmask8 {
    __mmask8::MAX >> (8 - count)
}

/// Masks of the first lanes: all bits of each.
macro_rules! masks {
    ($($name:ident: $Register:ty, $greater:ident($splat:ident(count as $Lane:ty), $numbers:expr);)*) => { $(
        #[inline(always)]
        #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "lanes are few")]
        unsafe fn $name(count: usize) -> $Register {
            // SAFETY: the processor has the instruction set.
            unsafe { $greater($splat(count as $Lane), $numbers) }
        }
    )* };
}
masks! {
    words_of_8: __m256i, _mm256_cmpgt_epi32(_mm256_set1_epi32(count as i32), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    words_of_4: __m128i, _mm_cmpgt_epi32(_mm_set1_epi32(count as i32), _mm_setr_epi32(0, 1, 2, 3));
    long_words_of_4: __m256i, _mm256_cmpgt_epi64(_mm256_set1_epi64x(count as i64), _mm256_setr_epi64x(0, 1, 2, 3));
    long_words_of_2: __m128i, _mm_cmpgt_epi64(_mm_set1_epi64x(count as i64), _mm_set_epi64x(1, 0));
}

macro_rules! lanes {
    ($($Lanes:ident: $count:literal $T:ty, $Register:ty, $zero:ident, $load:ident, $splat:ident,
        $fma:ident, $add:ident, $store:ident, $mask:ident, |$from:ident, $first:ident| $load_first:expr,
        $store_first:ident;)*) => { $(
        #[derive(Clone, Copy)]
        struct $Lanes($Register);

        impl Lanes for $Lanes {
            type Element = $T;
            const COUNT: usize = $count;

            #[inline(always)]
            unsafe fn zero() -> Self {
                // SAFETY: by the contract.
                $Lanes(unsafe { $zero() })
            }

            #[inline(always)]
            unsafe fn load(from: *const $T) -> Self {
                // SAFETY: by the contract.
                $Lanes(unsafe { $load(from) })
            }

            #[inline(always)]
            unsafe fn load_first($from: *const $T, count: usize) -> Self {
                // SAFETY: by the contract; of the lanes behind the first ones nothing is read.
                $Lanes(unsafe {
                    let $first = $mask(count);
                    $load_first
                })
            }

            #[inline(always)]
            unsafe fn store_first(self, to: *mut $T, count: usize) {
                // SAFETY: by the contract; of the lanes behind the first ones nothing is written.
                unsafe { $store_first(to, $mask(count), self.0) }
            }

            #[inline(always)]
            unsafe fn splat(from: *const $T) -> Self {
                // SAFETY: by the contract.
                $Lanes(unsafe { $splat(from.read()) })
            }

            #[inline(always)]
            unsafe fn plus_product(self, a: Self, b: Self) -> Self {
                // SAFETY: by the contract.
                $Lanes(unsafe { $fma(a.0, b.0, self.0) })
            }

            #[inline(always)]
            unsafe fn plus(self, other: Self) -> Self {
                // SAFETY: by the contract.
                $Lanes(unsafe { $add(self.0, other.0) })
            }

            #[inline(always)]
            unsafe fn total(self) -> $T {
                let mut lanes = [0.0; $count];
                // SAFETY: there is room for all lanes.
                unsafe { self.store(lanes.as_mut_ptr()) }
                lanes.iter().sum()
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut $T) {
                // SAFETY: by the contract.
                unsafe { $store(to, self.0) }
            }

            #[inline(always)]
            unsafe fn expect(place: *const $T) {
                // SAFETY: nothing is read.
                unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) }
            }
        }
    )* };
}
lanes! {
    Singles16: 16 f32, __m512, _mm512_setzero_ps, _mm512_loadu_ps, _mm512_set1_ps,
        _mm512_fmadd_ps, _mm512_add_ps, _mm512_storeu_ps,
        first_of_16, |from, first| _mm512_maskz_loadu_ps(first, from), _mm512_mask_storeu_ps;
    Doubles8: 8 f64, __m512d, _mm512_setzero_pd, _mm512_loadu_pd, _mm512_set1_pd,
        _mm512_fmadd_pd, _mm512_add_pd, _mm512_storeu_pd,
        first_of_8, |from, first| _mm512_maskz_loadu_pd(first, from), _mm512_mask_storeu_pd;
    Singles8: 8 f32, __m256, _mm256_setzero_ps, _mm256_loadu_ps, _mm256_set1_ps,
        _mm256_fmadd_ps, _mm256_add_ps, _mm256_storeu_ps,
        words_of_8, |from, first| _mm256_maskload_ps(from, first), _mm256_maskstore_ps;
    Doubles4: 4 f64, __m256d, _mm256_setzero_pd, _mm256_loadu_pd, _mm256_set1_pd,
        _mm256_fmadd_pd, _mm256_add_pd, _mm256_storeu_pd,
        long_words_of_4, |from, first| _mm256_maskload_pd(from, first), _mm256_maskstore_pd;
    Singles4: 4 f32, __m128, _mm_setzero_ps, _mm_loadu_ps, _mm_set1_ps,
        _mm_fmadd_ps, _mm_add_ps, _mm_storeu_ps,
        words_of_4, |from, first| _mm_maskload_ps(from, first), _mm_maskstore_ps;
    Doubles2: 2 f64, __m128d, _mm_setzero_pd, _mm_loadu_pd, _mm_set1_pd,
        _mm_fmadd_pd, _mm_add_pd, _mm_storeu_pd,
        long_words_of_2, |from, first| _mm_maskload_pd(from, first), _mm_maskstore_pd;
}

/// Sums of products of pairs of 16-bit numbers, or of fours of 8-bit numbers: a lane of the factors is as many.
macro_rules! whole_numbers {
    ($($Lanes:ident: $count:literal $starts:literal $Register:ty, $zero:ident, $load:ident, $splat:ident,
        |$sum:ident, $a:ident, $b:ident| $plus_product:expr, $add:ident, $mul:ident, $store:ident,
        $mask:ident, |$from:ident, $first:ident| $load_first:expr, $store_first:ident;)*) => { $(
        #[derive(Clone, Copy)]
        struct $Lanes($Register);

        impl Lanes for $Lanes {
            type Element = i32;
            const COUNT: usize = $count;
            const HAVE_STARTS: bool = $starts;

            #[inline(always)]
            unsafe fn zero() -> Self {
                // SAFETY: by the contract.
                $Lanes(unsafe { $zero() })
            }

            #[inline(always)]
            unsafe fn load(from: *const i32) -> Self {
                // SAFETY: by the contract.
                $Lanes(unsafe { $load(from.cast()) })
            }

            #[inline(always)]
            unsafe fn load_first($from: *const i32, count: usize) -> Self {
                // SAFETY: by the contract; of the lanes behind the first ones nothing is read.
                $Lanes(unsafe {
                    let $first = $mask(count);
                    $load_first
                })
            }

            #[inline(always)]
            unsafe fn store_first(self, to: *mut i32, count: usize) {
                // SAFETY: by the contract; of the lanes behind the first ones nothing is written.
                unsafe { $store_first(to, $mask(count), self.0) }
            }

            #[inline(always)]
            unsafe fn splat(from: *const i32) -> Self {
                // SAFETY: by the contract.
                $Lanes(unsafe { $splat(from.read()) })
            }

            #[inline(always)]
            unsafe fn plus_product(self, a: Self, b: Self) -> Self {
                let ($sum, $a, $b) = (self.0, a.0, b.0);
                // SAFETY: by the contract.
                $Lanes(unsafe { $plus_product })
            }

            #[inline(always)]
            unsafe fn plus(self, other: Self) -> Self {
                // SAFETY: by the contract.
                $Lanes(unsafe { $add(self.0, other.0) })
            }

            #[inline(always)]
            unsafe fn scaled(self, by: Self) -> Self {
                // SAFETY: by the contract.
                $Lanes(unsafe { $mul(by.0, self.0) })
            }

            #[inline(always)]
            unsafe fn total(self) -> i32 {
                let mut lanes = [0; $count];
                // SAFETY: there is room for all lanes.
                unsafe { self.store(lanes.as_mut_ptr()) }
                lanes.iter().sum()
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut i32) {
                // SAFETY: by the contract.
                unsafe { $store(to.cast(), self.0) }
            }
        }
    )* };
}
whole_numbers! {
    Pairs8: 8 false __m256i, _mm256_setzero_si256, _mm256_loadu_si256, _mm256_set1_epi32,
        |sum, a, b| _mm256_add_epi32(sum, _mm256_madd_epi16(a, b)), _mm256_add_epi32, _mm256_mullo_epi32,
        _mm256_storeu_si256, words_of_8, |from, first| _mm256_maskload_epi32(from, first), _mm256_maskstore_epi32;
    Unsigned16: 16 true __m512i, _mm512_setzero_si512, _mm512_loadu_si512, _mm512_set1_epi32,
        |sum, a, b| _mm512_dpbusd_epi32(sum, a, b), _mm512_add_epi32, _mm512_mullo_epi32, _mm512_storeu_si512,
        first_of_16, |from, first| _mm512_maskz_loadu_epi32(first, from), _mm512_mask_storeu_epi32;
    Signed16: 16 true __m512i, _mm512_setzero_si512, _mm512_loadu_si512, _mm512_set1_epi32,
        |sum, a, b| _mm512_dpbusd_epi32(sum, b, a), _mm512_add_epi32, _mm512_mullo_epi32, _mm512_storeu_si512,
        first_of_16, |from, first| _mm512_maskz_loadu_epi32(first, from), _mm512_mask_storeu_epi32;
}

/// The micro-kernels: each part in a function compiled for its instruction set.
macro_rules! kernels {
    (@kernel $name:literal $cols:tt $few:tt, $($part:ident $Lanes:ident $vectors:literal),*) => {
        MicroKernel::new(
            $name,
            $cols,
            &[$( TilePart::new::<$Lanes, $vectors>(kernels!(@sums $part $cols)) ),*],
            $few,
        )
    };
    (@sums $part:ident 8) => { kernels!(@each $part 2 4 6 8) };
    (@sums $part:ident 6) => { kernels!(@each $part 2 4 6) };
    (@each $part:ident $($cols:literal)*) => {
        &[$( ColumnSums { cols: $cols, whole: $part::<$cols, true>, part: Some($part::<$cols, false>) } ),*]
    };
    ($($NAME:ident: $name:literal $feature:literal, $cols:tt columns,
        $($part:ident $Lanes:ident $vectors:literal),*; few $Longest:ident;)*) => { $(
        const $NAME: MicroKernel = {
            #[target_feature(enable = $feature)]
            unsafe fn along_depth(from: &TileFactors, to: *mut u8) {
                // SAFETY: by the contract of `SumDots`.
                unsafe { dots::<$Longest>(from, to) }
            }
            #[target_feature(enable = $feature)]
            unsafe fn across_depth(from: &TileFactors, to: *mut u8, rows: usize, update: &Update) {
                // SAFETY: by the contract of `SumLines`.
                unsafe { lines::<$Longest>(from, to, rows, update) }
            }
            $(
                #[target_feature(enable = $feature)]
                unsafe fn $part<const COLS: usize, const WHOLE: bool>(from: &TileFactors, to: &TilePlaces) {
                    // SAFETY: by the contract of `SumTile`.
                    unsafe { tile::<$Lanes, $vectors, COLS, WHOLE>(from, to) }
                }
            )*
            kernels!(@kernel $name $cols (along_depth, across_depth), $( $part $Lanes $vectors ),*)
        };
    )* };
}
// of 32 registers 24 are sums, 3 a line of `a` and one a factor of `b`, for 11 loads to 24 products; of 16 they are 12,
// 2 and one. The columns are a power of two where they can be, as most digits of layouts are
kernels! {
    SINGLES_512: "AVX-512" "avx512f", 8 columns, three Singles16 3, two Singles16 2, one Singles16 1, half Singles8 1;
        few Singles16;
    DOUBLES_512: "AVX-512" "avx512f", 8 columns, three Doubles8 3, two Doubles8 2, one Doubles8 1, half Doubles4 1;
        few Doubles8;
    SINGLES_256: "AVX2" "avx2,fma", 6 columns, two Singles8 2, one Singles8 1, half Singles4 1;
        few Singles8;
    DOUBLES_256: "AVX2" "avx2,fma", 6 columns, two Doubles4 2, one Doubles4 1, half Doubles2 1;
        few Doubles4;
    UNSIGNED_512: "AVX-512 VNNI, fours" "avx512f,avx512vnni", 8 columns,
        three Unsigned16 3, two Unsigned16 2, one Unsigned16 1; few Unsigned16;
    SIGNED_512: "AVX-512 VNNI, fours" "avx512f,avx512vnni", 8 columns,
        three Signed16 3, two Signed16 2, one Signed16 1; few Signed16;
    PAIRS_256: "AVX2, pairs" "avx2", 6 columns, two Pairs8 2, one Pairs8 1; few Pairs8;
}

/// The text of all micro-kernels for elements of any type, compiled for vectors that not every build has: the compiler
/// makes them of arrays of elements.
macro_rules! any_element {
    ($($name:ident $text:literal $feature:literal $count:literal;)*) => { $(
        const fn $name<T: Arithmetic>() -> MicroKernel {
            #[target_feature(enable = $feature)]
            unsafe fn all<T: Arithmetic>(from: &TileFactors, to: &TilePlaces) {
                // SAFETY: by the contract of `SumTile`.
                unsafe { tile::<Scalars<T, $count>, 1, 4, true>(from, to) }
            }
            #[target_feature(enable = $feature)]
            unsafe fn along_depth<T: Arithmetic>(from: &TileFactors, to: *mut u8) {
                // SAFETY: by the contract of `SumDots`.
                unsafe { dots::<Scalars<T, $count>>(from, to) }
            }
            #[target_feature(enable = $feature)]
            unsafe fn across_depth<T: Arithmetic>(
                from: &TileFactors,
                to: *mut u8,
                rows: usize,
                update: &Update,
            ) {
                // SAFETY: by the contract of `SumLines`.
                unsafe { lines::<Scalars<T, $count>>(from, to, rows, update) }
            }
            let parts = const { &[TilePart::new::<Scalars<T, $count>, 1>(&[ColumnSums { cols: 4, whole: all::<T>, part: None }])] };
            MicroKernel::new($text, 4, parts, (along_depth::<T>, across_depth::<T>))
        }
    )* };
}
any_element! {
    scalars_512 "AVX-512, any element" "avx512f,avx512bw,avx512dq,avx512vl" 16;
    scalars_256 "AVX2, any element" "avx2" 8;
}

/// The micro-kernels for elements of a type that this processor has, the widest first.
pub(super) fn available<T: Arithmetic>() -> impl Iterator<Item = MicroKernel> {
    let id = typeid::of::<T>();
    let (single, double) = (id == typeid::of::<f32>(), id == typeid::of::<f64>());
    let narrow = has!("avx2") && has!("fma");
    let wide = narrow && has!("avx512f");
    // larger ones are no lanes of vectors, and need many registers
    let is_lane = size_of::<T>() <= 8;
    let widest = wide && has!("avx512bw") && has!("avx512dq") && has!("avx512vl");
    let kernels = [
        (single && wide, &SINGLES_512),
        (double && wide, &DOUBLES_512),
        (single && narrow, &SINGLES_256),
        (double && narrow, &DOUBLES_256),
        (is_lane && widest, const { &scalars_512::<T>() }),
        (is_lane && narrow, const { &scalars_256::<T>() }),
    ];
    kernels.into_iter().filter_map(|(has, kernel)| has.then_some(*kernel))
}

/// The micro-kernel for pairs of 16-bit numbers, if this processor has it.
pub(super) fn available_pairs() -> Option<MicroKernel> {
    has!("avx2").then_some(PAIRS_256)
}

/// That for fours of 8-bit numbers, of a left factor with a sign or without, and what sums columns for it.
pub(super) fn available_fours(is_left_signed: bool) -> Option<(MicroKernel, SumColumns)> {
    let kernel = if is_left_signed {
        (SIGNED_512, columns_of_unsigned as SumColumns)
    } else {
        (UNSIGNED_512, columns_of_signed as SumColumns)
    };
    (has!("avx512f") && has!("avx512vnni")).then_some(kernel)
}

#[target_feature(enable = "avx512f,avx512vnni")]
unsafe fn columns_of_signed(panel: *mut u8, lines: usize, width: usize) {
    // SAFETY: by the contract of `SumColumns`.
    unsafe { sum_columns::<Unsigned16>(panel, lines, width) }
}

#[target_feature(enable = "avx512f,avx512vnni")]
unsafe fn columns_of_unsigned(panel: *mut u8, lines: usize, width: usize) {
    // SAFETY: by the contract of `SumColumns`.
    unsafe { sum_columns::<Signed16>(panel, lines, width) }
}
