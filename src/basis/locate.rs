//! Where a coordinate leads, axis by axis.

use super::stride::{Along, BasisStride, OnAxis, on_axis};
use crate::int::{Int, Integer, Nat, Scalar};
use crate::layout::{Coordinate, Entries};
use crate::tuple::list::for_tuples;
use crate::tuple::{Shape, Stride};
use typenum::{U0, U1};

/// A coordinate into a layout over basis strides: an integer (an index), or a tuple with an entry for every mode.
///
/// The three cases are those of [`Coordinate`], and what is summed over the leaves is a coordinate for each axis.
#[diagnostic::on_unimplemented(
    message = "not a coordinate of this layout",
    label = "neither an integer nor a tuple with one entry for every mode",
    note = "coordinate `{Self}`",
    note = "shape `{S}`"
)]
pub trait Locate<S: Shape, D: BasisStride<S>>: Coordinate<S, S::ColMajor<Int<U1>>> {
    /// The coordinate along axis `X` that this leads to.
    type Along<X: Nat>: Scalar;
    /// See [`Locate::Along`].
    fn along<X: Nat>(self, shape: S, stride: D) -> Self::Along<X>;
}

#[diagnostic::do_not_recommend]
impl<C: Integer, S: Shape, D: BasisStride<S>> Locate<S, D> for C {
    type Along<X: Nat> = D::AtIndex<C, X>;
    fn along<X: Nat>(self, shape: S, stride: D) -> Self::Along<X> {
        stride.at_index::<C, X>(shape, self)
    }
}

/// `a + b + c` of all modes; the static 0 for none.
macro_rules! sum {
    () => { Int<U0> };
    ($first:ty $(, $rest:ty)*) => { sum!(@ $first $(, $rest)*) };
    (@ $sum:ty) => { $sum };
    (@ $sum:ty, $next:ty $(, $rest:ty)*) => { sum!(@ <$sum as Scalar>::Plus<$next> $(, $rest)*) };
}
pub(super) use sum;

macro_rules! sum_value {
    () => { Int::new() };
    ($first:expr $(, $rest:expr)*) => { $first $(.plus($rest))* };
}
pub(super) use sum_value;

macro_rules! locate {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: Locate<$SA, $DA>, $SA: Shape, $DA: BasisStride<$SA>),*> Locate<($($SA,)*), ($($DA,)*)>
            for ($($A,)*)
        where
            Self: Coordinate<($($SA,)*), <($($SA,)*) as Shape>::ColMajor<Int<U1>>>,
        {
            type Along<X: Nat> = sum!($($A::Along<X>),*);
            fn along<X: Nat>(self, _shape: ($($SA,)*), _stride: ($($DA,)*)) -> Self::Along<X> {
                sum_value!($(self.$i.along::<X>(_shape.$i, _stride.$i)),*)
            }
        }

        impl<$($A,)* SHAPE: Shape, STRIDE: Stride<SHAPE>, AXIS: Nat> Locate<SHAPE, Along<AXIS, STRIDE>> for ($($A,)*)
        where
            Self: Coordinate<SHAPE, STRIDE> + Coordinate<SHAPE, SHAPE::ColMajor<Int<U1>>>,
        {
            type Along<X: Nat> = OnAxis<AXIS, X, <Self as Coordinate<SHAPE, STRIDE>>::Offset>;
            fn along<X: Nat>(self, shape: SHAPE, stride: Along<AXIS, STRIDE>) -> Self::Along<X> {
                let entries = Coordinate::<SHAPE, STRIDE>::entries(self);
                on_axis::<AXIS, X, _>(entries.crd2offset(shape, stride.stride()))
            }
        }
    };
}
for_tuples!(locate);
