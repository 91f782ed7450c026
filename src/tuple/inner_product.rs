//! The inner product of a shape and a stride.

use super::list::{Cons, Leaf, Nil};
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
#[inline]
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
impl<A: Shape<Modes: Products<B::Modes>>, B: IntTuple> InnerProduct<B> for A {
    type Sum = <A::Modes as Products<B::Modes>>::Sum;
    #[inline]
    fn sum_of_products(self, b: B) -> Self::Sum {
        self.modes().sum(b.modes())
    }
}

/// [`InnerProduct`] said of the modes.
#[diagnostic::on_unimplemented(
    message = "the two tuples have no inner product: they are not congruent",
    label = "these two have different ranks or nesting"
)]
#[doc(hidden)]
pub trait Products<B> {
    type Sum: Scalar;
    fn sum(self, b: B) -> Self::Sum;
}

impl<A: Integer, B: Scalar> Products<Leaf<B>> for Leaf<A> {
    type Sum = B::Times<A>;
    #[inline]
    fn sum(self, b: Leaf<B>) -> B::Times<A> {
        b.0.times(self.0)
    }
}

impl Products<Nil> for Nil {
    type Sum = Int<U0>;
    #[inline]
    fn sum(self, _: Nil) -> Int<U0> {
        Int::new()
    }
}

impl<A: InnerProduct<B>, AL: Products<BL>, B: IntTuple, BL> Products<Cons<B, BL>> for Cons<A, AL> {
    type Sum = <A::Sum as Scalar>::Plus<AL::Sum>;
    #[inline]
    fn sum(self, b: Cons<B, BL>) -> Self::Sum {
        self.0.sum_of_products(b.0).plus(self.1.sum(b.1))
    }
}
