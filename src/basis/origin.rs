//! The coordinate that a layout over basis strides starts at.

use crate::int::{Integer, Nat, Scalar};
use crate::tuple::IntTuple;
use crate::tuple::list::for_tuples;

/// A number for each axis.
#[doc(hidden)]
pub trait Components: Copy {
    type Along<X: Nat>: Scalar;
    fn along<X: Nat>(self) -> Self::Along<X>;
}

/// A coordinate in a space of the extents `X`: a tuple of as many integers, which may be negative.
#[doc(hidden)]
pub trait Origin<X>: IntTuple {
    /// This coordinate plus something for each axis.
    #[doc(hidden)]
    type Plus<K: Components>: Origin<X>;
    #[doc(hidden)]
    fn plus<K: Components>(self, components: K) -> Self::Plus<K>;
    /// Whether it is one of the space: not negative, and below the extent, along each axis.
    fn is_inside(self, space: X) -> bool;
    /// The number along an axis.
    #[doc(hidden)]
    fn component(self, axis: usize) -> isize;
}

/// The number of an axis as a type.
macro_rules! axis {
    (0) => {
        typenum::U0
    };
    (1) => {
        typenum::U1
    };
    (2) => {
        typenum::U2
    };
    (3) => {
        typenum::U3
    };
    (4) => {
        typenum::U4
    };
    (5) => {
        typenum::U5
    };
    (6) => {
        typenum::U6
    };
    (7) => {
        typenum::U7
    };
    (8) => {
        typenum::U8
    };
    (9) => {
        typenum::U9
    };
    (10) => {
        typenum::U10
    };
    (11) => {
        typenum::U11
    };
}
pub(super) use axis;

macro_rules! origin {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: Scalar, $SA: Integer),*> Origin<($($SA,)*)> for ($($A,)*) {
            type Plus<COMPONENTS: Components> = ($(<$A as Scalar>::Plus<COMPONENTS::Along<axis!($i)>>,)*);
            fn plus<COMPONENTS: Components>(self, _components: COMPONENTS) -> Self::Plus<COMPONENTS> {
                ($(Scalar::plus(self.$i, _components.along::<axis!($i)>()),)*)
            }
            #[inline]
            fn is_inside(self, _space: ($($SA,)*)) -> bool {
                // a negative number is above every extent
                true $(&& self.$i.to_isize().cast_unsigned() < _space.$i.value())*
            }
            fn component(self, axis: usize) -> isize {
                match axis {
                    $($i => self.$i.to_isize(),)*
                    _ => 0,
                }
            }
        }
    };
}
for_tuples!(origin);
