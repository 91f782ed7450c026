//! The swizzled layout as a function.

use super::base::XorSwizzle;
use super::error::SwizzleError;
use crate::int::{Add, Int, Integer, Min, Mul, RoundUp, Text};
use crate::layout::{Accepts, Layout, Mapping, OutOfBounds, WithExtents, check_coordinate};
use crate::placed::{Placed, Placement};
use crate::tuple::{AllStatic, HasSize, IntTuple, Ranked, Shape, Stride};
use core::fmt;
use typenum::{U0, U1};

/// A swizzled layout: `swizzle(start + layout(crd))`, made by [`Swizzle::compose`](super::Swizzle::compose).
///
/// The layout is any [`Mapping`]: a shape and a stride, F2 strides, a tiling of XLA, or a swizzled layout again. The
/// result has shape and size, and no stride. It is a [`Mapping`] too, so that tensors, tiles and kernels take it; it
/// takes no space if layout and start are static. No two coordinates share an offset unless they do in the layout.
/// Source: CuTe's `ComposedLayout`.
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
pub struct Swizzled<W, L, O = Int<U0>> {
    swizzle: W,
    start: O,
    /// No offset is negative; and `start` and all that the layout reaches, rounded up to whole blocks, fits in a
    /// machine word.
    layout: L,
}

/// The elements that storage needs: see [`Swizzled::cosize`].
pub type SwizzledCosize<W, L, O> = Mul<
    Min<<L as Mapping>::Cosize, Int<U1>>,
    RoundUp<Add<O, <L as Mapping>::Cosize>, Int<<W as XorSwizzle>::Block>>,
>;

impl<W: XorSwizzle, L: Mapping, O: Integer> Swizzled<W, L, O> {
    /// The layout at an offset, followed by any swizzle; or why the layout cannot be swizzled.
    ///
    /// What [`Swizzle::try_compose_at`](super::Swizzle::try_compose_at) does, for code that is generic over the
    /// swizzle.
    ///
    /// # Errors
    /// If an offset of the layout may be negative, or the cosize of the result does not fit in a machine word. With
    /// static leaves that is a compile error.
    ///
    /// ```
    /// use tilework::{placed::{SwizzleError, Swizzled, XorSwizzle}, prelude::*};
    /// /// The same layout, swizzled.
    /// fn swizzled<W: XorSwizzle, L: Mapping>(layout: L) -> Result<Swizzled<W, L>, SwizzleError> {
    ///     Swizzled::try_new(W::default(), int!(0), layout)
    /// }
    /// let layout = swizzled::<Swizzle<2, 0, 2>, _>(layout!((4, 4):(4, 1))).unwrap();
    /// assert_eq!(layout.offset((1, 0)), 5);
    /// ```
    pub fn try_new(swizzle: W, offset: O, layout: L) -> Result<Self, SwizzleError> {
        const { check_static_swizzle::<W, L, O>() };
        Self::checked(swizzle, offset, layout)
    }

    /// The same, where the function that the user calls looks for mistakes of static leaves.
    pub(super) fn checked(swizzle: W, offset: O, layout: L) -> Result<Self, SwizzleError> {
        match layout.spread() {
            (0, reach) => match reach.and_then(|reach| storage::<W>(offset.value(), reach)) {
                Some(_) => Ok(Swizzled { swizzle, start: offset, layout }),
                None => Err(SwizzleError::Overflow),
            },
            (descent, _) => Err(SwizzleError::Negative { lowest: -descent.cast_signed() }),
        }
    }

    /// The number of elements storage needs: `start + cosize(layout)` rounded up to whole [blocks](XorSwizzle::Block)
    /// of the swizzle, `2^(M+B)` elements for a positive `S`; 0 of an empty layout.
    ///
    /// Every offset is below it, by less than a block more than it must be. Static where start and layout are.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let exact: Int!(4096) = Swizzle::<3, 3, 3>::new().compose(layout!((64, 64):(64, 1))).cosize();
    /// let rounded: Int!(128) = Swizzle::<3, 3, 3>::new().compose(layout!((10, 10):(10, 1))).cosize();
    /// ```
    pub fn cosize(&self) -> SwizzledCosize<W, L, O> {
        Mapping::cosize(self)
    }

    /// The logical extent of every top-level mode.
    pub fn extents(&self) -> L::Extents {
        self.layout.extents()
    }

