//! Weights: what is congruent with a shape and weighs its coordinates, along one axis at a time.

use super::list::{Cons, Leaf, Nil, for_tuples, in_front_of, list_type, list_value};
use super::modes::ToTuple;
use super::shape::{Shape, ShapeList, ShapeTuple};
use super::stride::{Stride, StrideList};
use super::{IntTuple, Leaves};
use crate::int::sealed::Sealed;
use crate::int::{Along, Div, Int, Integer, Nat, OnAxis, Rem, Scalar, div, rem};
use core::fmt;
use typenum::U0;

/// The tuple that a list of strides `D` is, over a list of shapes `S`.
type Tuple<D, S> = <D as StrideList<S>>::Tuple;

/// What the coordinates of the shape `S` are weighed with: a tuple congruent with it whose leaves are integers, or
/// steps along axes ([`Along`]).
///
/// A sum of coordinates times weights is taken along one axis at a time, each of which is a [`Stride`] of integers;
/// integers are what they are along any.
#[diagnostic::on_unimplemented(
    message = "the stride is not congruent with the shape",
    label = "not scalars or steps along axes, or of another rank or nesting than the shape",
    note = "stride `{Self}`",
    note = "shape `{S}`"
)]
pub trait Weights<S: Shape>: WeightTuple<S> {
    /// The weights along axis `X`: 0 for steps along another.
    type On<X: Nat>: Stride<S>;
    /// The weights without their axes.
    type Steps: Stride<S>;
    /// The axis of each leaf; none of an integer.
    #[doc(hidden)]
    const AXES: Leaves;
    /// See [`Weights::On`].
    fn on<X: Nat>(self) -> Self::On<X>;
    /// See [`Weights::Steps`].
    fn steps(self) -> Self::Steps;
}

#[diagnostic::do_not_recommend]
impl<S: ShapeTuple, D: WeightTuple<S>> Weights<S> for D {
    type On<X: Nat> = D::OnAxis<X>;
    type Steps = Tuple<<D::WeightModes as WeightList<S::ShapeModes>>::Steps, S::ShapeModes>;
    const AXES: Leaves = D::WeightModes::AXES;
    #[inline]
    fn on<X: Nat>(self) -> Self::On<X> {
        self.on_axis::<X>()
    }
    #[inline]
    fn steps(self) -> Self::Steps {
        self.weight_modes().steps().stride()
    }
}

/// Weights and the list of their modes: all that is written out for each rank.
#[diagnostic::on_unimplemented(
    message = "the stride is not congruent with the shape",
    label = "not scalars or steps along axes, or of another rank or nesting than the shape",
    note = "stride `{Self}`",
    note = "shape `{S}`"
)]
#[doc(hidden)]
pub trait WeightTuple<S: Shape>: Sealed + Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
    type WeightModes: WeightList<S::ShapeModes> + ToTuple<Tuple = Self>;
    type OnAxis<X: Nat>: Stride<S>;
    /// The offset along axis `X` of a coordinate whose entries are `usize`: 0 only if all weights are.
    type OfWords<X: Nat>: Scalar;
    /// The tuple with the weights `E` of a mode `F` in front: see [`ShapeTuple::InFront`].
    type Behind<F: Shape, E: Weights<F>>: Weights<S::InFront<F>>;
    fn weight_modes(self) -> Self::WeightModes;
    fn on_axis<X: Nat>(self) -> Self::OnAxis<X>;
    /// The offset of an index along axis `X`; nothing is divided where its leaves coalesce.
    #[inline]
    fn index_offset<X: Nat, I: Integer>(self, shape: S, index: I) -> IndexOffset<Self, S, X, I> {
        match const { S::LEAVES.coalesced_stride(&<Self::OnAxis<X> as IntTuple>::LEAVES) } {
            Some(stride) if I::STATIC_VALUE.is_none() => {
                Scalar::from_isize(index.value().cast_signed() * stride)
            }
            _ => self.weight_modes().offset_at::<X, I>(shape.shape_modes(), index),
        }
    }
    fn behind<F: Shape, E: Weights<F>>(self, first: E) -> Self::Behind<F, E>;
}

