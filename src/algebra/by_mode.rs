//! Tilers mode by mode.

use crate::tuple::list::{Cons, Nil};
use crate::tuple::modes::ToList;
use core::fmt;

/// A tiler for each mode of a layout, made by [`tiler!`](crate::tiler!): a function of each coordinate, where a
/// layout is a function of the index. `(8,12):(1,8)` divided by the layout `12:1` has one tile mode of 12 elements,
/// divided by `tiler!(4, 3)` a tile of 4 by 3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByMode<T>(pub T);

impl<T: ToList<List: WriteEntries>> fmt::Display for ByMode<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<")?;
        self.0.list().write_entries("", f)?;
        f.write_str(">")
    }
}

/// The tilers of modes as a list, to be written.
#[doc(hidden)]
pub trait WriteEntries {
    fn write_entries(&self, before: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl WriteEntries for Nil {
    fn write_entries(&self, _: &str, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl<A: fmt::Display, T: WriteEntries> WriteEntries for Cons<A, T> {
    fn write_entries(&self, before: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{before}{}", self.0)?;
        self.1.write_entries(",", f)
    }
}
