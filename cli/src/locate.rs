//! `tilework offset` and `tilework coord`: from a coordinate to its place in memory and back.
use crate::failure::{Failure, mistake, parse_tuple};
use crate::matrix;
use crate::shape::{self, byte_of, index_text, is_shape, read_array};
use std::fmt::{Display, Write};
use tilework::dynamic::{Axis, DynLayout, DynTuple, Offset, Stride, Tree};
use tilework::xla::stored_bits;

/// Print where the element at a coordinate lies.
///
/// An integer stands for the coordinate of a nested mode, or of the whole layout, first mode fastest; `1,5` is `(1,5)`.
/// Coordinates outside the shape are refused. Of an XLA shape the answer is the place in elements, padding counted, and
/// the byte; it takes one number for each dimension.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework offset '((4,2),(4,3)):((4,16),(1,32))' '(1,5)'     37
  tilework offset '(4,8):(8,1)' 5                             9
  tilework offset zN:f16 100x50 17,20                         2068
  tilework offset 'Sw<2,0,3> o (8,8):(8,1)' 1,0               9
  tilework offset 'f32[3,5]{1,0:T(2,2)}' '(2,3)'              17  byte 68
")]
pub(crate) struct OffsetArguments {
    /// A layout in any notation, an XLA shape, or a format and the size of the matrix; then the coordinate.
    #[arg(num_args = 2..=3, required = true, value_names = ["LAYOUT", "COORDINATE"], allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Print which coordinates lie at an offset.
///
/// Of an XLA shape the offset is a place in elements, padding counted, or with --bytes a byte.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework coord '((4,2),(4,3)):((4,16),(1,32))' 37     (1,5)  ((1,0),(1,1))
  tilework coord '(4,8):(1,0)' 2                        all eight columns of row 2
  tilework coord zN:f16 100x50 2068                     (17,20)  ((1,1),(4,1))
  tilework coord 'f32[3,5]{1,0:T(2,2)}' 17              (2,3)  byte 68
  tilework coord 'f32[3,5]{1,0:T(2,2)}' 70 --bytes      (2,3)  byte 68
")]
pub(crate) struct CoordArguments {
    /// A layout in any notation, an XLA shape, or a format and the size of the matrix; then the offset.
    #[arg(num_args = 2..=3, required = true, value_names = ["LAYOUT", "OFFSET"], allow_negative_numbers = true)]
    arguments: Vec<String>,
    /// The offset into an XLA shape is in bytes.
    #[arg(long)]
    bytes: bool,
}

/// The most coordinates that are printed.
const MOST_PRINTED: usize = 64;

pub(crate) fn offset(arguments: &OffsetArguments) -> Result<String, Failure> {
    if let [shape, coordinate] = &arguments.arguments[..]
        && is_shape(shape)
    {
        return offset_in_shape(shape, coordinate);
    }
    if let [layout, coordinate] = &arguments.arguments[..]
        && let Some(swizzled) = matrix::read_swizzled(layout)
    {
        let coordinate: DynTuple = parse_tuple("coordinate", coordinate)?;
        return Ok(format!("{}\n", swizzled?.offset(&coordinate)?));
    }
    let (named, coordinate) = split(&arguments.arguments)?;
    let coordinate: DynTuple = parse_tuple("coordinate", coordinate)?;
    // padding has its place too
    let mut text = named.layout.clone().padded().offset(&coordinate)?.to_string();
    if named.layout.is_padding(&coordinate)? {
        write!(text, "  (padding: outside the extent {})", named.layout.extents())?;
    }
    text.push('\n');
    Ok(text)
}

pub(crate) fn coord(arguments: &CoordArguments) -> Result<String, Failure> {
    if let [shape, place] = &arguments.arguments[..]
        && is_shape(shape)
    {
        return coord_in_shape(shape, place, arguments.bytes);
    }
    if arguments.bytes {
        return Err(Failure::input(
            "--bytes is for XLA shapes: a layout does not know the size of its elements",
        ));
    }
    if let [layout, offset] = &arguments.arguments[..]
        && let Some(swizzled) = matrix::read_swizzled(layout)
    {
        let (swizzled, offset) = (swizzled?, place(offset)?);
        return coordinates(&swizzled.layout, &swizzled, offset, &swizzled.coordinates_of(offset)?);
    }
    let (named, offset) = split(&arguments.arguments)?;
    let layout = &named.layout;
    let reaches_coordinates = layout.leaves().iter().any(|leaf| matches!(leaf.stride, Stride::Basis(..)));
    let target = if reaches_coordinates { coordinate_reached(offset)? } else { Offset::Int(place(offset)?) };
    coordinates(layout, layout, &target, &layout.coordinates_of(&target)?)
}

/// The coordinates that were found, a line each.
fn coordinates(
    layout: &DynLayout,
    asked: impl Display,
    target: impl Display,
    found: &[DynTuple],
) -> Result<String, Failure> {
    if found.is_empty() {
        return Err(Failure::Nothing(format!("no coordinate of {asked} has the offset {target}")));
    }
    let mut text = String::new();
    for coordinate in found.iter().take(MOST_PRINTED) {
        let by_mode = layout.coordinate_by_mode(coordinate)?;
        write!(text, "{by_mode}")?;
        if by_mode != *coordinate {
            write!(text, "  {coordinate}")?;
        }
        if layout.is_padding(coordinate)? {
            write!(text, "  padding")?;
        }
        text.push('\n');
    }
    if found.len() > MOST_PRINTED {
        writeln!(text, "... {} more", found.len() - MOST_PRINTED)?;
    }
    Ok(text)
}

/// An offset that is a number.
fn place(text: &str) -> Result<i64, Failure> {
    let offset: DynTuple = parse_tuple("offset", text)?;
    let refuse = || mistake!("the offset {offset} is a tuple, an integer is wanted");
    offset.view().as_leaf().ok_or_else(refuse)
}

/// An offset that is a coordinate, as a layout over basis strides has them: `(1,5)`, or `5@1` along one axis.
fn coordinate_reached(text: &str) -> Result<Offset, Failure> {
    let offset: Tree<Stride> = parse_tuple("offset", text)?;
    let refuse =
        || mistake!("the offset {offset} is no coordinate along axes: (1,5), or 5@1 along one, is wanted");
    let parts: Vec<(Axis, i64)> = match (offset.view().as_leaf(), offset.depth()) {
        (Some(Stride::Int(place)), _) => return Ok(Offset::Int(place)),
        (Some(Stride::Basis(value, axis)), _) => vec![(axis, value)],
        (None, ..=1) => {
            let part = |(axis, leaf): (usize, &Stride)| Some((Axis::new(&[axis]).ok()?, leaf.as_int()?));
            offset.leaves().iter().enumerate().map(part).collect::<Option<_>>().ok_or_else(refuse)?
        }
        _ => return Err(refuse()),
    };
    let parts: Vec<_> = parts.into_iter().filter(|(_, value)| *value != 0).collect();
    Ok(if parts.is_empty() { Offset::Int(0) } else { Offset::Coordinate(parts.into()) })
}

/// The place of an element of an XLA shape.
fn offset_in_shape(shape: &str, index: &str) -> Result<String, Failure> {
    let array = read_array(shape)?;
    let index: DynTuple = parse_tuple("index", index)?;
    let rank = array.rank();
    let is_flat = if index.view().is_leaf() { rank == 1 } else { index.depth() <= 1 && index.rank() == rank };
    if !is_flat {
        let numbers = if rank == 1 { "number is" } else { "numbers are" };
        return Err(mistake!(
            "the index {index} does not fit {array}: {rank} {numbers} wanted, one for each dimension"
        ));
    }
    let place = shape::places(&array)?.at(index.leaves())?;
    Ok(format!("{place}  {}\n", byte_of(&array, place)))
}

/// The element of an XLA shape at a place.
fn coord_in_shape(shape: &str, place: &str, is_byte: bool) -> Result<String, Failure> {
    let array = read_array(shape)?;
    let wanted = self::place(place)?;
    let bits = stored_bits(&array);
    let place = if is_byte { (i128::from(wanted) * 8).div_euclid(i128::from(bits)) } else { wanted.into() };
    let places = shape::places(&array)?;
    let place =
        i64::try_from(place).ok().filter(|place| (0..places.len()).contains(place)).ok_or_else(|| {
            let what = if is_byte { "byte" } else { "place" };
            mistake!(
                "{what} {wanted} is outside {array}, which has {} elements of {bits} bits, padding included",
                places.len()
            )
        })?;
    match places.index_at(place) {
        Ok(index) => Ok(format!("{}  {}\n", index_text(&index), byte_of(&array, place))),
        Err(_) => Err(Failure::Nothing(format!("place {place} of {array} is padding"))),
    }
}

/// The layout the first arguments name, and the last one.
fn split(arguments: &[String]) -> Result<(matrix::NamedLayout, &str), Failure> {
    match arguments {
        [layout, last] => Ok((matrix::read(layout, None)?, last)),
        [layout, size, last] => Ok((matrix::read(layout, Some(size))?, last)),
        _ => Err(Failure::input("a layout and one more argument are wanted")),
    }
}
