//! Maps between indices of memory instead of indices of arrays.
use super::builder::d;
use super::operand::OperandIndexing;
use crate::affine::{IndexingMap, Interval};
use crate::dynamic::Result;
use crate::xla::{ArrayShape, logical_to_physical};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// From the index in the order of memory, most major first, to the index of the array; tiles not counted.
///
/// Source: XLA, `GetIndexingMapFromPhysicalLayoutToLogical`.
///
/// # Errors
/// If a dimension is unbounded.
///
/// ```
/// use tilework::hlo::physical_to_logical_map;
/// use tilework::xla::Shape;
/// let shape: Shape = "f32[10,20,30]{1,0,2}".parse()?;
/// let map = physical_to_logical_map(shape.array("example")?)?;
/// assert_eq!(map.to_string(), "(d0, d1, d2) -> (d1, d2, d0), domain: d0 in [0, 29], d1 in [0, 9], d2 in [0, 19]");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn physical_to_logical_map(array: &ArrayShape) -> Result<IndexingMap> {
    let layout = array.layout_or_default();
    permuted(array, layout.major_to_minor().collect(), logical_to_physical(&layout))
}

/// From the index of an array to that in the order of memory: the inverse of [`physical_to_logical_map`].
///
/// Source: XLA, `GetIndexingMapFromLogicalToPhysicalLayout`.
///
/// # Errors
/// If a dimension is unbounded.
pub fn logical_to_physical_map(array: &ArrayShape) -> Result<IndexingMap> {
    let layout = array.layout_or_default();
    permuted(array, (0..array.rank()).collect(), layout.major_to_minor().collect())
}

/// The map over these dimensions of an array, in this order, to those of its variables.
fn permuted(
    array: &ArrayShape,
    dims: SmallVec<[usize; 6]>,
    results: SmallVec<[usize; 6]>,
) -> Result<IndexingMap> {
    let sizes = array.sizes()?;
    let bounds: SmallVec<[Interval; 6]> =
        dims.iter().map(|dimension| Interval::of_size(sizes[*dimension])).collect();
    Ok(IndexingMap::over(&bounds, &[], &[], results.into_iter().map(d), Vec::new()))
}

impl OperandIndexing {
    /// The same between indices in the order of memory, of the array `from` that the map leads from and the array `to` it leads
    /// to.
    ///
    /// # Errors
    /// If a dimension is unbounded, or the arrays are not those of the map.
    pub fn physical(&self, from: &ArrayShape, to: &ArrayShape) -> Result<Self> {
        let map = physical_to_logical_map(from)?.then(&self.map)?.then(&logical_to_physical_map(to)?)?;
        Ok(OperandIndexing { map, ..self.clone() })
    }
}
