//! What operations of the algebra make of the layout of a view: that of another view.
//!
//! They work on the exact layout that is found in it, behind a logical extent, a swizzle or a placement, and what they
//! make of that takes its place.

use super::TensorError;
use super::check::{
    check_covered, check_skipped, check_static_overlap, check_within, check_writable, refused,
};
use crate::algebra::{AsIndices, Compose, DivideWhole, Form, Reason};
use crate::int::Integer;
use crate::layout::{ColumnMajorLayout, Exact, Extent, Layout, LayoutError, Mapping, TileOf, column_major};
use crate::placed::{Placed, Placement, Swizzled, XorSwizzle};
use crate::tuple::{Shape, Stride};

/// A layout that views are seen through after the operation `O` with the operand `X`.
///
/// It is trusted for memory safety: as it is implemented here for all layouts at once, nobody else can do so.
///
/// ```compile_fail,E0119
/// use tilework::{algebra::Zipped, prelude::*, tensor::{TensorError, Through}};
/// struct Mine;
/// impl Through<Zipped, Mine> for Layout!(4:1) {
///     type Made = Layout!(100:1);
///     type Seen = Self::Made;
///     const HOLDS: () = ();
///     fn made(&self, _: Mine) -> Result<(Self, Self::Made), TensorError> {
///         Ok((*self, layout!(100:1)))
///     }
///     fn seen(&self, made: Self::Made) -> Self::Seen {
///         made
///     }
/// }
/// ```
#[doc(hidden)]
pub trait Through<O, X>: Underlying {
    /// What the operation makes of the exact layout.
    type Made: Mapping;
    /// The layout of the result.
    type Seen: Mapping;
    /// That static operands have one, or a compile error.
    const HOLDS: ();
    /// The exact layout, and what the operation makes of it.
    fn made(&self, operand: X) -> Result<(Self::Exact, Self::Made), TensorError>;
    /// The layout of the result, made of that.
    fn seen(&self, made: Self::Made) -> Self::Seen;

    /// The layout of a view to be read: all its offsets are ones of this layout, or, if that is open, between such.
    #[inline]
    fn read_through(&self, operand: X) -> Result<Self::Seen, TensorError> {
        let (exact, made) = self.made(operand)?;
        if !Self::IS_OPEN {
            check_covered(&exact, &made)?;
        }
        check_within(&exact, &made)?;
        Ok(self.seen(made))
    }

    /// The layout of a view to be written: all its offsets are ones of this layout, and no two coordinates share one,
    /// nor do they behind a swizzle, which is a bijection.
    #[inline]
    fn write_through(&self, operand: X) -> Result<Self::Seen, TensorError> {
        const { check_static_overlap::<Self::Made>() };
        let (exact, made) = self.made(operand)?;
        check_skipped(&exact, &made)?;
        check_within(&exact, &made)?;
        check_writable(&made)?;
        Ok(self.seen(made))
    }
}

/// The operation `composition`.
#[derive(Debug)]
#[doc(hidden)]
pub struct Composite;

impl<L, X, E, M, R> Through<Composite, X> for L
where
    L: Underlying<Exact = E> + Rebuild<M, Rebuilt = R>,
    E: Mapping + Compose<X, Composed = M>,
    M: Mapping,
    R: Mapping,
{
    type Made = M;
    type Seen = R;
    const HOLDS: () = E::HOLDS;

    #[inline]
    fn made(&self, operand: X) -> Result<(E, M), TensorError> {
        let exact = self.underlying().map_err(|error| unfit("composition", error))?;
        Ok((exact, exact.try_composed(operand).map_err(refused)?))
    }
    #[inline]
    fn seen(&self, made: M) -> R {
        self.rebuilt(made)
    }
}

/// The division in the form `F`.
impl<L, X, E, M, R, F: Form> Through<F, X> for L
where
    L: Underlying<Exact = E> + Rebuild<M, Rebuilt = R>,
    E: Mapping + DivideWhole<F, X, Whole = M>,
    M: Mapping,
    R: Mapping,
{
    type Made = M;
    type Seen = R;
    const HOLDS: () = E::WHOLE;

    #[inline]
    fn made(&self, operand: X) -> Result<(E, M), TensorError> {
        let exact = self.underlying().map_err(|error| unfit(F::DIVISION, error))?;
        Ok((exact, exact.try_divided_whole(operand).map_err(refused)?))
    }
    #[inline]
    fn seen(&self, made: M) -> R {
        self.rebuilt(made)
    }
}

/// A layout in which no exact one is found.
#[cold]
fn unfit(operation: &'static str, error: LayoutError) -> TensorError {
    TensorError::Refused { operation, reason: Reason::Layout(error) }
}

