//! `tilework offset` and `tilework coord`: from a coordinate to its place in memory and back.
use crate::matrix;
use crate::report::{Failure, parse};
use std::fmt::Write;
use tilework::dynamic::{DynTuple, Offset};

/// Tell where the element at a coordinate lies.
///
/// An integer stands for the coordinate of a nested mode, or of the whole layout, first mode fastest. Coordinates outside
/// the shape are refused.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework offset '((4,2),(4,3)):((4,16),(1,32))' '(1,5)'     37
  tilework offset '(4,8):(8,1)' 5                             9
  tilework offset zN:f16 100x50 '(17,20)'                     2068
")]
pub(crate) struct OffsetArguments {
    /// A layout, or a format and the size of the matrix; then the coordinate.
    #[arg(num_args = 2..=3, required = true, value_names = ["LAYOUT", "COORDINATE"], allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Tell which coordinates lie at an offset.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework coord '((4,2),(4,3)):((4,16),(1,32))' 37     (1,5)  ((1,0),(1,1))
  tilework coord '(4,8):(1,0)' 2                        all eight columns of row 2
  tilework coord zN:f16 100x50 2068                     (17,20)  ((1,1),(4,1))
")]
pub(crate) struct CoordArguments {
    /// A layout, or a format and the size of the matrix; then the offset.
    #[arg(num_args = 2..=3, required = true, value_names = ["LAYOUT", "OFFSET"], allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// The most coordinates that are printed.
const MOST_PRINTED: usize = 64;

pub(crate) fn offset(arguments: &OffsetArguments) -> Result<String, Failure> {
    let (named, coordinate) = split(&arguments.arguments)?;
    let coordinate: DynTuple = parse("coordinate", coordinate)?;
    let mut text = named.layout.offset(&coordinate)?.to_string();
    if named.layout.is_padding(&coordinate)? {
        write!(text, "  (padding: outside the extent {})", named.layout.extent())?;
    }
    text.push('\n');
    Ok(text)
}

pub(crate) fn coord(arguments: &CoordArguments) -> Result<String, Failure> {
    let (named, offset) = split(&arguments.arguments)?;
    let target: DynTuple = parse("offset", offset)?;
    let Some(target) = target.view().as_leaf() else {
        return Err(Failure::input(format!("the offset {offset} is a tuple, an integer is wanted")));
    };
    let found = named.layout.coordinates_of(&Offset::Int(target))?;
    if found.is_empty() {
        return Err(Failure::Nothing(format!("no coordinate of {} has the offset {target}", named.layout)));
    }
    let mut text = String::new();
    for coordinate in found.iter().take(MOST_PRINTED) {
        let by_mode = named.layout.coordinate_by_mode(coordinate)?;
        write!(text, "{by_mode}")?;
        if by_mode != *coordinate {
            write!(text, "  {coordinate}")?;
        }
        if named.layout.is_padding(coordinate)? {
            write!(text, "  padding")?;
        }
        text.push('\n');
    }
    if found.len() > MOST_PRINTED {
        writeln!(text, "... {} more", found.len() - MOST_PRINTED)?;
    }
    Ok(text)
}

/// The layout the first arguments name, and the last one.
fn split(arguments: &[String]) -> Result<(matrix::Named, &str), Failure> {
    match arguments {
        [layout, last] => Ok((matrix::read(layout, None)?, last)),
        [layout, size, last] => Ok((matrix::read(layout, Some(size))?, last)),
        _ => Err(Failure::input("a layout and one more argument are wanted")),
    }
}
