//! The layout over a placement.

use super::placement::Placement;
use crate::int::Integer;
use crate::layout::{Coordinate, Entries, OutOfBounds, Overlap, WithExtents, check_coordinate};
use crate::tuple::{AllStatic, HasSize, IntTuple, Ranked, Shape, ShapeTuple};
use core::fmt;
use core::marker::PhantomData;

/// A static layout whose sums are placed by `P`: a [`XorLayout`](super::XorLayout) or a
/// [`TiledLayout`](super::TiledLayout).
///
/// It takes no space, and it is a [`Mapping`](crate::layout::Mapping). What asks for strides does not take it;
/// compositions and divisions do, as they only ask for the [indices](super::Reindexed).
pub struct Placed<P>(PhantomData<P>);

impl<P> Placed<P> {
    /// The layout of this type. What is wrong with its placement is a compile error where it is looked at.
    pub(super) const fn new() -> Self {
        Placed(PhantomData)
    }
}

impl<P: Placement> Placed<P> {
    /// The one layout of this type.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// const TILE: XorLayout!((8, 8):(F1, F9)) = XorLayout::STATIC;
    /// assert_eq!(TILE, xor_layout!((8, 8):(F1, F9)));
    /// const ARRAY: Xla!(f32[20,30]{1,0:T(8,16)(3,1)}) = TiledLayout::STATIC;
    /// assert_eq!(ARRAY, xla!(f32[20,30]{1,0:T(8,16)(3,1)}));
    /// ```
    pub const STATIC: Self = {
        let _ = P::OVERLAP;
        Placed::new()
    };

    /// The shape of the coordinates.
    #[inline]
    pub fn shape(&self) -> P::Shape {
        P::Shape::VALUE
    }

    /// The number of coordinates.
    #[inline]
    pub fn size(&self) -> <P::Shape as Shape>::Size {
        self.shape().size()
    }

    /// The number of elements storage needs.
    ///
    /// Of F2 strides, the smallest power of two that is above every offset; of a tiling, all places of the tiles,
    /// padding included: where a tile does not divide the one before it, that is more than XLA allocates, see
    /// `xla::tiled_elements`.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let exact: Int!(64) = xor_layout!((8, 8):(F1, F9)).cosize();
    /// let rounded: Int!(8) = xor_layout!((4):(F3)).cosize(); // offsets 0 3 6 5
    /// let places: Int!(864) = xla!(f32[20,30]{1,0:T(8,16)(3,1)}).cosize();
    /// ```
    #[inline]
    pub fn cosize(&self) -> P::Cosize {
        P::Cosize::VALUE
    }

    /// The number of top-level modes.
    #[inline]
    pub fn rank(&self) -> usize {
        <P::Shape as IntTuple>::RANK
    }

    /// The levels of nesting.
    #[inline]
    pub fn depth(&self) -> usize {
        <P::Shape as IntTuple>::DEPTH
    }

    /// The offset of a coordinate. It is dynamic, also where the coordinate is static.
    ///
    /// A static coordinate outside the layout does not compile. A dynamic one is not checked, and has an offset that
    /// means nothing; [`try_offset`](Self::try_offset) checks.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = xor_layout!(((2, 4), 8):((F1, F2), F9));
    /// assert_eq!((layout.offset((5, 6)), layout.offset(((1, 2), 6)), layout.offset(53)), (51, 51, 51));
    /// let layout = xla!(f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)});
    /// assert_eq!(layout.offset((1, 3, 5, 2, 7)), 9381); // as [112,110] with T(2,3)
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use tilework::prelude::*;
    /// xor_layout!((8, 8):(F1, F9)).offset(crd!(0, 8)); // coordinate 8 is outside mode 1 of extent 8 in (8,8):(F1,F9)
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use tilework::prelude::*;
    /// // coordinate 20 is outside mode 0 of extent 20 in [20,30]{1,0:T(8,16)(3,1)}
    /// xla!(f32[20,30]{1,0:T(8,16)(3,1)}).offset(crd!(20, 0));
    /// ```
    #[inline]
    pub fn offset<C: Coordinate<P::Shape, P::Stride>>(&self, crd: C) -> usize {
        const { check_coordinate::<Self, C>() };
        P::offset(crd)
    }

    /// The offset of a coordinate inside the layout.
    ///
    /// # Errors
    /// If the coordinate is outside the shape, with the coordinate and the layout.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = xor_layout!((8, 8):(F1, F9));
    /// assert_eq!(layout.try_offset((0, 7)), Ok(63));
    /// let error = layout.try_offset((8, 0)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "coordinate (8,0) is outside the extent (_8,_8) of layout (_8,_8):(F1,F9)"
    /// );
    /// ```
    #[inline]
    pub fn try_offset<C: Coordinate<P::Shape, P::Stride>>(
        &self,
        crd: C,
    ) -> Result<usize, OutOfBounds<C, Self>> {
        match self.contains(crd) {
            true => Ok(P::offset(crd)),
            false => Err(OutOfBounds { crd, layout: *self }),
        }
    }

    /// Whether a coordinate is inside the layout.
    #[inline]
    pub fn contains<C: Coordinate<P::Shape, P::Stride>>(&self, crd: C) -> bool {
        crd.entries().outside(self.shape().shape_modes()).is_none()
    }

    /// Whether no two coordinates share an offset: over F2 strides, whether the columns of the matrix are independent.
    /// No tiling puts two elements in one place.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert!(xor_layout!((8, 8):(F1, F9)).is_injective());
    /// assert!(!xor_layout!((2, 2, 2):(F3, F5, F6)).is_injective());
    /// ```
    #[inline]
    pub fn is_injective(&self) -> bool {
        matches!(P::OVERLAP, Overlap::None)
    }

    /// The offsets of all elements, first mode fastest.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert!(xor_layout!((2, 4):(F1, F3)).offsets().eq([0, 1, 3, 2, 6, 7, 5, 4]));
    /// assert!(xla!(s32[5,1]{1,0:T(4,1)(3,1)}).offsets().eq([0, 1, 2, 3, 6]));
    /// ```
    #[inline]
    pub fn offsets(&self) -> impl ExactSizeIterator<Item = usize> + use<P> {
        (0..self.size().value()).map(P::offset::<usize>)
    }
}

impl<P> Clone for Placed<P> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl<P> Copy for Placed<P> {}

impl<P> PartialEq for Placed<P> {
    #[inline]
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl<P> Eq for Placed<P> {}

#[diagnostic::do_not_recommend]
impl<P: Placement> HasSize for Placed<P> {
    type Size = <P::Shape as Shape>::Size;
    #[inline]
    fn total(self) -> Self::Size {
        self.size()
    }
}

impl<P: Placement> Ranked for Placed<P> {
    const MODES: usize = <P::Shape as IntTuple>::RANK;
    const LEVELS: usize = <P::Shape as IntTuple>::DEPTH;
}

/// `(_8,_8):(F1,F9)`, or `[20,30]{1,0:T(8,16)(3,1)}`.
impl<P: Placement> fmt::Display for Placed<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        P::fmt(f)
    }
}

impl<P: Placement> WithExtents for Placed<P> {
    fn write_extents(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.shape().sizes().notation())
    }
}

impl<P: Placement> fmt::Debug for Placed<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        P::fmt(f)
    }
}
