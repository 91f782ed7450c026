//! Views: a borrowed slice seen through a layout.

use super::TensorError;
use super::check::{check_len, check_static_len, check_static_overlap, check_writable};
use crate::layout::{Accepts, CoordinateOf, Mapping, Refuse, check_coordinate};
use crate::tuple::{Block, IntTuple};
use core::marker::PhantomData;
use core::ops::{Index, IndexMut};
use core::ptr::NonNull;

/// A slice seen through a layout: `view[(i, j)]` is the element at offset `layout(i, j)`.
///
/// The slice is checked against the layout's cosize once, when the view is made; indexing checks the coordinate against
/// the logical extent, which costs nothing where the loop bounds say so already.
///
/// ```
/// use tilework::prelude::*;
/// let data: Vec<u32> = (0..96).collect();
/// let zn = View::new(&data, layout!(((4, 2), (4, 3)):((4, 16), (1, 32)))).unwrap();
/// assert_eq!(zn[(1, 5)], 37);
/// assert_eq!(zn[((1, 0), (1, 1))], 37);
/// assert_eq!(zn.get((8, 0)), None);
/// assert!(View::new(&data[..95], zn.layout()).is_err());
/// ```
pub struct View<'a, T, L> {
    /// Where offset 0 is. Every offset of a coordinate inside the extent of `layout` is inside the slice.
    origin: NonNull<T>,
    layout: L,
    elements: PhantomData<&'a [T]>,
}

/// A mutable slice seen through a layout in which no two coordinates share an offset.
///
/// ```
/// use tilework::prelude::*;
/// let mut data = [0; 6];
/// let mut columns = ViewMut::new(&mut data, layout!((2, 3):(1, 2))).unwrap();
/// columns[(0, 1)] = 7;
/// assert_eq!(data, [0, 0, 7, 0, 0, 0]);
/// ```
pub struct ViewMut<'a, T, L> {
    /// As in [`View`]; and no two coordinates share an offset.
    origin: NonNull<T>,
    layout: L,
    elements: PhantomData<&'a mut [T]>,
}

// SAFETY: a view is a shared slice and a layout.
unsafe impl<T: Sync, L: Send> Send for View<'_, T, L> {}
// SAFETY: as above.
unsafe impl<T: Sync, L: Sync> Sync for View<'_, T, L> {}
// SAFETY: a mutable view is a mutable slice and a layout.
unsafe impl<T: Send, L: Send> Send for ViewMut<'_, T, L> {}
// SAFETY: through a shared mutable view elements can only be read.
unsafe impl<T: Sync, L: Sync> Sync for ViewMut<'_, T, L> {}

impl<'a, T, L: Mapping> View<'a, T, L> {
    /// The slice seen through the layout, or why it is too small.
    ///
    /// # Errors
    /// If the slice has fewer elements than the cosize, or this does not fit in a machine word.
    ///
    /// ```
    /// use tilework::{prelude::*, tensor::TensorError};
    /// let row_major = layout!((2, 3):(3, 1));
    /// assert_eq!(View::new(&[1, 2, 3, 4, 5, 6], row_major).unwrap()[(1, 2)], 6);
    /// assert_eq!(View::new(&[1, 2], row_major).err(), Some(TensorError::TooSmall { cosize: 6, len: 2 }));
    /// ```
    #[inline]
    pub fn new(slice: &'a [T], layout: L) -> Result<Self, TensorError> {
        check_len(&layout, slice.len())?;
        let first = NonNull::from(slice).cast::<T>();
        // SAFETY: `base < cosize <= len` unless the layout is empty, and then its base is 0.
        Ok(unsafe { View::from_origin(first.add(layout.base()), layout) })
    }

    /// The array seen through the layout, or why it is too small: of a static layout a compile error.
    ///
    /// # Errors
    /// As [`View::new`], if the layout has dynamic leaves.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// const WEIGHTS: [f32; 6] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    /// assert_eq!(View::from_array(&WEIGHTS, layout!((2, 3):(1, 2)))?[(1, 2)], 6.0);
    /// # Ok::<(), tilework::tensor::TensorError>(())
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use tilework::prelude::*;
    /// // layout (2,3):(1,2) needs 6 elements, and the storage has 5
    /// let _ = View::from_array(&[0; 5], layout!((2, 3):(1, 2)));
    /// ```
    #[inline]
    pub fn from_array<const N: usize>(array: &'a [T; N], layout: L) -> Result<Self, TensorError> {
        const { check_static_len::<L>(Some(N)) };
        View::new(array, layout)
    }

