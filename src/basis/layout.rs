//! The layout over basis strides.

use super::origin::{Components, Origin};
use super::stride::{each_step, notation, spans, write};
use crate::int::{Integer, Nat};
use crate::layout::{Coordinate, Entries, Exact, OutOfBounds, WithExtents, static_outside};
use crate::tuple::{HasSize, IntTuple, Ranked, Shape, Weights};
use core::fmt;

/// A layout over basis strides, from coordinates of the shape `S` to coordinates of a space of the extents `X`:
/// `(4,5):(1@0,1@1)`.
///
/// Post-condition: the value of a coordinate is the origin plus, along each axis, the sum of coordinate times stride
/// over the leaves along that axis. It begins as an [`identity_layout`](super::identity_layout) and is then cut as a
/// tensor is: by [`slice`](Self::slice), [`logical_divide`](crate::algebra::logical_divide()) and the other forms of
/// division, and [`composition`](crate::algebra::composition()) with a tiler by mode. Tiles may end behind the space,
/// and not before: [`contains`](Self::contains) says what is in it. A static one takes no space in memory, and its
/// values cost what computing them by hand does. Source: CuTe's coordinate tensors.
///
/// ```
/// use tilework::prelude::*;
/// let rows = 10;
/// let tiles = logical_divide(identity_layout(shape!(rows, 7)), tiler!(4, _));
/// assert_eq!(tiles.to_string(), "((_4,3),_7):((_1@0,_4@0),_1@1) of (10,_7)");
/// assert_eq!(tiles.offset(((1, 2), 6)), (9, 6));
/// assert!(tiles.contains(((1, 2), 6)) && !tiles.contains(((2, 2), 6)));
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::prelude::*;
/// let tile = identity_layout(shape!(10, 8)).zipped_divide(tiler!(4, _)).slice(crd!((_, 0), (0, _)));
/// tile.logical_divide(tiler!(3, _)); // whole tiles of 3 do not make up 4:1@0, and what is behind it is in the space
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct CoordinateLayout<S, D, X, O> {
    shape: S,
    stride: D,
    space: X,
    origin: O,
}

impl<S: Shape, D: Weights<S>, X: Shape, O: Origin<X>> CoordinateLayout<S, D, X, O> {
    /// Parts that are known to belong together: coordinates along each axis fit in a machine word.
    pub(crate) fn from_parts(shape: S, stride: D, space: X, origin: O) -> Self {
        CoordinateLayout { shape, stride, space, origin }
    }

    /// The shape.
    pub fn shape(&self) -> S {
        self.shape
    }

    /// The stride: steps along axes.
    pub fn stride(&self) -> D {
        self.stride
    }

    /// The extents of the space whose coordinates the values are: one integer for every axis.
    pub fn space(&self) -> X {
        self.space
    }

    /// The value of the coordinate zero.
    pub fn origin(&self) -> O {
        self.origin
    }

    /// The number of coordinates of the shape, whether or not they lead into the space.
    pub fn size(&self) -> S::Size {
        self.shape.size()
    }

    /// The number of top-level modes.
    pub fn rank(&self) -> usize {
        <S as IntTuple>::RANK
    }

    /// The levels of nesting.
    pub fn depth(&self) -> usize {
        S::DEPTH
    }

    /// The coordinate that a coordinate leads to, as static as what it depends on.
    ///
    /// A static coordinate outside the shape does not compile. A dynamic one is not checked, and the value goes on
    /// linearly; [`try_offset`](Self::try_offset) checks.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let tiles = zipped_divide(identity_layout(shape!(8, 12)), tiler!(4, 3));
    /// assert_eq!(tiles.offset(((1, 2), (1, 3))), (5, 11));
    /// let known: (Int!(5), Int!(11)) = tiles.offset(crd!((1, 2), (1, 3)));
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use tilework::prelude::*;
    /// // coordinate 4 is outside mode 0 of extent 4 in (4,5):(1@0,1@1)
    /// identity_layout(shape!(4, 5)).offset(crd!(4, 0));
    /// ```
    pub fn offset<C: Coordinate<S, D>>(&self, crd: C) -> O::Plus<Located<C, S, D>> {
        const { check_static_coordinate::<C, S, D>() };
        self.origin.plus(Located { crd, shape: self.shape, stride: self.stride })
    }

