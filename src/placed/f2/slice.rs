//! Slices of F2 layouts.

use super::layout::{F2, XorLayout};
use crate::layout::{Exact, LayoutError, Part, Slice, check_slice};
use crate::placed::{Placed, Placement};
use crate::tuple::{AllStatic, Shape, Stride};

/// The F2 layout that a slice by the coordinate `C` keeps.
pub type XorSlice<C, S, D> = XorLayout<<C as Slice<S, D, Exact>>::Shape, <C as Slice<S, D, Exact>>::Stride>;

impl<S: Shape + AllStatic, D: Stride<S> + AllStatic> XorLayout<S, D> {
    /// The sub-layout of the modes left free (`_`), and the offset of the coordinates that are fixed, as
    /// [`Layout::slice`](crate::layout::Layout::slice) gives them.
    ///
    /// Post-condition: for every coordinate `x` of the result, offset `^` `result.offset(x)` is the offset of the
    /// coordinate with `x` put for the `_`: offsets are added by XOR.
    ///
    /// # Panics
    /// If a fixed coordinate is outside its mode (a static one does not compile). [`try_slice`](Self::try_slice)
    /// returns that as an error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = xor_layout!((8, 8):(F1, F9));
    /// let (row, offset) = layout.slice(crd!(5, _));
    /// assert_eq!((row.to_string(), offset), ("(_8):(F9)".into(), 5));
    /// assert_eq!(offset ^ row.offset(6), layout.offset((5, 6)));
    /// ```
    #[track_caller]
    pub fn slice<C: Slice<S, D, Exact>>(&self, crd: C) -> (XorSlice<C, S, D>, usize) {
        const { check_slice(<C as Part<S, D>>::OUTSIDE, &F2::<S, D>::TEXT) };
        match self.try_slice(crd) {
            Ok(slice) => slice,
            Err(error) => panic!("this slice of {self} does not exist: {error}"),
        }
    }

    /// The same as [`slice`](Self::slice), with a slice that does not exist as an error.
    ///
    /// # Errors
    /// If a coordinate that is fixed is outside its mode.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let row = 8;
    /// let error = xor_layout!((8, 8):(F1, F9)).try_slice(crd!(row, _)).unwrap_err();
    /// assert_eq!(error.to_string(), "coordinate 8 is outside a mode of extent 8");
    /// ```
    pub fn try_slice<C: Slice<S, D, Exact>>(
        &self,
        crd: C,
    ) -> Result<(XorSlice<C, S, D>, usize), LayoutError> {
        match Part::outside(crd, self.shape()) {
            Some((crd, extent)) => Err(LayoutError::Outside { crd, extent }),
            // the modes that are kept are some of this layout's, which have been checked
            None => Ok((Placed::new(), self.offset(Part::index(crd, self.shape())))),
        }
    }
}
