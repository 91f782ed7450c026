//! MX scales: one 8-bit exponent for a group of elements, stored in pairs.

use super::element::{Element, e8m0};
use super::{ColumnMajor, Compact, FractalLayout, RowMajor, compact, nN, try_fractal, zZ};
use crate::int::sealed::Sealed;
use crate::int::{CeilDiv, Int, Integer, ceil_div};
use crate::layout::{LayoutError, Matrix, Strided};
use typenum::{U2, U16};

/// An element that can be a scale: the 8-bit exponent, [`e8m0`], and nothing else in this library.
///
/// ```compile_fail,E0277
/// use tilework::{format::{OperandA, make_mx_scale_layout}, prelude::*};
/// let a = make_mx_scale_layout::<zZ, f16, OperandA>(20, 5);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a scale of MX formats",
    note = "scales are 8-bit exponents: `tilework::format::e8m0`"
)]
pub trait ScaleElement: Element {}
#[diagnostic::do_not_recommend]
impl ScaleElement for e8m0 {}

/// Whose scales they are: [`OperandA`] or [`OperandB`] of a matrix product.
pub trait Operand: Sealed + 'static {}

/// The left operand: its scales are paired along the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandA {}
/// The right operand: its scales are paired along the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandB {}

#[diagnostic::do_not_recommend]
impl Sealed for OperandA {}
#[diagnostic::do_not_recommend]
impl Sealed for OperandB {}
impl Operand for OperandA {}
impl Operand for OperandB {}

/// A format of MX scales: scales lie in pairs along the reduction, so a fractal holds `16 x 2` or `2 x 16` of them.
///
/// | format | operand | shape | stride |
/// |---|---|---|---|
/// | [`RowMajor`] | A | `(rows, (2, ⌈cols/2⌉))` | `(2 ⌈cols/2⌉, (1, 2))` |
/// | [`RowMajor`] | B | `((2, ⌈rows/2⌉), cols)` | `((1, 2 cols), 2)` |
/// | [`ColumnMajor`] | A | `(rows, (2, ⌈cols/2⌉))` | `(2, (1, 2 rows))` |
/// | [`ColumnMajor`] | B | `((2, ⌈rows/2⌉), cols)` | `((1, 2), 2 ⌈rows/2⌉)` |
/// | [`zZ`] | any | `((16, ⌈rows/16⌉), (2, ⌈cols/2⌉))` | `((2, 32 ⌈cols/2⌉), (1, 32))` |
/// | [`nN`] | any | `((2, ⌈rows/2⌉), (16, ⌈cols/16⌉))` | `((1, 32), (2, 32 ⌈rows/2⌉))` |
///
/// Source: TLA's `MakeMxScaleLayout`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a format of MX scales for `{O}`",
    note = "scales have the formats `RowMajor`, `ColumnMajor`, `zZ` and `nN`, for `OperandA` and `OperandB`"
)]
pub trait ScaleFormat<O: Operand> {
    /// The layout of `R` by `C` scales.
    type ScaleLayout<R: Integer, C: Integer>: Strided + Matrix;

    /// The layout of `rows` by `cols` scales, or why there is none: its size overflows.
    ///
    /// # Errors
    /// If a dynamic size is so large that the padded matrix does not fit in a machine word.
    fn try_scale_layout<R: Integer, C: Integer>(
        rows: R,
        cols: C,
    ) -> Result<Self::ScaleLayout<R, C>, LayoutError>;

    /// The layout of `rows` by `cols` scales.
    ///
    /// # Panics
    /// If a dynamic size is so large that the padded matrix overflows a machine word:
    /// [`ScaleFormat::try_scale_layout`] returns that as an error.
    ///
    /// ```
    /// use tilework::{format::{OperandA, ScaleFormat}, prelude::*};
    /// let l = <RowMajor as ScaleFormat<OperandA>>::scale_layout(int!(20), int!(5));
    /// assert_eq!(l.padded(), layout!((20, (2, 3)):(6, (1, 2))));
    /// ```
    #[track_caller]
    fn scale_layout<R: Integer, C: Integer>(rows: R, cols: C) -> Self::ScaleLayout<R, C> {
        match Self::try_scale_layout(rows, cols) {
            Ok(layout) => layout,
            Err(error) => panic!("scales of {rows} rows and {cols} columns: {error}"),
        }
    }
}