/// The offset of index `I` along axis `X` in a mode `S:D`.
type IndexOffset<D, S, X, I> =
    <<D as WeightTuple<S>>::WeightModes as WeightList<<S as ShapeTuple>::ShapeModes>>::OffsetAt<X, I>;

/// The sum of what words come to in the modes of a tuple.
macro_rules! sum_of {
    ($X:ident;) => { Int<U0> };
    ($X:ident; $S:ident $D:ident) => { <$D as WeightTuple<$S>>::OfWords<$X> };
    ($X:ident; $S:ident $D:ident $($modes:ident)*) => {
        <<$D as WeightTuple<$S>>::OfWords<$X> as Scalar>::Plus<sum_of!($X; $($modes)*)>
    };
}

macro_rules! weights {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($SA: Shape, $DA: Weights<$SA>),*> WeightTuple<($($SA,)*)> for ($($DA,)*) {
            type WeightModes = list_type!($($DA),*);
            type OnAxis<AXIS: Nat> = ($($DA::On<AXIS>,)*);
            type OfWords<AXIS: Nat> = sum_of!(AXIS; $($SA $DA)*);
            type Behind<SHAPE: Shape, FIRST: Weights<SHAPE>> = in_front_of!(type FIRST; [$($DA)*] $($i)*);
            #[inline]
            fn weight_modes(self) -> Self::WeightModes {
                list_value!($(self.$i),*)
            }
            #[inline]
            fn on_axis<AXIS: Nat>(self) -> Self::OnAxis<AXIS> {
                ($(self.$i.on::<AXIS>(),)*)
            }
            #[inline]
            fn behind<SHAPE: Shape, FIRST: Weights<SHAPE>>(self, first: FIRST) -> Self::Behind<SHAPE, FIRST> {
                in_front_of!(value self, first; $($i)*)
            }
        }
    };
}
for_tuples!(weights);

/// [`Weights`] said of the modes.
#[doc(hidden)]
pub trait WeightList<S: ShapeList>: Copy {
    /// The tuple of these weights.
    type Weights: Weights<S::Tuple>;
    type On<X: Nat>: StrideList<S>;
    type Steps: StrideList<S>;
    /// The offset of index `I` along axis `X`.
    type OffsetAt<X: Nat, I: Integer>: Scalar;
    /// The same of a mode `F:E` followed by this list.
    type OffsetAfter<F: Shape, E: Weights<F>, X: Nat, I: Integer>: Scalar;
    const AXES: Leaves;
    fn weights(self) -> Self::Weights;
    fn on<X: Nat>(self) -> Self::On<X>;
    fn steps(self) -> Self::Steps;
    fn offset_at<X: Nat, I: Integer>(self, shape: S, index: I) -> Self::OffsetAt<X, I>;
    fn offset_after<F: Shape, E: Weights<F>, X: Nat, I: Integer>(
        self,
        shape: S,
        first: (F, E),
        index: I,
    ) -> Self::OffsetAfter<F, E, X, I>;
}

/// The offset of an index in a mode `F:E` followed by a list: what is left of the index goes on in the list.
macro_rules! offset_after {
    ($S:ty) => {
        type OffsetAfter<F: Shape, E: Weights<F>, X: Nat, I: Integer> =
            <IndexOffset<E, F, X, Rem<I, F::Size>> as Scalar>::Plus<Self::OffsetAt<X, Div<I, F::Size>>>;
        #[inline]
        fn offset_after<F: Shape, E: Weights<F>, X: Nat, I: Integer>(
            self,
            rest: $S,
            (shape, weights): (F, E),
            index: I,
        ) -> Self::OffsetAfter<F, E, X, I> {
            let size = shape.size();
            let first = weights.index_offset::<X, _>(shape, rem(index, size));
            first.plus(WeightList::offset_at::<X, _>(self, rest, div(index, size)))
        }
    };
}

