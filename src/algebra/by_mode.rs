//! Tilers mode by mode.

use crate::tuple::list::for_tuples;
use core::fmt;

/// A tiler for each mode of a layout, made by [`tiler!`](crate::tiler!): a function of each coordinate, where a
/// layout is a function of the index. `(8,12):(1,8)` divided by the layout `12:1` has one tile mode of 12 elements,
/// divided by `tiler!(4, 3)` a tile of 4 by 3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByMode<T>(pub T);

macro_rules! display {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: fmt::Display),*> fmt::Display for ByMode<($($A,)*)> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("<")?;
                $(write!(f, "{}{}", if $i == 0 { "" } else { "," }, (self.0).$i)?;)*
                f.write_str(">")
            }
        }
    };
}
for_tuples!(display);
