//! Panels as layouts: what a product reads where it is, without packing it again.

use super::factor::Arithmetic;
use super::kernels::micro_kernel;
use crate::int::Int;
#[cfg(feature = "alloc")]
use crate::kernel::copy;
use crate::layout::{Layout, LayoutError};
#[cfg(feature = "alloc")]
use crate::{
    layout::Matrix,
    tensor::{TensorError, VecTensor, View},
};
use typenum::U1;

/// A left factor in panels of some rows, each of which lies column by column: `((w,n),k):((_1,w*k),w)`, of so many rows
/// as there are.
pub type LeftPanels = Layout<((usize, usize), usize), ((Int<U1>, usize), usize), (usize, usize)>;

/// A right factor in panels of some columns, each of which lies row by row: `(k,(w,n)):(w,(_1,w*k))`, of so many
/// columns as there are.
pub type RightPanels = Layout<(usize, (usize, usize)), (usize, (Int<U1>, usize)), (usize, usize)>;

/// How wide the panels are that products on this processor read where they are, without packing them.
///
/// A factor that is multiplied often, such as weights, is copied to them once: to pack is to [`copy`], and a packed
/// factor is a tensor as any other. A file holds it so as well; there the widths belong to the layout. Of a last panel
/// that is not full, and of factors that are narrower than their sums, blocks are packed again.
///
/// ```
/// use tilework::{kernel::PanelWidths, prelude::*};
/// let weights: Vec<f32> = (0..300 * 200).map(|i| (i % 7) as f32).collect();
/// let weights = View::new(&weights, row_major((300, 200)))?;
/// // for results whose rows are contiguous
/// let packed = PanelWidths::into_rows::<f32>().pack_right(&weights)?;
/// assert_eq!(packed[(7, 150)], weights[(7, 150)]);
/// let a = VecTensor::filled(row_major((40, 300)), 1.0)?;
/// let mut c = VecTensor::filled(row_major((40, 200)), 0.0)?;
/// let mut d = VecTensor::filled(row_major((40, 200)), 0.0)?;
/// matmul(&a.view(), &packed.view(), &mut c.view_mut())?;
/// matmul(&a.view(), &weights, &mut d.view_mut())?;
/// assert_eq!(c.as_slice(), d.as_slice());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PanelWidths {
    /// The rows of a panel of the left factor.
    pub left: usize,
    /// The columns of a panel of the right factor.
    pub right: usize,
}

impl PanelWidths {
    /// Those for sums of `S`, of results whose rows are contiguous: of the right factor as many columns as vectors of
    /// a tile hold.
    pub fn into_rows<S: Arithmetic>() -> Self {
        let kernel = micro_kernel::<S>();
        PanelWidths { left: kernel.cols, right: kernel.rows }
    }

    /// Those for sums of `S`, of results whose columns are contiguous: of the left factor as many rows as vectors of a
    /// tile hold.
    pub fn into_columns<S: Arithmetic>() -> Self {
        let kernel = micro_kernel::<S>();
        PanelWidths { left: kernel.rows, right: kernel.cols }
    }

    /// The layout of a left factor of so many rows and columns.
    ///
    /// # Errors
    /// If the panels, filled up, are more than a machine word counts, or a width is 0.
    ///
    /// ```
    /// use tilework::{kernel::PanelWidths, prelude::*};
    /// let panels = PanelWidths { left: 8, right: 32 }.left(20, 5)?;
    /// assert_eq!(panels.to_string(), "((8,3),5):((_1,40),8) of (20,5)");
    /// # Ok::<(), tilework::layout::LayoutError>(())
    /// ```
    pub fn left(self, rows: usize, depth: usize) -> Result<LeftPanels, LayoutError> {
        let shape = ((self.left, count(rows, self.left)), depth);
        let panel = self.left.checked_mul(depth).ok_or(LayoutError::SizeOverflow)?;
        Layout::try_with_extent(shape, ((Int::new(), panel), self.left), (rows, depth))
    }

    /// The layout of a right factor of so many rows and columns.
    ///
    /// # Errors
    /// As [`left`](PanelWidths::left).
    pub fn right(self, depth: usize, cols: usize) -> Result<RightPanels, LayoutError> {
        let shape = (depth, (self.right, count(cols, self.right)));
        let panel = self.right.checked_mul(depth).ok_or(LayoutError::SizeOverflow)?;
        Layout::try_with_extent(shape, (self.right, (Int::new(), panel)), (depth, cols))
    }

    /// A copy of a left factor in panels.
    ///
    /// # Errors
    /// If the panels are more than a machine word counts, or there is no memory for them.
    #[cfg(feature = "alloc")]
    pub fn pack_left<T: Copy + Default, A: Matrix>(
        self,
        a: &View<'_, T, A>,
    ) -> Result<VecTensor<T, LeftPanels>, TensorError> {
        packed(a, self.left(a.layout().rows(), a.layout().cols()))
    }

    /// A copy of a right factor in panels.
    ///
    /// # Errors
    /// As [`pack_left`](PanelWidths::pack_left).
    #[cfg(feature = "alloc")]
    pub fn pack_right<T: Copy + Default, B: Matrix>(
        self,
        b: &View<'_, T, B>,
    ) -> Result<VecTensor<T, RightPanels>, TensorError> {
        packed(b, self.right(b.layout().rows(), b.layout().cols()))
    }
}

/// How many panels there are.
fn count(extent: usize, width: usize) -> usize {
    if width == 0 { 0 } else { extent.div_ceil(width) }
}

/// A copy in panels of the same extents.
#[cfg(feature = "alloc")]
fn packed<T: Copy + Default, L: Matrix, P: Matrix>(
    from: &View<'_, T, L>,
    panels: Result<P, LayoutError>,
) -> Result<VecTensor<T, P>, TensorError> {
    let mut packed = VecTensor::filled(panels.map_err(|_| TensorError::Overflow)?, T::default())?;
    let copied = copy(from, &mut packed.view_mut());
    debug_assert!(copied.is_ok(), "the extents of panels are those of the factor");
    Ok(packed)
}
