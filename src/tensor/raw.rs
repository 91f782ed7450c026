//! Views of memory that no slice of Rust names: of a library in C, of a device mapped into memory.

use super::check::{check_len, check_static_overlap, check_writable};
use super::{TensorError, View, ViewMut};
use crate::layout::Mapping;
use core::ptr::NonNull;

impl<'a, T, L: Mapping> View<'a, T, L> {
    /// `len` elements from a pointer on, seen through the layout; or why they are too few.
    ///
    /// What [`View::new`] is of a slice, for elements that no slice may name: padding need not hold values, and others
    /// may write it.
    ///
    /// # Safety
    /// - All `len` elements from `data` on belong to one allocation, of at most `isize::MAX` bytes; `data` is aligned
    ///   and not null, also where `len` is 0.
    /// - For the whole lifetime `'a`, each of them at an offset of a coordinate inside the extent holds a value of `T`
    ///   that nobody writes.
    /// - If the layout is a [`Layout`](crate::layout::Layout) without an extent of its own, so do those between its
    ///   first offset and its last: [`with_layout`](View::with_layout) reaches them.
    ///
    /// # Errors
    /// As [`View::new`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let data = [0, 1, 2, 3, 4, 5, 6, 7];
    /// // SAFETY: eight elements of an array that lives on
    /// let columns = unsafe { View::from_raw_parts(data.as_ptr(), 8, layout!((2, 4):(4, 1))) }?;
    /// assert_eq!(columns[(1, 2)], 6);
    /// # Ok::<(), tilework::tensor::TensorError>(())
    /// ```
    pub unsafe fn from_raw_parts(data: *const T, len: usize, layout: L) -> Result<Self, TensorError> {
        check_len(&layout, len)?;
        // SAFETY: the caller says that it is not null.
        let first = unsafe { NonNull::new_unchecked(data.cast_mut()) };
        // SAFETY: `base < cosize <= len` unless the layout is empty, and then its base is 0.
        Ok(unsafe { View::from_origin(first.add(layout.base()), layout) })
    }
}

impl<'a, T, L: Mapping> ViewMut<'a, T, L> {
    /// `len` elements from a pointer on, to be written through the layout; or why they are too few, or which
    /// coordinates overlap.
    ///
    /// What [`ViewMut::new`] is of a slice, for elements that no slice may name: see [`View::from_raw_parts`]. An
    /// overlap of static strides is a compile error.
    ///
    /// # Safety
    /// - As [`View::from_raw_parts`].
    /// - For the whole lifetime `'a`, nobody else reads or writes the elements at offsets of coordinates inside the
    ///   extent.
    ///
    /// # Errors
    /// As [`ViewMut::new`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [0; 8];
    /// // SAFETY: eight elements of an array that nothing else names while the view is used
    /// let mut rows = unsafe { ViewMut::from_raw_parts(data.as_mut_ptr(), 8, layout!((2, 3):(4, 1))) }?;
    /// fill(&mut rows, 7);
    /// assert_eq!(data, [7, 7, 7, 0, 7, 7, 7, 0]);
    /// # Ok::<(), tilework::tensor::TensorError>(())
    /// ```
    pub unsafe fn from_raw_parts(data: *mut T, len: usize, layout: L) -> Result<Self, TensorError> {
        const { check_static_overlap::<L>() };
        check_len(&layout, len)?;
        check_writable(&layout)?;
        // SAFETY: the caller says that it is not null.
        let first = unsafe { NonNull::new_unchecked(data) };
        // SAFETY: as in `View::from_raw_parts`; overlap was checked.
        Ok(unsafe { ViewMut::from_origin(first.add(layout.base()), layout) })
    }
}
