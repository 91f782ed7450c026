//! The checks that make a layout and a storage a tensor: made once, when the tensor is.

use super::TensorError;
use crate::algebra::Why;
use crate::int::Integer;
use crate::layout::{Mapping, Overlap};
use crate::tuple::Text;

/// What an operation of the algebra refuses.
#[inline]
pub(super) fn refused(why: impl Why) -> TensorError {
    let (operation, reason) = why.why();
    TensorError::Refused { operation, reason }
}

/// The storage holds every offset of the layout.
pub(super) fn check_len<L: Mapping>(layout: &L, len: usize) -> Result<(), TensorError> {
    match layout.checked_cosize() {
        None => Err(TensorError::Overflow),
        Some(cosize) if cosize > len => Err(TensorError::TooSmall { cosize, len }),
        Some(_) => Ok(()),
    }
}

/// The same of a static layout and storage of a length that its type says, as a compile error.
#[track_caller]
pub(super) const fn check_static_len<L: Mapping>(len: Option<usize>) {
    if let (Some(cosize), Some(len)) = (<L::Cosize as Integer>::STATIC, len)
        && cosize > len
    {
        let text = Text::new().str("layout ").text(&L::TEXT).str(" needs ").number(cosize);
        panic!("{}", text.str(" elements, and the storage has ").number(len).as_str())
    }
}

/// No two coordinates of the layout share an offset.
pub(super) fn check_writable<L: Mapping>(layout: &L) -> Result<(), TensorError> {
    match L::STATIC_OVERLAP.unwrap_or_else(|| layout.overlap()) {
        Overlap::None => Ok(()),
        Overlap::Between { first, second, offset } => Err(TensorError::Overlap { first, second, offset }),
        Overlap::Undecided => Err(TensorError::OverlapUndecided),
    }
}

/// All offsets of the one layout are among those between the first and the last of the other.
#[inline]
pub(super) fn check_within<L: Mapping, M: Mapping>(outer: &L, inner: &M) -> Result<(), TensorError> {
    let reach = |base: usize, cosize: usize| cosize.saturating_sub(base);
    let (cosize, len) =
        (inner.checked_cosize().ok_or(TensorError::Overflow)?, outer.checked_cosize().unwrap_or(0));
    let fits = cosize == 0
        || inner.base() <= outer.base() && reach(inner.base(), cosize) <= reach(outer.base(), len);
    if fits { Ok(()) } else { Err(TensorError::TooSmall { cosize, len }) }
}

/// An exact layout without overlap skips no offset: it has as many coordinates as offsets from the first to the last.
pub(super) fn check_dense<L: Mapping>(layout: &L) -> Result<(), TensorError> {
    let (size, cosize) = (layout.len(), layout.cosize().value());
    if size == cosize { Ok(()) } else { Err(TensorError::Skips { size, cosize }) }
}

/// What an exact layout without overlap skips is out of reach of another one with the same origin.
pub(super) fn check_skipped<L: Mapping, M: Mapping>(outer: &L, inner: &M) -> Result<(), TensorError> {
    check_dense(outer).or_else(|_| check_covered(outer, inner))
}

/// What an exact layout skips is out of reach of another one with the same origin, whatever overlaps.
pub(super) fn check_covered<L: Mapping, M: Mapping>(outer: &L, inner: &M) -> Result<(), TensorError> {
    let known = const {
        match (L::MIXED_RADIX, M::MIXED_RADIX) {
            (Some(outer), Some(inner)) => Some(outer.covers(&inner)),
            _ => None,
        }
    };
    let look =
        || outer.mixed_radix().zip(inner.mixed_radix()).is_some_and(|(outer, inner)| outer.covers(&inner));
    match known.unwrap_or_else(look) {
        true => Ok(()),
        false => Err(TensorError::Skips { size: outer.len(), cosize: outer.cosize().value() }),
    }
}

/// What [`check_writable`] says of a static layout, as a compile error.
#[track_caller]
pub(super) const fn check_static_overlap<L: Mapping>() {
    if let Some(Overlap::Between { first, second, offset }) = L::STATIC_OVERLAP {
        let text = Text::new()
            .str("layout ")
            .text(&L::TEXT)
            .str(" cannot be written: the coordinates of its indices ");
        let text = text.number(first).str(" and ").number(second).str(" share offset ").signed(offset);
        panic!("{}", text.as_str())
    }
}
