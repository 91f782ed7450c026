//! Strides, and which dimension is the outermost.
use super::shape::ArrayShape;
use super::size::stored_bits;
use crate::dynamic::{Error, Result};
use crate::int::word;
use smallvec::SmallVec;

/// How many elements apart two neighbours in a dimension are, tiles not counted: the product of the more minor sizes.
///
/// Source: XLA, `IndexUtil::GetDimensionStride`.
///
/// # Errors
/// If there is no such dimension (negative numbers count from the end), a dimension is unbounded, or the product does
/// not fit in 64 bits.
///
/// ```
/// use tilework::xla::{Shape, dimension_stride};
/// let shape: Shape = "f32[3,5,7]{1,2,0}".parse()?;
/// let array = shape.array("example")?;
/// assert_eq!([dimension_stride(array, 0)?, dimension_stride(array, 1)?, dimension_stride(array, -1)?], [35, 1, 5]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn dimension_stride(array: &ArrayShape, dimension: i64) -> Result<i64> {
    let dimension = array.dimension_number(dimension)?;
    let sizes = array.sizes()?;
    let layout = array.layout_or_default();
    let minor = layout.minor_to_major().iter().take_while(|minor| **minor != dimension);
    let stride = minor.map(|&minor| sizes[minor]).try_fold(1i64, i64::checked_mul);
    stride.ok_or(Error::overflow("the stride"))
}

/// How many bytes apart neighbours are in each dimension, tiles not counted; `None` if an element is not whole bytes.
///
/// Elements that the layout packs at their own width, as `s4` in `E(4)`, are counted unpacked, a byte for each.
/// Source: XLA, `ShapeUtil::ByteStrides`.
///
/// # Errors
/// If a dimension is unbounded, or a stride does not fit in 64 bits.
///
/// ```
/// use tilework::xla::{Shape, byte_strides};
/// let strides = |text: &str| byte_strides(text.parse::<Shape>()?.array("example")?);
/// assert_eq!(strides("f32[3,5,7]{2,1,0}")?.as_deref(), Some(&[140, 28, 4][..]));
/// assert_eq!(strides("s4[2,4]{1,0:E(4)}")?.as_deref(), Some(&[4, 1][..]));
/// assert_eq!(strides("s8[2,4]{1,0:E(12)}")?, None);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn byte_strides(array: &ArrayShape) -> Result<Option<SmallVec<[i64; 6]>>> {
    let bytes = match (stored_bits(array), i64::from(array.element_type().bits())) {
        (stored, natural) if stored == natural => (natural + 7) / 8,
        (stored, _) if stored % 8 == 0 => stored / 8,
        _ => return Ok(None),
    };
    let strides = (0..word::wide(array.rank())).map(|dimension| {
        dimension_stride(array, dimension)?.checked_mul(bytes).ok_or(Error::overflow("the stride"))
    });
    strides.collect::<Result<_>>().map(Some)
}

/// Whether no dimension with more than one element is more major than this one.
///
/// Source: XLA, `ShapeUtil::IsEffectivelyMostMajorDimension`.
///
/// # Errors
/// If there is no such dimension; negative numbers count from the end.
pub fn is_effectively_most_major(array: &ArrayShape, dimension: i64) -> Result<bool> {
    let dimension = array.dimension_number(dimension)?;
    let layout = array.layout_or_default();
    let mut major = layout.major_to_minor().take_while(|major| *major != dimension);
    Ok(major.all(|major| array.dimensions()[major].bound() == Some(1)))
}

/// Whether the last dimension is the most minor one; true of a scalar.
///
/// Source: XLA, `LayoutUtil::LastDimIsMinorMost`.
pub fn last_dimension_is_minor_most(array: &ArrayShape) -> bool {
    let layout = array.layout_or_default();
    layout.minor_to_major().first().is_none_or(|minor| minor + 1 == array.rank())
}
