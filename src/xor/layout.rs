//! The layout over F2 strides.

use super::map::Map;
use crate::int::modes::{End, MatchNumber, Modes};
use crate::int::nat::{Maximum, Product, TopBit};
use crate::int::{Int, Integer, Scalar, Text, Truth};
use crate::layout::{Coordinate, Entries, Exact, OutOfBounds, static_outside};
use crate::tuple::{AllStatic, HasSize, IntTuple, Ranked, Shape, Stride};
use core::fmt;
use core::marker::PhantomData;
use typenum::U1;

/// A static layout over F2 strides, in which offsets are added by XOR: `(8,8):(F1,F9)`.
///
/// Over F2 a number is a polynomial whose coefficients are its bits. Post-condition: the offset of a coordinate is the XOR,
/// over the leaves, of coordinate times stride, multiplied without carries. Each extent is a power of two, and no offset reaches
/// `2^62`; other layouts do not compile. It takes no space, and it is a [`Mapping`](crate::layout::Mapping), so that tensors,
/// tiles and kernels take it. Written with [`xor_layout!`](crate::xor_layout!); its type with
/// [`XorLayout!`](crate::XorLayout!), whose strides `D` are the numbers after the `F`.
///
/// `(8,8):(F1,F9)` is [`Swizzle<3,0,3>`](crate::swizzle::Swizzle) of the numbers below 64; any swizzled layout of powers of two
/// is one of these, see [`to_xor_layout`](crate::swizzle::Swizzled::to_xor_layout). Source: the whitepaper of CuTe. The same
/// at run time: a `dynamic::DynLayout` with strides `dynamic::Stride::F2`.
///
/// ```
/// use tilework::prelude::*;
/// let layout = xor_layout!((8, 8):(F1, F9));
/// assert_eq!([layout.offset((0, 1)), layout.offset((5, 6))], [9, 51]);
/// assert!((0..64).all(|index| layout.offset(index) == Swizzle::<3, 0, 3>::new().apply(index)));
/// assert_eq!((layout.to_string(), size_of_val(&layout)), ("(_8,_8):(F1,F9)".into(), 0));
///
/// let mut tile = StackTensor::fill(layout, 0);
/// tile[(5, 6)] = 7;
/// assert_eq!(tile.as_slice()[51], 7);
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::prelude::*;
/// xor_layout!((8, 6):(F1, F9)); // (8,6):(F1,F9): the extent 6 is no power of two, as the extents of an F2 layout are
/// ```
pub struct XorLayout<S, D>(pub(super) PhantomData<(S, D)>);

impl<S: Shape + AllStatic, D: Stride<S> + AllStatic> XorLayout<S, D> {
    pub(super) const TEXT: Text = text::<S, D>();
    pub(super) const MAP: Map = Map::of(&S::LEAVES, &D::LEAVES, &S::PROFILE, &Self::TEXT);

    /// The one layout of this type.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// const TILE: XorLayout!((8, 8):(F1, F9)) = XorLayout::STATIC;
    /// assert_eq!(TILE, xor_layout!((8, 8):(F1, F9)));
    /// ```
    pub const STATIC: Self = {
        let _ = Self::MAP;
        XorLayout(PhantomData)
    };

    /// The shape.
    pub fn shape(&self) -> S {
        S::VALUE
    }

    /// The F2 strides, congruent with the shape: the numbers after the `F`.
    pub fn stride(&self) -> D {
        D::VALUE
    }

    /// The number of coordinates.
    pub fn size(&self) -> S::Size {
        self.shape().size()
    }

    /// The number of elements storage needs: the smallest power of two that is above every offset.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let exact: Int!(64) = xor_layout!((8, 8):(F1, F9)).cosize();
    /// let rounded: Int!(8) = xor_layout!((4):(F3)).cosize(); // offsets 0 3 6 5
    /// ```
    pub fn cosize(&self) -> XorCosize<S, D> {
        Int::new()
    }

    /// The number of top-level modes.
    pub fn rank(&self) -> usize {
        <S as IntTuple>::RANK
    }

    /// The levels of nesting.
    pub fn depth(&self) -> usize {
        S::DEPTH
    }

