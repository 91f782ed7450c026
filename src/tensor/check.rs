//! The checks that make a layout and a storage a tensor: made once, when the tensor is.

use super::TensorError;
use crate::algebra::{Reason, Why};
use crate::int::Integer;
use crate::layout::{LayoutError, Mapping, Overlap};
use crate::tuple::Text;

/// What an operation of the algebra refuses.
#[inline]
pub(super) fn refused(why: impl Why) -> TensorError {
    let (operation, reason) = why.why();
    TensorError::Refused { operation, reason }
}

/// What an operation of the algebra does not take.
#[cold]
pub(super) fn unfit(operation: &'static str, error: LayoutError) -> TensorError {
    TensorError::Refused { operation, reason: Reason::Layout(error) }
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
