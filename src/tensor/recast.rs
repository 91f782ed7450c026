//! Views of the same bytes as elements of another type.

use super::check::{check_dense, check_static_overlap, check_writable, refused};
use super::{TensorError, View, ViewMut};
use crate::algebra::{Recast, check_recast, try_recast};
use crate::format::Element;
use crate::int::Int;
use crate::layout::{Layout, Mapping};
use crate::tuple::{Shape, Stride};
use bytemuck::{AnyBitPattern, NoUninit, Pod};
use core::ptr::NonNull;
use typenum::Unsigned;

/// The width of an element in bits.
type Width<T> = Int<<T as Element>::Bits>;

/// The layout `L` of elements of `T`, counted in elements of `U`.
type Recounted<L, T, U> = <L as Recast>::Recast<Width<T>, Width<U>>;

impl<'a, T: Element + NoUninit, S: Shape, D: Stride<S>> View<'a, T, Layout<S, D>> {
    /// The same bytes as elements of another type: through [`recast`](crate::algebra::recast()) of the layout.
    ///
    /// Post-condition: `result[c]` holds the bytes of those elements of this view that the layouts say: of several
    /// where `U` is wider, a part of one where it is narrower, in the order of memory. Source: CuTe's `recast` of
    /// tensors.
    ///
    /// # Errors
    /// If the layout cannot be counted so, which is a compile error of static leaves; if a unit that is only partly
    /// used ends behind the last element; or if the elements are not where a `U` may be, as its alignment asks.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let data: Vec<u32> = (0..8).map(|x| x | 1 << 16).collect();
    /// let words = View::new(&data, layout!((2, 4):(4, 1)))?;
    /// let halves = words.recast::<u16>()?;
    /// assert_eq!(halves.layout(), layout!((2, 8):(8, 1)));
    /// // memory has the low half first, or the high one
    /// let low = usize::from(cfg!(target_endian = "big"));
    /// assert_eq!((halves[(1, 4 + low)], halves[(1, 5 - low)]), (6, 1));
    /// # Ok::<(), tilework::tensor::TensorError>(())
    /// ```
    #[track_caller]
    pub fn recast<U: Element + AnyBitPattern>(
        self,
    ) -> Result<View<'a, U, Recounted<Layout<S, D>, T, U>>, TensorError>
    where
        Recounted<Layout<S, D>, T, U>: Mapping,
    {
        const { check_recast::<Layout<S, D>, Width<T>, Width<U>>() };
        let layout = try_recast(self.layout(), Width::<T>::new(), Width::<U>::new()).map_err(refused)?;
        let origin = recast_origin::<T, U, _, _>(self.origin(), &self.layout(), &layout)?;
        // SAFETY: all bytes from the first element of this exact layout to the last are initialized and borrowed for
        // `'a`; those of the new elements are among them, aligned, and make a `U` whatever they are.
        Ok(unsafe { View::from_origin(origin, layout) })
    }
}

impl<T: Element + Pod, S: Shape, D: Stride<S>> ViewMut<'_, T, Layout<S, D>> {
    /// The same bytes as elements of another type, to be written: see [`View::recast`].
    ///
    /// # Errors
    /// As [`View::recast`]; and if this layout skips offsets, which may belong to another view.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [0_u8; 16];
    /// let mut bytes = ViewMut::new(&mut data, layout!((4, 4):(4, 1)))?;
    /// fill(&mut bytes.recast_mut::<i8>()?, -1);
    /// assert_eq!(data, [255; 16]);
    /// # Ok::<(), tilework::tensor::TensorError>(())
    /// ```
    #[track_caller]
    pub fn recast_mut<U: Element + Pod>(
        &mut self,
    ) -> Result<ViewMut<'_, U, Recounted<Layout<S, D>, T, U>>, TensorError>
    where
        Recounted<Layout<S, D>, T, U>: Mapping,
    {
        const { check_recast::<Layout<S, D>, Width<T>, Width<U>>() };
        const { check_static_overlap::<Recounted<Layout<S, D>, T, U>>() };
        check_dense(&self.layout())?;
        let layout = try_recast(self.layout(), Width::<T>::new(), Width::<U>::new()).map_err(refused)?;
        check_writable(&layout)?;
        let origin = recast_origin::<T, U, _, _>(self.origin(), &self.layout(), &layout)?;
        // SAFETY: as in `View::recast`; this layout skips nothing, so that all bytes from its first element to its last
        // may be written by this view alone, with those of any `U`; and no two coordinates of the new layout share an
        // element.
        Ok(unsafe { ViewMut::from_origin(origin, layout) })
    }
}

/// Where offset 0 of the new layout is, if its elements are aligned there and among the bytes of the old one.
fn recast_origin<T: Element, U: Element, L: Mapping, M: Mapping>(
    origin: NonNull<T>,
    old: &L,
    new: &M,
) -> Result<NonNull<U>, TensorError> {
    const {
        assert!(
            size_of::<T>() * 8 == T::Bits::USIZE,
            "the elements of the view have another width than `Bits` says"
        );
        assert!(
            size_of::<U>() * 8 == U::Bits::USIZE,
            "the elements asked for have another width than `Bits` says"
        );
    }
    let (below, above) = reach::<T, L>(old)?;
    let (new_below, new_above) = reach::<U, M>(new)?;
    if new_below > below || new_above > above {
        let units = |bytes: usize| bytes.div_ceil(size_of::<U>());
        return Err(TensorError::TooSmall {
            cosize: units(new_below + new_above),
            len: (below + above) / size_of::<U>(),
        });
    }
    let origin = origin.cast::<U>();
    if new.is_empty() {
        return Ok(NonNull::dangling());
    }
    if origin.is_aligned() { Ok(origin) } else { Err(TensorError::Unaligned { align: align_of::<U>() }) }
}

/// How many bytes there are before offset 0, and how many from there on.
fn reach<T, L: Mapping>(layout: &L) -> Result<(usize, usize), TensorError> {
    let cosize = layout.checked_cosize().ok_or(TensorError::Overflow)?;
    let below = layout.base().min(cosize);
    let bytes = |elements: usize| elements.checked_mul(size_of::<T>()).ok_or(TensorError::Overflow);
    Ok((bytes(below)?, bytes(cosize - below)?))
}
