//! Weights: what is congruent with a shape and weighs its coordinates, along one axis at a time.

use super::Leaves;
use super::list::{Cons, Leaf, Nil, for_tuples, in_front_of, list_type, list_value};
use super::modes::ToTuple;
use super::shape::{Shape, ShapeList, ShapeTuple};
use super::stride::{Stride, StrideList};
use crate::int::sealed::Sealed;
use crate::int::{Along, Integer, Nat, OnAxis, Scalar};
use core::fmt;

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
    /// The tuple with the weights `E` of a mode `F` in front: see [`ShapeTuple::InFront`].
    type Behind<F: Shape, E: Weights<F>>: Weights<S::InFront<F>>;
    fn weight_modes(self) -> Self::WeightModes;
    fn on_axis<X: Nat>(self) -> Self::OnAxis<X>;
    fn behind<F: Shape, E: Weights<F>>(self, first: E) -> Self::Behind<F, E>;
}

#[diagnostic::do_not_recommend]
impl<S: Integer, D: Scalar> WeightTuple<S> for D {
    type WeightModes = Leaf<D>;
    type OnAxis<X: Nat> = D;
    type Behind<F: Shape, E: Weights<F>> = (E, D);
    #[inline]
    fn weight_modes(self) -> Leaf<D> {
        Leaf(self)
    }
    #[inline]
    fn on_axis<X: Nat>(self) -> D {
        self
    }
    #[inline]
    fn behind<F: Shape, E: Weights<F>>(self, first: E) -> (E, D) {
        (first, self)
    }
}

#[diagnostic::do_not_recommend]
impl<S: Integer, A: Nat, D: Scalar> WeightTuple<S> for Along<A, D> {
    type WeightModes = Leaf<Self>;
    type OnAxis<X: Nat> = OnAxis<A, X, D>;
    type Behind<F: Shape, E: Weights<F>> = (E, Self);
    #[inline]
    fn weight_modes(self) -> Leaf<Self> {
        Leaf(self)
    }
    #[inline]
    fn on_axis<X: Nat>(self) -> OnAxis<A, X, D> {
        self.on::<X>()
    }
    #[inline]
    fn behind<F: Shape, E: Weights<F>>(self, first: E) -> (E, Self) {
        (first, self)
    }
}

macro_rules! weights {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($SA: Shape, $DA: Weights<$SA>),*> WeightTuple<($($SA,)*)> for ($($DA,)*) {
            type WeightModes = list_type!($($DA),*);
            type OnAxis<AXIS: Nat> = ($($DA::On<AXIS>,)*);
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
    const AXES: Leaves;
    fn weights(self) -> Self::Weights;
    fn on<X: Nat>(self) -> Self::On<X>;
    fn steps(self) -> Self::Steps;
}

impl<S: Integer, D: Scalar> WeightList<Leaf<S>> for Leaf<D> {
    type Weights = D;
    type On<X: Nat> = Self;
    type Steps = Self;
    const AXES: Leaves = Leaves::new().push(None);
    #[inline]
    fn weights(self) -> D {
        self.0
    }
    #[inline]
    fn on<X: Nat>(self) -> Self {
        self
    }
    #[inline]
    fn steps(self) -> Self {
        self
    }
}

impl<S: Integer, A: Nat, D: Scalar> WeightList<Leaf<S>> for Leaf<Along<A, D>> {
    type Weights = Along<A, D>;
    type On<X: Nat> = Leaf<OnAxis<A, X, D>>;
    type Steps = Leaf<D>;
    const AXES: Leaves = Leaves::new().push(Some(A::USIZE.cast_signed()));
    #[inline]
    fn weights(self) -> Along<A, D> {
        self.0
    }
    #[inline]
    fn on<X: Nat>(self) -> Self::On<X> {
        Leaf(self.0.on::<X>())
    }
    #[inline]
    fn steps(self) -> Leaf<D> {
        Leaf(self.0.steps())
    }
}

impl WeightList<Nil> for Nil {
    type Weights = ();
    type On<X: Nat> = Nil;
    type Steps = Nil;
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
}

impl<S: Shape, SL: ShapeList, D: Weights<S>, DL: WeightList<SL>> WeightList<Cons<S, SL>> for Cons<D, DL> {
    type Weights = <DL::Weights as WeightTuple<SL::Tuple>>::Behind<S, D>;
    type On<X: Nat> = Cons<D::OnAxis<X>, DL::On<X>>;
    type Steps = Cons<D::Steps, DL::Steps>;
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
}
