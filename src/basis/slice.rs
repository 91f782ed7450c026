//! Slices of layouts over basis strides.

use super::layout::CoordinateLayout;
use super::origin::{Components, Origin};
use super::stride::notation;
use crate::int::Nat;
use crate::layout::{CropByMode, Free, LayoutError, Part, check_slice};
use crate::tuple::list::Nil;
use crate::tuple::modes::{ToList, ToTuple};
use crate::tuple::{Shape, Weights};

impl<S: Shape, D: Weights<S>, X: Shape, O: Origin<X>> CoordinateLayout<S, D, X, O> {
    /// The part at which some modes are fixed: a layout of the modes left free (`_`), with what the fixed ones lead
    /// to in its origin.
    ///
    /// Post-condition: for every coordinate `x` of the result, `result.offset(x)` is the value of the coordinate with
    /// `x` put for the `_`. Nothing is to be added, unlike for [`Layout::slice`](crate::layout::Layout::slice), so
    /// that the slice still knows what is in the space.
    ///
    /// # Panics
    /// If a fixed coordinate is outside its mode (a static one does not compile); [`try_slice`](Self::try_slice)
    /// returns that as an error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let tiles = zipped_divide(identity_layout(shape!(10, 7)), tiler!(4, 4));
    /// let edge = tiles.slice(crd!(_, (2, 0)));
    /// assert_eq!(edge.to_string(), "(_8,_0) o ((_4,_4)):((_1@0,_1@1)) of (_10,_7)");
    /// let by_mode = logical_divide(identity_layout(shape!(10, 7)), tiler!(4, 4));
    /// assert_eq!(by_mode.slice(crd!((_, 2), (_, 0))).to_string(), "(_8,_0) o (_4,_4):(_1@0,_1@1) of (_10,_7)");
    /// ```
    #[track_caller]
    pub fn slice<C: BasisSlice<S, D>>(&self, crd: C) -> SlicedLayout<C, S, D, X, O> {
        const { check_slice(<C as Part<S, D>>::OUTSIDE, &notation::<S, D>()) };
        match self.try_slice(crd) {
            Ok(slice) => slice,
            Err(error) => panic!("this slice of {self} does not exist: {error}"),
        }
    }

    /// The same as [`slice`](Self::slice), with a slice that does not exist as an error.
    ///
    /// # Errors
    /// If a coordinate that is fixed is outside its mode.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let row = 4;
    /// let error = identity_layout(shape!(4, 5)).try_slice(crd!(row, _)).unwrap_err();
    /// assert_eq!(error.to_string(), "coordinate 4 is outside a mode of extent 4");
    /// ```
    pub fn try_slice<C: BasisSlice<S, D>>(&self, crd: C) -> Result<SlicedLayout<C, S, D, X, O>, LayoutError> {
        if let Some((crd, extent)) = crd.outside(self.shape()) {
            return Err(LayoutError::Outside { crd, extent });
        }
        let (shape, stride) = crd.cut(self.shape(), self.stride());
        let fixed = Fixed { crd, shape: self.shape(), stride: self.stride() };
        Ok(CoordinateLayout::from_parts(shape, stride, self.space(), self.origin().plus(fixed)))
    }
}

/// The layout that a slice by the coordinate `C` keeps.
pub type SlicedLayout<C, S, D, X, O> = CoordinateLayout<
    <C as BasisSlice<S, D>>::Shape,
    <C as BasisSlice<S, D>>::Stride,
    X,
    <O as Origin<X>>::Plus<Fixed<C, S, D>>,
>;

/// What the fixed entries of a slice contribute along each axis.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Fixed<C, S, D> {
    crd: C,
    shape: S,
    stride: D,
}

impl<C: Part<S, D>, S: Shape, D: Weights<S>> Components for Fixed<C, S, D> {
    type Along<X: Nat> = C::Along<X>;
    fn along<X: Nat>(self) -> Self::Along<X> {
        self.crd.along::<X>(self.shape, self.stride)
    }
}

/// A coordinate that slices layouts over basis strides: integers that fix modes, `_` for modes that are kept.
#[diagnostic::on_unimplemented(
    message = "this coordinate does not slice this layout",
    label = "a coordinate with another rank or nesting than the layout, or with more than 12 free modes",
    note = "write an integer for a mode that is fixed and `_` for one that is kept, as in `layout.slice(crd!(i, _))`",
    note = "coordinate `{Self}`",
    note = "shape `{S}`"
)]
#[doc(hidden)]
pub trait BasisSlice<S: Shape, D: Weights<S>>: Part<S, D> {
    /// What is kept of the shape.
    type Shape: Shape;
    /// What is kept of the stride.
    type Stride: Weights<Self::Shape>;
    #[doc(hidden)]
    fn cut(self, shape: S, stride: D) -> (Self::Shape, Self::Stride);
}

/// `_` alone keeps the layout as it is.
impl<S: Shape, D: Weights<S>> BasisSlice<S, D> for Free {
    type Shape = S;
    type Stride = D;
    fn cut(self, shape: S, stride: D) -> (S, D) {
        (shape, stride)
    }
}

#[diagnostic::do_not_recommend]
impl<C, S: Shape, D: Weights<S>> BasisSlice<S, D> for C
where
    C: ToList + Part<S, D, Parts: CropByMode<S::ShapeModes, D::WeightModes>>,
    C::Shapes<Nil>: ToTuple<Tuple: Shape>,
    C::Kept<Nil>: ToTuple<Tuple: Weights<<C::Shapes<Nil> as ToTuple>::Tuple>>,
{
    type Shape = <C::Shapes<Nil> as ToTuple>::Tuple;
    type Stride = <C::Kept<Nil> as ToTuple>::Tuple;
    fn cut(self, shape: S, stride: D) -> (Self::Shape, Self::Stride) {
        (self.shapes(shape, Nil).tuple(), self.kept(stride, Nil).tuple())
    }
}
