//! Slices of swizzled layouts.

use super::base::XorSwizzle;
use super::swizzled::Swizzled;
use crate::int::{Int, Integer, Scalar};
use crate::layout::{LayoutError, Mapping, SlicedBy, SlicingTuple};
use typenum::U0;

/// The start of a slice: the start of the whole, and the offset of what is fixed.
pub type SlicedStart<O, X> = <<O as Scalar>::Plus<X> as Scalar>::Magnitude;

/// The start has the offset of what is fixed already.
impl<C: SlicingTuple, W: XorSwizzle, L: SlicedBy<C>, O: Integer> SlicedBy<C> for Swizzled<W, L, O> {
    type Kept = Swizzled<W, L::Kept, SlicedStart<O, L::Fixed>>;
    type Fixed = Int<U0>;
    const INSIDE: () = <L as SlicedBy<C>>::INSIDE;

    fn try_cut(&self, crd: C) -> Result<(Self::Kept, Int<U0>), LayoutError> {
        self.try_slice(crd).map(|slice| (slice, Int::new()))
    }
}

/// A slice by the coordinate `C`, swizzled.
type SwizzledSlice<C, W, L, O> =
    Swizzled<W, <L as SlicedBy<C>>::Kept, SlicedStart<O, <L as SlicedBy<C>>::Fixed>>;

impl<W: XorSwizzle, L: Mapping, O: Integer> Swizzled<W, L, O> {
    /// The part at which some modes are fixed: a swizzled layout of the modes left free (`_`), with the offset of the
    /// fixed ones in its start.
    ///
    /// Post-condition: for every coordinate `x` of the result, `result.offset(x)` is the offset of the coordinate with
    /// `x` put for the `_`. Nothing is to be added, unlike for
    /// [`Layout::slice`](crate::layout::Layout::slice). Source: CuTe's `slice` of a
    /// `ComposedLayout`. [`plain`](Swizzled::plain) gives the slice without the swizzle, where there is one. F2
    /// strides and tilings behind the swizzle are sliced by whole modes.
    ///
    /// # Panics
    /// As [`Layout::slice`](crate::layout::Layout::slice); [`try_slice`](Swizzled::try_slice) returns that as an error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1)));
    /// let row = layout.slice(crd!(2, _));
    /// assert_eq!(row.to_string(), "Sw<2,0,2> o _8 o (_4):(_1)");
    /// assert!(row.offsets().eq([10, 11, 8, 9]));
    /// let row = Swizzle::<1, 2, 1>::new().compose(layout).slice(crd!(2, _));
    /// assert_eq!(row.to_string(), "Sw<1,2,1> o _0 o Sw<2,0,2> o _8 o (_4):(_1)");
    /// assert!(row.offsets().eq([14, 15, 12, 13]));
    /// ```
    #[track_caller]
    pub fn slice<C: SlicingTuple>(&self, crd: C) -> SwizzledSlice<C, W, L, O>
    where
        L: SlicedBy<C>,
    {
        let () = <L as SlicedBy<C>>::INSIDE;
        self.at(self.layout().cut(crd))
    }

    /// The same as [`slice`](Swizzled::slice), with a slice that does not exist as an error.
    ///
    /// # Errors
    /// If the layout that is swizzled has no such slice.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1)));
    /// let row = 4;
    /// let error = layout.try_slice(crd!(row, _)).unwrap_err();
    /// assert_eq!(error.to_string(), "coordinate 4 is outside a mode of extent 4");
    /// ```
    pub fn try_slice<C: SlicingTuple>(&self, crd: C) -> Result<SwizzledSlice<C, W, L, O>, LayoutError>
    where
        L: SlicedBy<C>,
    {
        self.layout().try_cut(crd).map(|cut| self.at(cut))
    }

    /// The swizzle of what is kept, from the offset of what is fixed on.
    fn at<K, X: Scalar>(&self, (kept, fixed): (K, X)) -> Swizzled<W, K, SlicedStart<O, X>> {
        // the fixed offset is one that the strides reach: not negative, so that its magnitude is itself
        Swizzled::from_parts(self.swizzle(), self.start().plus(fixed).magnitude(), kept)
    }
}
