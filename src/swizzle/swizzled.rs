//! The swizzled layout as a function.

use super::base::XorSwizzle;
use super::compose::NoOffset;
use crate::int::{Add, Int, Integer, Min, Mul, RoundUp};
use crate::layout::{Coordinate, Extent, Layout, Mapping, OutOfBounds, Strided};
use crate::tuple::{AllStatic, HasSize, IntTuple, Ranked, Shape, Stride};
use core::fmt;
use typenum::U1;

/// A swizzled layout: `swizzle(start + layout(crd))`, made by [`Swizzle::compose`](super::Swizzle::compose).
///
/// It has shape and size, and no stride. It is a [`Mapping`], so that tensors, tiles and kernels take it; it takes no space
/// if layout and start are static. No two coordinates share an offset unless they do in the layout. Source: CuTe's
/// `ComposedLayout`.
///
/// ```
/// use tilework::prelude::*;
/// let swizzled = Swizzle::<3, 3, 3>::new().compose(layout!((64, 64):(64, 1)));
/// let mut data = vec![0u16; 4096];
/// let mut tile = ViewMut::new(&mut data, swizzled).unwrap();
/// tile[(5, 20)] = 7;
/// // eight elements move together; row 5 exchanges group 2 with group 2 ^ 5 = 7
/// assert_eq!(data[5 * 64 + 7 * 8 + 4], 7);
/// assert_eq!(size_of_val(&swizzled), 0);
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Swizzled<W, L, O = NoOffset> {
    swizzle: W,
    start: O,
    /// No stride is negative where the extent is above 1; and `start` and all that the strides reach, rounded up to whole
    /// blocks, fits in a machine word.
    layout: L,
}

/// The elements that storage needs: see [`Swizzled::cosize`].
pub type SwizzledCosize<W, L, O> = Mul<
    Min<<L as Mapping>::Cosize, Int<U1>>,
    RoundUp<Add<O, <L as Mapping>::Cosize>, Int<<W as XorSwizzle>::Block>>,
>;

impl<W, L, O> Swizzled<W, L, O> {
    /// Parts that are known to belong together: see the field.
    pub(super) fn from_parts(swizzle: W, start: O, layout: L) -> Self {
        Swizzled { swizzle, start, layout }
    }
}

impl<W: Copy, L: Copy, O: Copy> Swizzled<W, L, O> {
    /// What is done last.
    pub fn swizzle(&self) -> W {
        self.swizzle
    }

    /// What is added to the offsets of the layout.
    pub fn start(&self) -> O {
        self.start
    }

    /// What is done first.
    pub fn layout(&self) -> L {
        self.layout
    }
}

impl<W, S, D, O> Swizzled<W, Layout<S, D>, O>
where
    W: XorSwizzle,
    S: Shape + AllStatic,
    D: Stride<S> + AllStatic,
    O: Integer + AllStatic,
{
    /// The one layout of a fully static type, usable in constants.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// const TILE: Swizzled<Swizzle<3, 3, 3>, Layout!((64, 64):(64, 1))> = Swizzled::STATIC;
    /// assert_eq!(TILE, Swizzle::<3, 3, 3>::new().compose(layout!((64, 64):(64, 1))));
    /// ```
    pub const STATIC: Self = {
        super::compose::check_static::<W, Layout<S, D>, O>();
        Swizzled { swizzle: W::VALUE, start: O::VALUE, layout: Layout::<S, D>::STATIC }
    };
}

impl<W: XorSwizzle, S: Shape, D: Stride<S>, E: Extent<S>, O: Integer> Swizzled<W, Layout<S, D, E>, O> {
    /// The shape, padding included.
    pub fn shape(&self) -> S {
        self.layout.shape()
    }

    /// The logical extent of every top-level mode.
    pub fn extents(&self) -> E::Extents {
        self.layout.extents()
    }

    /// The number of coordinates of the shape, padding included.
    pub fn size(&self) -> S::Size {
        self.layout.size()
    }

