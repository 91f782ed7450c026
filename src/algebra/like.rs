//! Layouts of the same shape or of the same function as another.

use super::composition::{Composition, after, mistake};
use super::error::{InShape, Operation, Reason, Refused, permit, wrong_size};
use crate::int::modes::{End, Modes, list_match};
use crate::int::{Int, Integer, Mul, Scalar, Text, Truth};
use crate::layout::{ColumnMajorLayout, Exact, Layout, LayoutError, notation};
use crate::tuple::{Shape, Stride, StrideMap, compact_col_major};
use typenum::{U1, Unsigned};

/// The compact layout of the same shape whose strides are in the same order; strides of 0 stay 0.
///
/// Post-condition: the leaves of a stride other than 0, by ascending stride and from left to right where strides are
/// equal, have the strides `1, n_0, n_0 * n_1, ..` where `n_i` are their extents. What is static about the order and
/// the extents before a leaf makes its stride static. Source: CuTe's `make_layout_like`.
///
/// # Panics
/// If the layout has no elements and a stride would not fit in a machine word; [`try_make_layout_like`] returns that
/// as an error.
///
/// ```
/// use tilework::{algebra::make_layout_like, prelude::*};
/// let l: Layout!((5, (3, 3, 5)):(1, (75, 5, 15))) = make_layout_like(layout!((5, (3, 3, 5)):(4, (1200, 20, 60))));
/// let (rows, distance) = (10, 64);
/// assert_eq!(layout!((rows, 8):(1, distance)).like().to_string(), "(10,_8):(_1,10)");
/// ```
#[track_caller]
pub fn make_layout_like<L: Like<Like = R>, R>(layout: L) -> R {
    match layout.alike() {
        Ok(layout) => layout,
        Err(error) => panic!("make_layout_like: {error}"),
    }
}

/// [`make_layout_like`] with what is refused as an error.
///
/// # Errors
/// If the layout has no elements and a stride would not fit in a machine word.
///
/// ```
/// use tilework::{algebra::try_make_layout_like, prelude::*};
/// let rows = 10;
/// assert_eq!(try_make_layout_like(layout!((rows, 8):(1, 64))).unwrap().to_string(), "(10,_8):(_1,10)");
/// ```
pub fn try_make_layout_like<L: Like<Like = R>, R>(layout: L) -> Result<R, LayoutError> {
    layout.alike()
}

/// What has a compact layout like it: every exact layout.
#[diagnostic::on_unimplemented(
    message = "make_layout_like takes an exact layout",
    label = "not an exact layout",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait Like: Sized {
    /// The compact layout.
    type Like;
    #[doc(hidden)]
    fn alike(self) -> Result<Self::Like, LayoutError>;
}

impl<S: Shape, D: Stride<S>> Like for Layout<S, D> {
    type Like = Layout<S, D::WithStrides<InOrder, End, End>>;
    fn alike(self) -> Result<Self::Like, LayoutError> {
        let shape = self.shape();
        Layout::try_new(shape, self.stride().with_strides(shape, InOrder, End, End))
    }
}

/// The layout as the same function of the index over another shape of the same size.
///
/// Post-condition: the shape of the result refines `shape`, and `result(i) = layout(i)` for every index. Refused if
/// the sizes differ or no layout over that shape is the same function. Source: CuTe's `with_shape`, which checks
/// neither.
///
/// # Panics
/// If a leaf is dynamic and there is no such layout; [`try_with_shape`] returns that as an error. With static leaves
/// it is a compile error.
///
/// ```
/// use tilework::{algebra::with_shape, prelude::*};
/// let l: Layout!((2, (2, 3)):(3, (6, 1))) = with_shape(layout!((4, 3):(3, 1)), shape!(2, 6));
/// let n = 12;
/// assert_eq!(with_shape(layout!(n:2), shape!(4, 3)).to_string(), "(_4,_3):(_2,_8)");
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::{algebra::with_shape, prelude::*};
/// with_shape(layout!((4, 3):(3, 1)), shape!(2, 7)); // (4,3):(3,1) has 12 elements, the shape (2,7) has 14
/// ```
#[track_caller]
pub fn with_shape<L: WithShape<T, Reshaped = R>, T: Shape, R>(layout: L, shape: T) -> R {
    let () = L::HOLDS;
    reshaped(layout, shape)
}

