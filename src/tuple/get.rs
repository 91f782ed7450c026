//! One mode of a tuple.

use super::IntTuple;
use crate::int::Scalar;

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

impl<L: Scalar> Get<0> for L {
    type Mode = L;
    fn mode(self) -> L {
        self
    }
}

/// One impl for each mode: the list of all modes rides along while the modes are taken off one by one.
macro_rules! get_each {
    ([$($all:ident)*]) => {};
    ([$($all:ident)*] $A:ident $i:tt $($rest:tt)*) => {
        impl<$($all: IntTuple),*> Get<$i> for ($($all,)*) {
            type Mode = $A;
            fn mode(self) -> $A {
                self.$i
            }
        }
        get_each! { [$($all)*] $($rest)* }
    };
}

macro_rules! get_modes {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => { get_each! { [$($A)*] $($A $i)* } };
}
super::list::for_tuples!(get_modes);
