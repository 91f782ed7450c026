//! Equality of views: element by element, whatever the layouts.

use super::error::check_same;
use super::nest::{Body, Nest};
use super::relayout::{StagedSource, is_plain_bytes, staged};
use super::walked::Sums;
use crate::layout::Mapping;
use crate::tensor::{Storage, Tensor, View};
use core::marker::PhantomData;
use core::ops::ControlFlow;
use core::slice;

/// Two views are equal if they have the same rank, the same extents, and equal elements at every coordinate. Layouts
/// and padding do not matter.
///
/// ```
/// use tilework::prelude::*;
/// let (rows, columns) = ([1, 2, 3, 4, 5, 6], [1, 4, 99, 2, 5, 99, 3, 6]);
/// let rows = View::new(&rows, layout!((2, 3):(3, 1))).unwrap();
/// let columns = View::new(&columns, layout!((2, 3):(1, 3))).unwrap();
/// assert_eq!(rows, columns);
/// assert_ne!(rows, View::new(&[1, 2, 3, 4], layout!((2, 2):(2, 1))).unwrap());
/// ```
impl<T: PartialEq<U>, U, L: Mapping, M: Mapping> PartialEq<View<'_, U, M>> for View<'_, T, L> {
    fn eq(&self, other: &View<'_, U, M>) -> bool {
        let (layout, other_layout) = (self.layout(), other.layout());
        if L::RANK != M::RANK || check_same("==", &layout, &other_layout).is_err() {
            return false;
        }
        let nest = Nest::new(other_layout, layout);
        let body = Compares::<T, U, L, M> {
            own: self.origin().as_ptr(),
            other: other.origin().as_ptr(),
            strides: nest.run_strides(),
            layouts: PhantomData,
        };
        let mut equal = true;
        let (other_stride, own_stride) = body.strides;
        // neighbours of the one that are none of the other
        if own_stride == 1 && other_stride.leap() && !nest.is_unrolled() && is_plain_bytes::<U>() {
            // SAFETY: the extents are the same, and the other elements are numbers.
            if let Some(equal) = unsafe { equal_staged(self, other) } {
                return equal;
            }
        }
        nest.for_each(body, &mut equal);
        equal
    }
}

/// Equality of views of the same extents, the elements of the second one brought into the order of the first before,
/// block by block; `None` if that does not pay.
///
/// # Safety
/// The extents are the same, and the elements of the second one are numbers.
#[inline(never)]
unsafe fn equal_staged<T: PartialEq<U>, U, L: Mapping, M: Mapping>(
    own: &View<'_, T, L>,
    other: &View<'_, U, M>,
) -> Option<bool> {
    if size_of::<U>() > 8 || own.layout().len().saturating_mul(size_of::<U>()) < FEWEST {
        return None;
    }
    let (first, radix) = (other.origin().as_ptr().cast_const().cast(), other.layout().mixed_radix()?);
    let sources = [Some(StagedSource { first, bytes: size_of::<U>(), radix }), None, None, None];
    let (origin, mut equal) = (own.origin().as_ptr(), true);
    // SAFETY: the elements of both views may be read, and those of the buffer were written there as those of the other
    // view; the runs are of elements of the first one.
    let is_done = unsafe {
        staged(&sources, &own.layout().mixed_radix()?, &mut |runs| {
            for run in 0..runs.count.cast_signed() {
                let other = runs.buffers[0].cast::<U>().offset(runs.at.0 + run * runs.steps.0);
                let own = origin.offset(runs.at.1 + run * runs.steps.1);
                let (own, other) =
                    (slice::from_raw_parts(own, runs.len), slice::from_raw_parts(other, runs.len));
                if own != other {
                    equal = false;
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })
    };
    is_done.then_some(equal)
}

/// The fewest bytes for which blocks are worth it.
const FEWEST: usize = 1 << 13;

impl<T: Eq, L: Mapping> Eq for View<'_, T, L> {}

/// As the views of them.
impl<B, C, L: Mapping, M: Mapping> PartialEq<Tensor<C, M>> for Tensor<B, L>
where
    B: Storage<Element: PartialEq<C::Element>>,
    C: Storage,
{
    fn eq(&self, other: &Tensor<C, M>) -> bool {
        self.view() == other.view()
    }
}

impl<B: Storage<Element: Eq>, L: Mapping> Eq for Tensor<B, L> {}

struct Compares<T, U, L, M> {
    own: *const T,
    other: *const U,
    strides: (isize, isize),
    layouts: PhantomData<(L, M)>,
}

impl<T, U, L, M> Clone for Compares<T, U, L, M> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, U, L, M> Copy for Compares<T, U, L, M> {}

impl<T: PartialEq<U>, U, L: Mapping, M: Mapping> Body<isize> for Compares<T, U, L, M> {
    type State = bool;

    #[inline(always)]
    fn run(self, equal: &mut bool, (other, own): (isize, isize), len: usize) {
        *equal = *equal
            && (0..len.cast_signed()).all(|i| {
                let (own, other) = (L::place(own + i * self.strides.1), M::place(other + i * self.strides.0));
                // SAFETY: the nest passes runs inside the extents, which are the same, and every offset of a
                // coordinate inside its extent is an element of a view's slice.
                unsafe { *self.own.offset(own) == *self.other.offset(other) }
            });
    }
}
