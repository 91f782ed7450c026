//! The modes of views in another order.

use super::{View, ViewMut};
use crate::layout::Mapping;
use crate::tuple::{AllStatic, IntTuple, Select, check_distinct};

/// The layout of some modes, if there is an index 0 in all others.
#[track_caller]
#[inline]
fn selected<P, L: Mapping + Select<P, Selected: Mapping>>(layout: L) -> L::Selected {
    let selected = layout.selected();
    assert!(!layout.is_empty() || selected.is_empty(), "a mode of {layout} that is not selected is empty");
    selected
}

impl<'a, T, L: Mapping> View<'a, T, L> {
    /// The elements over the modes with the given static numbers, in that order: those at index 0 of all other modes.
    ///
    /// Post-condition: `result[x]` is `self[c]`, where entry `modes[k]` of `c` is entry `k` of `x`, and all others are
    /// 0. A mode that is named twice does not compile. Source: CuTe's `select`.
    ///
    /// # Panics
    /// If a mode that is not named is empty, and the others are not.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let data: Vec<u32> = (0..120).collect();
    /// // images NHWC as NCHW
    /// let nhwc = View::new(&data, layout!((2, 3, 4, 5):(60, 20, 5, 1))).unwrap();
    /// let nchw = nhwc.select(crd!(0, 3, 1, 2));
    /// assert_eq!(nchw[(1, 4, 2, 3)], nhwc[(1, 2, 3, 4)]);
    /// let nhwc = View::new(&data, xla!(u32[2,3,4,5]{3,0,2,1})).unwrap();
    /// assert_eq!(nhwc.select(crd!(0, 3, 1, 2))[(1, 4, 2, 3)], nhwc[(1, 2, 3, 4)]);
    /// ```
    #[track_caller]
    #[inline]
    pub fn select<P: IntTuple + AllStatic>(self, _modes: P) -> View<'a, T, L::Selected>
    where
        L: Select<P, Selected: Mapping>,
    {
        const { check_distinct::<P>() };
        // SAFETY: a coordinate of what is selected is one of this view, with the same offset from the same origin.
        unsafe { View::from_origin(self.origin(), selected(self.layout())) }
    }
}

impl<T, L: Mapping> ViewMut<'_, T, L> {
    /// The elements over some modes, to be written: see [`View::select`].
    ///
    /// # Panics
    /// As [`View::select`].
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let mut data = [0; 24];
    /// let mut a = ViewMut::new(&mut data, layout!((2, 3, 4):(12, 4, 1))).unwrap();
    /// a.select_mut(crd!(2, 0))[(3, 1)] = 7;
    /// assert_eq!(data[15], 7);
    /// ```
    #[track_caller]
    #[inline]
    pub fn select_mut<P: IntTuple + AllStatic>(&mut self, _modes: P) -> ViewMut<'_, T, L::Selected>
    where
        L: Select<P, Selected: Mapping>,
    {
        const { check_distinct::<P>() };
        // SAFETY: as in `View::select`; the offsets are some of those of this view, which do not repeat.
        unsafe { ViewMut::from_origin(self.origin(), selected(self.layout())) }
    }
}
