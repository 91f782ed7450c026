//! A tuple with one mode exchanged.

use super::IntTuple;
use super::modes::{Nth, Place, ToList, ToTuple};

/// The tuple with `X` for mode number `N`; see [`IntTuple::replace`].
#[doc(hidden)]
pub trait Replace<N, X> {
    /// The tuple with that mode exchanged.
    type Replaced;
    #[doc(hidden)]
    fn replaced(self, mode: X) -> Self::Replaced;
}

type With<L, N, X> = <L as Nth<<N as Place>::Index>>::With<X>;

impl<T: IntTuple + ToList, N: Place, X: IntTuple> Replace<N, X> for T
where
    T::List: Nth<N::Index>,
    With<T::List, N, X>: ToTuple,
{
    type Replaced = <With<T::List, N, X> as ToTuple>::Tuple;
    #[inline]
    fn replaced(self, mode: X) -> Self::Replaced {
        self.list().with(mode).tuple()
    }
}
