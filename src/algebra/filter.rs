//! Layouts without the modes that do not move.

use super::coalesce::{Coalesce, coalesce};
use crate::int::{Int, Integer, Scalar, Truth};
use crate::layout::Layout;
use crate::tuple::{LeafMap, Shape, Stride};
use typenum::U1;

/// The layout whose modes of static stride 0 have a single element.
///
/// Post-condition: the same offsets, if there are any, in a shape of the same tree. A stride that is only known at
/// run time leaves its mode as it is, also if it is 0. Source: CuTe's `filter_zeros`.
///
/// ```
/// use tilework::{algebra::filter_zeros, prelude::*};
/// let l: Layout!((4, 1):(1, 0)) = filter_zeros(layout!((4, 6):(1, 0)));
/// let n = 6;
/// assert_eq!(filter_zeros(layout!((4, (n, n)):(1, (0, 4)))).to_string(), "(_4,(_1,6)):(_1,(_0,_4))");
/// ```
pub fn filter_zeros<L: Filter<WithoutZeros = R>, R>(layout: L) -> R {
    layout.without_zeros()
}

/// The layout without modes of static stride 0, coalesced.
///
/// Post-condition: the same set of offsets, in depth at most 1. A stride that is only known at run time leaves its
/// mode as it is, also if it is 0. Source: CuTe's `filter`.
///
/// ```
/// use tilework::{algebra::filter, prelude::*};
/// let l: Layout!(12:1) = filter(layout!((2, 4, 6):(1, 0, 2)));
/// ```
pub fn filter<L: Filter<Filtered = R>, R>(layout: L) -> R {
    layout.filtered()
}

/// What [`filter`] and [`filter_zeros`] take: every exact layout.
#[diagnostic::on_unimplemented(
    message = "filter takes an exact layout",
    label = "not an exact layout",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait Filter {
    /// The layout whose modes of static stride 0 have a single element.
    type WithoutZeros;
    /// The layout without these modes.
    type Filtered;
    #[doc(hidden)]
    fn without_zeros(self) -> Self::WithoutZeros;
    #[doc(hidden)]
    fn filtered(self) -> Self::Filtered;
}

impl<S: Shape, D: Stride<S>> Filter for Layout<S, D> {
    type WithoutZeros = Layout<D::MapShape<OnceIfZero>, D::MapStride<OnceIfZero>>;
    type Filtered = <Self::WithoutZeros as Coalesce>::Coalesced;

    fn without_zeros(self) -> Self::WithoutZeros {
        let is_empty = self.size().value() == 0;
        let (shape, stride) = self.stride().map_leaves(self.shape(), OnceIfZero { is_empty });
        Layout::new(shape, stride)
    }
    fn filtered(self) -> Self::Filtered {
        coalesce(self.without_zeros())
    }
}

impl<S: Shape, D: Stride<S>> Layout<S, D> {
    /// See [`filter_zeros`].
    pub fn filter_zeros<R>(self) -> R
    where
        Self: Filter<WithoutZeros = R>,
    {
        filter_zeros(self)
    }

    /// See [`filter`].
    pub fn filter<R>(self) -> R
    where
        Self: Filter<Filtered = R>,
    {
        filter(self)
    }
}

/// A single element in place of those that share an offset. Of a layout without elements dynamic extents are 0, so
/// that what is left of it has a size that fits.
#[derive(Clone, Copy, Debug)]
pub struct OnceIfZero {
    is_empty: bool,
}

impl LeafMap for OnceIfZero {
    type Shape<N: Integer, R: Scalar> = <R::IsZero as Truth>::IfInteger<Int<U1>, N>;
    type Stride<N: Integer, R: Scalar> = R;
    fn map<N: Integer, R: Scalar>(self, extent: N, stride: R) -> (Self::Shape<N, R>, R) {
        let extent = match extent.value() {
            _ if <R::IsZero as Truth>::VALUE => 1,
            _ if self.is_empty && N::STATIC.is_none() => 0,
            extent => extent,
        };
        (Integer::from_value(extent), stride)
    }
}
