//! Tensors that own their elements: on the stack, in a box, in a vector.

use super::check::{check_len, check_static_len, check_static_overlap, check_writable};
use super::view::LookedUp;
use super::{TensorError, View, ViewMut};
use crate::int::{Int, Integer, Nat};
use crate::layout::{Accepts, CoordinateOf, Mapping, Overlap, check_coordinate};
use crate::tuple::IntTuple;
use core::ops::{Index, IndexMut};
use core::ptr::NonNull;
use generic_array::sequence::GenericSequence;
use generic_array::{ArrayLength, GenericArray};

/// Elements in some storage, seen through a layout.
///
/// | storage | alias | for |
/// |---|---|---|
/// | [`GenericArray`] | [`StackTensor`] | static layouts, on the stack: sized by the layout's cosize |
/// | `Box<[T]>` | [`BoxTensor`] | static or dynamic layouts, fixed size on the heap |
/// | `Vec<T>` | [`VecTensor`] | the same, from and to a vector |
///
/// The storage has [`cosize`](Mapping::cosize) elements, padding included.
///
/// ```
/// use tilework::prelude::*;
/// let mut tile = StackTensor::fill(layout!((4, 4):(1, 4)), 0.0f32);
/// tile[(1, 2)] = 5.0;
/// assert_eq!(tile.as_slice()[9], 5.0);
/// assert_eq!(size_of_val(&tile), 16 * 4);
/// ```
#[derive(Clone, Copy)]
pub struct Tensor<B, L> {
    storage: B,
    layout: L,
}

/// A tensor on the stack, for layouts with a static cosize.
pub type StackTensor<T, L> = Tensor<GenericArray<T, StackLen<L>>, L>;
/// The length of the storage of a [`StackTensor`].
pub type StackLen<L> = <<L as Mapping>::Cosize as StaticLen>::Len;
/// A tensor in a box.
#[cfg(feature = "alloc")]
pub type BoxTensor<T, L> = Tensor<alloc::boxed::Box<[T]>, L>;
/// A tensor in a vector.
#[cfg(feature = "alloc")]
pub type VecTensor<T, L> = Tensor<alloc::vec::Vec<T>, L>;

/// A cosize that is known at compile time.
#[diagnostic::on_unimplemented(
    message = "a layout with a dynamic leaf cannot live on the stack: its cosize is not known at compile time",
    label = "the cosize of this layout is dynamic",
    note = "make its extents and strides static, or keep the tensor in a `VecTensor` or `BoxTensor`",
    note = "generic code takes a layout `L: Mapping<Cosize: StaticLen>`"
)]
pub trait StaticLen: Integer {
    /// The cosize as an array length.
    type Len: ArrayLength;
}

impl<U: Nat + ArrayLength> StaticLen for Int<U> {
    type Len = U;
}

/// What a [`Tensor`] can keep its elements in: a block of memory whose length does not change.
///
/// # Safety
/// `elements` and `elements_mut` give the same slice every time, for as long as the storage is not replaced; and
/// those of a clone have the same length.
pub unsafe trait Storage {
    /// The type of the elements.
    type Element;
    /// How many elements there are, if the type says so: no more than there are.
    const LEN: Option<usize> = None;
    /// The elements.
    fn elements(&self) -> &[Self::Element];
    /// The elements, to be changed.
    fn elements_mut(&mut self) -> &mut [Self::Element];
}

macro_rules! storage {
    ($([$($generic:tt)*] $Storage:ty $(, $len:expr)?;)*) => { $(
        // SAFETY: dereferences to one slice, whose length only a method on the storage itself could change.
        unsafe impl<T, $($generic)*> Storage for $Storage {
            type Element = T;
            $(const LEN: Option<usize> = Some($len);)?
            #[inline]
            fn elements(&self) -> &[T] {
                self
            }
            #[inline]
            fn elements_mut(&mut self) -> &mut [T] {
                self
            }
        }
    )* };
}
storage! {
    [N: ArrayLength] GenericArray<T, N>, N::USIZE;
    [const N: usize] [T; N], N;
}
#[cfg(feature = "alloc")]
storage! {
    [] alloc::boxed::Box<[T]>;
    [] alloc::vec::Vec<T>;
}

impl<B: Storage, L: Mapping> Tensor<B, L> {
    /// The storage seen through the layout; or why it is too small, or which coordinates overlap.
    ///
    /// An overlap of static strides is a compile error, and so is an array that a static layout does not fit in.
    ///
    /// # Errors
    /// If the storage has fewer elements than the cosize, two coordinates share an offset or may do so, or the cosize
    /// does not fit in a machine word.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let rows = 2;
    /// let t = Tensor::new(vec![0, 1, 2, 3, 4, 5], layout!((rows, 3):(3, 1))).unwrap();
    /// assert_eq!(t[(1, 0)], 3);
    /// assert_eq!(t.into_storage(), [0, 1, 2, 3, 4, 5]);
    /// ```
    #[inline]
    pub fn new(storage: B, layout: L) -> Result<Self, TensorError> {
        const {
            check_static_overlap::<L>();
            check_static_len::<L>(B::LEN);
        }
        check_len(&layout, storage.elements().len())?;
        check_writable(&layout)?;
        Ok(Tensor { storage, layout })
    }

    /// The layout.
    #[inline]
    pub fn layout(&self) -> L {
        self.layout
    }

    /// The elements in memory order, padding included.
    #[inline]
    pub fn as_slice(&self) -> &[B::Element] {
        self.storage.elements()
    }

