//! Steps along an axis: the basis element `2@1`.

use super::nat::IsEqual;
use super::sealed::Sealed;
use super::{Int, Nat, Scalar, Truth};
use core::fmt;
use core::marker::PhantomData;
use typenum::U0;

/// `D` steps along axis `A` instead of a distance in memory: two steps along axis 1 are written `2@1`.
///
/// As a stride it is a leaf like any other: a layout over such strides leads to coordinates. Source: CuTe's scaled
/// basis.
///
/// ```
/// use tilework::int::Along;
/// use tilework::prelude::*;
/// use typenum::{U0, U1};
/// let steps = Along::<U1, _>::new(int!(2));
/// assert_eq!(steps.to_string(), "_2@1");
/// assert_eq!((steps.on::<U0>(), steps.on::<U1>()), (int!(0), int!(2)));
/// ```
pub struct Along<A, D> {
    steps: D,
    axis: PhantomData<A>,
}

impl<A: Nat, D: Scalar> Along<A, D> {
    /// Steps along the axis.
    #[inline]
    pub fn new(steps: D) -> Self {
        Along { steps, axis: PhantomData }
    }

    /// The steps without their axis.
    #[inline]
    pub fn steps(self) -> D {
        self.steps
    }

    /// The steps along axis `X`: none, unless that is the axis.
    #[inline]
    pub fn on<X: Nat>(self) -> OnAxis<A, X, D> {
        Scalar::from_isize(if <IsEqual<A, X>>::VALUE { self.steps.to_isize() } else { 0 })
    }
}

/// What is `D` along axis `A`, along axis `X`.
pub type OnAxis<A, X, D> = <IsEqual<A, X> as Truth>::IfScalar<D, Int<U0>>;

#[diagnostic::do_not_recommend]
impl<A, D> Sealed for Along<A, D> {}

impl<A, D: Copy> Clone for Along<A, D> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl<A, D: Copy> Copy for Along<A, D> {}

impl<A, D: PartialEq> PartialEq for Along<A, D> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.steps == other.steps
    }
}

impl<A: Nat, D: fmt::Display> fmt::Display for Along<A, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.steps, A::USIZE)
    }
}

impl<A: Nat, D: fmt::Display> fmt::Debug for Along<A, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
