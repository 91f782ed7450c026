//! The same elements seen through another layout: the algebra on views.

use super::check::{check_skipped, check_static_overlap, check_within, check_writable};
use super::through::{Composite, Through};
use super::{TensorError, View, ViewMut};
use crate::algebra::{Flattened, Logical, Tiled, Zipped};
use crate::layout::{Layout, Mapping};
use crate::tuple::{Shape, Stride};

impl<'a, T, S: Shape, D: Stride<S>> View<'a, T, Layout<S, D>> {
    /// The same elements seen through another layout, whose offset 0 is the same element.
    ///
    /// Post-condition: `result[c]` is the element at `layout.offset(c)` in the offsets of this view. So every
    /// operation of the algebra is one of views: `a.with_layout(zipped_divide(a.layout(), tiler!(4, 3)))`.
    ///
    /// # Errors
    /// If the layout reaches an offset before the first or behind the last of this one.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let data: Vec<u32> = (0..96).collect();
    /// let a = View::new(&data, layout!((8, 12):(1, 8)))?;
    /// let transposed = a.with_layout(layout!((12, 8):(8, 1)))?;
    /// assert_eq!(transposed[(5, 2)], a[(2, 5)]);
    /// assert!(a.with_layout(layout!(97:1)).is_err());
    /// # Ok::<(), tilework::tensor::TensorError>(())
    /// ```
    #[inline]
    pub fn with_layout<M: Mapping>(self, layout: M) -> Result<View<'a, T, M>, TensorError> {
        check_within(&self.layout(), &layout)?;
        // SAFETY: all offsets of this exact layout are in the slice, with those of its first and its last element all
        // between them; and those of the new layout are between them.
        Ok(unsafe { View::from_origin(self.origin(), layout) })
    }
}

impl<T, S: Shape, D: Stride<S>> ViewMut<'_, T, Layout<S, D>> {
    /// The same elements to be written through another layout: see [`View::with_layout`].
    ///
    /// # Errors
    /// [`Skips`](TensorError::Skips) if this layout skips offsets, which may belong to another view, and the new one is
    /// not seen to keep off them: each of its leaves must step in leaves of this layout, as those of tiles and
    /// diagonals do. If the new one reaches an offset before the first or behind the last of this one, or two of its
    /// coordinates share one (a compile error where its strides are static).
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [0; 6];
    /// let mut a = ViewMut::new(&mut data, layout!((2, 3):(1, 2)))?;
    /// a.with_layout_mut(layout!((3, 2):(2, 1)))?[(2, 0)] = 7;
    /// assert_eq!(data, [0, 0, 0, 0, 7, 0]);
    ///
    /// // of every second element the first and the last; what lies between is not this view's
    /// let mut even = ViewMut::new(&mut data, layout!(3:2))?;
    /// assert!(even.with_layout_mut(layout!(2:4)).is_ok() && even.with_layout_mut(layout!(2:1)).is_err());
    ///
    /// // the diagonal of the first two columns, which steps in both modes at once
    /// let mut corner = ViewMut::new(&mut data, layout!((2, 2):(3, 1)))?;
    /// corner.with_layout_mut(layout!(2:4))?[1] = 5;
    /// assert!(corner.with_layout_mut(layout!(2:2)).is_err());
    /// assert_eq!(data[4], 5);
    /// # Ok::<(), tilework::tensor::TensorError>(())
    /// ```
    #[inline]
    pub fn with_layout_mut<M: Mapping>(&mut self, layout: M) -> Result<ViewMut<'_, T, M>, TensorError> {
        const { check_static_overlap::<M>() };
        check_skipped(&self.layout(), &layout)?;
        check_within(&self.layout(), &layout)?;
        check_writable(&layout)?;
        // SAFETY: as in `View::with_layout`; all offsets of the new layout are ones of this, as either this skips none
        // between its first and its last or covers the other, so that this view alone may write them; and no two
        // coordinates of the new layout share an offset.
        Ok(unsafe { ViewMut::from_origin(self.origin(), layout) })
    }
}