    /// The elements in memory order, padding included, to be changed.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [B::Element] {
        self.storage.elements_mut()
    }

    /// The storage.
    #[inline]
    pub fn into_storage(self) -> B {
        self.storage
    }

    /// The tensor as a view.
    #[inline]
    pub fn view(&self) -> View<'_, B::Element, L> {
        let first = NonNull::from(self.storage.elements()).cast();
        // SAFETY: the storage was checked against the layout when the tensor was made, and its length is the same.
        unsafe { View::from_origin(first.add(self.layout.base()), self.layout) }
    }

    /// The tensor as a mutable view.
    #[inline]
    pub fn view_mut(&mut self) -> ViewMut<'_, B::Element, L> {
        let first = NonNull::from(self.storage.elements_mut()).cast();
        // SAFETY: the storage and the overlap of the layout were checked when the tensor was made.
        unsafe { ViewMut::from_origin(first.add(self.layout.base()), self.layout) }
    }

    /// The element at a coordinate, `None` outside the logical extent.
    #[inline]
    pub fn get<C: IntTuple>(&self, crd: C) -> Option<&B::Element>
    where
        L: Accepts<C>,
    {
        const { check_coordinate::<L, C>() };
        let inside = self.layout.contains(crd);
        // SAFETY: the coordinate is inside the extent, whose offsets are all inside the storage.
        inside.then(|| unsafe { self.view().origin().offset(self.layout.step(crd)).as_ref() })
    }

    /// The element at a coordinate, `None` outside the logical extent.
    #[inline]
    pub fn get_mut<C: IntTuple>(&mut self, crd: C) -> Option<&mut B::Element>
    where
        L: Accepts<C>,
    {
        const { check_coordinate::<L, C>() };
        let inside = self.layout.contains(crd);
        // SAFETY: the coordinate is inside the extent, whose offsets are all inside the storage.
        inside.then(|| unsafe { self.view_mut().origin().offset(self.layout.step(crd)).as_mut() })
    }
}

impl<T: Clone, N: ArrayLength, L: Mapping<Cosize: StaticLen<Len = N>>> Tensor<GenericArray<T, N>, L> {
    /// A tensor on the stack with `value` everywhere, padding included.
    #[inline]
    pub fn fill(layout: L, value: T) -> Self {
        const { check_static_overlap::<L>() };
        const {
            assert!(
                !matches!(L::STATIC_OVERLAP, None | Some(Overlap::Undecided)),
                "a tensor on the stack needs a layout without dynamic leaves, whose coordinates are seen not to overlap"
            );
        };
        Tensor { storage: GenericArray::generate(|_| value.clone()), layout }
    }
}

#[cfg(feature = "alloc")]
mod on_the_heap {
    use super::*;
    use alloc::vec::Vec;

    impl<T: Clone, L: Mapping> BoxTensor<T, L> {
        /// A boxed tensor with `value` everywhere, padding included.
        ///
        /// # Errors
        /// As [`VecTensor::filled`].
        ///
        /// ```
        /// use tilework::{prelude::*, tensor::BoxTensor};
        /// let ones = BoxTensor::boxed(layout!((2, 3):(4, 1)), 1).unwrap();
        /// assert_eq!(ones[(1, 2)], 1);
        /// ```
        #[inline]
        pub fn boxed(layout: L, value: T) -> Result<Self, TensorError> {
            let VecTensor { storage, layout } = VecTensor::filled(layout, value)?;
            Ok(Tensor { storage: storage.into_boxed_slice(), layout })
        }
    }

    impl<T: Clone, L: Mapping> VecTensor<T, L> {
        /// A tensor in a vector with `value` everywhere, padding included.
        ///
        /// # Errors
        /// If two coordinates share an offset or may do so, the cosize does not fit in a machine word, or there is no
        /// memory for so many elements.
        ///
        /// ```
        /// use tilework::prelude::*;
        /// let (rows, cols) = (100, 50);
        /// let t = VecTensor::filled(row_major((rows, cols)), 0u8).unwrap();
        /// assert_eq!(t.as_slice().len(), 5000);
        /// ```
        #[inline]
        pub fn filled(layout: L, value: T) -> Result<Self, TensorError> {
            const { check_static_overlap::<L>() };
            check_writable(&layout)?;
            let len = layout.checked_cosize().ok_or(TensorError::Overflow)?;
            let mut storage = Vec::new();
            storage.try_reserve_exact(len).map_err(|_| TensorError::OutOfMemory { elements: len })?;
            storage.resize(len, value);
            Ok(Tensor { storage, layout })
        }
    }
}

/// # Panics
/// If the coordinate is outside the logical extent of the layout.
impl<B: Storage, L: Mapping, C: CoordinateOf<L>> Index<C> for Tensor<B, L> {
    type Output = B::Element;
    #[track_caller]
    #[inline]
    fn index(&self, crd: C) -> &B::Element {
        let () = C::INSIDE;
        crd.guard(&self.layout, LookedUp { crd, layout: &self.layout });
        // SAFETY: the coordinate is inside the extent, whose offsets are all inside the storage.
        unsafe { self.view().origin().offset(crd.step(&self.layout)).as_ref() }
    }
}

/// # Panics
/// If the coordinate is outside the logical extent of the layout.
impl<B: Storage, L: Mapping, C: CoordinateOf<L>> IndexMut<C> for Tensor<B, L> {
    #[track_caller]
    #[inline]
    fn index_mut(&mut self, crd: C) -> &mut B::Element {
        let () = C::INSIDE;
        crd.guard(&self.layout, LookedUp { crd, layout: &self.layout });
        // SAFETY: the coordinate is inside the extent, whose offsets are all inside the storage.
        unsafe { self.view_mut().origin().offset(crd.step(&self.layout)).as_mut() }
    }
}