/// A layout in which an exact one is found: itself, what a logical extent leaves of it, what a swizzle works on, or
/// that of its indices.
#[diagnostic::on_unimplemented(
    message = "the algebra works on whole layouts: this is a part of one that places its sums",
    label = "a part of a layout over F2 strides or in XLA's tiles",
    note = "divide the whole, and take parts of that"
)]
#[doc(hidden)]
pub trait Underlying: Mapping {
    /// The exact layout.
    type Exact: Mapping;
    /// The exact layout; or the mode that has padding.
    fn underlying(&self) -> Result<Self::Exact, LayoutError>;
}

/// The layout with `M` in place of the [underlying](Underlying) one.
///
/// Post-condition: if all offsets of `M` are ones of the underlying layout, all of the result are ones of `Self`.
#[diagnostic::on_unimplemented(
    message = "the algebra works on whole layouts: this is a part of one that places its sums",
    label = "a part of a layout over F2 strides or in XLA's tiles",
    note = "divide the whole, and take parts of that"
)]
#[doc(hidden)]
pub trait Rebuild<M>: Underlying {
    /// The layout of the whole.
    type Rebuilt: Mapping;
    fn rebuilt(self, exact: M) -> Self::Rebuilt;
}

#[diagnostic::do_not_recommend]
impl<S: Shape, D: Stride<S>> Underlying for Layout<S, D> {
    type Exact = Self;
    #[inline]
    fn underlying(&self) -> Result<Self, LayoutError> {
        Ok(*self)
    }
}

#[diagnostic::do_not_recommend]
impl<S: Shape, D: Stride<S>, M: Mapping> Rebuild<M> for Layout<S, D> {
    type Rebuilt = M;
    #[inline]
    fn rebuilt(self, exact: M) -> M {
        exact
    }
}

/// A part of a tensor, cut to what it holds: of a nested mode whole blocks.
#[diagnostic::do_not_recommend]
impl<S: Shape, D: Stride<S>, E: Extent<S> + TileOf<S, D>> Underlying for Layout<S, D, E> {
    type Exact = Layout<<E as TileOf<S, D>>::Shape, <E as TileOf<S, D>>::Stride>;
    fn underlying(&self) -> Result<Self::Exact, LayoutError> {
        let extents = self.extent();
        let (shape, stride) = (extents.tile_shape(self.shape()), E::tile_stride(self.stride()));
        let modes = (0..S::RANK).map(|mode| (mode, extents.mode_size(mode), shape.mode_size(mode)));
        match modes.into_iter().find(|(_, extent, size)| extent < size) {
            // offsets of this layout, so that they fit
            None => Ok(Layout::from_parts(shape, stride, Exact)),
            Some((mode, extent, size)) => Err(LayoutError::Overhangs { mode, extent, size }),
        }
    }
}

/// What is made of a part is a part, with an extent of its own: what lies between its elements may not be read.
#[diagnostic::do_not_recommend]
impl<S, D, E, R, F, X> Rebuild<Layout<R, F, X>> for Layout<S, D, E>
where
    S: Shape,
    D: Stride<S>,
    E: Extent<S> + TileOf<S, D>,
    R: Shape,
    F: Stride<R>,
    X: Extent<R, Extents: Extent<R>>,
    Layout<R, F, X::Extents>: Mapping,
{
    type Rebuilt = Layout<R, F, X::Extents>;
    #[inline]
    fn rebuilt(self, exact: Layout<R, F, X>) -> Self::Rebuilt {
        Layout::from_parts(exact.shape(), exact.stride(), exact.extents())
    }
}

#[diagnostic::do_not_recommend]
impl<W: XorSwizzle, L: Underlying, O: Integer> Underlying for Swizzled<W, L, O> {
    type Exact = L::Exact;
    #[inline]
    fn underlying(&self) -> Result<L::Exact, LayoutError> {
        self.layout().underlying()
    }
}

#[diagnostic::do_not_recommend]
impl<W: XorSwizzle, L: Rebuild<M>, O: Integer, M> Rebuild<M> for Swizzled<W, L, O> {
    type Rebuilt = Swizzled<W, L::Rebuilt, O>;
    #[inline]
    fn rebuilt(self, exact: M) -> Self::Rebuilt {
        Swizzled::from_parts(self.swizzle(), self.start(), self.layout().rebuilt(exact))
    }
}

/// There are no strides, but indices: see [`Reindexed`](crate::placed::Reindexed).
#[diagnostic::do_not_recommend]
impl<P: Placement> Underlying for Placed<P> {
    type Exact = ColumnMajorLayout<P::Shape>;
    #[inline]
    fn underlying(&self) -> Result<Self::Exact, LayoutError> {
        Ok(column_major(self.shape()))
    }
}

impl<P: Placement, M: AsIndices<P>> Rebuild<M> for Placed<P> {
    type Rebuilt = Placed<M::Elements>;
    #[inline]
    fn rebuilt(self, indices: M) -> Self::Rebuilt {
        indices.elements(self)
    }
}
