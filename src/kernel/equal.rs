//! Equality of views: element by element, whatever the layouts.

use super::error::check_same;
use super::nest::{Body, Nest};
use crate::layout::Mapping;
use crate::tensor::{Storage, Tensor, View};
use core::marker::PhantomData;

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
        nest.for_each(body, &mut equal);
        equal
    }
}

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
