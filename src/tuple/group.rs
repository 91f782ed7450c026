//! Several modes of a tuple made into one.

use super::IntTuple;
use super::list::Cons;
use super::modes::{At, Back, Concat, Front, Place, Split, ToList, ToTuple};

/// The modes from `B` up to `E` as one nested mode; see [`IntTuple::group`].
#[diagnostic::on_unimplemented(
    message = "modes {B} up to {E} of this tuple or layout cannot be grouped",
    label = "has fewer than {E} modes, or is no exact layout"
)]
#[doc(hidden)]
pub trait Group<const B: usize, const E: usize> {
    /// The tuple with those modes grouped.
    type Grouped;
    #[doc(hidden)]
    fn grouped(self) -> Self::Grouped;
}

/// The modes that are grouped, the modes before them, and all of them with the group in its place.
type Grouping<L, B, E> = <Back<Front<L, E>, B> as ToTuple>::Tuple;
type Before<L, B, E> = Front<Front<L, E>, B>;
type Regrouped<L, B, E> = <Before<L, B, E> as Concat<Cons<Grouping<L, B, E>, Back<L, E>>>>::Whole;

impl<T: IntTuple + ToList, const B: usize, const E: usize> Group<B, E> for T
where
    At<B>: Place,
    At<E>: Place,
    T::List: Split<<At<E> as Place>::Index>,
    Front<T::List, At<E>>: Split<<At<B> as Place>::Index>,
    Back<Front<T::List, At<E>>, At<B>>: ToTuple,
    Before<T::List, At<B>, At<E>>: Concat<Cons<Grouping<T::List, At<B>, At<E>>, Back<T::List, At<E>>>>,
    Regrouped<T::List, At<B>, At<E>>: ToTuple,
{
    type Grouped = <Regrouped<T::List, At<B>, At<E>> as ToTuple>::Tuple;
    #[inline]
    fn grouped(self) -> Self::Grouped {
        let (front, after) = self.list().split();
        let (before, group) = front.split();
        before.concat(Cons(group.tuple(), after)).tuple()
    }
}