    /// The element at a coordinate, `None` outside the logical extent. It outlives the view.
    #[inline]
    pub fn get<C>(&self, crd: C) -> Option<&'a T>
    where
        L: Accepts<C>,
        C: IntTuple,
    {
        const { check_coordinate::<L, C>() };
        let inside = self.layout.contains(crd);
        // SAFETY: the coordinate is inside the extent, whose offsets are all inside the slice.
        inside.then(|| unsafe { self.origin.offset(self.layout.step(crd)).as_ref() })
    }
}

impl<'a, T, L: Mapping> ViewMut<'a, T, L> {
    /// The mutable slice seen through the layout; or why it is too small, or which coordinates overlap.
    ///
    /// An overlap of static strides is a compile error.
    ///
    /// # Errors
    /// If the slice has fewer elements than the cosize, two coordinates share an offset or may do so, or the cosize
    /// does not fit in a machine word.
    ///
    /// ```compile_fail,E0080
    /// # use tilework::prelude::*;
    /// // layout (4,2):(1,3) cannot be written: the coordinates of its indices 4 and 3 share offset 3
    /// let _ = ViewMut::new(&mut [0; 8], layout!((4, 2):(1, 3)));
    /// ```
    #[inline]
    pub fn new(slice: &'a mut [T], layout: L) -> Result<Self, TensorError> {
        const { check_static_overlap::<L>() };
        check_len(&layout, slice.len())?;
        check_writable(&layout)?;
        let first = NonNull::from(slice).cast::<T>();
        // SAFETY: `base < cosize <= len` unless the layout is empty, and then its base is 0; overlap was checked.
        Ok(unsafe { ViewMut::from_origin(first.add(layout.base()), layout) })
    }

    /// The array seen through the layout, to be written: see [`View::from_array`].
    ///
    /// # Errors
    /// As [`ViewMut::new`], if the layout has dynamic leaves.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [0; 6];
    /// ViewMut::from_array(&mut data, layout!((2, 3):(1, 2)))?[(0, 1)] = 7;
    /// assert_eq!(data, [0, 0, 7, 0, 0, 0]);
    /// # Ok::<(), tilework::tensor::TensorError>(())
    /// ```
    #[inline]
    pub fn from_array<const N: usize>(array: &'a mut [T; N], layout: L) -> Result<Self, TensorError> {
        const { check_static_len::<L>(Some(N)) };
        const { check_static_overlap::<L>() };
        ViewMut::new(array, layout)
    }

    /// The view for reading, while this one is borrowed.
    #[inline]
    pub fn view(&self) -> View<'_, T, L> {
        View { origin: self.origin, layout: self.layout, elements: PhantomData }
    }

    /// The same view for a shorter time.
    #[inline]
    pub fn view_mut(&mut self) -> ViewMut<'_, T, L> {
        ViewMut { origin: self.origin, layout: self.layout, elements: PhantomData }
    }

    /// The element at a coordinate, `None` outside the logical extent.
    #[inline]
    pub fn get<C>(&self, crd: C) -> Option<&T>
    where
        L: Accepts<C>,
        C: IntTuple,
    {
        const { check_coordinate::<L, C>() };
        let inside = self.layout.contains(crd);
        // SAFETY: the coordinate is inside the extent, whose offsets are all inside the slice.
        inside.then(|| unsafe { self.origin.offset(self.layout.step(crd)).as_ref() })
    }

    /// The element at a coordinate, `None` outside the logical extent.
    #[inline]
    pub fn get_mut<C>(&mut self, crd: C) -> Option<&mut T>
    where
        L: Accepts<C>,
        C: IntTuple,
    {
        const { check_coordinate::<L, C>() };
        let inside = self.layout.contains(crd);
        // SAFETY: the coordinate is inside the extent, whose offsets are all inside the slice.
        inside.then(|| unsafe { self.origin.offset(self.layout.step(crd)).as_mut() })
    }
}

