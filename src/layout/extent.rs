//! The logical extent: how much of a shape holds elements.

use super::coordinate::{Coordinate, Entries, Refuse};
use crate::int::sealed::Sealed;
use crate::int::{Integer, Truth};
use crate::tuple::list::for_tuples;
use crate::tuple::{IntTuple, MAX_RANK, Shape, Stride, first_mode};
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
    #[inline]
    #[track_caller]
    fn guard<C: Coordinate<S, D>, D: Stride<S>>(self, crd: C, shape: S, refuse: &impl Refuse) {
        if let Some(mode) = self.outside(crd, shape) {
            refuse.outside(mode);
        }
    }
    /// The first mode whose extent is larger than its size: mode, extent, size.
    #[doc(hidden)]
    fn excess(self, shape: S) -> Option<(usize, usize, usize)>;
}

impl Sealed for Exact {}

impl<S: Shape> Extent<S> for Exact {
    const IS_EXACT: bool = true;
    const STATIC: [Option<usize>; MAX_RANK] = [None; MAX_RANK];
    type Extents = S::Sizes;

    fn extents(self, shape: S) -> S::Sizes {
        shape.sizes()
    }
    #[inline]
    fn outside<C: Coordinate<S, D>, D: Stride<S>>(self, crd: C, shape: S) -> Option<usize> {
        crd.entries().outside(shape)
    }
    #[inline]
    #[track_caller]
    fn guard<C: Coordinate<S, D>, D: Stride<S>>(self, crd: C, shape: S, refuse: &impl Refuse) {
        crd.entries().guard(shape, refuse);
    }
    fn excess(self, _: S) -> Option<(usize, usize, usize)> {
        None
    }
}

#[diagnostic::do_not_recommend]
impl<S: Integer, E: Integer> Extent<S> for E {
    const IS_EXACT: bool = <<E as Integer>::Same<S> as Truth>::VALUE;
    const STATIC: [Option<usize>; MAX_RANK] = first_mode(<E as Integer>::STATIC);
    type Extents = E;

    fn extents(self, _: S) -> E {
        self
    }
    #[inline]
    fn outside<C: Coordinate<S, D>, D: Stride<S>>(self, crd: C, shape: S) -> Option<usize> {
        if crd.entries().index(shape) < self.value() { None } else { Some(0) }
    }
    fn excess(self, shape: S) -> Option<(usize, usize, usize)> {
        (self.value() > shape.value()).then_some((0, self.value(), shape.value()))
    }
}

macro_rules! extent {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: Integer, $SA: Shape),*> Extent<($($SA,)*)> for ($($A,)*) {
            const IS_EXACT: bool = true $(&& <<$A as Integer>::Same<$SA::Size> as Truth>::VALUE)*;
            #[allow(unused_mut)]
            const STATIC: [Option<usize>; MAX_RANK] = {
                let mut extents = [None; MAX_RANK];
                $(extents[$i] = <$A as Integer>::STATIC;)*
                extents
            };
            type Extents = Self;

            fn extents(self, _: ($($SA,)*)) -> Self {
                self
            }
            fn outside<CRD: Coordinate<($($SA,)*), DELTA>, DELTA: Stride<($($SA,)*)>>(
                self,
                crd: CRD,
                shape: ($($SA,)*),
            ) -> Option<usize> {
                let crd = crd.entries();
                if let Some(mode) = crd.outside_below(shape) {
                    return Some(mode);
                }
                if <Self as IntTuple>::RANK == 0 {
                    return crd.outside(shape);
                }
                let mut outside = None;
                crd.each_mode(shape, &mut |mode, index| {
                    let extent = match mode {
                        $($i => self.$i.value(),)*
                        _ => 0,
                    };
                    if outside.is_none() && index >= extent {
                        outside = Some(mode);
                    }
                });
                outside
            }
            fn excess(self, _shape: ($($SA,)*)) -> Option<(usize, usize, usize)> {
                $(
                    let (extent, size) = (self.$i.value(), _shape.$i.size().value());
                    if extent > size {
                        return Some(($i, extent, size));
                    }
                )*
                None
            }
        }
    };
}
for_tuples!(extent);