    /// The number of top-level modes.
    pub fn rank(&self) -> usize {
        L::RANK
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
    #[inline]
    pub fn offset<C: IntTuple>(&self, crd: C) -> usize
    where
        L: Accepts<C>,
    {
        const { check_coordinate::<L, C>() };
        Accepts::<C>::step(self, crd).cast_unsigned()
    }

    /// The offset of a coordinate inside the logical extent.
    ///
    /// # Errors
    /// If the coordinate is outside the logical extent, with the coordinate and the layout.
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
    pub fn try_offset<C: IntTuple>(&self, crd: C) -> Result<usize, OutOfBounds<C, Self>>
    where
        L: Accepts<C>,
    {
        match self.layout.contains(crd) {
            true => Ok(self.offset(crd)),
            false => Err(OutOfBounds { crd, layout: *self }),
        }
    }

    /// Whether a coordinate is inside the logical extent: an element, not padding.
    pub fn contains<C: IntTuple>(&self, crd: C) -> bool
    where
        L: Accepts<C>,
    {
        self.layout.contains(crd)
    }

    /// The offsets of all elements, first mode fastest. Padding is skipped.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = Swizzle::<1, 0, 1>::new().compose(layout!((2, 2):(2, 1)));
    /// assert!(layout.offsets().eq([0, 3, 1, 2]));
    /// ```
    pub fn offsets(&self) -> impl ExactSizeIterator<Item = usize> + use<W, L, O> {
        let (this, extents) = (*self, self.extents());
        (0..extents.size().value()).map(move |element| {
            let mut sum = this.bias();
            extents.split(element, &mut |mode, index| sum += this.mode_offset(mode, index));
            Self::place(sum).cast_unsigned()
        })
    }
}

impl<W, L, O> Swizzled<W, L, O> {
    /// Parts that are known to belong together: see the field.
    pub(crate) fn from_parts(swizzle: W, start: O, layout: L) -> Self {
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

    /// The number of coordinates of the shape, padding included.
    pub fn size(&self) -> L::Size
    where
        L: HasSize,
    {
        self.layout.total()
    }

    /// The levels of nesting.
    pub fn depth(&self) -> usize
    where
        L: Ranked,
    {
        L::LEVELS
    }
}

/// A layout of which everything is static: its type has one value.
#[doc(hidden)]
pub trait StaticLayout: Mapping {
    #[doc(hidden)]
    const VALUE: Self;
}

impl<S: Shape + AllStatic, D: Stride<S> + AllStatic> StaticLayout for Layout<S, D> {
    const VALUE: Self = Layout::<S, D>::STATIC;
}

impl<P: Placement> StaticLayout for Placed<P> {
    const VALUE: Self = Placed::<P>::STATIC;
}

impl<W: XorSwizzle, L: StaticLayout, O: Integer + AllStatic> StaticLayout for Swizzled<W, L, O> {
    const VALUE: Self = Self::STATIC;
}

impl<W: XorSwizzle, L: StaticLayout, O: Integer + AllStatic> Swizzled<W, L, O> {
    /// The one layout of a fully static type, usable in constants.
    ///
    /// ```
    /// use tilework::{placed::Swizzled, prelude::*};
    /// const TILE: Swizzled<Swizzle<3, 3, 3>, Layout!((64, 64):(64, 1))> = Swizzled::STATIC;
    /// assert_eq!(TILE, Swizzle::<3, 3, 3>::new().compose(layout!((64, 64):(64, 1))));
    /// ```
    pub const STATIC: Self = {
        check_static_swizzle::<W, L, O>();
        Swizzled { swizzle: W::VALUE, start: O::VALUE, layout: L::VALUE }
    };
}

/// The elements that hold the swizzled offsets from 0 up to `start + reach`, if they fit in a machine word.
pub(super) const fn storage<W: XorSwizzle>(start: usize, reach: usize) -> Option<usize> {
    let Some(last) = start.checked_add(reach) else { return None };
    let Some(len) = last.checked_add(1) else { return None };
    match len.checked_next_multiple_of(Int::<W::Block>::VALUE) {
        Some(storage) if storage <= isize::MAX as usize => Some(storage),
        _ => None,
    }
}

/// The mistakes of static leaves, as compile errors.
#[track_caller]
pub(crate) const fn check_static_swizzle<W: XorSwizzle, L: Mapping, O: Integer>() {
    let (descent, reach) = L::STATIC_SPREAD;
    if let Some(descent) = descent
        && descent > 0
    {
        let text =
            Text::new().str("layout ").text(&L::TEXT).str(" cannot be swizzled: its strides go down to ");
        let text = text.str("offset ").signed(-descent.cast_signed());
        panic!("{}", text.str(", and a swizzle takes offsets from 0 on").as_str())
    }
    if let (Some(start), Some(reach)) = (O::STATIC, reach)
        && storage::<W>(start, reach).is_none()
    {
        let text = Text::new().str("the offsets of ").text(&W::TEXT).str(" o ").text(&<O as IntTuple>::TEXT);
        let text = text.str(" o ").text(&L::TEXT).str(" overflow: they must stay below 2^");
        panic!("{}", text.number(isize::BITS as usize - 1).as_str())
    }
    if L::ROW != 0 && O::STATIC.is_none() {
        let text = Text::new().text(&W::TEXT).str(" o ").text(&<O as IntTuple>::TEXT).str(" o ");
        let text = text.text(&L::TEXT).str(" needs a static offset: the layout places its sums itself, ");
        panic!("{}", text.str("and what is added to a place is part of the type").as_str())
    }
}

#[diagnostic::do_not_recommend]
impl<W, L: HasSize, O> HasSize for Swizzled<W, L, O> {
    type Size = L::Size;
    fn total(self) -> L::Size {
        self.layout.total()
    }
}

impl<W, L: Ranked, O> Ranked for Swizzled<W, L, O> {
    const MODES: usize = L::MODES;
    const LEVELS: usize = L::LEVELS;
}

/// `swizzle o start o layout`: `Sw<3,3,3> o _0 o (_64,_64):(_64,_1)`.
impl<W: fmt::Display, L: fmt::Display, O: fmt::Display> fmt::Display for Swizzled<W, L, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} o {} o {}", self.swizzle, self.start, self.layout)
    }
}

impl<W: fmt::Display, L: WithExtents, O: fmt::Display> WithExtents for Swizzled<W, L, O> {
    fn write_extents(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.layout.write_extents(f)
    }
}

impl<W: fmt::Display, L: fmt::Display, O: fmt::Display> fmt::Debug for Swizzled<W, L, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