    /// The offset of a coordinate. It is dynamic, also where the coordinate is static.
    ///
    /// A static coordinate outside the layout does not compile. A dynamic one is not checked, and has an offset that means
    /// nothing; [`try_offset`](Self::try_offset) checks.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let layout = xor_layout!(((2, 4), 8):((F1, F2), F9));
    /// assert_eq!((layout.offset((5, 6)), layout.offset(((1, 2), 6)), layout.offset(53)), (51, 51, 51));
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use tilework::prelude::*;
    /// xor_layout!((8, 8):(F1, F9)).offset(crd!(0, 8)); // coordinate 8 is outside mode 1 of extent 8 in (8,8):(F1,F9)
    /// ```
    #[inline]
    pub fn offset<C: Coordinate<S, D>>(&self, crd: C) -> usize {
        const { check_static_coordinate::<C, S, D>() };
        const { &Self::MAP }.place(self.sum(crd))
    }

    /// The offset of a coordinate inside the layout.
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
    pub fn try_offset<C: Coordinate<S, D>>(&self, crd: C) -> Result<usize, OutOfBounds<C, Self>> {
        match self.contains(crd) {
            true => Ok(Self::MAP.place(self.sum(crd))),
            false => Err(OutOfBounds { crd, layout: *self }),
        }
    }

    /// Whether a coordinate is inside the layout.
    pub fn contains<C: Coordinate<S, D>>(&self, crd: C) -> bool {
        crd.entries().outside(self.shape()).is_none()
    }

    /// Whether no two coordinates share an offset: whether the columns of the F2 matrix are independent.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert!(xor_layout!((8, 8):(F1, F9)).is_injective());
    /// assert!(!xor_layout!((2, 2, 2):(F3, F5, F6)).is_injective());
    /// ```
    pub fn is_injective(&self) -> bool {
        matches!(const { Self::MAP.overlap() }, crate::layout::Overlap::None)
    }

    /// The offsets of all elements, first mode fastest.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// assert!(xor_layout!((2, 4):(F1, F3)).offsets().eq([0, 1, 3, 2, 6, 7, 5, 4]));
    /// ```
    pub fn offsets(&self) -> impl ExactSizeIterator<Item = usize> + use<S, D> {
        let this = *self;
        (0..self.size().value()).map(move |index| this.offset(index))
    }

    /// What the kernels walk.
    #[inline(always)]
    pub(super) fn sum<C: Coordinate<S, D>>(&self, crd: C) -> usize {
        let mut sum = 0;
        crd.entries().each_mode(self.shape(), &mut |mode, index| {
            sum ^= const { &Self::MAP }.mode_sum(mode, index);
        });
        sum
    }
}

/// The notation without static marks: `(8,8):(F1,F9)`.
const fn text<S: Shape, D: Stride<S>>() -> Text {
    Text::new().text(&S::TEXT).str(":").text(&D::PROFILE.marked_text("F", "", &D::LEAVES))
}

/// A static coordinate outside its mode, as a compile error.
pub(super) const fn check_static_coordinate<C: Coordinate<S, D>, S: Shape, D: Stride<S>>() {
    if let Some(outside) = static_outside::<C, S, D, Exact>() {
        panic!("{}", outside.message_in(&text::<S, D>()).as_str())
    }
}

/// The elements that storage needs: see [`XorLayout::cosize`].
pub type XorCosize<S, D> = Int<<<D as Stride<S>>::LeavesThen<End> as Modes>::MatchNumber<Span>>;

/// The smallest power of two above all offsets of some modes: each of them reaches it alone.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Span;

impl MatchNumber for Span {
    type End = U1;
    type Then<N: Integer, R: Scalar, T: Modes> = Maximum<
        <N::Is<U1> as Truth>::IfNat<U1, Product<TopBit<<R::Magnitude as Integer>::Nat>, N::Nat>>,
        T::MatchNumber<Span>,
    >;
}

impl<S, D> Clone for XorLayout<S, D> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S, D> Copy for XorLayout<S, D> {}

impl<S, D> PartialEq for XorLayout<S, D> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl<S, D> Eq for XorLayout<S, D> {}

#[diagnostic::do_not_recommend]
impl<S: Shape + AllStatic, D: Stride<S> + AllStatic> HasSize for XorLayout<S, D> {
    type Size = S::Size;
    fn total(self) -> S::Size {
        self.size()
    }
}

impl<S: Shape, D: Stride<S>> Ranked for XorLayout<S, D> {
    const MODES: usize = <S as IntTuple>::RANK;
    const LEVELS: usize = S::DEPTH;
}

/// `shape:stride`: `(_8,_8):(F1,F9)`.
impl<S: Shape + AllStatic, D: Stride<S> + AllStatic> fmt::Display for XorLayout<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stride = D::PROFILE.marked_text("F", "", &D::LEAVES);
        write!(f, "{}:{}", S::VALUE.notation(), stride.as_str())
    }
}

impl<S: Shape + AllStatic, D: Stride<S> + AllStatic> fmt::Debug for XorLayout<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
