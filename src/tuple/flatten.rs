//! Flatten and unflatten: the leaves of a tuple, with and without its tree.

use super::IntTuple;
use super::list::{Cons, Nil, for_tuples, list_type};
use super::modes::{ToList, ToTuple};
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

/// A tree, or a list of trees, whose leaves can be listed.
pub trait ListLeaves {
    /// The leaves, and `After` behind them.
    #[doc(hidden)]
    type Leaves<After>;
    #[doc(hidden)]
    fn list_leaves<After>(self, after: After) -> Self::Leaves<After>;
}

/// A tree, or a list of trees, that takes its leaves from the front of the list `L`.
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

impl<F, P, L> Unflatten<P> for F
where
    F: ListLeaves<Leaves<Nil> = L>,
    P: TakeLeaves<L, Rest: NothingLeft>,
{
    type Tree = P::Tree;
    fn unflattened(self, profile: P) -> P::Tree {
        profile.take_leaves(self.list_leaves(Nil)).0
    }
}

impl<S: Scalar> Flatten for S {
    type Flat = S;
    fn flattened(self) -> S {
        self
    }
}

impl<S: Scalar> ListLeaves for S {
    type Leaves<After> = Cons<S, After>;
    fn list_leaves<After>(self, after: After) -> Cons<S, After> {
        Cons(self, after)
    }
}

impl ListLeaves for Nil {
    type Leaves<After> = After;
    fn list_leaves<After>(self, after: After) -> After {
        after
    }
}

impl<H: ListLeaves, T: ListLeaves> ListLeaves for Cons<H, T> {
    type Leaves<After> = H::Leaves<T::Leaves<After>>;
    fn list_leaves<After>(self, after: After) -> Self::Leaves<After> {
        self.0.list_leaves(self.1.list_leaves(after))
    }
}

impl<S: Scalar, H, T> TakeLeaves<Cons<H, T>> for S {
    type Tree = H;
    type Rest = T;
    fn take_leaves(self, leaves: Cons<H, T>) -> (H, T) {
        (leaves.0, leaves.1)
    }
}

impl<L> TakeLeaves<L> for Nil {
    type Tree = Nil;
    type Rest = L;
    fn take_leaves(self, leaves: L) -> (Nil, L) {
        (Nil, leaves)
    }
}

impl<L, H: TakeLeaves<L>, T: TakeLeaves<H::Rest>> TakeLeaves<L> for Cons<H, T> {
    type Tree = Cons<H::Tree, T::Tree>;
    type Rest = T::Rest;
    fn take_leaves(self, leaves: L) -> (Self::Tree, Self::Rest) {
        let (head, leaves) = self.0.take_leaves(leaves);
        let (tail, leaves) = self.1.take_leaves(leaves);
        (Cons(head, tail), leaves)
    }
}

macro_rules! flatten {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: IntTuple + ListLeaves),*> Flatten for ($($A,)*)
        where
            <list_type!($($A),*) as ListLeaves>::Leaves<Nil>: ToTuple,
        {
            type Flat = <<list_type!($($A),*) as ListLeaves>::Leaves<Nil> as ToTuple>::Tuple;
            fn flattened(self) -> Self::Flat {
                self.list().list_leaves(Nil).tuple()
            }
        }
        impl<$($A: IntTuple + ListLeaves),*> ListLeaves for ($($A,)*) {
            type Leaves<After> = <list_type!($($A),*) as ListLeaves>::Leaves<After>;
            fn list_leaves<After>(self, after: After) -> Self::Leaves<After> {
                self.list().list_leaves(after)
            }
        }
        impl<LIST, $($A: IntTuple),*> TakeLeaves<LIST> for ($($A,)*)
        where
            list_type!($($A),*): TakeLeaves<LIST, Tree: ToTuple>,
        {
            type Tree = <<list_type!($($A),*) as TakeLeaves<LIST>>::Tree as ToTuple>::Tuple;
            type Rest = <list_type!($($A),*) as TakeLeaves<LIST>>::Rest;
            fn take_leaves(self, leaves: LIST) -> (Self::Tree, Self::Rest) {
                let (trees, rest) = self.list().take_leaves(leaves);
                (trees.tuple(), rest)
            }
        }
    };
}
for_tuples!(flatten);
