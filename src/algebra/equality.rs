//! When two layouts are the same: three questions with three names.

use super::flat::values;
use crate::layout::Layout;
use crate::tuple::{Shape, Stride};

/// Whether two layouts are written alike, static marks apart: the same trees with the same extents and strides.
///
/// `4:1` and `(4):(1)` are not, nor `(4,1):(1,9)` and `(4,1):(1,0)`.
///
/// ```
/// use tilework::{algebra::same_text, prelude::*};
/// let n = 4;
/// assert!(same_text(layout!((4, 2):(1, 4)), layout!((n, 2):(1, {n}))));
/// assert!(!same_text(layout!(4:1), layout!((4,):(1,))));
/// ```
pub fn same_text<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>>(
    lhs: Layout<SA, DA>,
    rhs: Layout<SB, DB>,
) -> bool {
    SA::PROFILE.equals(&SB::PROFILE)
        && values(lhs.shape(), lhs.stride()).modes() == values(rhs.shape(), rhs.stride()).modes()
}

/// Whether two layouts are the same function of the coordinate: they take the same coordinates, and put each at the
/// same offset.
///
/// Post-condition: true if, and only if, the layouts are written alike in the one normal form: `n` for `(n)`, the
/// stride 0 for a mode of one element, and for every mode of a layout without elements. The twin writes it:
/// `dynamic::normal_form`.
///
/// ```
/// use tilework::{algebra::same_by_coordinate, prelude::*};
/// assert!(same_by_coordinate(layout!((4, 1):(1, 9)), layout!((4, 1):(1, 0))));
/// assert!(!same_by_coordinate(layout!((2, 2):(1, 2)), layout!(4:1)));
/// ```
pub fn same_by_coordinate<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>>(
    lhs: Layout<SA, DA>,
    rhs: Layout<SB, DB>,
) -> bool {
    let (lhs, rhs) = (values(lhs.shape(), lhs.stride()), values(rhs.shape(), rhs.stride()));
    let is_empty = lhs.is_empty();
    SA::PROFILE.without_singles().equals(&SB::PROFILE.without_singles())
        && lhs.modes().iter().zip(rhs.modes()).all(|(lhs, rhs)| {
            lhs.extent == rhs.extent && (is_empty || lhs.extent == 1 || lhs.stride == rhs.stride)
        })
}

/// Whether two layouts are the same function of the index: the same size, and the same offset at each index below it.
///
/// Post-condition: true if, and only if, [`coalesce`](super::coalesce()) makes the same of both, static marks apart.
///
/// ```
/// use tilework::{algebra::same_by_index, prelude::*};
/// assert!(same_by_index(layout!((2, (1, 6)):(1, (6, 2))), layout!(12:1)));
/// assert!(!same_by_index(layout!((2, 2):(2, 1)), layout!(4:1)));
/// ```
pub fn same_by_index<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>>(
    lhs: Layout<SA, DA>,
    rhs: Layout<SB, DB>,
) -> bool {
    let (lhs, rhs) = (values(lhs.shape(), lhs.stride()), values(rhs.shape(), rhs.stride()));
    (lhs.is_empty() && rhs.is_empty()) || lhs.coalesced().modes() == rhs.coalesced().modes()
}
