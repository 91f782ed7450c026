//! The bound of kernels over batches of matrices.

use super::matrix::Matrix;
use super::slice::{Free, SlicedBy};

/// A layout of rank 3, one matrix for every index of mode 0: any that takes a coordinate `(b, i, j)`.
///
/// A batch that is the same matrix again and again has stride 0 in that mode.
///
/// ```
/// use tilework::{kernel::Mismatch, prelude::*, layout::Batch};
/// /// Batched matrix products, over any layouts.
/// fn products<A: Batch, B: Batch, C: Batch>(
///     a: View<'_, f32, A>,
///     b: View<'_, f32, B>,
///     c: &mut ViewMut<'_, f32, C>,
/// ) -> Result<(), Mismatch> {
///     for n in 0..c.layout().batches() {
///         matmul(&a.at(n), &b.at(n), &mut c.at_mut(n))?;
///     }
///     Ok(())
/// }
/// let (data, mut out) = ([1.0, 2.0, 3.0, 4.0, 0.0, 1.0, 1.0, 0.0], [0.0; 8]);
/// let c = &mut ViewMut::new(&mut out, layout!((2, 2, 2):(1, 4, 2)))?;
/// // two matrices by one
/// let one = View::new(&data, layout!((2, 2, 2):(0, 2, 1)))?;
/// products(View::new(&data, layout!((2, 2, 2):(4, 2, 1)))?, one, c)?;
/// assert_eq!(out, [7.0, 3.0, 10.0, 4.0, 15.0, 1.0, 22.0, 2.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a batch of matrices is needed here: a layout of rank 3, with the batch in mode 0",
    label = "a layout of another rank, or not known to be a batch",
    note = "`select(crd!(2, 0, 1))` puts a batch in mode 2 to the front, and several modes of batches are one in parentheses: `((b, h), m, k)`"
)]
pub trait Batch: SlicedBy<(usize, Free, Free), Kept: Matrix> {
    /// The number of matrices.
    #[inline]
    fn batches(&self) -> usize {
        self.mode_extent(0)
    }
}

#[diagnostic::do_not_recommend]
impl<L: SlicedBy<(usize, Free, Free), Kept: Matrix>> Batch for L {}
