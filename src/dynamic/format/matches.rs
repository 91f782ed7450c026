//! Recognising a format by its layout.
use super::super::error::{Error, Result, invalid};
use super::super::layout::DynLayout;
use super::super::mode::Mode;
use super::super::stride::Stride;
use super::{ElementBits, Format, Fractal};
use core::str::FromStr;

/// What a layout can be asked to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Predicate {
    /// A format.
    Format(Format),
    /// zN whose rows are not in fractals: one row of blocks.
    ZNUnAlign,
}

impl FromStr for Predicate {
    type Err = Error;

    fn from_str(text: &str) -> Result<Predicate> {
        if text == "zNUnAlign" { Ok(Predicate::ZNUnAlign) } else { text.parse().map(Predicate::Format) }
    }
}

/// Whether a layout has the marks of a format: the fractal, the unit stride, and fractals one after another.
///
/// A leaf 0 stands for an unknown value and never matches. The number of fractals and the distance between their rows
/// or columns are not looked at, so that a tile still has the format of its matrix. Source: TLA `iszN` and its like.
///
/// # Errors
/// If the format is one of padding, whose blocks are not known.
///
/// ```
/// # use tilework::dynamic::{DynLayout, format::{ElementBits, Format, Predicate, matches_format}};
/// let layout: DynLayout = "((16,7),(16,4)):((16,256),(1,1792))".parse()?;
/// let element = ElementBits::new(16)?;
/// assert!(matches_format(&layout, Predicate::Format(Format::zN), element)?);
/// assert!(!matches_format(&layout, Predicate::Format(Format::nZ), element)?);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn matches_format(layout: &DynLayout, predicate: Predicate, element: ElementBits) -> Result<bool> {
    let flat = layout.depth() == 1 && layout.rank() == layout.leaves().len();
    let format = match predicate {
        Predicate::ZNUnAlign => return Ok(is_zn_unaligned(layout, element)),
        Predicate::Format(format) => format,
    };
    match format {
        Format::VectorLayout => Ok(flat && matches!(layout.leaves(), [column] if has_stride(column, 1))),
        Format::RowMajor => Ok(flat && matches!(layout.leaves(), [_, column] if has_stride(column, 1))),
        Format::ColumnMajor => Ok(flat && matches!(layout.leaves(), [row, _] if has_stride(row, 1))),
        _ => match format.fractal(element) {
            Some(fractal) => Ok(is_fractal(layout, fractal)),
            None => Err(invalid!("matches_format", "the blocks of {format} are not known")),
        },
    }
}

fn is_fractal(layout: &DynLayout, fractal: Fractal) -> bool {
    let Some(pairs) = row_and_column_pairs(layout) else { return false };
    let blocks = [fractal.rows, fractal.columns];
    (0..2).all(|side| pairs[side][0].extent == blocks[side])
        && (0..2).all(|side| {
            (0..2).all(|leaf| match fractal.order.0[side][leaf] {
                0 => has_stride(&pairs[side][leaf], 1),
                2 => has_stride(&pairs[side][leaf], fractal.rows * fractal.columns),
                _ => true,
            })
        })
}

fn is_zn_unaligned(layout: &DynLayout, element: ElementBits) -> bool {
    let row = element.in_32_bytes();
    row_and_column_pairs(layout).is_some_and(|[[in_block, blocks], [column, _]]| {
        blocks.extent == 1 && column.extent == row && has_stride(&in_block, row) && has_stride(&column, 1)
    })
}

/// The leaves of a layout of the form `((a,b),(c,d))`.
fn row_and_column_pairs(layout: &DynLayout) -> Option<[[Mode; 2]; 2]> {
    let paired = layout.rank() == 2 && layout.modes().all(|mode| mode.rank() == 2 && mode.depth() == 1);
    match *layout.leaves() {
        [a, b, c, d] if paired => Some([[a, b], [c, d]]),
        _ => None,
    }
}

fn has_stride(mode: &Mode, stride: i64) -> bool {
    mode.stride == Stride::Int(stride)
}
