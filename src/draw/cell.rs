//! What stands in the cells of a picture, and what its rows, columns and pages are.
use crate::dynamic::Offset;
use smallvec::SmallVec;

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// An element, and where it lies.
    Element(Offset),
    /// An element of a tile, and who holds it: thread and value.
    Held(SmallVec<[(i64, i64); 1]>),
    /// A coordinate of the shape that is no element.
    Padding,
    /// Cells that are not drawn.
    LeftOut,
}

impl Cell {
    /// The offset of an element that has an integer for one.
    pub fn as_int(&self) -> Option<i64> {
        if let Cell::Element(offset) = self { offset.as_int() } else { None }
    }
}

/// A mode or a dimension as an axis of the picture.
#[derive(Debug, Clone)]
pub(super) struct DrawnMode {
    /// The extents it is counted in, innermost first.
    pub(super) levels: SmallVec<[i64; 4]>,
    /// How many of its indices are elements.
    pub(super) logical: i64,
}
