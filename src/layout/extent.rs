//! The logical extent: how much of a shape holds elements.

use super::coordinate::{Coordinate, Entries, Refuse};
use crate::int::sealed::Sealed;
use crate::int::{Integer, Truth};
use crate::tuple::list::{Cons, Leaf, Nil};
use crate::tuple::{IntTuple, MAX_RANK, Shape, ShapeList, ShapeTuple, Step, Stride, TreeTuple};
use core::fmt::{self, Debug};

/// The extent of a layout whose shape holds nothing but elements: the default, and free.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Hash)]
pub struct Exact;

/// Which coordinates of a shape are elements, and which are padding: an [`Extent`], or, of tiles that may end behind
/// what they were cut from, the extent of that ([`TiledExtent`](crate::basis::TiledExtent)).
///
/// Generic code that indexes asks for an [`Extent`]: only there are the elements all coordinates below one integer for
/// every mode, which is what loops run over.
#[diagnostic::on_unimplemented(
    message = "the logical extent does not match the shape: an extent has one integer for every top-level mode",
    label = "another rank than the shape, or nested",
    note = "the extent of a shape with N modes is `Exact` or a flat tuple of N integers, such as `(100, 50)`",
    note = "shape `{S}`"
)]
pub trait Validity<S: Shape>: Sealed + Copy + PartialEq + Debug + Send + Sync + 'static {
    /// Whether padding is impossible by type.
    const IS_EXACT: bool;

    /// Whether a coordinate is inside the shape, and an element.
    #[doc(hidden)]
    fn is_element<C: Coordinate<S, D>, D: Stride<S>>(self, crd: C, shape: S) -> bool;
    /// The first mode, of what the extents are of, that holds fewer elements than the shape has room for: mode, extent,
    /// size.
    #[doc(hidden)]
    fn overhang(self, shape: S) -> Option<(usize, usize, usize)>;
    /// Calls `extent` with the extents that coordinates must stay below, and `step` with axis and length of what each
    /// leaf steps along these, if they are not those of the modes.
    #[doc(hidden)]
    fn visit(self, shape: S, step: &mut impl FnMut(usize, isize), extent: &mut impl FnMut(usize));
    /// Writes these extents.
    #[doc(hidden)]
    fn write_extents(self, shape: S, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// Writes what leads coordinates to those of the extents, if that is not their modes.
    #[doc(hidden)]
    fn write_steps(self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

/// An extent by mode: the elements are all coordinates below one integer for every mode, and each has an offset.
#[diagnostic::on_unimplemented(
    message = "these tiles may end behind what was divided: not every coordinate has an offset",
    label = "tiles that are not known to divide it",
    note = "`try_offset` gives the offset of a coordinate that is an element; tiles that turn out to divide are a layout like any other after `.exact()?`"
)]
#[doc(hidden)]
pub trait ExtentByMode<S: Shape>: Validity<S> {
    /// The extent of every top-level mode, where it is known at compile time.
    const STATIC: [Option<usize>; MAX_RANK];
}

/// The logical extent of a shape: [`Exact`], or one integer for every top-level mode.
///
/// A layout of padded tiles spans more than it holds: zN of a 100x50 matrix spans 112x64. Its extent `(100, 50)` says
/// which coordinates are elements; the rest is padding. TLA calls the extent *origin shape*.
#[diagnostic::on_unimplemented(
    message = "the logical extent does not match the shape: an extent has one integer for every top-level mode",
    label = "another rank than the shape, or nested",
    note = "the extent of a shape with N modes is `Exact` or a flat tuple of N integers, such as `(100, 50)`",
    note = "shape `{S}`"
)]
pub trait Extent<S: Shape>: ExtentByMode<S> {
    /// Whether it is [`Exact`], and not numbers.
    #[doc(hidden)]
    const IS_DEFAULT: bool = false;
    /// How many machine words it is: see [`Layout::WORDS`](super::Layout::WORDS).
    #[doc(hidden)]
    const WORDS: Option<usize>;
    /// One integer for every top-level mode (an integer if the shape is one).
    type Extents: Shape;

    /// The extent of every top-level mode.
    fn extents(self, shape: S) -> Self::Extents;

    /// Calls `refuse` with the first top-level mode in which the coordinate is outside, and does not return.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    fn guard<C: Coordinate<S, D>, D: Stride<S>>(self, crd: C, shape: S, refuse: impl Refuse) {
        let (crd, modes) = (crd.entries(), shape.shape_modes());
        match <S as IntTuple>::RANK {
            0 => crd.guard(modes, 0, refuse),
            _ => crd.guard_within(modes, self.extents(shape).shape_modes(), 0, refuse),
        }
    }
    /// The first mode whose extent is larger than its size: mode, extent, size.
    #[doc(hidden)]
    fn excess(self, shape: S) -> Option<(usize, usize, usize)>;
    /// The extent of this type with one value for every mode, as far as it has values.
    ///
    /// `None` if one is missing, or not one the type can have.
    #[doc(hidden)]
    fn of_values(value: &mut impl FnMut() -> Option<isize>) -> Option<Self>;
}

#[diagnostic::do_not_recommend]
impl Sealed for Exact {}

#[diagnostic::do_not_recommend]
impl<S: Shape> Validity<S> for Exact {
    const IS_EXACT: bool = true;

