//! A tuple with one mode exchanged.

use super::IntTuple;
use super::modes::{At, Modes, Nth, Place, ToTuple};

/// The tuple with `X` for mode `I`; see [`IntTuple::replace`].
pub trait Replace<const I: usize, X> {
    /// The tuple with that mode exchanged.
    type Replaced;
    #[doc(hidden)]
    fn replaced(self, mode: X) -> Self::Replaced;
}

type With<L, N, X> = <L as Nth<<N as Place>::Index>>::With<X>;

impl<T: IntTuple + Modes, X: IntTuple, const I: usize> Replace<I, X> for T
where
    At<I>: Place,
    T::List: Nth<<At<I> as Place>::Index>,
    With<T::List, At<I>, X>: ToTuple,
{
    type Replaced = <With<T::List, At<I>, X> as ToTuple>::Tuple;
    fn replaced(self, mode: X) -> Self::Replaced {
        self.list().with(mode).tuple()
    }
}
