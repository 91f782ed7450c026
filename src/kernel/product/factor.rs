//! What is multiplied, and what it is summed in.

use core::ops::{Add, Mul};

/// What products are summed in: any type with `+`, `*` and a default that is taken for zero.
///
/// ```
/// use std::num::Wrapping;
/// use tilework::kernel::Arithmetic;
/// fn dot<S: Arithmetic>(a: &[S], b: &[S]) -> S {
///     a.iter().zip(b).fold(S::default(), |sum, (&a, &b)| sum + a * b)
/// }
/// assert_eq!(dot(&[Wrapping(200_u8), Wrapping(2)], &[Wrapping(2), Wrapping(3)]), Wrapping(150));
/// ```
pub trait Arithmetic: Copy + Default + Add<Output = Self> + Mul<Output = Self> {}

impl<S: Copy + Default + Add<Output = S> + Mul<Output = S>> Arithmetic for S {}

/// An element that can be multiplied in sums of `S`: of the same type, or of one whose values all are values of `S`.
///
/// `i8`, `u8`, `i16` and `u16` are factors in sums of `i32`; `f16` and `bf16`, with the feature `half`, in sums of
/// `f32`; and each integer and float in sums of wider ones. The bits of an `f16` in a `u16` are an integer as any
/// other: numbers of that type are multiplied with the feature `half`. Own types can be factors.
///
/// ```
/// use tilework::kernel::FactorOf;
/// /// Eighths.
/// #[derive(Clone, Copy)]
/// struct Eighths(i8);
/// impl FactorOf<f32> for Eighths {
///     fn widened(self) -> f32 {
///         f32::from(self.0) / 8.0
///     }
/// }
/// assert_eq!((Eighths(12).widened(), 1.5_f32.widened()), (1.5, 1.5_f32));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no factor in sums of `{S}`",
    label = "has values that `{S}` has not",
    note = "`{S}` is the type of the elements of the result: a wider one takes sums of narrow factors, such as `i32` of `i8`, `f32` of `bf16`"
)]
pub trait FactorOf<S>: Copy {
    /// The same number as an `S`.
    fn widened(self) -> S;

    /// Widens one slice into another of its length.
    #[inline(always)]
    fn widen(from: &[Self], to: &mut [S]) {
        for (to, &from) in to.iter_mut().zip(from) {
            *to = <Self as FactorOf<S>>::widened(from);
        }
    }
}

/// Whether factors are of the type of sums.
pub(in crate::kernel) fn are_sums<S, X>() -> bool {
    typeid::of::<S>() == typeid::of::<X>()
}

impl<S: Copy> FactorOf<S> for S {
    #[inline(always)]
    fn widened(self) -> S {
        self
    }
}

macro_rules! wider {
    ($($T:ty: $($S:ty)*;)*) => { $( $(
        #[diagnostic::do_not_recommend]
        impl FactorOf<$S> for $T {
            #[inline(always)]
            fn widened(self) -> $S {
                <$S>::from(self)
            }
        }
    )* )* };
}
wider! {
    i8: i16 i32 i64 f32 f64;
    u8: i16 i32 i64 u16 u32 u64 f32 f64;
    i16: i32 i64 f32 f64;
    u16: i32 i64 u32 u64 f32 f64;
    i32: i64 f64;
    u32: i64 u64 f64;
    f32: f64;
}

#[cfg(feature = "half")]
macro_rules! half {
    ($($T:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl FactorOf<f32> for $T {
            #[inline(always)]
            fn widened(self) -> f32 {
                self.to_f32()
            }
            #[inline]
            fn widen(from: &[Self], to: &mut [f32]) {
                half::slice::HalfFloatSliceExt::convert_to_f32_slice(from, to);
            }
        }
    )* };
}
#[cfg(feature = "half")]
half!(half::f16 half::bf16);
