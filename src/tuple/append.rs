//! A tuple with more modes, at its end or its front.

use super::IntTuple;
use super::list::{Cons, Leaf, Nil};
use super::modes::{Concat, Succ, ToList, ToTuple, Zero};
use crate::int::Scalar;

/// The tuple with `X` as one more mode at the end; see [`IntTuple::append`].
#[doc(hidden)]
pub trait Append<X> {
    /// The longer tuple.
    type Appended;
    #[doc(hidden)]
    fn appended(self, mode: X) -> Self::Appended;
}

/// The tuple with `X` as one more mode in front; see [`IntTuple::prepend`].
#[doc(hidden)]
pub trait Prepend<X> {
    /// The longer tuple.
    type Prepended;
    #[doc(hidden)]
    fn prepended(self, mode: X) -> Self::Prepended;
}

type Longer<L, X> = <L as Concat<Cons<X, Nil>>>::Whole;

impl<T: IntTuple + ToList, X: IntTuple> Append<X> for T
where
    T::List: Concat<Cons<X, Nil>>,
    Longer<T::List, X>: ToTuple,
{
    type Appended = <Longer<T::List, X> as ToTuple>::Tuple;
    #[inline]
    fn appended(self, mode: X) -> Self::Appended {
        self.list().concat(Cons(mode, Nil)).tuple()
    }
}

impl<T: IntTuple + ToList, X: IntTuple> Prepend<X> for T
where
    Cons<X, T::List>: ToTuple,
{
    type Prepended = <Cons<X, T::List> as ToTuple>::Tuple;
    #[inline]
    fn prepended(self, mode: X) -> Self::Prepended {
        Cons(mode, self.list()).tuple()
    }
}

/// A tuple filled up to the rank `N` with the mode `X`; an integer that has the rank stays itself.
#[diagnostic::on_unimplemented(
    message = "a tuple or layout cannot be filled up to a rank below its own",
    label = "has more modes than that"
)]
#[doc(hidden)]
pub trait FillTo<N, X> {
    /// The tuple with `X` behind its modes.
    type Appended;
    /// The tuple with `X` in front of its modes.
    type Prepended;
    #[doc(hidden)]
    fn fill_behind(self, mode: X) -> Self::Appended;
    #[doc(hidden)]
    fn fill_in_front(self, mode: X) -> Self::Prepended;
}

/// A list and how many times `X` is missing to its having `N` modes.
#[diagnostic::on_unimplemented(
    message = "a layout cannot be filled up to a rank below its own",
    label = "has more modes than that"
)]
pub trait Missing<N, X> {
    #[doc(hidden)]
    type Fillers;
    #[doc(hidden)]
    fn fillers(mode: X) -> Self::Fillers;
}

impl<X> Missing<Zero, X> for Nil {
    type Fillers = Nil;
    #[inline]
    fn fillers(_: X) -> Nil {
        Nil
    }
}

impl<N, X: Copy> Missing<Succ<N>, X> for Nil
where
    Nil: Missing<N, X>,
{
    type Fillers = Cons<X, <Nil as Missing<N, X>>::Fillers>;
    #[inline]
    fn fillers(mode: X) -> Self::Fillers {
        Cons(mode, Nil::fillers(mode))
    }
}

impl<H, T: Missing<N, X>, N, X> Missing<Succ<N>, X> for Cons<H, T> {
    type Fillers = T::Fillers;
    #[inline]
    fn fillers(mode: X) -> T::Fillers {
        T::fillers(mode)
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntTuple<Modes: FillList<N, X, Appended: ToTuple, Prepended: ToTuple>>, N, X> FillTo<N, X> for T {
    type Appended = <<T::Modes as FillList<N, X>>::Appended as ToTuple>::Tuple;
    type Prepended = <<T::Modes as FillList<N, X>>::Prepended as ToTuple>::Tuple;
    #[inline]
    fn fill_behind(self, mode: X) -> Self::Appended {
        self.modes().fill_behind(mode).tuple()
    }
    #[inline]
    fn fill_in_front(self, mode: X) -> Self::Prepended {
        self.modes().fill_in_front(mode).tuple()
    }
}

/// [`FillTo`] said of the modes.
#[diagnostic::on_unimplemented(
    message = "a tuple or layout cannot be filled up to a rank below its own",
    label = "has more modes than that"
)]
#[doc(hidden)]
pub trait FillList<N, X> {
    type Appended;
    type Prepended;
    fn fill_behind(self, mode: X) -> Self::Appended;
    fn fill_in_front(self, mode: X) -> Self::Prepended;
}

impl<L: Scalar, X> FillList<Succ<Zero>, X> for Leaf<L> {
    type Appended = Self;
    type Prepended = Self;
    #[inline]
    fn fill_behind(self, _: X) -> Self {
        self
    }
    #[inline]
    fn fill_in_front(self, _: X) -> Self {
        self
    }
}

impl<L: Scalar, X, N> FillList<Succ<Succ<N>>, X> for Leaf<L>
where
    Cons<L, Nil>: FillList<Succ<Succ<N>>, X>,
{
    type Appended = <Cons<L, Nil> as FillList<Succ<Succ<N>>, X>>::Appended;
    type Prepended = <Cons<L, Nil> as FillList<Succ<Succ<N>>, X>>::Prepended;
    #[inline]
    fn fill_behind(self, mode: X) -> Self::Appended {
        Cons(self.0, Nil).fill_behind(mode)
    }
    #[inline]
    fn fill_in_front(self, mode: X) -> Self::Prepended {
        Cons(self.0, Nil).fill_in_front(mode)
    }
}

impl<N, X> FillList<N, X> for Nil
where
    Nil: Missing<N, X>,
{
    type Appended = Fillers<Nil, N, X>;
    type Prepended = Fillers<Nil, N, X>;
    #[inline]
    fn fill_behind(self, mode: X) -> Self::Appended {
        Nil::fillers(mode)
    }
    #[inline]
    fn fill_in_front(self, mode: X) -> Self::Prepended {
        Nil::fillers(mode)
    }
}

impl<H, T, N, X> FillList<N, X> for Cons<H, T>
where
    Self: Missing<N, X> + Concat<Fillers<Self, N, X>>,
    Fillers<Self, N, X>: Concat<Self>,
{
    type Appended = <Self as Concat<Fillers<Self, N, X>>>::Whole;
    type Prepended = <Fillers<Self, N, X> as Concat<Self>>::Whole;
    #[inline]
    fn fill_behind(self, mode: X) -> Self::Appended {
        self.concat(Self::fillers(mode))
    }
    #[inline]
    fn fill_in_front(self, mode: X) -> Self::Prepended {
        Self::fillers(mode).concat(self)
    }
}

type Fillers<L, N, X> = <L as Missing<N, X>>::Fillers;
