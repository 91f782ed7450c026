//! Layouts of tiled arrays with dynamic sizes: what the macros call.

use crate::int::Integer;
use crate::layout::{Extent, Layout, LayoutError};
use crate::tuple::{Shape, Stride};

/// The layout of an array in tiles, whose places are a product of `bounds`, if that fits in a machine word.
///
/// Only then are `parts` computed: all of them are products of some of the bounds.
#[doc(hidden)]
pub fn try_layout<S: Shape, D: Stride<S>, E: Extent<S>, const N: usize>(
    bounds: [usize; N],
    parts: impl FnOnce() -> (S, D, E),
) -> Result<Layout<S, D, E>, LayoutError> {
    // bounds of empty dimensions count as 1, so that each stride is a factor of the product
    let places = bounds.into_iter().try_fold(1usize, |places, bound| places.checked_mul(bound.max(1)));
    match places {
        Some(places) if places <= isize::MAX as usize => {
            let (shape, stride, extent) = parts();
            Layout::made_with_extent(shape, stride, extent)
        }
        _ => Err(LayoutError::SizeOverflow),
    }
}

/// A layout that cannot fail.
#[doc(hidden)]
pub fn static_layout<L>(layout: L) -> Result<L, LayoutError> {
    Ok(layout)
}

/// The layout, or a panic that shows the text.
#[doc(hidden)]
#[track_caller]
pub fn expect_layout<L>(text: &str, layout: Result<L, LayoutError>) -> L {
    match layout {
        Ok(layout) => layout,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// A size, which is a `usize` or a static integer.
#[doc(hidden)]
pub fn dimension<N: Integer>(size: N) -> N {
    size
}
