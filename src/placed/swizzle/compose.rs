//! Composition: a layout followed by a swizzle.

use super::base::{Swizzle, XorSwizzle};
use super::error::SwizzleError;
use super::swizzled::{Swizzled, check_static_swizzle};
use crate::int::{Int, Integer};
use crate::layout::Mapping;
use typenum::U0;

impl<const B: u32, const M: u32, const S: i32> Swizzle<B, M, S> {
    /// The layout followed by this swizzle: `swizzle(layout(crd))`.
    ///
    /// The layout is any [`Mapping`], a swizzled one too. A static layout with a negative stride, whose offsets a
    /// swizzle does not take, is a compile error.
    ///
    /// # Panics
    /// If a leaf is dynamic, and a stride is negative or the offsets overflow; [`try_compose`](Self::try_compose)
    /// returns that as an error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1)));
    /// assert_eq!(layout.to_string(), "Sw<2,0,2> o _0 o (_4,_4):(_4,_1)");
    /// let rows = [0, 1, 2, 3].map(|i| [0, 1, 2, 3].map(|j| layout.offset((i, j))));
    /// assert_eq!(rows, [[0, 1, 2, 3], [5, 4, 7, 6], [10, 11, 8, 9], [15, 14, 13, 12]]);
    ///
    /// // and once more: the last two rows change places
    /// let twice = Swizzle::<1, 2, 1>::new().compose(layout);
    /// assert_eq!(twice.to_string(), "Sw<1,2,1> o _0 o Sw<2,0,2> o _0 o (_4,_4):(_4,_1)");
    /// assert_eq!([0, 1, 2, 3].map(|i| twice.offset((i, 0))), [0, 5, 14, 11]);
    /// ```
    #[track_caller]
    pub fn compose<L: Mapping>(self, layout: L) -> Swizzled<Self, L>
    where
        Self: XorSwizzle,
    {
        const { check_static_swizzle::<Self, L, Int<U0>>() };
        composed(self, Int::new(), layout)
    }

    /// The same as [`compose`](Self::compose), or why the layout cannot be swizzled.
    ///
    /// # Errors
    /// If an offset of the layout may be negative, or the cosize of the result does not fit in a machine word. With
    /// static leaves that is a compile error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let reversed = layout!((4, 4):({Signed(-4)}, 1));
    /// let error = Swizzle::<2, 0, 2>::new().try_compose(reversed).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the strides of the layout go down to offset -12, and a swizzle takes offsets from 0 on"
    /// );
    /// ```
    pub fn try_compose<L: Mapping>(self, layout: L) -> Result<Swizzled<Self, L>, SwizzleError>
    where
        Self: XorSwizzle,
    {
        const { check_static_swizzle::<Self, L, Int<U0>>() };
        Swizzled::checked(self, Int::new(), layout)
    }

    /// The layout at an offset, followed by this swizzle: `swizzle(offset + layout(crd))`.
    ///
    /// Behind a layout that places its sums itself, as all do but a shape and a stride, the offset is static; another
    /// does not compile.
    ///
    /// # Panics
    /// As [`compose`](Self::compose); [`try_compose_at`](Self::try_compose_at) returns that as an error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// // the last two rows of the example above
    /// let layout = Swizzle::<2, 0, 2>::new().compose_at(int!(8), layout!((2, 4):(4, 1)));
    /// assert!(layout.offsets().eq([10, 15, 11, 14, 8, 13, 9, 12]));
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use tilework::prelude::*;
    /// let (swizzle, start) = (Swizzle::<2, 0, 2>::new(), 8);
    /// let inner = swizzle.compose(layout!((4, 4):(4, 1)));
    /// // Sw<2,0,2> o ? o Sw<2,0,2> o 0 o (4,4):(4,1) needs a static offset: ...
    /// swizzle.compose_at(start, inner);
    /// ```
    #[track_caller]
    pub fn compose_at<L: Mapping, O: Integer>(self, offset: O, layout: L) -> Swizzled<Self, L, O>
    where
        Self: XorSwizzle,
    {
        const { check_static_swizzle::<Self, L, O>() };
        composed(self, offset, layout)
    }

    /// The same as [`compose_at`](Self::compose_at), or why the layout cannot be swizzled.
    ///
    /// # Errors
    /// As [`try_compose`](Self::try_compose).
    pub fn try_compose_at<L: Mapping, O: Integer>(
        self,
        offset: O,
        layout: L,
    ) -> Result<Swizzled<Self, L, O>, SwizzleError>
    where
        Self: XorSwizzle,
    {
        const { check_static_swizzle::<Self, L, O>() };
        Swizzled::checked(self, offset, layout)
    }
}

#[track_caller]
fn composed<W: XorSwizzle, L: Mapping, O: Integer>(swizzle: W, offset: O, layout: L) -> Swizzled<W, L, O> {
    match Swizzled::checked(swizzle, offset, layout) {
        Ok(swizzled) => swizzled,
        Err(error) => panic!("{swizzle} o {offset} o {layout}: {error}"),
    }
}
