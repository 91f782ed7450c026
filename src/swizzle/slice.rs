//! Slices of swizzled layouts.

use super::base::XorSwizzle;
use super::swizzled::Swizzled;
use crate::int::{Integer, Scalar};
use crate::layout::{Extent, Layout, LayoutError, Slice, SliceLayout};
use crate::tuple::{Shape, Stride};

/// The start of a slice: the start of the whole, and the offset of what is fixed.
pub type SlicedStart<O, X> = <<O as Scalar>::Plus<X> as Scalar>::Magnitude;

/// A slice by the coordinate `C`, swizzled.
type SwizzledSlice<C, W, S, D, E, O> =
    Swizzled<W, SliceLayout<C, S, D, E>, SlicedStart<O, <C as Slice<S, D, E>>::Offset>>;

impl<W: XorSwizzle, S: Shape, D: Stride<S>, E: Extent<S>, O: Integer> Swizzled<W, Layout<S, D, E>, O> {
    /// The part at which some modes are fixed: a swizzled layout of the modes left free (`_`), with the offset of the
    /// fixed ones in its start.
    ///
    /// Post-condition: for every coordinate `x` of the result, `result.offset(x)` is the offset of the coordinate with `x`
    /// put for the `_`. Nothing is to be added, unlike for [`Layout::slice`]. Source: CuTe's `slice` of a
    /// `ComposedLayout`. [`plain`](Swizzled::plain) gives the slice without the swizzle, where there is one.
    ///
    /// # Panics
    /// As [`Layout::slice`]; [`try_slice`](Swizzled::try_slice) returns that as an error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1)));
    /// let row = layout.slice(crd!(2, _));
    /// assert_eq!(row.to_string(), "Sw<2,0,2> o _8 o (_4):(_1)");
    /// assert!(row.offsets().eq([10, 11, 8, 9]));
    /// ```
    #[track_caller]
    pub fn slice<C: Slice<S, D, E>>(&self, crd: C) -> SwizzledSlice<C, W, S, D, E, O> {
        self.at(self.layout().slice(crd))
    }

    /// The same as [`slice`](Swizzled::slice), with a slice that does not exist as an error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1)));
    /// let row = 4;
    /// let error = layout.try_slice(crd!(row, _)).unwrap_err();
    /// assert_eq!(error.to_string(), "coordinate 4 is outside a mode of extent 4");
    /// ```
    pub fn try_slice<C: Slice<S, D, E>>(
        &self,
        crd: C,
    ) -> Result<SwizzledSlice<C, W, S, D, E, O>, LayoutError> {
        self.layout().try_slice(crd).map(|cut| self.at(cut))
    }

    /// The swizzle of what is kept, from the offset of what is fixed on.
    fn at<L, X: Scalar>(&self, (kept, fixed): (L, X)) -> Swizzled<W, L, SlicedStart<O, X>> {
        // the fixed offset is one that the strides reach: not negative, so that its magnitude is itself
        Swizzled::from_parts(self.swizzle(), self.start().plus(fixed).magnitude(), kept)
    }
}
