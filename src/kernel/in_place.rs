//! Elementwise kernels that change a tensor in place.

use super::Mismatch;
use super::error::check;
use super::sources::{MayDiffer, Sources, ViewOrigin};
use super::write::write_elements;
use crate::layout::Mapping;
use crate::tensor::ViewMut;

/// Replaces every element by `f` of it. Padding is left as it is.
///
/// Post-condition: `dst[c] == f(before[c])` for every coordinate `c` of the extent.
///
/// ```
/// use tilework::{kernel::transform_in_place, prelude::*};
/// let mut data = [1, 2, 3, 0, 4, 5, 6, 0];
/// transform_in_place(&mut ViewMut::new(&mut data, layout!((2, 3):(4, 1))).unwrap(), |x| x * x);
/// assert_eq!(data, [1, 4, 9, 0, 16, 25, 36, 0]);
/// ```
#[inline]
pub fn transform_in_place<T: Copy, D: Mapping>(dst: &mut ViewMut<'_, T, D>, f: impl FnMut(T) -> T) {
    let (origin, layout) = (ViewOrigin::new(dst.origin().as_ptr()), dst.layout());
    // SAFETY: what is read is `dst` itself, in its own layout.
    unsafe { write_elements((origin, layout), dst, f) };
}

/// Replaces every element by `f` of it and of the elements of other tensors at the same coordinate.
///
/// The sources are a view, or two to four in a tuple, as in [`zip_with`](super::zip_with).
///
/// Post-condition: `dst[c] == f(before[c], (a[c], b[c], …))` for every coordinate `c` of the extent; with one view for
/// source, `f(before[c], a[c])`. Different static extents do not compile; different dynamic ones are an error, and
/// nothing is written.
///
/// # Errors
/// If the extents are dynamic and differ; then nothing is written.
///
/// ```
/// use tilework::{kernel::zip_with_in_place, prelude::*};
/// let a = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2, 3):(3, 1))).unwrap();
/// let b = Tensor::new([1, 4, 2, 5, 3, 6], layout!((2, 3):(1, 2))).unwrap();
/// let mut c = StackTensor::fill(layout!((2, 3):(3, 1)), 100);
/// zip_with_in_place(&mut c.view_mut(), (&a.view(), &b.view()), |c, (a, b)| c + a * b).unwrap();
/// assert_eq!(c.as_slice(), [101, 104, 109, 116, 125, 136]);
/// zip_with_in_place(&mut c.view_mut(), &a.view(), |c, a| c - a).unwrap();
/// assert_eq!(c.as_slice(), [100, 102, 106, 112, 120, 130]);
/// ```
#[inline]
pub fn zip_with_in_place<T: Copy, X: Sources, D: Mapping>(
    dst: &mut ViewMut<'_, T, D>,
    sources: X,
    mut f: impl FnMut(T, X::Elements) -> T,
) -> Result<(), Mismatch> {
    const { check(<X::SameAs<D> as MayDiffer>::MISMATCH) };
    sources.check_same("zip_with_in_place", &dst.layout())?;
    let (origin, layout) = (ViewOrigin::new(dst.origin().as_ptr()), dst.layout());
    let (reader, layouts) = sources.reader();
    // SAFETY: the extents are the same. What is read is `dst` itself, in its own layout, and what is borrowed apart
    // from it.
    unsafe { write_elements(((origin, reader), (layout, layouts)), dst, |(before, x)| f(before, x)) };
    Ok(())
}