#[track_caller]
fn reshaped<L: WithShape<T>, T: Shape>(layout: L, shape: T) -> L::Reshaped {
    match layout.reshaped(shape) {
        Ok(layout) => layout,
        Err(refused) => L::refuse(refused),
    }
}

/// [`with_shape`] with what is refused as an error.
///
/// # Errors
/// If a leaf is dynamic and the sizes differ, or no layout over that shape is the same function. With static leaves
/// that is a compile error.
///
/// ```
/// use tilework::{algebra::try_with_shape, prelude::*};
/// let n = 10;
/// let error = try_with_shape(layout!(n:2), shape!(4, 3)).unwrap_err();
/// assert_eq!(error.to_string(), "with_shape: 10:2 has 10 elements, the shape (4,3) has 12");
/// ```
pub fn try_with_shape<L: WithShape<T, Reshaped = R>, T: Shape, R>(
    layout: L,
    shape: T,
) -> Result<R, Refused<L, InShape<T>>> {
    let () = L::HOLDS;
    layout.reshaped(shape)
}

/// What can be the same function over the shape `T`: every exact layout.
#[diagnostic::on_unimplemented(
    message = "only an exact layout can be given another shape",
    label = "not an exact layout",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait WithShape<T>: Sized {
    /// The layout over that shape.
    type Reshaped;
    /// That static operands have one, or a compile error.
    #[doc(hidden)]
    const HOLDS: ();
    #[doc(hidden)]
    #[track_caller]
    fn refuse(refused: Refused<Self, InShape<T>>) -> !;
    #[doc(hidden)]
    fn reshaped(self, shape: T) -> Result<Self::Reshaped, Refused<Self, InShape<T>>>;
}

impl<S: Shape, D: Stride<S>, T: Shape> WithShape<T> for Layout<S, D> {
    type Reshaped = Composition<S, D, T, T::ColMajor<Int<U1>>>;
    const HOLDS: () = permit(LikeName::NAME, &without_shape::<S, D, T>());
    fn refuse(refused: Refused<Self, InShape<T>>) -> ! {
        panic!("{refused}")
    }
    fn reshaped(self, shape: T) -> Result<Self::Reshaped, Refused<Self, InShape<T>>> {
        let refused = |reason| Refused { operation: LikeName::NAME, lhs: self, rhs: InShape(shape), reason };
        let size = self.size().value();
        if shape.checked_size() != Some(size) {
            return Err(refused(Reason::Size { size, other: shape.checked_size() }));
        }
        let compact: ColumnMajorLayout<T> = Layout::from_parts(shape, compact_col_major(shape), Exact);
        after::<LikeName, _, _, _, _>(self, compact).map_err(|error| refused(error.reason))
    }
}

/// Why a static layout cannot have the static shape `T`.
const fn without_shape<S: Shape, D: Stride<S>, T: Shape>() -> Option<Text> {
    match (<S::Size as Integer>::STATIC, <T::Size as Integer>::STATIC) {
        (Some(size), Some(other)) if size != other => {
            Some(wrong_size(size, Some(other), &notation::<S, D>(), &T::TEXT))
        }
        _ => mistake::<S, D, T, T::ColMajor<Int<U1>>>(),
    }
}

struct LikeName;

impl Operation for LikeName {
    const NAME: &'static str = "with_shape";
}

impl<S: Shape, D: Stride<S>> Layout<S, D> {
    /// See [`make_layout_like`].
    #[track_caller]
    pub fn like<R>(self) -> R
    where
        Self: Like<Like = R>,
    {
        make_layout_like(self)
    }

    /// See [`with_shape`].
    #[track_caller]
    pub fn with_shape<T: Shape>(self, shape: T) -> <Self as WithShape<T>>::Reshaped {
        let () = <Self as WithShape<T>>::HOLDS;
        reshaped(self, shape)
    }
}

/// The stride of a leaf in the compact layout: the product of the extents that come before it by stride.
#[derive(Clone, Copy, Debug)]
pub struct InOrder;

