//! One mode of a tuple.

use super::IntTuple;
use super::modes::{At, Nth, Place, ToList};

/// Access to mode `I` of an integer tuple or a layout; see [`IntTuple::get`].
#[diagnostic::on_unimplemented(
    message = "there is no mode {I} in this tuple or layout",
    label = "has no mode {I}: modes are numbered from 0 to rank - 1"
)]
#[doc(hidden)]
pub trait Get<const I: usize> {
    /// The type of that mode.
    type Mode;
    #[doc(hidden)]
    fn mode(self) -> Self::Mode;
}

/// Mode `I` of an integer tuple or of a layout.
///
/// ```
/// use tilework::{prelude::*, tuple::get};
/// assert_eq!(get::<1, _>(shape!(2, (3, 4))), shape!(3, 4));
/// assert_eq!(get::<1, _>(layout!((2, 3):(3, 1))), layout!(3:1));
/// ```
pub fn get<const I: usize, T: Get<I>>(tuple: T) -> T::Mode {
    tuple.mode()
}

#[diagnostic::do_not_recommend]
impl<const I: usize, T> Get<I> for T
where
    At<I>: Place,
    T: IntTuple + ToList<List: Nth<<At<I> as Place>::Index>>,
{
    type Mode = <T::List as Nth<<At<I> as Place>::Index>>::Mode;
    fn mode(self) -> Self::Mode {
        self.list().nth()
    }
}
