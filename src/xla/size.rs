//! How many bytes an array takes.
use super::linear_index::{LinearIndex, Tiling};
use super::shape::{ArrayShape, Shape, Sizes};
use crate::dynamic::Result;
use crate::int::word;
use tilework_tiles::allocated;

/// The bytes of a pointer in the table of a tuple.
const POINTER: i64 = 8;

/// The bytes of the elements themselves: no padding of tiles.
///
/// With `E(n)` the elements are packed, `ceil(elements * n / 8)`; otherwise each takes whole bytes. A tuple is a
/// table of pointers of 8 bytes, a token nothing, an opaque value one pointer. Source: XLA, `ShapeUtil::ByteSizeOf`.
///
/// # Errors
/// If a dimension is unbounded, or the number does not fit in 64 bits.
///
/// ```
/// use tilework::xla::byte_size;
/// assert_eq!(byte_size(&"bf16[100,200]{1,0:T(8,128)(2,1)}".parse()?)?, 40_000);
/// assert_eq!(byte_size(&"s4[5]{0:E(4)}".parse()?)?, 3);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn byte_size(shape: &Shape) -> Result<i64> {
    match shape.as_elements() {
        Some(array) => bytes(array, array.elements()?),
        None => Ok(table_size(shape)),
    }
}

/// The bytes that are allocated: with the padding of the first tile.
///
/// Each physical dimension under the first tile is rounded up to it, a tail padding `L(n)` to a multiple of `n`
/// elements. Where a dimension is split, its largest piece counts. Later tiles only reorder elements inside the first
/// one: if they would pad again, the allocation does not show it (see [`tiled_elements`]). Without tiles it is
/// [`byte_size`]. It is the size of all 888 buffers, and of the parameter and the result of all 835 programs, that
/// compilers for TPUs reported to us. Source: XLA, `ShapeUtil::ArraySize`.
///
/// # Errors
/// As [`byte_size`]; or if the last entry of the tile is `*`.
///
/// ```
/// use tilework::xla::padded_size;
/// assert_eq!(padded_size(&"bf16[100,200]{1,0:T(8,128)(2,1)}".parse()?)?, 104 * 256 * 2);
/// assert_eq!(padded_size(&"bf16[100,200]{0,1:T(8,128)(2,1)}".parse()?)?, 200 * 128 * 2);
/// // 12 million rows of one number, 128 times larger
/// assert_eq!(padded_size(&"u32[12582912,1]{1,0:T(8,128)}".parse()?)?, 6 << 30);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn padded_size(shape: &Shape) -> Result<i64> {
    match shape.as_elements() {
        Some(array) => bytes(array, padded_elements(array)?),
        None => Ok(table_size(shape)),
    }
}

/// XLA's number of bytes from the first element to the last: the place that the first tile alone gives the last
/// index, and one element more.
///
/// It is no bound of what is read: where later tiles interleave elements, and where the last index is not at the last
/// place, the array goes on behind it. [`reach`] counts those. Source: XLA, `ShapeUtil::ArrayDataSize`. That function
/// is negative for an empty array, and counts no tile of an array with one dimension; this one is 0, and counts it.
///
/// # Errors
/// As [`padded_size`].
///
/// ```
/// use tilework::xla::data_size;
/// // the last element, row 99 and column 199, is the 72nd in row 3 of tile (12,1)
/// assert_eq!(data_size(&"bf16[100,200]{1,0:T(8,128)}".parse()?)?, ((12 * 2 + 1) * 1024 + 3 * 128 + 72) * 2);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn data_size(shape: &Shape) -> Result<i64> {
    let Some(array) = shape.as_elements() else { return Ok(table_size(shape)) };
    let sizes = array.sizes()?;
    if sizes.contains(&0) {
        return Ok(0);
    }
    let last: Sizes = sizes.iter().map(|size| size - 1).collect();
    bytes(array, LinearIndex::new(array, Tiling::First)?.at(&last)? + 1)
}

