//! Layouts of the scales of MX data: 8-bit exponents, stored in pairs along the reduced dimension.
use super::super::arithmetic::{ceil_div, mul, round_up};
use super::super::error::Result;
use super::super::layout::DynLayout;
use super::super::mode::Mode;
use super::super::named::named;
use super::super::tree::Tree;
use super::{Fractal, FractalOrder, check_extents};

named! {
    /// How the scales lie in memory.
    #[allow(non_camel_case_types, reason = "the field names these formats by their letters")]
    pub enum MxFormat "scale format" {
        /// Rows of pairs.
        RowMajor "RowMajor",
        /// Columns of pairs.
        ColumnMajor "ColumnMajor",
        /// Order of zZ over fractals of 16 by 2.
        zZ "zZ",
        /// Order of nN over fractals of 2 by 16.
        nN "nN",
    }
}

/// The operand of a product the scales belong to: pairs run along the columns of A and the rows of B.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operand {
    /// The left one.
    A,
    /// The right one.
    B,
}

/// The layout of a matrix of MX scales.
///
/// Post-condition: a bijection from the padded matrix onto `0..size`. Source: TLA `MakeMxScaleLayout`.
///
/// # Errors
/// If an extent is negative, or a number does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::format::{MxFormat, Operand, make_mx_scale_layout};
/// let layout = make_mx_scale_layout(MxFormat::RowMajor, 20, 5, Operand::A)?;
/// assert_eq!(layout.to_string(), "(20,(2,3)):(6,(1,2)) of (20,5)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn make_mx_scale_layout(
    format: MxFormat,
    rows: i64,
    columns: i64,
    operand: Operand,
) -> Result<DynLayout> {
    check_extents(rows, columns)?;
    let twice = |n| mul(n, 2, "stride");
    let even = |n| round_up(n, 2, "stride");
    let flat = |extent, stride| Tree::leaf(Mode::new(extent, stride));
    let pairs = |extent, stride| Tree::flat([Mode::new(2, 1), Mode::new(ceil_div(extent, 2), stride)]);
    let (row_mode, column_mode) = match (format, operand) {
        (MxFormat::RowMajor, Operand::A) => (flat(rows, even(columns)?), pairs(columns, 2)),
        (MxFormat::RowMajor, Operand::B) => (pairs(rows, twice(columns)?), flat(columns, 2)),
        (MxFormat::ColumnMajor, Operand::A) => (flat(rows, 2), pairs(columns, twice(rows)?)),
        (MxFormat::ColumnMajor, Operand::B) => (pairs(rows, 2), flat(columns, even(rows)?)),
        (MxFormat::zZ, _) => {
            return Fractal { rows: 16, columns: 2, order: FractalOrder::ZZ }.layout(rows, columns);
        }
        (MxFormat::nN, _) => {
            return Fractal { rows: 2, columns: 16, order: FractalOrder::NN }.layout(rows, columns);
        }
    };
    DynLayout::from_modes(Tree::tuple([row_mode.view(), column_mode.view()])?)?.with_extent(&[rows, columns])
}
