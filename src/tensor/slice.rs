//! Slices of views: some modes fixed, the others kept.

use super::{View, ViewMut};
use crate::int::Scalar;
use crate::layout::{LayoutError, Mapping, SlicedBy, SlicingTuple};

/// What a slice keeps, and the offset that its offsets count from.
pub(super) fn cut<C: SlicingTuple, L: SlicedBy<C>>(
    layout: &L,
    crd: C,
) -> Result<(L::Kept, isize), LayoutError> {
    let (kept, start) = layout.try_cut(crd)?;
    Ok((kept, if kept.is_empty() { 0 } else { start.to_isize() }))
}

impl<'a, T, L: Mapping> View<'a, T, L> {
    /// The elements at which some modes are fixed: a view over the modes left free (`_`).
    ///
    /// Layouts that place their sums (F2 strides, XLA's tiles) are sliced by whole modes.
    ///
    /// Post-condition: `result[x]` is the element of this view at the coordinate with `x` put for the `_`. Source:
    /// CuTe's slices of tensors.
    ///
    /// # Errors
    /// If what is fixed is outside the logical extent (a static coordinate outside its mode does not compile); or two
    /// parts are kept of a mode with padding.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let data: Vec<u32> = (0..96).collect();
    /// let a = View::new(&data, layout!(((4, 2), (4, 3)):((4, 16), (1, 32)))).unwrap();
    /// let row = a.slice(crd!(5, _))?;
    /// assert_eq!(row[7], a[(5, 7)]);
    /// let images = View::new(&data, xla!(u32[2,3,4,4]{1,3,2,0})).unwrap();
    /// let channel = images.slice(crd!(1, 2, _, _))?;
    /// assert_eq!(channel[(3, 1)], images[(1, 2, 3, 1)]);
    /// # Ok::<(), tilework::layout::LayoutError>(())
    /// ```
    pub fn slice<C: SlicingTuple>(&self, crd: C) -> Result<View<'a, T, L::Kept>, LayoutError>
    where
        L: SlicedBy<C>,
    {
        let () = L::INSIDE;
        let (kept, start) = cut(&self.layout(), crd)?;
        // SAFETY: where the slice has an element its first one is an element of this view, at `start`; a coordinate
        // inside its extent is one inside that of this view. Without elements nothing is pointed to.
        Ok(unsafe { View::from_origin(self.origin().offset(start), kept) })
    }
}

impl<T, L: Mapping> ViewMut<'_, T, L> {
    /// The elements at which some modes are fixed, to be written: see [`View::slice`].
    ///
    /// # Errors
    /// As [`View::slice`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [0; 12];
    /// let mut a = ViewMut::new(&mut data, layout!((3, 4):(4, 1))).unwrap();
    /// a.slice_mut(crd!(1, _))?[2] = 7;
    /// assert_eq!(data, [0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0]);
    /// # Ok::<(), tilework::layout::LayoutError>(())
    /// ```
    pub fn slice_mut<C: SlicingTuple>(&mut self, crd: C) -> Result<ViewMut<'_, T, L::Kept>, LayoutError>
    where
        L: SlicedBy<C>,
    {
        let () = L::INSIDE;
        let (kept, start) = cut(&self.layout(), crd)?;
        // SAFETY: as in `View::slice`; and the offsets of the slice are some of those of this view, which do not
        // repeat.
        Ok(unsafe { ViewMut::from_origin(self.origin().offset(start), kept) })
    }
}
