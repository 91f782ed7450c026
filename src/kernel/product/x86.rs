//! AVX-512, and AVX2 with FMA.

use super::lanes::Lanes;
use super::micro::{MicroKernel, TilePlaces, tile};
use crate::kernel::processor::has;
use core::arch::x86_64::*;

macro_rules! lanes {
    ($($Lanes:ident: $count:literal $T:ty, $name:literal, $Register:ty, $zero:ident, $load:ident, $splat:ident,
        $fma:ident, $add:ident, $store:ident;)*) => { $(
        #[derive(Clone, Copy)]
        struct $Lanes($Register);

        impl Lanes for $Lanes {
            type Element = $T;
            const COUNT: usize = $count;
            const NAME: &'static str = $name;

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
    Singles16: 16 f32, "AVX-512", __m512, _mm512_setzero_ps, _mm512_loadu_ps, _mm512_set1_ps,
        _mm512_fmadd_ps, _mm512_add_ps, _mm512_storeu_ps;
    Doubles8: 8 f64, "AVX-512", __m512d, _mm512_setzero_pd, _mm512_loadu_pd, _mm512_set1_pd,
        _mm512_fmadd_pd, _mm512_add_pd, _mm512_storeu_pd;
    Singles8: 8 f32, "AVX2", __m256, _mm256_setzero_ps, _mm256_loadu_ps, _mm256_set1_ps,
        _mm256_fmadd_ps, _mm256_add_ps, _mm256_storeu_ps;
    Doubles4: 4 f64, "AVX2", __m256d, _mm256_setzero_pd, _mm256_loadu_pd, _mm256_set1_pd,
        _mm256_fmadd_pd, _mm256_add_pd, _mm256_storeu_pd;
}

/// The micro-kernels: each in a function compiled for its instruction set.
macro_rules! kernels {
    ($($name:ident: $feature:literal $Lanes:ident, $vectors:literal, $cols:literal;)*) => { $(
        /// # Safety
        ///
        /// As of [`MicroKernel::run`].
        #[target_feature(enable = $feature)]
        unsafe fn $name(depth: usize, a: *const u8, b: *const u8, to: &TilePlaces) {
            // SAFETY: by the contract.
            unsafe { tile::<$Lanes, $vectors, $cols>(depth, a, b, to) }
        }
    )* };
}
// 16 sums are more than two multipliers have under way; all widths are powers of two, as the digits of layouts are
kernels! {
    singles_512: "avx512f" Singles16, 2, 8;
    doubles_512: "avx512f" Doubles8, 2, 8;
    singles_256: "avx2,fma" Singles8, 2, 6;
    doubles_256: "avx2,fma" Doubles4, 2, 6;
}

/// The micro-kernels for elements of a type that this processor has, the widest first.
pub(super) fn available<T>() -> impl Iterator<Item = MicroKernel> {
    let id = typeid::of::<T>();
    let (single, double) = (id == typeid::of::<f32>(), id == typeid::of::<f64>());
    let (wide, narrow) = (has!("avx512f"), has!("avx2") && has!("fma"));
    let kernels = [
        (single && wide, const { MicroKernel::new::<Singles16, 2, 8>(singles_512) }),
        (double && wide, const { MicroKernel::new::<Doubles8, 2, 8>(doubles_512) }),
        (single && narrow, const { MicroKernel::new::<Singles8, 2, 6>(singles_256) }),
        (double && narrow, const { MicroKernel::new::<Doubles4, 2, 6>(doubles_256) }),
    ];
    kernels.into_iter().filter_map(|(has, kernel)| has.then_some(kernel))
}
