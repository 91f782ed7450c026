//! A range of the modes of a tuple.

use super::IntTuple;
use super::modes::{At, Back, Front, Place, Split, ToList, ToTuple};

/// The modes from `B` up to, not including, `E`; see [`IntTuple::take`].
#[diagnostic::on_unimplemented(
    message = "modes {B} up to {E} cannot be taken from this tuple or layout",
    label = "has fewer than {E} modes, or is no exact layout"
)]
#[doc(hidden)]
pub trait Take<const B: usize, const E: usize> {
    /// The tuple of those modes.
    type Taken;
    #[doc(hidden)]
    fn taken(self) -> Self::Taken;
}

impl<T: IntTuple + ToList, const B: usize, const E: usize> Take<B, E> for T
where
    At<B>: Place,
    At<E>: Place,
    T::List: Split<<At<E> as Place>::Index>,
    Front<T::List, At<E>>: Split<<At<B> as Place>::Index>,
    Back<Front<T::List, At<E>>, At<B>>: ToTuple,
{
    type Taken = <Back<Front<T::List, At<E>>, At<B>> as ToTuple>::Tuple;
    #[inline]
    fn taken(self) -> Self::Taken {
        let (front, _) = self.list().split();
        let (_, taken) = front.split();
        taken.tuple()
    }
}
