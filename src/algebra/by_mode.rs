//! Tilers mode by mode.

use crate::tuple::list::{Cons, Nil};
use crate::tuple::modes::ToList;
use crate::tuple::{Arity, TreeTuple};
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

/// The list of the entries `T` for the modes of a shape `S`.
pub(super) type EntriesFor<T, S> = <<T as ToList>::Rank as OnePerMode<<S as TreeTuple>::Structure, T>>::List;

/// Entries of this rank, one for every mode of a shape of structure `K`.
#[diagnostic::on_unimplemented(
    message = "entries for each mode of a mode that is one integer: a tiler for it is an integer or a layout",
    label = "`tiler!` with an entry for each mode, for a mode without modes"
)]
#[doc(hidden)]
pub trait OnePerMode<K, T> {
    type List;
    fn list(entries: T) -> Self::List;
}

impl<T, const M: usize, const N: usize> OnePerMode<Arity<N>, T> for Arity<M>
where
    TilerEntries: ForRank<M, N, T>,
{
    type List = <TilerEntries as ForRank<M, N, T>>::List;
    fn list(entries: T) -> Self::List {
        TilerEntries::list(entries)
    }
}

/// What the trait below is about: as for [`Congruence`](crate::tuple::Congruence).
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct TilerEntries;

/// `M` entries are one for every mode of `N`.
#[diagnostic::on_unimplemented(
    message = "tiler of rank {M} for a layout of rank {N}: it needs one entry for every mode",
    label = "a tiler of rank {M} for a layout of rank {N}; `_` keeps a mode"
)]
#[doc(hidden)]
pub trait ForRank<const M: usize, const N: usize, T> {
    type List;
    fn list(entries: T) -> Self::List;
}

impl<T: ToList, const N: usize> ForRank<N, N, T> for TilerEntries {
    type List = T::List;
    fn list(entries: T) -> T::List {
        entries.list()
    }
}
