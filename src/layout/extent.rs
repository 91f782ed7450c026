//! The logical extent: how much of a shape holds elements.

use super::coordinate::{Coordinate, Entries, Refuse};
use crate::int::sealed::Sealed;
use crate::int::{Integer, Truth};
use crate::tuple::list::{Cons, Leaf, Nil};
use crate::tuple::{IntTuple, MAX_RANK, Shape, ShapeList, ShapeTuple, Step, Stride};
use core::fmt::Debug;

/// The extent of a layout whose shape holds nothing but elements: the default, and free.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Hash)]
pub struct Exact;

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
pub trait Extent<S: Shape>: Sealed + Copy + PartialEq + Debug + Send + Sync + 'static {
    /// Whether padding is impossible by type.
    const IS_EXACT: bool;
    /// Whether it is [`Exact`], and not numbers.
    #[doc(hidden)]
    const IS_DEFAULT: bool = false;
    /// The extent of every top-level mode, where it is known at compile time.
    #[doc(hidden)]
    const STATIC: [Option<usize>; MAX_RANK];
    /// One integer for every top-level mode (an integer if the shape is one).
    type Extents: Shape;

    /// The extent of every top-level mode.
    fn extents(self, shape: S) -> Self::Extents;

    /// The first top-level mode in which a coordinate is outside the extent.
    #[doc(hidden)]
    fn outside<C: Coordinate<S, D>, D: Stride<S>>(self, crd: C, shape: S) -> Option<usize>;
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

impl Sealed for Exact {}

#[diagnostic::do_not_recommend]
impl<S: Shape> Extent<S> for Exact {
    const IS_EXACT: bool = true;
    const IS_DEFAULT: bool = true;
    const STATIC: [Option<usize>; MAX_RANK] = [None; MAX_RANK];
    type Extents = S::Sizes;

    #[inline]
    fn extents(self, shape: S) -> S::Sizes {
        shape.sizes()
    }
    #[inline]
    fn outside<C: Coordinate<S, D>, D: Stride<S>>(self, crd: C, shape: S) -> Option<usize> {
        crd.entries().outside(shape.shape_modes())
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
impl<S: Shape, E: Shape<ShapeModes: ExtentList<S::ShapeModes>>> Extent<S> for E {
    const IS_EXACT: bool = E::ShapeModes::IS_EXACT;
    const STATIC: [Option<usize>; MAX_RANK] = E::MODE_SIZES;
    type Extents = E;

    #[inline]
    fn extents(self, _: S) -> E {
        self
    }
    #[inline]
    fn outside<C: Coordinate<S, D>, D: Stride<S>>(self, crd: C, shape: S) -> Option<usize> {
        let (crd, shape) = (crd.entries(), shape.shape_modes());
        if let Some(mode) = crd.outside_below(shape) {
            return Some(mode);
        }
        if <E as IntTuple>::RANK == 0 {
            return crd.outside(shape);
        }
        let mut outside = None;
        crd.each_mode(shape, 0, &mut |mode, index| {
            if outside.is_none() && index >= self.mode_size(mode) {
                outside = Some(mode);
            }
        });
        outside
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
