//! Between layouts and lists of modes.

use crate::int::modes::{End, Modes};
use crate::layout::{Exact, Layout};
use crate::tuple::{Shape, Stride, StrideTuple};

/// The leaves of `S:D`, from the first to the last.
pub(crate) type LeavesOf<S, D> = <D as StrideTuple<S>>::LeavesThen<End>;

/// The leaves of a layout, from the first to the last.
pub(crate) fn leaves<S: Shape, D: Stride<S>>(layout: Layout<S, D>) -> LeavesOf<S, D> {
    layout.stride().leaves_then(layout.shape(), End)
}

/// The layout with the modes of the list `M`.
pub(crate) type LayoutOf<M> = Layout<<M as Modes>::Shape, <M as Modes>::Stride>;

/// The layout of modes whose offsets are known to fit.
pub(crate) fn layout_of<M: Modes>(modes: M) -> LayoutOf<M> {
    let (shape, stride) = modes.tuples();
    Layout::from_parts(shape, stride, Exact)
}
