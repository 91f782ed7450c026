//! One stride for each dimension: what NumPy, DLPack and `mdspan` say.
use super::error::ConvertError;
use super::name::Notation;
use super::nested::Nested;
use alloc::vec::Vec;

/// The strides in elements and the offset, if each dimension has one stride.
///
/// A dimension of one element has the stride that a compact row-major array has there.
pub(super) fn strided(nested: &Nested, notation: Notation) -> Result<(Vec<i64>, i64), ConvertError> {
    nested.one_place(notation)?;
    let offset = nested.int_offset(notation)?;
    let mut strides = alloc::vec![0; nested.extents.len()];
    let mut inside = 1_i64;
    for (dimension, digits) in nested.digits.iter().enumerate().rev() {
        strides[dimension] = match digits[..] {
            [] => inside,
            [digit] => Nested::stride(&digit),
            _ => return Err(nested.uneven(notation, dimension)),
        };
        inside = strides[dimension].saturating_mul(nested.extents[dimension].max(1));
    }
    Ok((strides, offset))
}

/// The strides of a compact array, the last dimension innermost or the first one.
pub(super) fn compact(extents: &[i64], is_row_major: bool) -> Option<Vec<i64>> {
    let mut strides = alloc::vec![1; extents.len()];
    let mut running = 1_i64;
    for place in 0..extents.len() {
        let dimension = if is_row_major { extents.len() - 1 - place } else { place };
        strides[dimension] = running;
        running = running.checked_mul(extents[dimension].max(1))?;
    }
    Some(strides)
}
