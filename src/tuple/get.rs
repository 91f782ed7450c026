//! One mode of a tuple.

use super::IntTuple;
use super::list::Cons;
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
#[inline]
pub fn get<const I: usize, T: Get<I>>(tuple: T) -> T::Mode {
    tuple.mode()
}

#[diagnostic::do_not_recommend]
impl<const I: usize, T: IntTuple + ToList<List: HasMode<I>>> Get<I> for T {
    type Mode = <T::List as HasMode<I>>::Mode;
    #[inline]
    fn mode(self) -> Self::Mode {
        self.list().mode()
    }
}

/// A list of modes with a mode `I`.
#[diagnostic::on_unimplemented(
    message = "there is no mode {I} in this tuple or layout",
    label = "has no mode {I}: modes are numbered from 0 to rank - 1"
)]
#[doc(hidden)]
pub trait HasMode<const I: usize> {
    type Mode;
    fn mode(self) -> Self::Mode;
}

/// The list of the modes named, and `$Rest` behind them.
macro_rules! open_list {
    ($Rest:ty;) => { $Rest };
    ($Rest:ty; $A:ident $($more:ident)*) => { Cons<$A, open_list!($Rest; $($more)*)> };
}

/// One impl for each mode: of all lists that are at least so long.
macro_rules! has_mode {
    ([$($front:ident)*]) => {};
    ([$($front:ident)*] $A:ident $i:tt $($rest:tt)*) => {
        impl<$($front,)* $A, REST> HasMode<$i> for open_list!(REST; $($front)* $A) {
            type Mode = $A;
            #[inline]
            fn mode(self) -> $A {
                Nth::<<At<$i> as Place>::Index>::nth(self)
            }
        }
        has_mode! { [$($front)* $A] $($rest)* }
    };
}
has_mode! { [] A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 }
