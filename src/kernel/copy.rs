//! Copy: the elements of one tensor into another of the same extent, whatever their layouts.

use super::Mismatch;
use super::error::{check, check_same, static_mismatch};
use super::nest::{Body, Nest};
use super::relayout::{LoopUnit, Schedule, is_plain_bytes};
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
    if is_plain_bytes::<T>() {
        check_same("copy", &src.layout(), &dst.layout())?;
        // SAFETY: the extents are the same, and elements are numbers.
        if unsafe { move_numbers(src, dst) } {
            return Ok(());
        }
    }
    if size_of::<T>() <= IN_REGISTERS {
        return map_elements("copy", src, dst, |element| element);
    }
    check_same("copy", &src.layout(), &dst.layout())?;
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

/// The fewest bytes for which a schedule is worth a call, if it is a constant, and if it is made for this copy alone.
const FEWEST: [usize; 2] = [1 << 10, 1 << 13];

/// Two layouts, for constants of both.
struct StaticSchedule<T, S, D>(PhantomData<(T, S, D)>);

impl<T, S: Mapping, D: Mapping> StaticSchedule<T, S, D> {
    /// Whether the schedule is known while compiling, if there is one.
    const IS_STATIC: bool = S::MIXED_RADIX.is_some() && D::MIXED_RADIX.is_some();
    const SCHEDULE: Option<Schedule> = match (S::MIXED_RADIX, D::MIXED_RADIX) {
        (Some(src), Some(dst))
            if size_of::<T>().is_power_of_two() && size_of::<T>().saturating_mul(dst.len()) >= FEWEST[0] =>
        {
            Schedule::new(&src, &dst, LoopUnit::Bytes(size_of::<T>()))
        }
        _ => None,
    };
}

/// Copies by a schedule, if there is one and it pays: whether it did.
///
/// # Safety
/// The extents are the same, and all bytes of an element are initialised.
#[inline(always)]
unsafe fn move_numbers<T: Copy, S: Mapping, D: Mapping>(
    src: &View<'_, T, S>,
    dst: &mut ViewMut<'_, T, D>,
) -> bool {
    let (from, to) = (src.origin().as_ptr().cast_const().cast(), dst.origin().as_ptr().cast());
    // SAFETY: the schedule is that of the two layouts, and views hold all elements of their layouts, each at a place
    // of its own in the destination; the two are borrowed apart.
    let run = |schedule: &Schedule| unsafe { schedule.run(from, to) };
    if const { StaticSchedule::<T, S, D>::IS_STATIC } {
        return const { &StaticSchedule::<T, S, D>::SCHEDULE }.as_ref().map(run).is_some();
    }
    if dst.layout().len().saturating_mul(size_of::<T>()) < FEWEST[1] {
        return false;
    }
    let schedule = || {
        Schedule::new(
            &src.layout().mixed_radix()?,
            &dst.layout().mixed_radix()?,
            LoopUnit::Bytes(size_of::<T>()),
        )
    };
    schedule().as_ref().map(run).is_some()
}

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
    const { check(static_mismatch::<S, D>()) };
    map_elements("transform", src, dst, f)
}

#[inline(always)]
fn map_elements<T: Copy, U: Copy, S: Mapping, D: Mapping>(
    kernel: &'static str,
    src: &View<'_, T, S>,
    dst: &mut ViewMut<'_, U, D>,
    f: impl FnMut(T) -> U,
) -> Result<(), Mismatch> {
    check_same(kernel, &src.layout(), &dst.layout())?;
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
