//! The inner product of a shape and a stride.

use super::list::for_tuples;
use super::{IntTuple, Shape};
use crate::int::{Int, Integer, Scalar};
use typenum::U0;

/// The sum of `a * b` over congruent tuples, static if all leaves are; `b` may be negative.
///
/// With a coordinate congruent with a shape, and the stride of that shape: the offset. Source: CuTe's `inner_product`.
///
/// ```
/// use tilework::{prelude::*, tuple::inner_product};
/// assert_eq!(inner_product((1, (2, 3)), (100, (10, 1))), 123);
/// let five: Int!(5) = inner_product(crd!(3, 2), stride!(3, -2));
/// ```
pub fn inner_product<A: InnerProduct<B>, B: IntTuple>(a: A, b: B) -> A::Sum {
    a.sum_of_products(b)
}

/// Tuples that [`inner_product`] takes.
#[diagnostic::on_unimplemented(
    message = "the two tuples have no inner product: they are not congruent",
    label = "these two have different ranks or nesting",
    note = "left  `{Self}`",
    note = "right `{B}`"
)]
pub trait InnerProduct<B: IntTuple>: Shape {
    /// The type of the sum.
    type Sum: Scalar;
    #[doc(hidden)]
    fn sum_of_products(self, b: B) -> Self::Sum;
}

#[diagnostic::do_not_recommend]
impl<A: Integer, B: Scalar> InnerProduct<B> for A {
    type Sum = B::Times<A>;
    fn sum_of_products(self, b: B) -> B::Times<A> {
        b.times(self)
    }
}

macro_rules! sum {
    ($sum:ty;) => { $sum };
    ($sum:ty; $A:ident $B:ident $($rest:ident)*) => {
        sum!(<$sum as Scalar>::Plus<<$A as InnerProduct<$B>>::Sum>; $($rest)*)
    };
}

macro_rules! inner_product {
    ($($A:ident $B:ident $D:ident $i:tt),*) => {
        impl<$($A: InnerProduct<$B>, $B: IntTuple),*> InnerProduct<($($B,)*)> for ($($A,)*) {
            type Sum = sum!(Int<U0>; $($A $B)*);
            fn sum_of_products(self, _b: ($($B,)*)) -> Self::Sum {
                Int::<U0>::new()$(.plus(self.$i.sum_of_products(_b.$i)))*
            }
        }
    };
}
for_tuples!(inner_product);
