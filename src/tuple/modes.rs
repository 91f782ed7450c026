//! Tuples as lists of modes and back: how modes are taken, grouped and put together.

use super::list::{Cons, Leaf, Nil, for_tuples, list_pattern, list_type, list_value};
use super::structure::Arity;
use crate::int::{Along, Int, Nat, Scalar};
use core::marker::PhantomData;

/// The modes of a tuple as a list; an integer is its own one mode.
pub trait ToList: Copy {
    /// How many modes: an [`Arity`].
    #[doc(hidden)]
    type Rank;
    #[doc(hidden)]
    type List;
    #[doc(hidden)]
    fn list(self) -> Self::List;
}

/// A list short enough to be a tuple.
#[diagnostic::on_unimplemented(
    message = "the result would have more than 12 modes",
    label = "a tuple has at most 12 modes: nest them"
)]
pub trait ToTuple {
    #[doc(hidden)]
    type Tuple;
    #[doc(hidden)]
    fn tuple(self) -> Self::Tuple;
}

impl<L: Scalar> ToList for L {
    type Rank = Arity<1>;
    type List = Cons<L, Nil>;
    #[inline]
    fn list(self) -> Self::List {
        Cons(self, Nil)
    }
}

impl<L> ToTuple for Leaf<L> {
    type Tuple = L;
    #[inline]
    fn tuple(self) -> L {
        self.0
    }
}

impl<A: Nat, D: Scalar> ToList for Along<A, D> {
    type Rank = Arity<1>;
    type List = Cons<Self, Nil>;
    #[inline]
    fn list(self) -> Self::List {
        Cons(self, Nil)
    }
}

macro_rules! modes {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: Copy),*> ToList for ($($A,)*) {
            type Rank = Arity<{ 0 $(+ { let _ = $i; 1 })* }>;
            type List = list_type!($($A),*);
            #[inline]
            fn list(self) -> Self::List {
                list_value!($(self.$i),*)
            }
        }
        #[allow(non_snake_case)]
        impl<$($A),*> ToTuple for list_type!($($A),*) {
            type Tuple = ($($A,)*);
            #[inline]
            fn tuple(self) -> Self::Tuple {
                let list_pattern!($($A),*) = self;
                ($($A,)*)
            }
        }
    };
}
for_tuples!(modes);

/// Two lists, one behind the other.
pub trait Concat<L> {
    #[doc(hidden)]
    type Whole;
    #[doc(hidden)]
    fn concat(self, back: L) -> Self::Whole;
}

impl<L> Concat<L> for Nil {
    type Whole = L;
    #[inline]
    fn concat(self, back: L) -> L {
        back
    }
}

impl<H, T: Concat<L>, L> Concat<L> for Cons<H, T> {
    type Whole = Cons<H, T::Whole>;
    #[inline]
    fn concat(self, back: L) -> Self::Whole {
        Cons(self.0, self.1.concat(back))
    }
}

/// A list cut in two: `N` modes in front, the others behind.
#[diagnostic::on_unimplemented(
    message = "this tuple has fewer modes than that",
    label = "names a mode that is not there, or modes from a later to an earlier one",
    note = "modes are numbered from 0 to rank - 1; a range `<B, E>` needs B <= E <= rank"
)]
pub trait Split<N> {
    #[doc(hidden)]
    type Front;
    #[doc(hidden)]
    type Back;
    #[doc(hidden)]
    fn split(self) -> (Self::Front, Self::Back);
}

/// The unary numbers lists are cut at.
#[derive(Clone, Copy, Debug)]
pub struct Zero;
/// The number after `N`.
#[derive(Clone, Copy, Debug)]
pub struct Succ<N>(PhantomData<N>);

impl<L> Split<Zero> for L {
    type Front = Nil;
    type Back = L;
    #[inline]
    fn split(self) -> (Nil, L) {
        (Nil, self)
    }
}

impl<H, T: Split<N>, N> Split<Succ<N>> for Cons<H, T> {
    type Front = Cons<H, T::Front>;
    type Back = T::Back;
    #[inline]
    fn split(self) -> (Self::Front, Self::Back) {
        let (front, back) = self.1.split();
        (Cons(self.0, front), back)
    }
}

/// The modes before place `N`.
pub(crate) type Front<L, N> = <L as Split<<N as Place>::Index>>::Front;
/// The modes from place `N` on.
pub(crate) type Back<L, N> = <L as Split<<N as Place>::Index>>::Back;

/// A place among the modes of a tuple, from 0 to 12.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name a mode",
    label = "not a static number from 0 to 11",
    note = "modes are named by static numbers, as in `tuple.at(crd!(1, 0))` or `tuple.take::<1, 3>()`"
)]
pub trait Place {
    #[doc(hidden)]
    type Index;
}

/// The place `I`.
#[derive(Debug)]
pub struct At<const I: usize>;

macro_rules! places {
    ($index:ty;) => {};
    ($index:ty; $i:literal $U:ident $($rest:tt)*) => {
        impl Place for At<$i> {
            type Index = $index;
        }
        impl Place for Int<typenum::$U> {
            type Index = $index;
        }
        places!(Succ<$index>; $($rest)*);
    };
}
places!(Zero; 0 U0 1 U1 2 U2 3 U3 4 U4 5 U5 6 U6 7 U7 8 U8 9 U9 10 U10 11 U11 12 U12);

/// A list that has a mode number `N`.
#[diagnostic::on_unimplemented(
    message = "there is no such mode in this tuple",
    label = "names a mode that is not there: modes are numbered from 0 to rank - 1"
)]
pub trait Nth<N> {
    #[doc(hidden)]
    type Mode;
    /// The list with `X` in its place.
    #[doc(hidden)]
    type With<X>;
    #[doc(hidden)]
    fn nth(self) -> Self::Mode;
    #[doc(hidden)]
    fn with<X>(self, mode: X) -> Self::With<X>;
}

impl<H, T> Nth<Zero> for Cons<H, T> {
    type Mode = H;
    type With<X> = Cons<X, T>;
    #[inline]
    fn nth(self) -> H {
        self.0
    }
    #[inline]
    fn with<X>(self, mode: X) -> Cons<X, T> {
        Cons(mode, self.1)
    }
}

impl<H, T: Nth<N>, N> Nth<Succ<N>> for Cons<H, T> {
    type Mode = T::Mode;
    type With<X> = Cons<H, T::With<X>>;
    #[inline]
    fn nth(self) -> T::Mode {
        self.1.nth()
    }
    #[inline]
    fn with<X>(self, mode: X) -> Self::With<X> {
        Cons(self.0, self.1.with(mode))
    }
}
