//! NEON, where the build has it.

use super::columns::{dots, lines};
use super::lanes::Lanes;
use super::micro::{MicroKernel, SumDots, SumLines, TilePart};
use core::arch::aarch64::*;

macro_rules! lanes {
    ($($Lanes:ident: $count:literal $T:ty, $Register:ty, $splat:ident, $load:ident, $fma:ident, $add:ident,
        $store:ident;)*) => { $(
        #[derive(Clone, Copy)]
        struct $Lanes($Register);

        impl Lanes for $Lanes {
            type Element = $T;
            const COUNT: usize = $count;

            #[inline(always)]
            unsafe fn zero() -> Self {
                // SAFETY: the build says that the processor has it.
                $Lanes(unsafe { $splat(0.0) })
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
                // SAFETY: the build says that the processor has it.
                $Lanes(unsafe { $fma(self.0, a.0, b.0) })
            }

            #[inline(always)]
            unsafe fn plus(self, other: Self) -> Self {
                // SAFETY: the build says that the processor has it.
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
        }
    )* };
}
lanes! {
    Singles4: 4 f32, float32x4_t, vdupq_n_f32, vld1q_f32, vfmaq_f32, vaddq_f32, vst1q_f32;
    Doubles2: 2 f64, float64x2_t, vdupq_n_f64, vld1q_f64, vfmaq_f64, vaddq_f64, vst1q_f64;
}

/// The micro-kernels for elements of a type: 16 sums, of 32 registers.
pub(super) fn available<T>() -> impl Iterator<Item = MicroKernel> {
    let id = typeid::of::<T>();
    let singles =
        const { &[TilePart::without_masks::<Singles4, 2, 8>(), TilePart::without_masks::<Singles4, 1, 8>()] };
    let doubles =
        const { &[TilePart::without_masks::<Doubles2, 2, 8>(), TilePart::without_masks::<Doubles2, 1, 8>()] };
    let kernels = [
        (id == typeid::of::<f32>(), singles, (dots::<Singles4> as SumDots, lines::<Singles4> as SumLines)),
        (id == typeid::of::<f64>(), doubles, (dots::<Doubles2>, lines::<Doubles2>)),
    ];
    kernels.into_iter().filter_map(|(has, parts, few)| has.then(|| MicroKernel::new("NEON", 8, parts, few)))
}