macro_rules! reading {
    ($View:ident $inside:expr) => {
        impl<'a, T, L: Mapping> $View<'a, T, L> {
            /// # Safety
            /// Every offset of a coordinate inside the extent of `layout`, counted from `origin`, is an element that
            /// may be borrowed for `'a`. In a mutable view no two coordinates share an offset.
            #[inline]
            pub(crate) unsafe fn from_origin(origin: NonNull<T>, layout: L) -> Self {
                $View { origin, layout, elements: PhantomData }
            }

            /// Where offset 0 is.
            #[inline]
            pub(crate) fn origin(&self) -> NonNull<T> {
                self.origin
            }

            /// The layout.
            #[inline]
            pub fn layout(&self) -> L {
                self.layout
            }
        }

        /// # Panics
        /// If the coordinate is outside the logical extent of the layout.
        impl<T, L: Mapping, C: CoordinateOf<L>> Index<C> for $View<'_, T, L> {
            type Output = T;
            #[track_caller]
            #[inline]
            fn index(&self, crd: C) -> &T {
                let () = $inside;
                crd.guard(&self.layout, LookedUp { crd, layout: &self.layout });
                // SAFETY: the coordinate is inside the extent, whose offsets are all inside the slice.
                unsafe { element::<T, L>(self.origin, crd.step(&self.layout)).as_ref() }
            }
        }
    };
}
reading!(View C::INSIDE);
reading!(ViewMut C::INSIDE);

impl<T, L: Copy> Clone for View<'_, T, L> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, L: Copy> Copy for View<'_, T, L> {}

/// # Panics
/// If the coordinate is outside the logical extent of the layout.
impl<T, L: Mapping, C: CoordinateOf<L>> IndexMut<C> for ViewMut<'_, T, L> {
    #[track_caller]
    #[inline]
    fn index_mut(&mut self, crd: C) -> &mut T {
        let () = C::INSIDE;
        crd.guard(&self.layout, LookedUp { crd, layout: &self.layout });
        // SAFETY: the coordinate is inside the extent, whose offsets are all inside the slice.
        unsafe { element::<T, L>(self.origin, crd.step(&self.layout)).as_mut() }
    }
}

/// A coordinate that was looked up in a layout, should it be outside.
///
/// The layout is copied where it is refused, and not before: loops store no message. And it is copied, because a view
/// whose layout is lent to a call is in memory.
#[derive(Clone, Copy)]
pub(super) struct LookedUp<'a, C, L> {
    pub(super) crd: C,
    pub(super) layout: &'a L,
}

impl<C: IntTuple, L: Mapping> Refuse for LookedUp<'_, C, L> {
    #[inline(always)]
    #[track_caller]
    fn outside(self, mode: usize) -> ! {
        let (crd, layout) = (self.crd, *self.layout);
        refuse(&crd, &layout, mode)
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn refuse<C: IntTuple, L: Mapping>(crd: &C, layout: &L, mode: usize) -> ! {
    panic!(
        "coordinate {} is outside the extent {} of layout {}, in mode {mode}",
        crd.notation(),
        layout.extents().notation(),
        layout
    )
}

/// The element at an offset of a layout.
///
/// # Safety
/// The offset is one of the view's.
#[inline(always)]
unsafe fn element<T, L: Mapping>(origin: NonNull<T>, offset: isize) -> NonNull<T> {
    // SAFETY: by the contract, the element is inside an allocation, of at most `isize::MAX` bytes.
    unsafe {
        if const { sums_digits::<L>() || cfg!(target_arch = "nvptx64") } {
            origin.byte_offset(offset.unchecked_mul(size_of::<T>().cast_signed()))
        } else {
            origin.offset(offset)
        }
    }
}

/// Whether an offset is a sum over digits with dynamic strides: then it is counted in bytes.
///
/// An offset in elements is a sum that the optimiser takes apart, to move the pointer once for each digit. Where it
/// vectorises the loop that is good, and so is it where strides are constants; here it only costs.
const fn sums_digits<L: Mapping>() -> bool {
    let (mut is_nested, mut mode) = (false, 0);
    while mode < L::RANK {
        is_nested |= !matches!(L::BLOCKS[mode], Block::Linear);
        mode += 1;
    }
    is_nested && (L::STATIC_SPREAD.0.is_none() || L::STATIC_SPREAD.1.is_none())
}
