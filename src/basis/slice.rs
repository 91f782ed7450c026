//! Slices of layouts over basis strides.

use super::layout::CoordinateLayout;
use super::locate::{Locate, sum, sum_value};
use super::origin::{Components, Origin};
use super::stride::{Along, BasisStride, OnAxis, on_axis};
use crate::int::{Int, Integer, Nat, Scalar, Text};
use crate::layout::{Free, LayoutError, Part};
use crate::tuple::list::{Cons, Nil, for_tuples};
use crate::tuple::modes::ToTuple;
use crate::tuple::{Shape, Stride};
use typenum::{U0, U1};

type Compact<S> = <S as Shape>::ColMajor<Int<U1>>;

impl<S: Shape, D: BasisStride<S>, X: Shape, O: Origin<X>> CoordinateLayout<S, D, X, O> {
    /// The part at which some modes are fixed: a layout of the modes left free (`_`), with what the fixed ones lead to in its
    /// origin.
    ///
    /// Post-condition: for every coordinate `x` of the result, `result.offset(x)` is the value of the coordinate with `x` put for
    /// the `_`. Nothing is to be added, unlike for [`Layout::slice`](crate::layout::Layout::slice), so that the slice still
    /// knows what is in the space.
    ///
    /// # Panics
    /// If a fixed coordinate is outside its mode (a static one does not compile); [`try_slice`](Self::try_slice) returns that
    /// as an error.
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
        const { check_static_slice::<C, S, D>() };
        match self.try_slice(crd) {
            Ok(slice) => slice,
            Err(error) => panic!("this slice of {self} does not exist: {error}"),
        }
    }

    /// The same as [`slice`](Self::slice), with a slice that does not exist as an error.
    ///
    /// ```
    /// use tilework::prelude::*;
    /// let row = 4;
    /// let error = identity_layout(shape!(4, 5)).try_slice(crd!(row, _)).unwrap_err();
    /// assert_eq!(error.to_string(), "coordinate 4 is outside a mode of extent 4");
    /// ```
    pub fn try_slice<C: BasisSlice<S, D>>(&self, crd: C) -> Result<SlicedLayout<C, S, D, X, O>, LayoutError> {
        if let Some((crd, extent)) = Part::<S, Compact<S>>::outside(crd, self.shape()) {
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

/// A static coordinate outside its static mode, as a compile error.
const fn check_static_slice<C: BasisSlice<S, D>, S: Shape, D: BasisStride<S>>() {
    if let Some(outside) = <C as Part<S, Compact<S>>>::OUTSIDE {
        let layout = Text::new().text(&S::TEXT).str(":").text(&D::TEXT);
        panic!("{}", outside.message_in(&layout).as_str())
    }
}

/// What the fixed entries of a slice contribute along each axis.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Fixed<C, S, D> {
    crd: C,
    shape: S,
    stride: D,
}

impl<C: BasisPart<S, D>, S: Shape, D: BasisStride<S>> Components for Fixed<C, S, D> {
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
pub trait BasisSlice<S: Shape, D: BasisStride<S>>: BasisPart<S, D> {
    /// What is kept of the shape.
    type Shape: Shape;
    /// What is kept of the stride.
    type Stride: BasisStride<<Self as BasisSlice<S, D>>::Shape>;
    #[doc(hidden)]
    fn cut(self, shape: S, stride: D) -> (<Self as BasisSlice<S, D>>::Shape, Self::Stride);
}

/// `_` alone keeps the layout as it is.
impl<S: Shape, D: BasisStride<S>> BasisSlice<S, D> for Free {
    type Shape = S;
    type Stride = D;
    fn cut(self, shape: S, stride: D) -> (S, D) {
        (shape, stride)
    }
}

/// One entry of a slicing coordinate, over the mode `S:D`: an integer, `_`, or a tuple of these.
#[diagnostic::on_unimplemented(
    message = "this coordinate does not slice this layout",
    label = "a coordinate with another rank or nesting than the layout, or with more than 12 free modes",
    note = "write an integer for a mode that is fixed and `_` for one that is kept, as in `layout.slice(crd!(i, _))`",
    note = "coordinate `{Self}`",
    note = "shape `{S}`"
)]
pub trait BasisPart<S: Shape, D: BasisStride<S>>: Part<S, Compact<S>> {
    /// The strides of what is kept, in front of a list.
    #[doc(hidden)]
    type Kept<T>;
    /// What the fixed entries lead to along axis `X`.
    #[doc(hidden)]
    type Along<X: Nat>: Scalar;
    #[doc(hidden)]
    fn kept<T>(self, stride: D, after: T) -> Self::Kept<T>;
    #[doc(hidden)]
    fn along<X: Nat>(self, shape: S, stride: D) -> Self::Along<X>;
}

impl<S: Shape, D: BasisStride<S>> BasisPart<S, D> for Free {
    type Kept<T> = Cons<D, T>;
    type Along<X: Nat> = Int<U0>;
    fn kept<T>(self, stride: D, after: T) -> Cons<D, T> {
        Cons(stride, after)
    }
    fn along<X: Nat>(self, _: S, _: D) -> Int<U0> {
        Int::new()
    }
}