    /// The coordinate that a coordinate leads to, if it is one of the space.
    ///
    /// # Errors
    /// If the coordinate is outside the shape or the space, with the coordinate and the layout.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let tiles = logical_divide(identity_layout(shape!(10, 7)), tiler!(4, _));
    /// assert_eq!(tiles.try_offset(((1, 2), 0)), Ok((9, 0)));
    /// let error = tiles.try_offset(((2, 2), 0)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "coordinate ((2,2),0) is outside the extent (_10,_7) of layout ((_4,_3),_7):((_1@0,_4@0),_1@1) of (_10,_7)"
    /// );
    /// ```
    pub fn try_offset<C: Coordinate<S, D>>(
        &self,
        crd: C,
    ) -> Result<O::Plus<Located<C, S, D>>, OutOfBounds<C, Self>> {
        match self.contains(crd) {
            true => Ok(self.origin.plus(Located { crd, shape: self.shape, stride: self.stride })),
            false => Err(OutOfBounds { crd, layout: *self }),
        }
    }

    /// Whether a coordinate is inside the shape and leads into the space: the predicate of edge tiles,
    /// `elem_less(offset(crd), space)`.
    ///
    /// Where the types say that nothing overhangs, only the shape is looked at.
    pub fn contains<C: Coordinate<S, D>>(&self, crd: C) -> bool {
        let is_inside = crd.entries().outside(self.shape.shape_modes()).is_none();
        let value = || self.origin.plus(Located { crd, shape: self.shape, stride: self.stride });
        is_inside && (const { Self::IS_KNOWN_EXACT } || value().is_inside(self.space))
    }

    /// Whether every coordinate of the shape leads into the space: whether nothing overhangs.
    pub fn is_exact(&self) -> bool {
        if const { Self::IS_KNOWN_EXACT } {
            return true;
        }
        self.size().value() == 0
            || (0..<X as IntTuple>::RANK).all(|axis| {
                let (mut low, mut high) = (self.origin.component(axis), self.origin.component(axis));
                each_step(self.shape, self.stride, &mut |own, extent, stride| {
                    if own == axis {
                        let reach = (extent.cast_signed() - 1) * stride;
                        (low, high) = (low + reach.min(0), high + reach.max(0));
                    }
                });
                low >= 0 && high < self.space.mode_size(axis).cast_signed()
            })
    }

    /// Whether the types say so.
    const IS_KNOWN_EXACT: bool = {
        let (spans, mut exact, mut axis) = (spans::<S, D>(), true, 0);
        while axis < <X as IntTuple>::RANK {
            exact = match (spans[axis], O::LEAVES.get(axis), X::LEAVES.get(axis)) {
                (Some((low, high)), Some(start), Some(extent)) => {
                    exact && start + low >= 0 && start + high < extent
                }
                _ => false,
            };
            axis += 1;
        }
        exact
    };
}

/// A static coordinate outside its mode, as a compile error.
#[track_caller]
const fn check_static_coordinate<C: Coordinate<S, D>, S: Shape, D: Weights<S>>() {
    if let Some(outside) = static_outside::<C, S, D, Exact>() {
        panic!("{}", outside.message_in(&notation::<S, D>()).as_str())
    }
}

/// What a coordinate contributes along each axis.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Located<C, S, D> {
    crd: C,
    shape: S,
    stride: D,
}

impl<C: Coordinate<S, D>, S: Shape, D: Weights<S>> Components for Located<C, S, D> {
    type Along<X: Nat> = <C::Entries as Entries<S::ShapeModes, D::WeightModes>>::Along<X>;
    fn along<X: Nat>(self) -> Self::Along<X> {
        self.crd.entries().along::<X>(self.shape.shape_modes(), self.stride.weight_modes())
    }
}

impl<S: Shape, D: Weights<S>, X: Shape, O: Origin<X>> WithExtents for CoordinateLayout<S, D, X, O> {
    fn write_extents(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.space.notation())
    }
}

#[diagnostic::do_not_recommend]
impl<S: Shape, D: Weights<S>, X: Shape, O: Origin<X>> HasSize for CoordinateLayout<S, D, X, O> {
    type Size = S::Size;
    fn total(self) -> S::Size {
        self.size()
    }
}

impl<S: Shape, D, X, O> Ranked for CoordinateLayout<S, D, X, O> {
    const MODES: usize = <S as IntTuple>::RANK;
    const LEVELS: usize = S::DEPTH;
}

/// `shape:stride`, with `origin o` in front if that is not zero, and the space behind it if some coordinates lead out
/// of it: `(_8,_8) o (_4,_4):(_1@0,_1@1) of (_10,_10)`.
impl<S: Shape, D: Weights<S>, X: Shape, O: Origin<X>> fmt::Display for CoordinateLayout<S, D, X, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if (0..<X as IntTuple>::RANK).any(|axis| self.origin.component(axis) != 0) {
            write!(f, "{} o ", self.origin.notation())?;
        }
        write!(f, "{}:", self.shape.notation())?;
        write(self.stride, f)?;
        if self.is_exact() { Ok(()) } else { write!(f, " of {}", self.space.notation()) }
    }
}

impl<S: Shape, D: Weights<S>, X: Shape, O: Origin<X>> fmt::Debug for CoordinateLayout<S, D, X, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