/// Views through what an operation of the algebra makes of the layout.
macro_rules! verbs {
    ($($(#[$doc:meta])* $verb:ident $verb_mut:ident $Operation:ident [$holds:expr];)*) => {
        impl<'a, T, L: Mapping> View<'a, T, L> { $(
            $(#[$doc])*
            ///
            /// A swizzle stays behind what the operation makes of the layout before it.
            ///
            /// # Errors
            /// If the operation refuses, with what it says, or the layout has padding; or if the result reaches further
            /// than this layout, as padding does, or is not seen to keep to the elements of a part.
            pub fn $verb<X>(self, rhs: X) -> Result<View<'a, T, L::Seen>, TensorError>
            where
                L: Through<$Operation, X>,
            {
                let () = $holds;
                let layout = self.layout().read_through(rhs)?;
                // SAFETY: all offsets of the result are ones of this layout, and so elements of this view; or all are
                // between its first and its last, and an open layout has those too.
                Ok(unsafe { View::from_origin(self.origin(), layout) })
            }
        )* }

        impl<T, L: Mapping> ViewMut<'_, T, L> { $(
            #[doc = concat!("The same as [`View::", stringify!($verb), "`], to be written.")]
            ///
            /// ```
            /// use tilework::prelude::*;
            /// let mut data = [0; 96];
            /// let mut a = ViewMut::new(&mut data, layout!((8, 12):(1, 8)))?;
            #[doc = concat!("a.", stringify!($verb_mut), "(tiler!(4, 3))?[3] = 7;")]
            /// assert_eq!(data[3], 7);
            /// # Ok::<(), tilework::tensor::TensorError>(())
            /// ```
            ///
            /// # Errors
            /// As that, and as [`ViewMut::with_layout_mut`]: if it is not seen to keep to the offsets of this layout,
            /// or has one twice.
            pub fn $verb_mut<X>(&mut self, rhs: X) -> Result<ViewMut<'_, T, L::Seen>, TensorError>
            where
                L: Through<$Operation, X>,
            {
                let () = $holds;
                let layout = self.layout().write_through(rhs)?;
                // SAFETY: all offsets of the result are ones of this layout, which this view alone may write; and no
                // two coordinates of the result share one.
                Ok(unsafe { ViewMut::from_origin(self.origin(), layout) })
            }
        )* }
    };
}

verbs! {
    /// The elements at the indices that another layout, or a tiler by mode, gives: see
    /// [`composition`](crate::algebra::composition()).
    composition composition_mut Composite [L::HOLDS];
    /// The elements in tiles, by mode: see [`logical_divide`](crate::algebra::logical_divide).
    logical_divide logical_divide_mut Logical [L::HOLDS];
    /// The elements in tiles, tile modes first: see [`zipped_divide`](crate::algebra::zipped_divide).
    ///
    /// Refused if a tile overhangs, because loops run over every element of a view;
    /// [`tiles`](View::tiles) and [`tiles_mut`](ViewMut::tiles_mut) have each tile with its own extents.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let data: Vec<u32> = (0..96).collect();
    /// let a = View::new(&data, layout!((8, 12):(1, 8)))?;
    /// let tiles = a.zipped_divide(tiler!(4, 3))?;
    /// assert_eq!(tiles[((1, 2), (1, 3))], a[(5, 11)]);
    /// # Ok::<(), tilework::tensor::TensorError>(())
    /// ```
    zipped_divide zipped_divide_mut Zipped [L::HOLDS];
    /// The elements in tiles, the modes of the rest at the top: see [`tiled_divide`](crate::algebra::tiled_divide).
    tiled_divide tiled_divide_mut Tiled [L::HOLDS];
    /// The elements in tiles, all modes at the top: see [`flat_divide`](crate::algebra::flat_divide).
    flat_divide flat_divide_mut Flattened [L::HOLDS];
}
