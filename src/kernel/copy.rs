//! Copy: the elements of one tensor into another of the same extent, whatever their layouts.

use super::Mismatch;
use super::error::{check, check_same, static_mismatch};
use super::nest::{Body, Nest};
use super::relayout::{is_plain_bytes, move_numbers};
use super::sources::Sources;
use super::write::{IN_REGISTERS, write_elements};
use crate::layout::Mapping;
use crate::tensor::{View, ViewMut};
use core::marker::PhantomData;

/// Copies every element of `src` to the same coordinate of `dst`: a relayout where the layouts differ.
///
/// Padding of `dst` is left as it is. The loops walk blocks in which both layouts are static, so a copy between
/// formats with static inner tiles costs what hand-written loops over constants cost, also where the number of tiles
/// is dynamic.
///
/// Post-condition: `dst[c] == src[c]` for every coordinate `c` of the extent. Different static extents do not compile;
/// different dynamic ones are an error, and nothing is copied.
///
/// # Errors
/// If the extents are dynamic and differ; then nothing is copied.
///
/// ```
/// use tilework::prelude::*;
/// let rows: Vec<u32> = (0..96).collect();
/// let rows = View::new(&rows, layout!((8, 12):(12, 1))).unwrap();
/// let mut zn = StackTensor::fill(layout!(((4, 2), (4, 3)):((4, 16), (1, 32))), 0);
/// copy(&rows, &mut zn.view_mut()).unwrap();
/// assert_eq!(zn[(1, 5)], rows[(1, 5)]);
/// assert_eq!(zn.as_slice()[37], 17);
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::prelude::*;
/// # let src = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
/// # let mut dst = StackTensor::fill(layout!((4, 3):(3, 1)), 0);
/// // extents do not match: mode 1 has extent 2 in (4,2):(1,4), mode 1 has extent 3 in (4,3):(3,1)
/// let _ = copy(&src.view(), &mut dst.view_mut());
/// ```
#[inline]
pub fn copy<T: Copy, S: Mapping, D: Mapping>(
    src: &View<'_, T, S>,
    dst: &mut ViewMut<'_, T, D>,
) -> Result<(), Mismatch> {
    const { check(static_mismatch::<S, D>()) };
    check_same("copy", &src.layout(), &dst.layout())?;
    // SAFETY: the extents are the same, and elements are numbers.
    if is_plain_bytes::<T>() && unsafe { move_numbers(src, dst) } {
        return Ok(());
    }
    if size_of::<T>() <= IN_REGISTERS {
        // SAFETY: the extents are the same, and the two slices are borrowed apart.
        unsafe { write_elements(src.reader(), dst, |element| element) };
        return Ok(());
    }
    let nest = Nest::new(src.layout(), dst.layout());
    let body = Moves::<T, S, D> {
        src: src.origin().as_ptr().cast_const(),
        dst: dst.origin().as_ptr(),
        strides: nest.run_strides(),
        layouts: PhantomData,
    };
    nest.for_each(body, &mut ());
    Ok(())
}

/// Writes `f` of every element of `src` to the same coordinate of `dst`.
///
/// Post-condition: `dst[c] == f(src[c])` for every coordinate `c` of the extent; extents as for [`copy`]. `f` is called
/// once for every element, in no order that is promised: numbers of a transposed source are brought into the order of
/// the destination block by block before, as vectors move them.
///
/// # Errors
/// If the extents are dynamic and differ; then nothing is written.
///
/// ```
/// use tilework::prelude::*;
/// let src = [1, 2, 3, 4, 5, 6];
/// let mut dst = [0.0; 6];
/// let src = View::new(&src, layout!((2, 3):(3, 1))).unwrap();
/// transform(&src, &mut ViewMut::new(&mut dst, layout!((2, 3):(1, 2))).unwrap(), |x| x as f32 / 2.0).unwrap();
/// assert_eq!(dst, [0.5, 2.0, 1.0, 2.5, 1.5, 3.0]);
/// ```
#[inline]
pub fn transform<T: Copy, U: Copy, S: Mapping, D: Mapping>(
    src: &View<'_, T, S>,
    dst: &mut ViewMut<'_, U, D>,
    f: impl FnMut(T) -> U,
) -> Result<(), Mismatch> {
    const { check(static_mismatch::<S, D>()) };
    check_same("transform", &src.layout(), &dst.layout())?;
    // SAFETY: the extents are the same, and the two slices are borrowed apart.
    unsafe { write_elements(src.reader(), dst, f) };
    Ok(())
}

/// The body for elements too large for registers: each is moved from place to place.
struct Moves<T, S, D> {
    src: *const T,
    dst: *mut T,
    strides: (isize, isize),
    layouts: PhantomData<(S, D)>,
}

impl<T, S, D> Clone for Moves<T, S, D> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, S, D> Copy for Moves<T, S, D> {}

impl<T: Copy, S: Mapping, D: Mapping> Body<isize> for Moves<T, S, D> {
    type State = ();

    #[inline(always)]
    fn run(self, _: &mut (), (src, dst): (isize, isize), len: usize) {
        for i in 0..len.cast_signed() {
            let (src, dst) = (S::place(src + i * self.strides.0), D::place(dst + i * self.strides.1));
            // SAFETY: the nest passes runs inside the extents of source and destination, and every offset of a
            // coordinate inside its extent is an element of a view's slice; the two slices are borrowed apart.
            unsafe { self.src.offset(src).copy_to_nonoverlapping(self.dst.offset(dst), 1) };
        }
    }
}
