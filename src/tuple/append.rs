//! A tuple with more modes, at its end or its front.

use super::IntTuple;
use super::list::{Cons, Nil, for_tuples, list_type, list_value};
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
    fn appended(self, mode: X) -> Self::Appended {
        self.list().concat(Cons(mode, Nil)).tuple()
    }
}

impl<T: IntTuple + ToList, X: IntTuple> Prepend<X> for T
where
    Cons<X, T::List>: ToTuple,
{
    type Prepended = <Cons<X, T::List> as ToTuple>::Tuple;
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
    fn fillers(_: X) -> Nil {
        Nil
    }
}

impl<N, X: Copy> Missing<Succ<N>, X> for Nil
where
    Nil: Missing<N, X>,
{
    type Fillers = Cons<X, <Nil as Missing<N, X>>::Fillers>;
    fn fillers(mode: X) -> Self::Fillers {
        Cons(mode, Nil::fillers(mode))
    }
}

impl<H, T: Missing<N, X>, N, X> Missing<Succ<N>, X> for Cons<H, T> {
    type Fillers = T::Fillers;
    fn fillers(mode: X) -> T::Fillers {
        T::fillers(mode)
    }
}

impl<L: Scalar, X> FillTo<Succ<Zero>, X> for L {
    type Appended = L;
    type Prepended = L;
    fn fill_behind(self, _: X) -> L {
        self
    }
    fn fill_in_front(self, _: X) -> L {
        self
    }
}

impl<L: Scalar, X, N> FillTo<Succ<Succ<N>>, X> for L
where
    (L,): FillTo<Succ<Succ<N>>, X>,
{
    type Appended = <(L,) as FillTo<Succ<Succ<N>>, X>>::Appended;
    type Prepended = <(L,) as FillTo<Succ<Succ<N>>, X>>::Prepended;
    fn fill_behind(self, mode: X) -> Self::Appended {
        (self,).fill_behind(mode)
    }
    fn fill_in_front(self, mode: X) -> Self::Prepended {
        (self,).fill_in_front(mode)
    }
}

type Fillers<L, N, X> = <L as Missing<N, X>>::Fillers;

macro_rules! fill_to {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<RANK, FILLER, $($A: IntTuple),*> FillTo<RANK, FILLER> for ($($A,)*)
        where
            list_type!($($A),*): Missing<RANK, FILLER>
                + Concat<Fillers<list_type!($($A),*), RANK, FILLER>, Whole: ToTuple>,
            Fillers<list_type!($($A),*), RANK, FILLER>: Concat<list_type!($($A),*), Whole: ToTuple>,
        {
            type Appended = <<list_type!($($A),*) as
                Concat<Fillers<list_type!($($A),*), RANK, FILLER>>>::Whole as ToTuple>::Tuple;
            type Prepended = <<Fillers<list_type!($($A),*), RANK, FILLER> as
                Concat<list_type!($($A),*)>>::Whole as ToTuple>::Tuple;
            fn fill_behind(self, mode: FILLER) -> Self::Appended {
                list_value!($(self.$i),*).concat(<list_type!($($A),*)>::fillers(mode)).tuple()
            }
            fn fill_in_front(self, mode: FILLER) -> Self::Prepended {
                <list_type!($($A),*)>::fillers(mode).concat(list_value!($(self.$i),*)).tuple()
            }
        }
    };
}
for_tuples!(fill_to);
