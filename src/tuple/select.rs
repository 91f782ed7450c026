//! Modes of a tuple in a chosen order.

use super::IntTuple;
use super::list::for_tuples;
use super::modes::{Nth, Place, ToList};
use crate::int::Int;

/// The modes that the tuple of static numbers `P` names, in its order; see [`IntTuple::select`].
#[diagnostic::on_unimplemented(
    message = "these modes cannot be selected",
    label = "the selection is not a tuple of static numbers below the rank",
    note = "a selection is written `tuple.select(crd!(2, 0))`"
)]
#[doc(hidden)]
pub trait Select<P> {
    /// The tuple of those modes.
    type Selected;
    #[doc(hidden)]
    fn selected(self) -> Self::Selected;
}

type Mode<L, N> = <L as Nth<<N as Place>::Index>>::Mode;

macro_rules! select {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<TUPLE: IntTuple + ToList, $($A),*> Select<($(Int<$A>,)*)> for TUPLE
        where
            $(Int<$A>: Place, TUPLE::List: Nth<<Int<$A> as Place>::Index>,)*
        {
            type Selected = ($(Mode<TUPLE::List, Int<$A>>,)*);
            fn selected(self) -> Self::Selected {
                ($(Nth::<<Int<$A> as Place>::Index>::nth(self.list()),)*)
            }
        }
    };
}
for_tuples!(select);