#[diagnostic::do_not_recommend]
impl<C: Integer, S: Shape, D: BasisStride<S>> BasisPart<S, D> for C {
    type Kept<T> = T;
    type Along<X: Nat> = <C as Locate<S, D>>::Along<X>;
    fn kept<T>(self, _: D, after: T) -> T {
        after
    }
    fn along<X: Nat>(self, shape: S, stride: D) -> Self::Along<X> {
        Locate::along::<X>(self, shape, stride)
    }
}

/// Integer strides, all along one axis.
#[doc(hidden)]
pub trait AllAlong<A> {
    type Then<T>;
    fn then<T>(self, after: T) -> Self::Then<T>;
}

impl<A> AllAlong<A> for Nil {
    type Then<T> = T;
    fn then<T>(self, after: T) -> T {
        after
    }
}

impl<A: Nat, D: Copy, L: AllAlong<A>> AllAlong<A> for Cons<D, L> {
    type Then<T> = Cons<Along<A, D>, L::Then<T>>;
    fn then<T>(self, after: T) -> Self::Then<T> {
        Cons(Along::new(self.0), self.1.then(after))
    }
}

/// The strides that entries keep, in front of `T`.
macro_rules! kept {
    ($T:ty;) => { $T };
    ($T:ty; $A:ident $S:ident $D:ident $($rest:ident)*) => {
        <$A as BasisPart<$S, $D>>::Kept<kept!($T; $($rest)*)>
    };
}

macro_rules! kept_value {
    ($crd:ident, $stride:ident, $after:expr;) => { $after };
    ($crd:ident, $stride:ident, $after:expr; $S:ident $D:ident $i:tt $($rest:tt)*) => {
        BasisPart::<$S, $D>::kept($crd.$i, $stride.$i, kept_value!($crd, $stride, $after; $($rest)*))
    };
}

macro_rules! part {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: BasisPart<$SA, $DA>, $SA: Shape, $DA: BasisStride<$SA>),*> BasisPart<($($SA,)*), ($($DA,)*)>
            for ($($A,)*)
        where
            Self: Part<($($SA,)*), Compact<($($SA,)*)>>,
        {
            type Kept<T> = kept!(T; $($A $SA $DA)*);
            type Along<X: Nat> = sum!($($A::Along<X>),*);
            fn kept<T>(self, _stride: ($($DA,)*), after: T) -> Self::Kept<T> {
                kept_value!(self, _stride, after; $($SA $DA $i)*)
            }
            fn along<X: Nat>(self, _shape: ($($SA,)*), _stride: ($($DA,)*)) -> Self::Along<X> {
                sum_value!($(self.$i.along::<X>(_shape.$i, _stride.$i)),*)
            }
        }

        impl<$($A,)* SHAPE: Shape, STRIDE: Stride<SHAPE>, AXIS: Nat> BasisPart<SHAPE, Along<AXIS, STRIDE>> for ($($A,)*)
        where
            Self: Part<SHAPE, STRIDE> + Part<SHAPE, Compact<SHAPE>>,
            <Self as Part<SHAPE, STRIDE>>::Strides<Nil, Nil>: AllAlong<AXIS>,
        {
            type Kept<T> = <<Self as Part<SHAPE, STRIDE>>::Strides<Nil, Nil> as AllAlong<AXIS>>::Then<T>;
            type Along<X: Nat> = OnAxis<AXIS, X, <Self as Part<SHAPE, STRIDE>>::Offset>;
            fn kept<T>(self, stride: Along<AXIS, STRIDE>, after: T) -> Self::Kept<T> {
                Part::<SHAPE, STRIDE>::strides::<Nil, Nil>(self, stride.stride(), Nil).then(after)
            }
            fn along<X: Nat>(self, shape: SHAPE, stride: Along<AXIS, STRIDE>) -> Self::Along<X> {
                on_axis::<AXIS, X, _>(Part::<SHAPE, STRIDE>::offset(self, shape, stride.stride()))
            }
        }

        impl<$($A,)* SHAPE: Shape, STRIDE: BasisStride<SHAPE>> BasisSlice<SHAPE, STRIDE> for ($($A,)*)
        where
            Self: BasisPart<SHAPE, STRIDE>,
            <Self as Part<SHAPE, Compact<SHAPE>>>::Shapes<Nil>: ToTuple<Tuple: Shape>,
            <Self as BasisPart<SHAPE, STRIDE>>::Kept<Nil>: ToTuple<
                Tuple: BasisStride<<<Self as Part<SHAPE, Compact<SHAPE>>>::Shapes<Nil> as ToTuple>::Tuple>,
            >,
        {
            type Shape = <<Self as Part<SHAPE, Compact<SHAPE>>>::Shapes<Nil> as ToTuple>::Tuple;
            type Stride = <<Self as BasisPart<SHAPE, STRIDE>>::Kept<Nil> as ToTuple>::Tuple;
            fn cut(
                self,
                shape: SHAPE,
                stride: STRIDE,
            ) -> (<Self as BasisSlice<SHAPE, STRIDE>>::Shape, Self::Stride) {
                (Part::<SHAPE, Compact<SHAPE>>::shapes(self, shape, Nil).tuple(), self.kept(stride, Nil).tuple())
            }
        }
    };
}
for_tuples!(part);