/// The bytes from the first element to past the last one in memory, by all tiles.
///
/// Post-condition: the greatest linear index of an element (see [`LinearIndex`]), and one more, times the bits of an
/// element, in whole bytes; 0 without elements. A tuple is a table of pointers, as in [`byte_size`].
///
/// # Errors
/// As [`LinearIndex::new`] and [`LinearIndex::reach`].
///
/// ```
/// use tilework::xla::{data_size, reach};
/// // rows are interleaved in pairs: element [2,4] is place 264, bytes 528 to 530
/// let shape = "bf16[3,5]{1,0:T(8,128)(2,1)}".parse()?;
/// assert_eq!((reach(&shape)?, data_size(&shape)?), (530, 522));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn reach(shape: &Shape) -> Result<i64> {
    match shape.as_elements() {
        Some(array) => bytes(array, LinearIndex::new(array, Tiling::All)?.reach()?),
        None => Ok(table_size(shape)),
    }
}

/// The number of elements after all tiles, padding counted: how many places addresses reach.
///
/// Where each tile divides the one before it, this is what [`padded_size`] allocates. Where one does not, its
/// addresses reach further: `bf16[100,200]{1,0:T(1,128)(2,1)}` has 25600 elements' worth of storage, and addresses up
/// to 51200.
///
/// # Errors
/// As [`LinearIndex::new`].
///
/// ```
/// use tilework::xla::{Shape, tiled_elements};
/// let shape: Shape = "f32[3,5]{1,0:T(2,2)}".parse()?;
/// assert_eq!(tiled_elements(shape.array("example")?)?, 24);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn tiled_elements(array: &ArrayShape) -> Result<i64> {
    Ok(LinearIndex::new(array, Tiling::All)?.len())
}

/// The bits that one element takes: `E(n)` if the layout has it, otherwise whole bytes.
pub fn stored_bits(array: &ArrayShape) -> i64 {
    match array.layout().map_or(0, |layout| layout.element_size_in_bits()) {
        0 => array.element_type().stored_bits().into(),
        bits => bits,
    }
}

/// The size of a dimension, or of its largest piece if the layout splits it.
///
/// # Errors
/// If there is no such dimension (negative numbers count from the end), or it is unbounded.
///
/// ```
/// use tilework::xla::{Shape, max_split_size};
/// let shape: Shape = "f32[150,200,100]{0,1,2:SC(0:30)(1:40,130)}".parse()?;
/// let array = shape.array("example")?;
/// // physical dimension 0 is dimension 2
/// assert_eq!([max_split_size(array, 0)?, max_split_size(array, 1)?, max_split_size(array, -1)?], [150, 90, 70]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn max_split_size(array: &ArrayShape, dimension: i64) -> Result<i64> {
    let dimension = array.dimension_number(dimension)?;
    Ok(split_sizes(array)?[dimension])
}

/// The sizes, with the largest piece of each dimension that is split.
fn split_sizes(array: &ArrayShape) -> Result<Sizes> {
    let whole = array.sizes()?;
    let mut sizes = whole.clone();
    if let Some(layout) = array.layout() {
        // of two configs of a dimension the first one counts
        for config in layout.split_configs().iter().rev() {
            if let Some(dimension) = layout.major_to_minor().nth(config.dimension) {
                sizes[dimension] = config.largest_piece(whole[dimension]);
            }
        }
    }
    Ok(sizes)
}

fn padded_elements(array: &ArrayShape) -> Result<i64> {
    let Some((layout, tile)) = array.layout().and_then(|layout| Some((layout, layout.tiles().first()?)))
    else {
        return array.elements();
    };
    let sizes = split_sizes(array)?;
    let physical = layout.major_to_minor().map(|dimension| sizes[dimension]);
    Ok(allocated(physical, tile.sizes(), layout.tail_padding_alignment())?)
}

fn bytes(array: &ArrayShape, elements: i64) -> Result<i64> {
    Ok(tilework_tiles::bytes(elements, stored_bits(array))?)
}

fn table_size(shape: &Shape) -> i64 {
    match shape {
        Shape::Tuple(shapes) => POINTER * word::wide(shapes.len()),
        Shape::Opaque => POINTER,
        _ => 0,
    }
}
