//! A subtree of a tuple, by the path to it.

use super::IntTuple;
use super::list::{Cons, Nil};
use super::modes::{Nth, Place, ToList};

/// The subtree at the end of a path of static numbers; see [`IntTuple::at`].
#[doc(hidden)]
pub trait Descend<P> {
    /// The subtree.
    type Subtree;
    #[doc(hidden)]
    fn descend(self) -> Self::Subtree;
}

/// The same, with the path as a list.
#[diagnostic::on_unimplemented(
    message = "the path does not lead to a mode of this tuple",
    label = "no such subtree",
    note = "a path is a tuple of static numbers, outer mode first, as in `tuple.at(crd!(1, 0))`"
)]
pub trait Follow<P> {
    #[doc(hidden)]
    type End;
    #[doc(hidden)]
    fn follow(self) -> Self::End;
}

impl<T: IntTuple + Follow<P::List>, P: ToList> Descend<P> for T {
    type Subtree = T::End;
    #[inline]
    fn descend(self) -> T::End {
        self.follow()
    }
}

impl<T: IntTuple> Follow<Nil> for T {
    type End = T;
    #[inline]
    fn follow(self) -> T {
        self
    }
}

type Mode<T, N> = <<T as ToList>::List as Nth<<N as Place>::Index>>::Mode;

impl<T: ToList, N: Place, P> Follow<Cons<N, P>> for T
where
    T::List: Nth<N::Index>,
    Mode<T, N>: Follow<P>,
{
    type End = <Mode<T, N> as Follow<P>>::End;
    #[inline]
    fn follow(self) -> Self::End {
        self.list().nth().follow()
    }
}