    #[inline]
    fn is_element<C: Coordinate<S, D>, D: Stride<S>>(self, crd: C, shape: S) -> bool {
        crd.entries().outside(shape.shape_modes()).is_none()
    }
    #[inline]
    fn overhang(self, _: S) -> Option<(usize, usize, usize)> {
        None
    }
    fn visit(self, shape: S, _: &mut impl FnMut(usize, isize), extent: &mut impl FnMut(usize)) {
        (0..S::RANK).for_each(|mode| extent(shape.mode_size(mode)));
    }
    fn write_extents(self, shape: S, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", shape.sizes().notation())
    }
}

impl<S: Shape> ExtentByMode<S> for Exact {
    const STATIC: [Option<usize>; MAX_RANK] = [None; MAX_RANK];
}

#[diagnostic::do_not_recommend]
impl<S: Shape> Extent<S> for Exact {
    const IS_DEFAULT: bool = true;
    const WORDS: Option<usize> = Some(0);
    type Extents = S::Sizes;

    #[inline]
    fn extents(self, shape: S) -> S::Sizes {
        shape.sizes()
    }
    #[inline(always)]
    #[track_caller]
    fn guard<C: Coordinate<S, D>, D: Stride<S>>(self, crd: C, shape: S, refuse: impl Refuse) {
        crd.entries().guard(shape.shape_modes(), 0, refuse);
    }
    #[inline]
    fn excess(self, _: S) -> Option<(usize, usize, usize)> {
        None
    }
    #[inline]
    fn of_values(_: &mut impl FnMut() -> Option<isize>) -> Option<Self> {
        Some(Exact)
    }
}

#[diagnostic::do_not_recommend]
impl<S: Shape, E: Shape<ShapeModes: ExtentList<S::ShapeModes>>> Validity<S> for E {
    const IS_EXACT: bool = E::ShapeModes::IS_EXACT;

    #[inline]
    fn is_element<C: Coordinate<S, D>, D: Stride<S>>(self, crd: C, shape: S) -> bool {
        let (crd, shape) = (crd.entries(), shape.shape_modes());
        if crd.outside_below(shape).is_some() {
            return false;
        }
        if <E as IntTuple>::RANK == 0 {
            return crd.outside(shape).is_none();
        }
        let mut is_element = true;
        crd.each_mode(shape, 0, &mut |mode, index| is_element &= index < self.mode_size(mode));
        is_element
    }
    #[inline]
    fn overhang(self, shape: S) -> Option<(usize, usize, usize)> {
        (0..S::RANK)
            .map(|mode| (mode, self.mode_size(mode), shape.mode_size(mode)))
            .find(|&(_, extent, size)| extent < size)
    }
    fn visit(self, _: S, _: &mut impl FnMut(usize, isize), extent: &mut impl FnMut(usize)) {
        (0..S::RANK).for_each(|mode| extent(self.mode_size(mode)));
    }
    fn write_extents(self, _: S, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.notation())
    }
}

#[diagnostic::do_not_recommend]
impl<S: Shape, E: Shape<ShapeModes: ExtentList<S::ShapeModes>>> ExtentByMode<S> for E {
    const STATIC: [Option<usize>; MAX_RANK] = E::MODE_SIZES;
}

#[diagnostic::do_not_recommend]
impl<S: Shape, E: Shape<ShapeModes: ExtentList<S::ShapeModes>>> Extent<S> for E {
    const WORDS: Option<usize> = <E as TreeTuple>::WORDS;
    type Extents = E;

    #[inline]
    fn extents(self, _: S) -> E {
        self
    }
    #[inline]
    fn excess(self, shape: S) -> Option<(usize, usize, usize)> {
        self.shape_modes().excess(shape.shape_modes(), 0)
    }
    #[inline]
    fn of_values(value: &mut impl FnMut() -> Option<isize>) -> Option<Self> {
        E::build(&mut |step| if let Step::Leaf(_) = step { value() } else { Some(0) })
    }
}

/// One integer for every mode of the shape.
#[doc(hidden)]
pub trait ExtentList<S: ShapeList>: ShapeList {
    const IS_EXACT: bool;
    /// See [`Extent::excess`]; the first mode has the number `mode`.
    fn excess(self, shape: S, mode: usize) -> Option<(usize, usize, usize)>;
}

impl<S: Integer, E: Integer> ExtentList<Leaf<S>> for Leaf<E> {
    const IS_EXACT: bool = <E::Same<S> as Truth>::VALUE;
    #[inline]
    fn excess(self, shape: Leaf<S>, mode: usize) -> Option<(usize, usize, usize)> {
        let (extent, size) = (self.0.value(), shape.0.value());
        (extent > size).then_some((mode, extent, size))
    }
}

impl ExtentList<Nil> for Nil {
    const IS_EXACT: bool = true;
    #[inline]
    fn excess(self, _: Nil, _: usize) -> Option<(usize, usize, usize)> {
        None
    }
}

impl<S: Shape, SL: ShapeList, E: Integer, EL: ExtentList<SL>> ExtentList<Cons<S, SL>> for Cons<E, EL> {
    const IS_EXACT: bool = <E::Same<S::Size> as Truth>::VALUE && EL::IS_EXACT;
    #[inline]
    fn excess(self, shape: Cons<S, SL>, mode: usize) -> Option<(usize, usize, usize)> {
        let first = Leaf(self.0).excess(Leaf(shape.0.size()), mode);
        first.or_else(|| self.1.excess(shape.1, mode + 1))
    }
}
