//! Composition: a layout followed by a swizzle.

use super::base::{Swizzle, XorSwizzle};
use super::error::SwizzleError;
use super::swizzled::Swizzled;
use crate::int::{Int, Integer, Text};
use crate::layout::Strided;
use crate::tuple::{IntTuple, Stride};
use typenum::U0;

impl<const B: u32, const M: u32, const S: i32> Swizzle<B, M, S> {
    /// The layout followed by this swizzle: `swizzle(layout(crd))`.
    ///
    /// A static layout with a negative stride, whose offsets a swizzle does not take, is a compile error.
    ///
    /// # Panics
    /// If a leaf is dynamic, and a stride is negative or the offsets overflow; [`try_compose`](Self::try_compose) returns
    /// that as an error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1)));
    /// assert_eq!(layout.to_string(), "Sw<2,0,2> o _0 o (_4,_4):(_4,_1)");
    /// let rows = [0, 1, 2, 3].map(|i| [0, 1, 2, 3].map(|j| layout.offset((i, j))));
    /// assert_eq!(rows, [[0, 1, 2, 3], [5, 4, 7, 6], [10, 11, 8, 9], [15, 14, 13, 12]]);
    /// ```
    #[track_caller]
    pub fn compose<L: Strided>(self, layout: L) -> Swizzled<Self, L>
    where
        Self: XorSwizzle,
    {
        self.compose_at(Int::new(), layout)
    }

    /// The same as [`compose`](Self::compose), or why the layout cannot be swizzled.
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
    pub fn try_compose<L: Strided>(self, layout: L) -> Result<Swizzled<Self, L>, SwizzleError>
    where
        Self: XorSwizzle,
    {
        self.try_compose_at(Int::new(), layout)
    }

    /// The layout at an offset, followed by this swizzle: `swizzle(offset + layout(crd))`.
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
    #[track_caller]
    pub fn compose_at<L: Strided, O: Integer>(self, offset: O, layout: L) -> Swizzled<Self, L, O>
    where
        Self: XorSwizzle,
    {
        match self.try_compose_at(offset, layout) {
            Ok(swizzled) => swizzled,
            Err(error) => panic!("{self} o {offset} o {layout}: {error}"),
        }
    }

    /// The same as [`compose_at`](Self::compose_at), or why the layout cannot be swizzled.
    pub fn try_compose_at<L: Strided, O: Integer>(
        self,
        offset: O,
        layout: L,
    ) -> Result<Swizzled<Self, L, O>, SwizzleError>
    where
        Self: XorSwizzle,
    {
        Swizzled::try_new(self, offset, layout)
    }
}

impl<W: XorSwizzle, L: Strided, O: Integer> Swizzled<W, L, O> {
    /// The layout at an offset, followed by any swizzle; or why the layout cannot be swizzled.
    ///
    /// What [`Swizzle::try_compose_at`] does, for code that is generic over the swizzle.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// /// The same layout, swizzled.
    /// fn swizzled<W: XorSwizzle, L: Strided>(layout: L) -> Result<Swizzled<W, L>, SwizzleError> {
    ///     Swizzled::try_new(W::default(), int!(0), layout)
    /// }
    /// let layout = swizzled::<Swizzle<2, 0, 2>, _>(layout!((4, 4):(4, 1))).unwrap();
    /// assert_eq!(layout.offset((1, 0)), 5);
    /// ```
    pub fn try_new(swizzle: W, offset: O, layout: L) -> Result<Self, SwizzleError> {
        const { check_static::<W, L, O>() };
        let (shape, stride) = (layout.shape(), layout.stride());
        match Stride::descent(stride, shape).value() {
            0 => {}
            descent => return Err(SwizzleError::Negative { lowest: -(descent as isize) }),
        }
        match stride.checked_reach(shape).and_then(|reach| storage::<W>(offset.value(), reach)) {
            Some(_) => Ok(Swizzled::from_parts(swizzle, offset, layout)),
            None => Err(SwizzleError::Overflow),
        }
    }
}

/// The elements that hold the swizzled offsets from 0 up to `start + reach`, if they fit in a machine word.
const fn storage<W: XorSwizzle>(start: usize, reach: usize) -> Option<usize> {
    let Some(last) = start.checked_add(reach) else { return None };
    let Some(len) = last.checked_add(1) else { return None };
    match len.checked_next_multiple_of(Int::<W::Block>::VALUE) {
        Some(storage) if storage <= isize::MAX as usize => Some(storage),
        _ => None,
    }
}

/// The mistakes of static leaves, as compile errors.
pub(super) const fn check_static<W: XorSwizzle, L: Strided, O: Integer>() {
    if let Some(descent) = <<L::Stride as Stride<L::Shape>>::Descent as Integer>::STATIC
        && descent > 0
    {
        let text =
            Text::new().str("layout ").text(&L::TEXT).str(" cannot be swizzled: its strides go down to ");
        let text = text.str("offset ").signed(-(descent as isize));
        panic!("{}", text.str(", and a swizzle takes offsets from 0 on").as_str())
    }
    let reach = <<L::Stride as Stride<L::Shape>>::Reach as Integer>::STATIC;
    if let (Some(start), Some(reach)) = (O::STATIC, reach)
        && storage::<W>(start, reach).is_none()
    {
        let text = Text::new().str("the offsets of ").text(&W::TEXT).str(" o ").text(&<O as IntTuple>::TEXT);
        let text = text.str(" o ").text(&L::TEXT).str(" overflow: they must stay below 2^");
        panic!("{}", text.number(isize::BITS as usize - 1).as_str())
    }
}

/// No offset: what `compose` starts from.
pub(super) type NoOffset = Int<U0>;
