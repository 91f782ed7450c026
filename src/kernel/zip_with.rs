//! Zip with: a function of the elements of several tensors.

use super::Mismatch;
use super::error::check;
use super::sources::{MayDiffer, Sources};
use super::write::write_elements;
use crate::layout::Mapping;
use crate::tensor::ViewMut;

/// Writes `f` of the elements of several tensors at a coordinate to the same coordinate of `dst`.
///
/// The sources are two to four views in a tuple, of any layouts and element types; `f` takes their elements as a
/// tuple. Padding of `dst` is left as it is. To change a tensor in place, see
/// [`zip_with_in_place`](super::zip_with_in_place); of one source, [`transform`](super::transform).
///
/// Post-condition: `dst[c] == f((a[c], b[c], …))` for every coordinate `c` of the extent. Different static extents do
/// not compile; different dynamic ones are an error, and nothing is written. `f` is called once for every coordinate,
/// in no order that is promised, as by [`transform`](super::transform).
///
/// # Errors
/// If the extents are dynamic and differ; then nothing is written.
///
/// ```
/// use tilework::{kernel::zip_with, prelude::*};
/// let (rows, cols) = (2, 3);
/// let a = Tensor::new([1, 2, 3, 4, 5, 6], layout!((rows, cols):(cols, 1))).unwrap();
/// let b = Tensor::new([1.0, 4.0, 2.0, 5.0, 3.0, 6.0], layout!((2, 3):(1, 2))).unwrap();
/// let mut c = StackTensor::fill(layout!((2, 3):(3, 1)), 0.0);
/// zip_with((&a.view(), &b.view()), &mut c.view_mut(), |(a, b)| f64::from(a) * b).unwrap();
/// assert_eq!(c.as_slice(), [1.0, 4.0, 9.0, 16.0, 25.0, 36.0]);
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::{kernel::zip_with, prelude::*};
/// # let a = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
/// # let b = StackTensor::fill(layout!((4, 3):(1, 4)), 0);
/// # let mut c = StackTensor::fill(layout!((4, 3):(3, 1)), 0);
/// // extents do not match: mode 1 has extent 2 in (4,2):(1,4), mode 1 has extent 3 in (4,3):(3,1)
/// let _ = zip_with((&a.view(), &b.view()), &mut c.view_mut(), |(a, b)| a + b);
/// ```
#[inline]
pub fn zip_with<X: Sources, U: Copy, D: Mapping>(
    sources: X,
    dst: &mut ViewMut<'_, U, D>,
    f: impl FnMut(X::Elements) -> U,
) -> Result<(), Mismatch> {
    const { check(<X::SameAs<D> as MayDiffer>::MISMATCH) };
    sources.check_same("zip_with", &dst.layout())?;
    // SAFETY: the extents are the same, and what is written is borrowed apart from what is read.
    unsafe { write_elements(sources.reader(), dst, f) };
    Ok(())
}
