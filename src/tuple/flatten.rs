//! Flatten and unflatten: the leaves of a tuple, with and without its tree.

use super::IntTuple;
use super::int_tuple::{TreeList, TreeTuple};
use super::list::{Cons, Leaf, Nil};
use super::modes::ToTuple;
use crate::int::Scalar;

/// The tuple of all leaves, from the first to the last; an integer stays itself. Of a layout, shape and stride
/// together.
///
/// Post-condition: depth at most 1, and `unflatten(flatten(t), t) == t`. More than 12 leaves are a compile error.
/// Source: CuTe's `flatten`.
///
/// ```
/// use tilework::{prelude::*, tuple::flatten};
/// assert_eq!(flatten(((2, 3), 4)), (2, 3, 4));
/// assert_eq!(flatten(shape!((4, (2, 1)), ())), shape!(4, 2, 1));
/// assert_eq!(flatten(7), 7);
/// assert_eq!(flatten(layout!(((2, 3), 4):((1, 2), 6))), layout!((2, 3, 4):(1, 2, 6)));
/// ```
#[inline]
pub fn flatten<T: Flatten>(tuple: T) -> T::Flat {
    tuple.flattened()
}

/// The tree of `profile` with the leaves of `flat`, from the first to the last.
///
/// Both must have the same number of leaves. Post-condition: congruent with the profile, and
/// `flatten(unflatten(f, p)) == flatten(f)`. Source: CuTe's `unflatten`.
///
/// ```
/// use tilework::{prelude::*, tuple::unflatten};
/// assert_eq!(unflatten((2, 3, 4), ((0, 0), 0)), ((2, 3), 4));
/// let stride: Stride!((1, 4), -8) = unflatten(stride!(1, 4, -8), shape!((4, 2), 3));
/// ```
#[inline]
pub fn unflatten<F: Unflatten<P>, P: IntTuple>(flat: F, profile: P) -> F::Tree {
    flat.unflattened(profile)
}

/// What [`flatten`] takes: integer tuples and layouts.
#[diagnostic::on_unimplemented(
    message = "flatten takes an integer tuple or an exact layout",
    label = "neither an integer tuple nor an exact layout",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait Flatten {
    /// The tuple of all leaves.
    type Flat;
    #[doc(hidden)]
    fn flattened(self) -> Self::Flat;
}

/// What [`unflatten`] takes: a tuple with as many leaves as the profile `P`.
pub trait Unflatten<P> {
    /// The tree of `P` with the leaves of this tuple.
    type Tree;
    #[doc(hidden)]
    fn unflattened(self, profile: P) -> Self::Tree;
}

/// The leaves of a tuple as a list, and of an integer as a list of one.
type Leaves<T> = <<T as TreeTuple>::Modes as TreeList>::Leaves<Nil>;
/// The same; an integer stays one.
type Flat<T> = <<T as TreeTuple>::Modes as TreeList>::Flat;

/// A tree that takes its leaves from the front of the list `L`.
#[diagnostic::on_unimplemented(
    message = "the flat tuple and the profile have different numbers of leaves",
    label = "the profile has more leaves than this"
)]
pub trait TakeLeaves<L> {
    #[doc(hidden)]
    type Tree;
    /// What is left of the list.
    #[doc(hidden)]
    type Rest;
    #[doc(hidden)]
    fn take_leaves(self, leaves: L) -> (Self::Tree, Self::Rest);
}

/// Nothing is left when a tree has taken its leaves.
#[diagnostic::on_unimplemented(
    message = "the flat tuple and the profile have different numbers of leaves",
    label = "the profile has fewer leaves than this"
)]
pub trait NothingLeft {}
impl NothingLeft for Nil {}

impl<F: IntTuple, P: TakeLeaves<Leaves<F>, Rest: NothingLeft>> Unflatten<P> for F {
    type Tree = P::Tree;
    #[inline]
    fn unflattened(self, profile: P) -> P::Tree {
        profile.take_leaves(self.modes().leaves(Nil)).0
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntTuple> Flatten for T
where
    Flat<T>: ToTuple,
{
    type Flat = <Flat<T> as ToTuple>::Tuple;
    #[inline]
    fn flattened(self) -> Self::Flat {
        self.modes().flat().tuple()
    }
}

#[diagnostic::do_not_recommend]
impl<L, T: IntTuple<Modes: ListTakesLeaves<L, Trees: ToTuple>>> TakeLeaves<L> for T {
    type Tree = <<T::Modes as ListTakesLeaves<L>>::Trees as ToTuple>::Tuple;
    type Rest = <T::Modes as ListTakesLeaves<L>>::Rest;
    #[inline]
    fn take_leaves(self, leaves: L) -> (Self::Tree, Self::Rest) {
        let (trees, rest) = self.modes().take_leaves(leaves);
        (trees.tuple(), rest)
    }
}

/// [`TakeLeaves`] said of the modes.
#[diagnostic::on_unimplemented(
    message = "the flat tuple and the profile have different numbers of leaves",
    label = "the profile has more leaves than this"
)]
#[doc(hidden)]
pub trait ListTakesLeaves<L> {
    type Trees;
    type Rest;
    fn take_leaves(self, leaves: L) -> (Self::Trees, Self::Rest);
}

impl<S: Scalar, H, T> ListTakesLeaves<Cons<H, T>> for Leaf<S> {
    type Trees = Leaf<H>;
    type Rest = T;
    #[inline]
    fn take_leaves(self, leaves: Cons<H, T>) -> (Leaf<H>, T) {
        (Leaf(leaves.0), leaves.1)
    }
}

impl<L> ListTakesLeaves<L> for Nil {
    type Trees = Nil;
    type Rest = L;
    #[inline]
    fn take_leaves(self, leaves: L) -> (Nil, L) {
        (Nil, leaves)
    }
}

impl<L, H: TakeLeaves<L>, T: ListTakesLeaves<H::Rest>> ListTakesLeaves<L> for Cons<H, T> {
    type Trees = Cons<H::Tree, T::Trees>;
    type Rest = T::Rest;
    #[inline]
    fn take_leaves(self, leaves: L) -> (Self::Trees, Self::Rest) {
        let (head, leaves) = self.0.take_leaves(leaves);
        let (tail, leaves) = self.1.take_leaves(leaves);
        (Cons(head, tail), leaves)
    }
}
