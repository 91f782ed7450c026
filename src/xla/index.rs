//! Indices of arrays, one after another.
use super::shape::ArrayShape;
use crate::dynamic::Result;
use smallvec::SmallVec;

/// Whether an index is one of the array: as many entries as dimensions, each from 0 to below the size.
///
/// Source: XLA, `IndexUtil::IndexInBounds`, which tests the upper bound only.
///
/// # Errors
/// If a dimension is unbounded.
pub fn index_in_bounds(array: &ArrayShape, index: &[i64]) -> Result<bool> {
    let sizes = array.sizes()?;
    Ok(index.len() == sizes.len() && index.iter().zip(&sizes).all(|(entry, size)| (0..*size).contains(entry)))
}

/// All indices of an array, the last dimension fastest.
///
/// Source: XLA, `IndexUtil::BumpIndices`.
///
/// # Errors
/// If a dimension is unbounded.
///
/// ```
/// use tilework::xla::{Shape, indices};
/// let shape: Shape = "f32[2,2]{0,1}".parse()?;
/// let all: Vec<_> = indices(shape.array("example")?)?.map(|index| index.to_vec()).collect();
/// assert_eq!(all, [[0, 0], [0, 1], [1, 0], [1, 1]]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn indices(array: &ArrayShape) -> Result<impl Iterator<Item = SmallVec<[i64; 6]>>> {
    let sizes = array.sizes()?;
    let mut next = (!sizes.contains(&0)).then(|| SmallVec::from_elem(0, sizes.len()));
    Ok(core::iter::from_fn(move || {
        let index = next.take()?;
        let mut following: SmallVec<[i64; 6]> = index.clone();
        for (entry, size) in following.iter_mut().zip(&sizes).rev() {
            *entry += 1;
            if *entry < *size {
                next = Some(following);
                break;
            }
            *entry = 0;
        }
        Some(index)
    }))
}