/// The layout of `rows` by `cols` MX scales of an operand, in format `F`.
///
/// Like [`make_layout`](super::make_layout), the call gives a layout without a name; its named form is
/// [`ScaleFormat::scale_layout`].
///
/// # Panics
/// If a dynamic size is so large that the padded matrix overflows a machine word.
///
/// ```
/// use tilework::{format::{OperandA, OperandB, e8m0, make_mx_scale_layout}, prelude::*};
/// let a = make_mx_scale_layout::<RowMajor, e8m0, OperandA>(20, 5);
/// assert_eq!(a.to_string(), "(20,(_2,3)):(6,(_1,_2)) of (20,5)");
/// let b = make_mx_scale_layout::<nN, e8m0, OperandB>(20, 5);
/// assert_eq!(b.to_string(), "((_2,10),(_16,1)):((_1,_32),(_2,320)) of (20,5)");
/// ```
#[doc(alias = "MakeMxScaleLayout")]
#[track_caller]
pub fn make_mx_scale_layout<F: ScaleFormat<O>, T: ScaleElement, O: Operand>(
    rows: impl Integer,
    cols: impl Integer,
) -> impl Strided + Matrix {
    F::scale_layout(rows, cols)
}

type Two = Int<U2>;
/// Pairs along the columns (operand A) and along the rows (operand B).
type PairedCols<R, C> = (R, (Two, CeilDiv<C, Two>));
type PairedRows<R, C> = ((Two, CeilDiv<R, Two>), C);

macro_rules! paired_cols {
    ($($name:ident $order:tt),*) => { $(
        impl ScaleFormat<OperandA> for $name {
            type ScaleLayout<R: Integer, C: Integer> = Compact<PairedCols<R, C>, crate::Shape!($order), (R, C)>;
            fn try_scale_layout<R: Integer, C: Integer>(
                rows: R,
                cols: C,
            ) -> Result<Self::ScaleLayout<R, C>, LayoutError> {
                let pairs = ceil_div(cols, Two::new());
                let leaves = [rows.value(), 2, pairs.value()];
                compact((rows, (Two::new(), pairs)), crate::shape!($order), (rows, cols), leaves)
            }
        }
    )* };
}
paired_cols! { RowMajor (2, (0, 1)), ColumnMajor (1, (0, 2)) }

macro_rules! paired_rows {
    ($($name:ident $order:tt),*) => { $(
        impl ScaleFormat<OperandB> for $name {
            type ScaleLayout<R: Integer, C: Integer> = Compact<PairedRows<R, C>, crate::Shape!($order), (R, C)>;
            fn try_scale_layout<R: Integer, C: Integer>(
                rows: R,
                cols: C,
            ) -> Result<Self::ScaleLayout<R, C>, LayoutError> {
                let pairs = ceil_div(rows, Two::new());
                let leaves = [2, pairs.value(), cols.value()];
                compact(((Two::new(), pairs), cols), crate::shape!($order), (rows, cols), leaves)
            }
        }
    )* };
}
paired_rows! { RowMajor ((0, 2), 1), ColumnMajor ((0, 1), 2) }

macro_rules! fractals {
    ($($name:ident ($r0:ident, $c0:ident) $order:tt),*) => { $(
        impl<O: Operand> ScaleFormat<O> for $name {
            type ScaleLayout<R: Integer, C: Integer> = FractalLayout<Int<$r0>, Int<$c0>, crate::Shape!($order), R, C>;
            fn try_scale_layout<R: Integer, C: Integer>(
                rows: R,
                cols: C,
            ) -> Result<Self::ScaleLayout<R, C>, LayoutError> {
                try_fractal((rows, cols), (Int::new(), Int::new()), crate::shape!($order))
            }
        }
    )* };
}
fractals! { zZ (U16, U2) ((1, 3), (0, 2)), nN (U2, U16) ((0, 2), (1, 3)) }