    /// The number of elements storage needs: `start + cosize(layout)` rounded up to whole [blocks](XorSwizzle::Block) of
    /// the swizzle, `2^(M+B)` elements for a positive `S`; 0 of an empty layout.
    ///
    /// Every offset is below it, by less than a block more than it must be. Static where start and layout are.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let exact: Int!(4096) = Swizzle::<3, 3, 3>::new().compose(layout!((64, 64):(64, 1))).cosize();
    /// let rounded: Int!(128) = Swizzle::<3, 3, 3>::new().compose(layout!((10, 10):(10, 1))).cosize();
    /// ```
    pub fn cosize(&self) -> SwizzledCosize<W, Layout<S, D, E>, O> {
        Mapping::cosize(self)
    }

    /// The number of top-level modes.
    pub fn rank(&self) -> usize {
        self.layout.rank()
    }

    /// The levels of nesting.
    pub fn depth(&self) -> usize {
        self.layout.depth()
    }

    /// The offset of a coordinate: `swizzle(start + layout(crd))`. It is dynamic, also where the coordinate is static.
    ///
    /// A static coordinate outside the layout does not compile. A dynamic one is not checked, as by
    /// [`Layout::offset`]; [`try_offset`](Swizzled::try_offset) checks.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1)));
    /// assert_eq!((layout.offset((1, 0)), layout.offset(1), layout.offset(crd!(1, 0))), (5, 5, 5));
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use tilework::prelude::*;
    /// // coordinate 4 is outside mode 0 of extent 4 in (4,4):(4,1)
    /// Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1))).offset(crd!(4, 0));
    /// ```
    pub fn offset<C: Coordinate<S, D>>(&self, crd: C) -> usize {
        self.put(self.layout.offset(crd))
    }

    /// The offset of a coordinate inside the logical extent.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = Swizzle::<2, 0, 2>::new().compose(layout!((4, 4):(4, 1)));
    /// assert_eq!(layout.try_offset((3, 0)), Ok(15));
    /// let error = layout.try_offset((4, 0)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "coordinate (4,0) is outside the extent (_4,_4) of layout Sw<2,0,2> o _0 o (_4,_4):(_4,_1)"
    /// );
    /// ```
    pub fn try_offset<C: Coordinate<S, D>>(&self, crd: C) -> Result<usize, OutOfBounds<C, Self>> {
        match self.layout.try_offset(crd) {
            Ok(offset) => Ok(self.put(offset)),
            Err(OutOfBounds { crd, .. }) => Err(OutOfBounds { crd, layout: *self }),
        }
    }

    /// Whether a coordinate is inside the logical extent: an element, not padding.
    pub fn contains<C: Coordinate<S, D>>(&self, crd: C) -> bool {
        self.layout.contains(crd)
    }

    /// The offsets of all elements, first mode fastest. Padding is skipped.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = Swizzle::<1, 0, 1>::new().compose(layout!((2, 2):(2, 1)));
    /// assert!(layout.offsets().eq([0, 3, 1, 2]));
    /// ```
    pub fn offsets(&self) -> impl ExactSizeIterator<Item = usize> + use<W, S, D, E, O> {
        let this = *self;
        self.layout.offsets().map(move |offset| this.put(offset))
    }

    /// Where an offset of the layout is put.
    fn put(&self, offset: impl crate::int::Scalar) -> usize {
        W::PARTS.apply(self.start.value() + offset.to_isize() as usize)
    }
}

#[diagnostic::do_not_recommend]
impl<W, L: Strided, O> HasSize for Swizzled<W, L, O> {
    type Size = <L::Shape as Shape>::Size;
    fn total(self) -> Self::Size {
        Strided::size(&self.layout)
    }
}

impl<W, L: Strided, O> Ranked for Swizzled<W, L, O> {
    const MODES: usize = <L::Shape as IntTuple>::RANK;
    const LEVELS: usize = <L::Shape as IntTuple>::DEPTH;
}

/// `swizzle o start o layout`: `Sw<3,3,3> o _0 o (_64,_64):(_64,_1)`.
impl<W: fmt::Display, L: fmt::Display, O: fmt::Display> fmt::Display for Swizzled<W, L, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} o {} o {}", self.swizzle, self.start, self.layout)
    }
}

impl<W: fmt::Display, L: fmt::Display, O: fmt::Display> fmt::Debug for Swizzled<W, L, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
