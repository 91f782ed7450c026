//! Tilers mode by mode.

use crate::tuple::modes::ToList;
use crate::tuple::{Arity, TreeTuple};

/// A tiler for each mode of a layout, made by [`tiler!`](crate::tiler!): a function of each coordinate, where a
/// layout is a function of the index. `(8,12):(1,8)` divided by the layout `12:1` has one tile mode of 12 elements,
/// divided by `tiler!(4, 3)` a tile of 4 by 3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByMode<T>(pub T);

/// The entries `T`, once it is known that there is one for every mode of a shape `S`.
pub(super) type EntriesFor<T, S> =
    <<T as ToList>::Rank as OnePerMode<<S as TreeTuple>::Structure, T>>::Entries;
/// The same as a list.
pub(super) type ListFor<T, S> = <EntriesFor<T, S> as ToList>::List;

/// Entries of this rank, one for every mode of a shape of structure `K`.
#[diagnostic::on_unimplemented(
    message = "entries for each mode of a mode that is one integer: a tiler for it is an integer or a layout",
    label = "`tiler!` with an entry for each mode, for a mode without modes"
)]
#[doc(hidden)]
pub trait OnePerMode<K, T> {
    type Entries: ToList;
    fn entries(entries: T) -> Self::Entries;
}

impl<T, const M: usize, const N: usize> OnePerMode<Arity<N>, T> for Arity<M>
where
    TilerEntries: ForRank<M, N, T>,
{
    type Entries = <TilerEntries as ForRank<M, N, T>>::Entries;
    fn entries(entries: T) -> Self::Entries {
        TilerEntries::entries(entries)
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
    type Entries: ToList;
    fn entries(entries: T) -> Self::Entries;
}

impl<T: ToList, const N: usize> ForRank<N, N, T> for TilerEntries {
    type Entries = T;
    fn entries(entries: T) -> T {
        entries
    }
}
