//! A tuple with one more mode, at its end or its front.

use super::IntTuple;
use super::list::{Cons, Nil};
use super::modes::{Concat, Modes, ToTuple};

/// The tuple with `X` as one more mode at the end; see [`IntTuple::append`].
pub trait Append<X> {
    /// The longer tuple.
    type Appended;
    #[doc(hidden)]
    fn appended(self, mode: X) -> Self::Appended;
}

/// The tuple with `X` as one more mode in front; see [`IntTuple::prepend`].
pub trait Prepend<X> {
    /// The longer tuple.
    type Prepended;
    #[doc(hidden)]
    fn prepended(self, mode: X) -> Self::Prepended;
}

type Longer<L, X> = <L as Concat<Cons<X, Nil>>>::Whole;

impl<T: IntTuple + Modes, X: IntTuple> Append<X> for T
where
    T::List: Concat<Cons<X, Nil>>,
    Longer<T::List, X>: ToTuple,
{
    type Appended = <Longer<T::List, X> as ToTuple>::Tuple;
    fn appended(self, mode: X) -> Self::Appended {
        self.list().concat(Cons(mode, Nil)).tuple()
    }
}

impl<T: IntTuple + Modes, X: IntTuple> Prepend<X> for T
where
    Cons<X, T::List>: ToTuple,
{
    type Prepended = <Cons<X, T::List> as ToTuple>::Tuple;
    fn prepended(self, mode: X) -> Self::Prepended {
        Cons(mode, self.list()).tuple()
    }
}