/// The weights of a mode that is one integer: what they are along an axis `X`, and without their axis.
macro_rules! leaf {
    ([$($generic:tt)*] $W:ty, along $X:ident $On:ty, steps $D:ty, axis $axis:expr; |$w:ident| $on:expr, $steps:expr) => {
        #[diagnostic::do_not_recommend]
        impl<S: Integer, $($generic)*> WeightTuple<S> for $W {
            type WeightModes = Leaf<Self>;
            type OnAxis<$X: Nat> = $On;
            type OfWords<$X: Nat> = <$On as Scalar>::TimesWord;
            type Behind<F: Shape, E: Weights<F>> = (E, Self);
            #[inline]
            fn weight_modes(self) -> Leaf<Self> {
                Leaf(self)
            }
            #[inline]
            fn on_axis<$X: Nat>(self) -> $On {
                let $w = self;
                $on
            }
            #[inline]
            fn behind<F: Shape, E: Weights<F>>(self, first: E) -> (E, Self) {
                (first, self)
            }
        }

        impl<S: Integer, $($generic)*> WeightList<Leaf<S>> for Leaf<$W> {
            type Weights = $W;
            type On<$X: Nat> = Leaf<$On>;
            type Steps = Leaf<$D>;
            type OffsetAt<$X: Nat, I: Integer> = <$On as Scalar>::Times<I>;
            offset_after!(Leaf<S>);
            const AXES: Leaves = Leaves::new().push($axis);
            #[inline]
            fn weights(self) -> $W {
                self.0
            }
            #[inline]
            fn on<$X: Nat>(self) -> Leaf<$On> {
                let $w = self.0;
                Leaf($on)
            }
            #[inline]
            fn steps(self) -> Leaf<$D> {
                let $w = self.0;
                Leaf($steps)
            }
            #[inline]
            fn offset_at<$X: Nat, I: Integer>(self, _: Leaf<S>, index: I) -> Self::OffsetAt<$X, I> {
                let $w = self.0;
                $on.times(index)
            }
        }
    };
}
leaf!([D: Scalar] D, along X D, steps D, axis None; |weight| weight, weight);
leaf!([A: Nat, D: Scalar] Along<A, D>, along X OnAxis<A, X, D>, steps D, axis Some(A::USIZE.cast_signed());
    |weight| weight.on::<X>(), weight.steps());

impl WeightList<Nil> for Nil {
    type Weights = ();
    type On<X: Nat> = Nil;
    type Steps = Nil;
    type OffsetAt<X: Nat, I: Integer> = Int<U0>;
    type OffsetAfter<F: Shape, E: Weights<F>, X: Nat, I: Integer> = IndexOffset<E, F, X, I>;
    const AXES: Leaves = Leaves::new();
    #[inline]
    fn weights(self) {}
    #[inline]
    fn on<X: Nat>(self) -> Nil {
        Nil
    }
    #[inline]
    fn steps(self) -> Nil {
        Nil
    }
    #[inline]
    fn offset_at<X: Nat, I: Integer>(self, _: Nil, _: I) -> Int<U0> {
        Int::new()
    }
    #[inline]
    fn offset_after<F: Shape, E: Weights<F>, X: Nat, I: Integer>(
        self,
        _: Nil,
        (shape, weights): (F, E),
        index: I,
    ) -> IndexOffset<E, F, X, I> {
        weights.index_offset::<X, _>(shape, index)
    }
}

impl<S: Shape, SL: ShapeList, D: Weights<S>, DL: WeightList<SL>> WeightList<Cons<S, SL>> for Cons<D, DL> {
    type Weights = <DL::Weights as WeightTuple<SL::Tuple>>::Behind<S, D>;
    type On<X: Nat> = Cons<D::OnAxis<X>, DL::On<X>>;
    type Steps = Cons<D::Steps, DL::Steps>;
    type OffsetAt<X: Nat, I: Integer> = DL::OffsetAfter<S, D, X, I>;
    offset_after!(Cons<S, SL>);
    const AXES: Leaves = D::AXES.append(&DL::AXES);
    #[inline]
    fn weights(self) -> Self::Weights {
        self.1.weights().behind::<S, D>(self.0)
    }
    #[inline]
    fn on<X: Nat>(self) -> Self::On<X> {
        Cons(self.0.on_axis::<X>(), self.1.on::<X>())
    }
    #[inline]
    fn steps(self) -> Self::Steps {
        Cons(self.0.steps(), self.1.steps())
    }
    #[inline]
    fn offset_at<X: Nat, I: Integer>(self, shape: Cons<S, SL>, index: I) -> Self::OffsetAt<X, I> {
        self.1.offset_after::<S, D, X, I>(shape.1, (shape.0, self.0), index)
    }
}
