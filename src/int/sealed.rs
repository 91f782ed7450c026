//! Keeps the traits that memory safety rests on to the types of this crate.
//!
//! A tensor is indexed without a check of the offset because a layout says that the offset is inside. So nobody else
//! may write a leaf, a tuple, an extent or a layout: their traits have [`Sealed`] above them, which cannot be named
//! outside. Implementations are not recommended: a list of them helps nobody who may not write one.

/// Implemented by the leaves, by tuples, and by the extents, coordinates and layouts made of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is trusted with memory safety here, so only tilework itself may define it",
    label = "not a leaf, tuple, extent or layout of tilework",
    note = "tensors index memory unchecked where these say that an offset is inside"
)]
#[doc(hidden)]
pub trait Sealed {}
