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
        // SAFETY: as the caller says, and `cosize <= len` was checked.
        Ok(unsafe { View::from_raw_parts_unchecked(data, layout) })
    }

    /// The elements from a pointer on, as many as the layout reaches, without a look at how many there are.
    ///
    /// What [`View::from_raw_parts`] is where somebody has checked: of a kernel on a device, the host that started it.
    ///
    /// # Safety
    /// As [`View::from_raw_parts`], where `len` is the [cosize](Mapping::cosize) of the layout, which fits in a machine
    /// word.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let data = [0, 1, 2, 3, 4, 5, 6, 7];
    /// // SAFETY: the layout reaches the eight elements of an array that lives on
    /// let columns = unsafe { View::from_raw_parts_unchecked(data.as_ptr(), layout!((2, 4):(4, 1))) };
    /// assert_eq!(columns.get((1, 2)), Some(&6));
    /// assert_eq!(columns.get((2, 0)), None);
    /// ```
    #[inline]
    pub unsafe fn from_raw_parts_unchecked(data: *const T, layout: L) -> Self {
        // SAFETY: the caller says that it is not null, and `base < cosize` unless the layout is empty: its base is 0.
        unsafe { View::from_origin(first(data.cast_mut()).add(layout.base()), layout) }
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
        // SAFETY: as the caller says; `cosize <= len` was checked, and overlap.
        Ok(unsafe { ViewMut::from_raw_parts_unchecked(data, layout) })
    }

    /// The elements from a pointer on, as many as the layout reaches, to be written, without a look at how many there
    /// are and whether coordinates overlap.
    ///
    /// What [`ViewMut::from_raw_parts`] is where somebody has checked: see [`View::from_raw_parts_unchecked`]. Whether
    /// dynamic strides overlap can be a search, which one host makes and not each of a thousand threads. An overlap of
    /// static strides is a compile error.
    ///
    /// # Safety
    /// - As [`View::from_raw_parts_unchecked`].
    /// - The layout [is injective](Mapping::is_injective).
    /// - What is read or written through this view, or one that is made of it, nobody else reads or writes meanwhile.
    ///   So each thread of a device may have a view of the whole, and keep to elements of its own.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [0; 8];
    /// // SAFETY: the layout reaches seven elements of an array that nothing else names, each once
    /// let mut rows = unsafe { ViewMut::from_raw_parts_unchecked(data.as_mut_ptr(), layout!((2, 3):(4, 1))) };
    /// if let Some(last) = rows.get_mut((1, 2)) {
    ///     *last = 7;
    /// }
    /// assert_eq!(data, [0, 0, 0, 0, 0, 0, 7, 0]);
    /// ```
    #[inline]
    pub unsafe fn from_raw_parts_unchecked(data: *mut T, layout: L) -> Self {
        const { check_static_overlap::<L>() };
        // SAFETY: as in `View::from_raw_parts_unchecked`; the caller says that no coordinates overlap.
        unsafe { ViewMut::from_origin(first(data).add(layout.base()), layout) }
    }
}

/// A pointer that is not null, and that the optimiser knows not to be: else it asks that of each element which is
/// returned in an `Option`.
///
/// # Safety
/// It is not null.
#[inline(always)]
unsafe fn first<T>(data: *mut T) -> NonNull<T> {
    // SAFETY: by the contract.
    unsafe {
        core::hint::assert_unchecked(!data.is_null());
        NonNull::new_unchecked(data)
    }
}
