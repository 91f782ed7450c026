//! Views of memory that holds no values yet.
//!
//! `View` and `ViewMut` take elements of [`MaybeUninit`] as any other, those that `Vec::spare_capacity_mut` gives for
//! example.

use super::{View, ViewMut};
use crate::layout::Mapping;
use core::mem::MaybeUninit;

impl<'a, T, L: Mapping> View<'a, MaybeUninit<T>, L> {
    /// The same elements, which hold values.
    ///
    /// # Safety
    /// Every element at an offset of a coordinate inside the extent holds a value of `T`. If the layout is a
    /// [`Layout`](crate::layout::Layout) without an extent of its own, so do those between its first offset and its
    /// last: [`with_layout`](View::with_layout) reaches them.
    ///
    /// ```
    /// use std::mem::MaybeUninit;
    /// use tilework::prelude::*;
    /// let data = [1, 2, 3, 4].map(MaybeUninit::new);
    /// let a = View::new(&data, layout!((2, 2):(2, 1))).unwrap();
    /// // SAFETY: all four hold values
    /// assert_eq!(unsafe { a.assume_init() }[(1, 0)], 3);
    /// ```
    pub unsafe fn assume_init(self) -> View<'a, T, L> {
        // SAFETY: the same elements, of the same memory layout; they hold values, as the caller says.
        unsafe { View::from_origin(self.origin().cast(), self.layout()) }
    }
}

impl<'a, T, L: Mapping> ViewMut<'a, MaybeUninit<T>, L> {
    /// The same elements, which hold values: see [`View::assume_init`].
    ///
    /// [`init_with`](ViewMut::init_with) needs no promise.
    ///
    /// # Safety
    /// As [`View::assume_init`].
    ///
    /// ```
    /// use std::mem::MaybeUninit;
    /// use tilework::prelude::*;
    /// let rows = StackTensor::fill(layout!((2, 3):(3, 1)), 7);
    /// let mut data = [const { MaybeUninit::uninit() }; 6];
    /// let mut columns = ViewMut::new(&mut data, layout!((2, 3):(1, 2)))?;
    /// transform(&rows.view(), &mut columns, MaybeUninit::new)?;
    /// // SAFETY: all six were written, and nothing lies between them
    /// assert_eq!(unsafe { columns.assume_init() }[(1, 2)], 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub unsafe fn assume_init(self) -> ViewMut<'a, T, L> {
        // SAFETY: the same elements, of the same memory layout; they hold values, as the caller says.
        unsafe { ViewMut::from_origin(self.origin().cast(), self.layout()) }
    }
}
