//! Copy: the elements of one tensor into another of the same extent, whatever their layouts.

use super::Mismatch;
use super::error::{check_same, check_static_same};
use super::nest::{Body, Nest, Sides};
use crate::int::greatest_common_divisor;
use crate::layout::Mapping;
use crate::tensor::{View, ViewMut};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

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
    const { check_static_same::<S, D>() };
    if size_of::<T>() <= IN_REGISTERS {
        return map_elements("copy", src, dst, |element| element);
    }
    check_same("copy", &src.layout(), &dst.layout())?;
    let nest = Nest { src: src.layout(), dst: dst.layout() };
    let body = Moves::<T, S, D> {
        src: src.origin().as_ptr().cast_const(),
        dst: dst.origin().as_ptr(),
        strides: nest.run_strides(),
        layouts: PhantomData,
    };
    nest.for_each(body, &mut ());
    Ok(())
}

/// Elements up to this many bytes go through registers; larger ones from place to place, because a stack has no room
/// for them.
const IN_REGISTERS: usize = 64;

/// Writes `f` of every element of `src` to the same coordinate of `dst`.
///
/// Post-condition: `dst[c] == f(src[c])` for every coordinate `c` of the extent; extents as for [`copy`].
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
    const { check_static_same::<S, D>() };
    map_elements("transform", src, dst, f)
}

#[inline(always)]
fn map_elements<T: Copy, U: Copy, S: Mapping, D: Mapping>(
    kernel: &'static str,
    src: &View<'_, T, S>,
    dst: &mut ViewMut<'_, U, D>,
    mut f: impl FnMut(T) -> U,
) -> Result<(), Mismatch> {
    check_same(kernel, &src.layout(), &dst.layout())?;
    let nest = Nest { src: src.layout(), dst: dst.layout() };
    let body = Elements::<T, U, S, D, _> {
        src: src.origin().as_ptr().cast_const(),
        dst: dst.origin().as_ptr(),
        strides: nest.run_strides(),
        kinds: PhantomData,
    };
    nest.for_each(body, &mut f);
    Ok(())
}

/// The element-wise body: `dst = f(src)` along a run.
struct Elements<T, U, S, D, F> {
    src: *const T,
    dst: *mut U,
    strides: (isize, isize),
    kinds: PhantomData<(S, D, F)>,
}

impl<T, U, S, D, F> Clone for Elements<T, U, S, D, F> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, U, S, D, F> Copy for Elements<T, U, S, D, F> {}

/// Elements of a run that are read before the first is written: so they move through registers, and the compiler
/// makes vectors of them. Of fewer than 64 it makes single moves, if they are not neighbours: the loop is unrolled
/// before vectors are looked for.
const BATCH: usize = 64;

impl<T: Copy, U: Copy, S: Mapping, D: Mapping, F: FnMut(T) -> U> Elements<T, U, S, D, F> {
    /// How many elements both layouts place in a row, from multiples of this number on; 0 where all are.
    ///
    /// It divides the rows of both: whoever is at a multiple of it is inside a row of each, and stays there.
    const ROW: usize = greatest_common_divisor(S::ROW, D::ROW);

    /// The elements of a run, at the offsets of the first and the strides of the nest.
    ///
    /// # Safety
    /// These are offsets of elements, in source and destination.
    #[inline(always)]
    unsafe fn placed(self, f: &mut F, (src, dst): Sides, len: usize) {
        let (src_stride, dst_stride) = self.strides;
        if size_of::<U>() > IN_REGISTERS {
            for i in 0..len.cast_signed() {
                // SAFETY: the caller says that these are the offsets of elements.
                unsafe {
                    self.dst.offset(dst + i * dst_stride).write(f(*self.src.offset(src + i * src_stride)));
                };
            }
            return;
        }
        let mut done = 0;
        while done < len {
            let batch = BATCH.min(len - done);
            let mut elements = [const { MaybeUninit::<U>::uninit() }; BATCH];
            for (i, element) in elements.iter_mut().enumerate().take(batch) {
                // SAFETY: the caller says that this is the offset of an element.
                element.write(f(unsafe { *self.src.offset(src + (done + i).cast_signed() * src_stride) }));
            }
            for (i, element) in elements.iter().enumerate().take(batch) {
                let at = dst + (done + i).cast_signed() * dst_stride;
                // SAFETY: as above for the destination, which is mutably borrowed; element `i` was written just now.
                unsafe { self.dst.offset(at).write(element.assume_init()) };
            }
            done += batch;
        }
    }
}

/// Whether the sums of a run are placed as they are, row by row of `row` elements.
#[inline(always)]
fn in_rows<L: Mapping>(sum: isize, stride: isize, row: usize) -> bool {
    L::ROW == 0 || stride == 1 && sum.cast_unsigned().is_multiple_of(row)
}

impl<T: Copy, U: Copy, S: Mapping, D: Mapping, F: FnMut(T) -> U> Body for Elements<T, U, S, D, F> {
    type State = F;

    #[inline(always)]
    fn run(self, f: &mut F, (src, dst): Sides, len: usize) {
        let (src_stride, dst_stride) = self.strides;
        let mut run = |first: usize, len| {
            let (src, dst) = (src + first.cast_signed() * src_stride, dst + first.cast_signed() * dst_stride);
            // SAFETY: the nest passes runs inside the extents of source and destination, and every offset of a
            // coordinate inside its extent is an element of a view's slice. The offsets are those of such
            // coordinates: `len` is 1, or both layouts place the whole run as it is.
            unsafe { self.placed(f, (S::place(src), D::place(dst)), len) };
        };
        let row = Self::ROW;
        if row == 0 {
            return run(0, len);
        }
        let rows = in_rows::<S>(src, src_stride, row) && in_rows::<D>(dst, dst_stride, row);
        let whole = if rows && row > 1 { len - len % row } else { 0 };
        for first in (0..whole).step_by(row) {
            run(first, row);
        }
        for first in whole..len {
            run(first, 1);
        }
    }
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

impl<T: Copy, S: Mapping, D: Mapping> Body for Moves<T, S, D> {
    type State = ();

    #[inline(always)]
    fn run(self, _: &mut (), (src, dst): Sides, len: usize) {
        for i in 0..len.cast_signed() {
            let (src, dst) = (S::place(src + i * self.strides.0), D::place(dst + i * self.strides.1));
            // SAFETY: the nest passes runs inside the extents of source and destination, and every offset of a
            // coordinate inside its extent is an element of a view's slice; the two slices are borrowed apart.
            unsafe { self.src.offset(src).copy_to_nonoverlapping(self.dst.offset(dst), 1) };
        }
    }
}