impl StrideMap for InOrder {
    type Stride<N: Integer, R: Scalar, B: Modes, A: Modes> =
        <R::IsZero as Truth>::IfScalar<R, <R::IsStatic as Truth>::IfScalar<Product<R, B, A>, usize>>;
    fn map<N: Integer, R: Scalar, B: Modes, A: Modes>(
        self,
        (_, stride): (N, R),
        before: B,
        after: A,
    ) -> Self::Stride<N, R, B, A> {
        if stride.to_isize() == 0 {
            return Scalar::from_isize(0);
        }
        let (before, after) = (before.extent(NotAbove { stride }), after.extent(Below { stride }));
        Scalar::from_isize(before.value().saturating_mul(after.value()).cast_signed())
    }
}

type Product<R, B, A> = Mul<<B as Modes>::MatchExtent<NotAbove<R>>, <A as Modes>::MatchExtent<Below<R>>>;
type If<T, A, B> = <T as Truth>::IfInteger<A, B>;
type And<A, B> = <A as Truth>::And<B>;
type Or<A, B> = <A as Truth>::Or<B>;
type One = Int<U1>;
type IsUnit<R> = <<R as Scalar>::Magnitude as Integer>::IsOne;
type IsLess<R, E> = <<R as Scalar>::Magnitude as Integer>::IsLess<<E as Scalar>::Magnitude>;
/// An extent that may or may not come before.
type Perhaps<M> = If<<M as Integer>::IsOne, One, usize>;

/// What an earlier leaf `M:E` multiplies the stride of a leaf of stride `R` by: it comes before unless its stride is
/// larger.
type Earlier<R, M, E> =
    If<Or<<E as Scalar>::IsZero, IsLess<R, E>>, One, If<IsStaticPair<R, E>, M, Perhaps<M>>>;
/// What a later leaf `M:E` multiplies it by: it comes before if its stride is smaller.
type Later<R, M, E> = If<
    Or<Or<<E as Scalar>::IsZero, IsUnit<R>>, And<IsStaticPair<R, E>, <IsLess<E, R> as Truth>::Not>>,
    One,
    If<IsStaticPair<R, E>, M, Perhaps<M>>,
>;
type IsStaticPair<R, E> = And<<R as Scalar>::IsStatic, <E as Scalar>::IsStatic>;

/// The extent, if its leaf comes before; times what the others give. An empty layout may have extents whose product
/// is beyond any number.
fn times<P: Integer, M: Integer>(extent: M, comes_before: bool, others: impl Integer) -> P {
    let factor = if comes_before { extent.value() } else { 1 };
    let product = factor.saturating_mul(others.value());
    P::from_value(product - product.checked_rem(P::Divisor::USIZE).unwrap_or(0))
}

fn magnitude<E: Scalar>(stride: E) -> usize {
    stride.to_isize().unsigned_abs()
}

list_match! {
    /// The product of the extents of leaves whose stride is not 0 and not above `R`.
    NotAbove<R: Scalar> { stride: R } as MatchExtent
    end { One: Int::new() }
    then<M, E, T>(modes) { Mul<Earlier<R, M, E>, T::MatchExtent<NotAbove<R>>>:
        {
            let (own, other) = (magnitude(stride), magnitude(modes.stride));
            times(modes.extent, other != 0 && other <= own, modes.rest.extent(NotAbove { stride }))
        } }

    /// The product of the extents of leaves whose stride is not 0 and below `R`.
    Below<R: Scalar> { stride: R } as MatchExtent
    end { One: Int::new() }
    then<M, E, T>(modes) { Mul<Later<R, M, E>, T::MatchExtent<Below<R>>>:
        {
            let (own, other) = (magnitude(stride), magnitude(modes.stride));
            times(modes.extent, other != 0 && other < own, modes.rest.extent(Below { stride }))
        } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{layout, shape};

    #[test]
    fn static_shapes_of_another_size_are_said() {
        fn said<S: Shape, D: Stride<S>, T: Shape>(_: Layout<S, D>, _: T) -> Option<alloc::string::String> {
            without_shape::<S, D, T>().map(|text| text.as_str().into())
        }
        let n = 5;
        assert_eq!(said(layout!((4, 6):(6, 1)), shape!(4, (2, 3))), None);
        assert_eq!(said(layout!((4, 6):(6, 1)), shape!(n, 6)), None);
        let size = said(layout!((4, 6):(6, 1)), shape!(5, 5)).unwrap();
        assert!(size.contains("24") && size.contains("25"), "{size}");
        let digits = said(layout!((4, 6):(6, 1)), shape!(3, 8)).unwrap();
        assert!(digits.contains("no layout"), "{digits}");
    }
}
