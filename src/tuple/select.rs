//! Modes of a tuple in a chosen order.

use super::IntTuple;
use super::list::{Cons, Nil};
use super::modes::{Nth, Place, ToList, ToTuple};

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

#[diagnostic::do_not_recommend]
impl<T: IntTuple + ToList, P: IntTuple<Modes: SelectFrom<T::List, Selected: ToTuple>>> Select<P> for T {
    type Selected = <<P::Modes as SelectFrom<T::List>>::Selected as ToTuple>::Tuple;
    #[inline]
    fn selected(self) -> Self::Selected {
        P::Modes::select_from(self.list()).tuple()
    }
}

/// No mode is selected twice: what has each of its modes once has coordinates that are some of those of the whole.
pub(crate) const fn check_distinct<P: IntTuple>() {
    let (modes, mut second) = (P::LEAVES, 1);
    while second < modes.len() {
        let mut first = 0;
        while first < second {
            if let (Some(a), Some(b)) = (modes.get(first), modes.get(second)) {
                assert!(
                    a != b,
                    "a mode is selected twice: views, and layouts without strides, have each mode once"
                );
            }
            first += 1;
        }
        second += 1;
    }
}

/// A list of static numbers, and the modes of the list `L` that they name.
#[diagnostic::on_unimplemented(
    message = "there is no such mode in this tuple",
    label = "the selection is not a tuple of static numbers below the rank"
)]
#[doc(hidden)]
pub trait SelectFrom<L> {
    type Selected;
    fn select_from(list: L) -> Self::Selected;
}

impl<L> SelectFrom<L> for Nil {
    type Selected = Nil;
    #[inline]
    fn select_from(_: L) -> Nil {
        Nil
    }
}

impl<L: Copy + Nth<N::Index>, N: Place, R: SelectFrom<L>> SelectFrom<L> for Cons<N, R> {
    type Selected = Cons<L::Mode, R::Selected>;
    #[inline]
    fn select_from(list: L) -> Self::Selected {
        Cons(list.nth(), R::select_from(list))
    }
}
