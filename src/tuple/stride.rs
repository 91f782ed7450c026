//! Strides: what is congruent with a shape and weighs its coordinates; and, of integers, how far that reaches.

use super::list::{Cons, Nil, for_tuples, list_type, list_value};
use super::shape::{Shape, ShapeList};
use super::{IntTuple, Leaves, StrideFor};
use crate::int::modes::{Modes, Then};
use crate::int::sealed::Sealed;
use crate::int::{
    Add, Along, CeilDiv, Div, Int, Integer, Mul, Nat, OnAxis, Rem, SaturatingSub, Scalar, add, div, mul, rem,
    saturating_sub,
};
use core::fmt;
use typenum::{U0, U1};

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
pub trait Weights<S: Shape>: Sealed + Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
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

impl<S: Integer, D: Scalar> Weights<S> for D {
    type On<X: Nat> = D;
    type Steps = D;
    const AXES: Leaves = Leaves::new().push(None);
    fn on<X: Nat>(self) -> D {
        self
    }
    fn steps(self) -> D {
        self
    }
}

impl<S: Integer, A: Nat, D: Scalar> Weights<S> for Along<A, D> {
    type On<X: Nat> = OnAxis<A, X, D>;
    type Steps = D;
    const AXES: Leaves = Leaves::new().push(Some(A::USIZE.cast_signed()));
    fn on<X: Nat>(self) -> OnAxis<A, X, D> {
        Along::on::<X>(self)
    }
    fn steps(self) -> D {
        Along::steps(self)
    }
}

macro_rules! weights {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($SA: Shape, $DA: Weights<$SA>),*> Weights<($($SA,)*)> for ($($DA,)*) {
            type On<X: Nat> = ($($DA::On<X>,)*);
            type Steps = ($($DA::Steps,)*);
            const AXES: Leaves = Leaves::new() $(.append(&$DA::AXES))*;
            fn on<X: Nat>(self) -> Self::On<X> {
                ($(self.$i.on::<X>(),)*)
            }
            fn steps(self) -> Self::Steps {
                ($(self.$i.steps(),)*)
            }
        }
    };
}
for_tuples!(weights);

/// A stride of integers for shape `S`: a tuple congruent with it whose leaves are scalars.
#[diagnostic::on_unimplemented(
    message = "the stride is not congruent with the shape",
    label = "this stride and its shape have different ranks or nesting",
    note = "shape and stride must be the same tree: one stride for every extent, as in `((4,2),3):((1,12),4)`",
    note = "stride `{Self}`",
    note = "shape `{S}`"
)]
pub trait Stride<S: Shape>: StrideFor<S> + Weights<S> {
    /// The offset of index `I`: `crd2offset` of an integer, first mode fastest, the last mode unbounded.
    type OffsetAt<I: Integer>: Scalar;
    /// How far the offsets spread: the sum of `(extent - 1) * |stride|`.
    type Reach: Integer;
    /// How far below zero offsets may go: the same sum over the strides that may be negative.
    type Descent: Integer;
    /// This stride for a tile of `H` elements: strides do not change, only the shape they are congruent with.
    type Tiled<H: Integer>: Stride<S::Tiled<H>>;
    /// The same numbers as steps along axis `A`.
    type Along<A: Nat>: Weights<S>;
    /// The leaves `extent:stride` from the first to the last, and then `T`.
    #[doc(hidden)]
    type LeavesThen<T: Modes>: Modes;
    /// The same tree with each leaf replaced: the shape.
    #[doc(hidden)]
    type MapShape<F: LeafMap>: Shape;
    /// The same tree with each leaf replaced: the stride.
    #[doc(hidden)]
    type MapStride<F: LeafMap>: Stride<Self::MapShape<F>>;
    /// The same tree with each stride replaced, by what stands before it and behind it.
    #[doc(hidden)]
    type WithStrides<F: StrideMap, B: Modes, A: Modes>: Stride<S>;
    #[doc(hidden)]
    type StrideModes: StrideList<S::ShapeModes>;

    /// See [`Stride::WithStrides`]. The leaves before come mode by mode, the last mode first.
    #[doc(hidden)]
    fn with_strides<F: StrideMap, B: Modes, A: Modes>(
        self,
        shape: S,
        f: F,
        before: B,
        after: A,
    ) -> Self::WithStrides<F, B, A>;
    /// See [`Stride::MapShape`].
    #[doc(hidden)]
    fn map_leaves<F: LeafMap>(self, shape: S, f: F) -> (Self::MapShape<F>, Self::MapStride<F>);
    /// How many leaves stand in the place of each leaf when they are replaced.
    #[doc(hidden)]
    fn mapped_leaves<F: LeafMap>() -> Leaves;
    /// See [`Stride::LeavesThen`].
    #[doc(hidden)]
    fn leaves_then<T: Modes>(self, shape: S, rest: T) -> Self::LeavesThen<T>;
    /// See [`Stride::OffsetAt`].
    fn offset_at<I: Integer>(self, shape: S, index: I) -> Self::OffsetAt<I>;
    /// See [`Stride::Reach`].
    fn reach(self, shape: S) -> Self::Reach;
    /// See [`Stride::Descent`].
    fn descent(self, shape: S) -> Self::Descent;
    /// See [`Stride::Along`].
    fn along<A: Nat>(self) -> Self::Along<A>;
    /// See [`Stride::Tiled`].
    fn for_tile<H: Integer>(self) -> Self::Tiled<H>;
    /// The reach if nothing overflows.
    fn checked_reach(self, shape: S) -> Option<usize>;
    /// Calls `f` with extent and stride of every leaf, from the first to the last.
    fn each_leaf(self, shape: S, f: &mut impl FnMut(usize, isize)) {
        self.visit(shape, f);
    }
    /// Moves a coordinate to the next one, first mode fastest: by how much the offset changes, and whether the
    /// coordinate moved on (`false`: it started over from zero).
    #[doc(hidden)]
    fn step(self, shape: S, crd: &mut S::Dynamic) -> (isize, bool);
    /// Moves one top-level mode of a coordinate on: by how much the offset changes.
    #[doc(hidden)]
    fn step_mode(self, shape: S, mode: usize, crd: &mut S::Dynamic) -> isize;
    /// Puts one top-level mode of a coordinate back to zero: by how much the offset changes.
    #[doc(hidden)]
    fn reset_mode(self, shape: S, mode: usize, crd: &mut S::Dynamic) -> isize;
    /// The offset of a coordinate that is congruent with the shape.
    #[doc(hidden)]
    fn weigh(self, crd: S::Dynamic) -> isize;
    /// The offset of an index of one top-level mode; 0 if there is no such mode.
    #[doc(hidden)]
    fn mode_offset(self, shape: S, mode: usize, index: usize) -> isize;
    #[doc(hidden)]
    fn stride_modes(self) -> Self::StrideModes;
}

/// What each leaf `N:R` of a layout is replaced by: a layout.
#[doc(hidden)]
pub trait LeafMap: Copy {
    type Shape<N: Integer, R: Scalar>: Shape;
    type Stride<N: Integer, R: Scalar>: Stride<Self::Shape<N, R>>;
    fn map<N: Integer, R: Scalar>(self, extent: N, stride: R) -> (Self::Shape<N, R>, Self::Stride<N, R>);
}

/// What the stride of each leaf `N:R` of a layout is replaced by, where the leaves `B` stand before it and `A` behind
/// it.
#[doc(hidden)]
pub trait StrideMap: Copy {
    type Stride<N: Integer, R: Scalar, B: Modes, A: Modes>: Scalar;
    fn map<N: Integer, R: Scalar, B: Modes, A: Modes>(
        self,
        leaf: (N, R),
        before: B,
        after: A,
    ) -> Self::Stride<N, R, B, A>;
}

impl<S: Integer, D: Scalar> Stride<S> for D {
    type OffsetAt<I: Integer> = D::Times<I>;
    type Reach = Mul<D::Magnitude, SaturatingSub<S, Int<U1>>>;
    type Descent = Mul<D::Descent, SaturatingSub<S, Int<U1>>>;
    type Tiled<H: Integer> = D;
    type Along<A: Nat> = Along<A, D>;
    type LeavesThen<T: Modes> = Then<S, D, T>;
    type MapShape<F: LeafMap> = F::Shape<S, D>;
    type MapStride<F: LeafMap> = F::Stride<S, D>;
    type WithStrides<F: StrideMap, B: Modes, A: Modes> = F::Stride<S, D, B, A>;
    type StrideModes = Cons<D, Nil>;

    fn with_strides<F: StrideMap, B: Modes, A: Modes>(
        self,
        shape: S,
        f: F,
        before: B,
        after: A,
    ) -> F::Stride<S, D, B, A> {
        f.map((shape, self), before, after)
    }

    fn map_leaves<F: LeafMap>(self, shape: S, f: F) -> (F::Shape<S, D>, F::Stride<S, D>) {
        f.map(shape, self)
    }
    fn mapped_leaves<F: LeafMap>() -> Leaves {
        Leaves::new().push(Some(F::Shape::<S, D>::LEAVES.len().cast_signed()))
    }
    fn leaves_then<T: Modes>(self, shape: S, rest: T) -> Then<S, D, T> {
        Then { extent: shape, stride: self, rest }
    }

    fn offset_at<I: Integer>(self, _: S, index: I) -> D::Times<I> {
        self.times(index)
    }
    fn reach(self, shape: S) -> Self::Reach {
        mul(self.magnitude(), saturating_sub(shape, Int::new()))
    }
    fn descent(self, shape: S) -> Self::Descent {
        mul(Scalar::descent(self), saturating_sub(shape, Int::new()))
    }
    fn along<A: Nat>(self) -> Along<A, D> {
        Along::new(self)
    }
    fn for_tile<H: Integer>(self) -> D {
        self
    }
    fn checked_reach(self, shape: S) -> Option<usize> {
        self.magnitude().value().checked_mul(shape.value().saturating_sub(1))
    }
    fn step(self, shape: S, crd: &mut usize) -> (isize, bool) {
        if shape.advance(crd) {
            (self.to_isize(), true)
        } else {
            (-self.times(shape.value().saturating_sub(1)).to_isize(), false)
        }
    }
    fn step_mode(self, shape: S, _: usize, crd: &mut usize) -> isize {
        Stride::step(self, shape, crd).0
    }
    fn reset_mode(self, _: S, _: usize, crd: &mut usize) -> isize {
        -Stride::<S>::weigh(self, core::mem::take(crd))
    }
    fn weigh(self, crd: usize) -> isize {
        self.times(crd).to_isize()
    }
    fn mode_offset(self, _: S, mode: usize, index: usize) -> isize {
        if mode == 0 { self.times(index).to_isize() } else { 0 }
    }
    fn stride_modes(self) -> Cons<D, Nil> {
        Cons(self, Nil)
    }
}

/// The modes of a stride as a list, congruent with the list of shapes `S`.
#[doc(hidden)]
pub trait StrideList<S: ShapeList>: Copy {
    type Head: Stride<S::Head>;
    type Tail: StrideList<S::Tail>;
    type OffsetAt<I: Integer>: Scalar;
    /// The offset of `I` in a mode `F:D` followed by this list.
    type OffsetAfter<F: Shape, D: Stride<F>, I: Integer>: Scalar;
    type Reach: Integer;
    type Descent: Integer;
    type Tiled<H: Integer>: StrideList<S::Tiled<H>>;
    /// The stride of a tile of `H` elements of a mode `F:D` followed by this list.
    type TiledAfter<F: Shape, D: Stride<F>, H: Integer>: StrideList<S::TiledAfter<F, H>>;
    type LeavesThen<T: Modes>: Modes;

    fn leaves_then<T: Modes>(self, shape: S, rest: T) -> Self::LeavesThen<T>;
    fn for_tile<H: Integer>(self) -> Self::Tiled<H>;
    fn for_tile_after<F: Shape, D: Stride<F>, H: Integer>(self, first: D) -> Self::TiledAfter<F, D, H>;
    fn head(self) -> Self::Head;
    fn tail(self) -> Self::Tail;
    fn offset_at<I: Integer>(self, shape: S, index: I) -> Self::OffsetAt<I>;
    fn offset_after<F: Shape, D: Stride<F>, I: Integer>(
        self,
        shape: S,
        first: (F, D),
        index: I,
    ) -> Self::OffsetAfter<F, D, I>;
    fn reach(self, shape: S) -> Self::Reach;
    fn descent(self, shape: S) -> Self::Descent;
    fn checked_reach(self, shape: S) -> Option<usize>;
}

impl StrideList<Nil> for Nil {
    type Head = Int<U1>;
    type Tail = Nil;
    type OffsetAt<I: Integer> = Int<U0>;
    type OffsetAfter<F: Shape, D: Stride<F>, I: Integer> = D::OffsetAt<I>;
    type Reach = Int<U0>;
    type Descent = Int<U0>;
    type Tiled<H: Integer> = Nil;
    type TiledAfter<F: Shape, D: Stride<F>, H: Integer> = Cons<D::Tiled<H>, Nil>;
    type LeavesThen<T: Modes> = T;

    fn leaves_then<T: Modes>(self, _: Nil, rest: T) -> T {
        rest
    }
    fn for_tile<H: Integer>(self) -> Nil {
        Nil
    }
    fn for_tile_after<F: Shape, D: Stride<F>, H: Integer>(self, first: D) -> Cons<D::Tiled<H>, Nil> {
        Cons(first.for_tile::<H>(), Nil)
    }
    fn head(self) -> Int<U1> {
        Int::new()
    }
    fn tail(self) -> Nil {
        Nil
    }
    fn offset_at<I: Integer>(self, _: Nil, _: I) -> Int<U0> {
        Int::new()
    }
    fn offset_after<F: Shape, D: Stride<F>, I: Integer>(
        self,
        _: Nil,
        (shape, stride): (F, D),
        index: I,
    ) -> D::OffsetAt<I> {
        stride.offset_at(shape, index)
    }
    fn reach(self, _: Nil) -> Int<U0> {
        Int::new()
    }
    fn descent(self, _: Nil) -> Int<U0> {
        Int::new()
    }
    fn checked_reach(self, _: Nil) -> Option<usize> {
        Some(0)
    }
}

impl<S: Shape, SL: ShapeList, D: Stride<S>, DL: StrideList<SL>> StrideList<Cons<S, SL>> for Cons<D, DL> {
    type Head = D;
    type Tail = DL;
    type OffsetAt<I: Integer> = DL::OffsetAfter<S, D, I>;
    type OffsetAfter<F: Shape, E: Stride<F>, I: Integer> =
        <E::OffsetAt<Rem<I, F::Size>> as Scalar>::Plus<Self::OffsetAt<Div<I, F::Size>>>;
    type Reach = Add<D::Reach, DL::Reach>;
    type Descent = Add<D::Descent, DL::Descent>;
    type Tiled<H: Integer> = DL::TiledAfter<S, D, H>;
    type TiledAfter<F: Shape, E: Stride<F>, H: Integer> = Cons<E, Self::Tiled<CeilDiv<H, F::Size>>>;
    type LeavesThen<T: Modes> = D::LeavesThen<DL::LeavesThen<T>>;

    fn leaves_then<T: Modes>(self, shape: Cons<S, SL>, rest: T) -> Self::LeavesThen<T> {
        self.0.leaves_then(shape.0, self.1.leaves_then(shape.1, rest))
    }
    fn for_tile<H: Integer>(self) -> Self::Tiled<H> {
        self.1.for_tile_after::<S, D, H>(self.0)
    }
    fn for_tile_after<F: Shape, E: Stride<F>, H: Integer>(self, first: E) -> Self::TiledAfter<F, E, H> {
        Cons(first, self.for_tile::<CeilDiv<H, F::Size>>())
    }
    fn head(self) -> D {
        self.0
    }
    fn tail(self) -> DL {
        self.1
    }
    fn offset_at<I: Integer>(self, shape: Cons<S, SL>, index: I) -> Self::OffsetAt<I> {
        self.1.offset_after(shape.1, (shape.0, self.0), index)
    }
    fn offset_after<F: Shape, E: Stride<F>, I: Integer>(
        self,
        rest: Cons<S, SL>,
        (shape, stride): (F, E),
        index: I,
    ) -> Self::OffsetAfter<F, E, I> {
        let size = shape.size();
        stride.offset_at(shape, rem(index, size)).plus(self.offset_at(rest, div(index, size)))
    }
    fn reach(self, shape: Cons<S, SL>) -> Self::Reach {
        add(self.0.reach(shape.0), self.1.reach(shape.1))
    }
    fn descent(self, shape: Cons<S, SL>) -> Self::Descent {
        add(self.0.descent(shape.0), self.1.descent(shape.1))
    }
    fn checked_reach(self, shape: Cons<S, SL>) -> Option<usize> {
        self.0.checked_reach(shape.0)?.checked_add(self.1.checked_reach(shape.1)?)
    }
}

/// The first entries of a list of strides, as a tuple with one entry for each name.
macro_rules! refill {
    ($List:ty, $Shapes:ty; $($A:ident)*) => { refill!(@ $List, $Shapes; []; $($A)*) };
    (@ $List:ty, $Shapes:ty; [$($done:tt)*];) => { ($($done)*) };
    (@ $List:ty, $Shapes:ty; [$($done:tt)*]; $A:ident $($rest:ident)*) => {
        refill!(@ <$List as StrideList<$Shapes>>::Tail, <$Shapes as ShapeList>::Tail;
            [$($done)* <$List as StrideList<$Shapes>>::Head,]; $($rest)*)
    };
}

/// The leaves of modes, and behind them the list `After`.
macro_rules! after_type {
    ($After:ty;) => { $After };
    ($After:ty; $SA:ident $DA:ident $($rest:ident)*) => {
        <$DA as Stride<$SA>>::LeavesThen<after_type!($After; $($rest)*)>
    };
}

macro_rules! with_strides_type {
    ($Map:ident, $Before:ty, $After:ty; [$($done:tt)*]) => { ($($done)*) };
    ($Map:ident, $Before:ty, $After:ty; [$($done:tt)*] $SA:ident $DA:ident $($rest:ident)*) => {
        with_strides_type!(
            $Map, <$DA as Stride<$SA>>::LeavesThen<$Before>, $After;
            [$($done)* <$DA as Stride<$SA>>::WithStrides<$Map, $Before, after_type!($After; $($rest)*)>,]
            $($rest)*
        )
    };
}

macro_rules! after_value {
    ($stride:expr, $shape:expr, $after:expr;) => { $after };
    ($stride:expr, $shape:expr, $after:expr; $i:tt $($rest:tt)*) => {
        $stride.$i.leaves_then($shape.$i, after_value!($stride, $shape, $after; $($rest)*))
    };
}

macro_rules! with_strides_value {
    ($stride:expr, $shape:expr, $map:expr, $before:expr, $after:expr; [$($done:tt)*]) => { ($($done)*) };
    ($stride:expr, $shape:expr, $map:expr, $before:expr, $after:expr; [$($done:tt)*] $i:tt $($rest:tt)*) => {
        with_strides_value!(
            $stride, $shape, $map, $stride.$i.leaves_then($shape.$i, $before), $after;
            [$($done)* $stride.$i.with_strides(
                $shape.$i,
                $map,
                $before,
                after_value!($stride, $shape, $after; $($rest)*),
            ),]
            $($rest)*
        )
    };
}

macro_rules! stride {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        #[allow(non_snake_case)]
        impl<$($SA: Shape, $DA: Stride<$SA>),*> Stride<($($SA,)*)> for ($($DA,)*) {
            type OffsetAt<N: Integer> = <Self::StrideModes as StrideList<list_type!($($SA),*)>>::OffsetAt<N>;
            type Reach = <Self::StrideModes as StrideList<list_type!($($SA),*)>>::Reach;
            type Descent = <Self::StrideModes as StrideList<list_type!($($SA),*)>>::Descent;
            type Tiled<N: Integer> = refill!(
                <Self::StrideModes as StrideList<list_type!($($SA),*)>>::Tiled<N>,
                <list_type!($($SA),*) as ShapeList>::Tiled<N>; $($A)*);
            type Along<AXIS: Nat> = ($($DA::Along<AXIS>,)*);
            type LeavesThen<REST: Modes> =
                <Self::StrideModes as StrideList<list_type!($($SA),*)>>::LeavesThen<REST>;
            type MapShape<MAP: LeafMap> = ($($DA::MapShape<MAP>,)*);
            type MapStride<MAP: LeafMap> = ($($DA::MapStride<MAP>,)*);
            type WithStrides<MAP: StrideMap, BEFORE: Modes, AFTER: Modes> =
                with_strides_type!(MAP, BEFORE, AFTER; [] $($SA $DA)*);
            type StrideModes = list_type!($($DA),*);

            fn with_strides<MAP: StrideMap, BEFORE: Modes, AFTER: Modes>(
                self,
                _shape: ($($SA,)*),
                _map: MAP,
                _before: BEFORE,
                _after: AFTER,
            ) -> Self::WithStrides<MAP, BEFORE, AFTER> {
                with_strides_value!(self, _shape, _map, _before, _after; [] $($i)*)
            }

            fn map_leaves<MAP: LeafMap>(
                self,
                _shape: ($($SA,)*),
                _map: MAP,
            ) -> (Self::MapShape<MAP>, Self::MapStride<MAP>) {
                $(let $A = self.$i.map_leaves(_shape.$i, _map);)*
                (($($A.0,)*), ($($A.1,)*))
            }
            fn mapped_leaves<MAP: LeafMap>() -> Leaves {
                Leaves::new() $(.append(&<$DA as Stride<$SA>>::mapped_leaves::<MAP>()))*
            }
            fn leaves_then<REST: Modes>(self, shape: ($($SA,)*), rest: REST) -> Self::LeavesThen<REST> {
                self.stride_modes().leaves_then(shape.shape_modes(), rest)
            }
            fn offset_at<N: Integer>(self, shape: ($($SA,)*), index: N) -> Self::OffsetAt<N> {
                self.stride_modes().offset_at(shape.shape_modes(), index)
            }
            fn reach(self, shape: ($($SA,)*)) -> Self::Reach {
                self.stride_modes().reach(shape.shape_modes())
            }
            fn descent(self, shape: ($($SA,)*)) -> Self::Descent {
                self.stride_modes().descent(shape.shape_modes())
            }
            fn along<AXIS: Nat>(self) -> Self::Along<AXIS> {
                ($(self.$i.along::<AXIS>(),)*)
            }
            fn for_tile<N: Integer>(self) -> Self::Tiled<N> {
                let _list = StrideList::<list_type!($($SA),*)>::for_tile::<N>(self.stride_modes());
                $(let ($A, _list) = (_list.head(), _list.tail());)*
                ($($A,)*)
            }
            fn checked_reach(self, shape: ($($SA,)*)) -> Option<usize> {
                self.stride_modes().checked_reach(shape.shape_modes())
            }
            fn step(self, _shape: ($($SA,)*), _crd: &mut ($($SA::Dynamic,)*)) -> (isize, bool) {
                let change = 0;
                $(
                    let (step, moved) = self.$i.step(_shape.$i, &mut _crd.$i);
                    let change = change + step;
                    if moved {
                        return (change, true);
                    }
                )*
                (change, false)
            }
            fn step_mode(self, _shape: ($($SA,)*), mode: usize, _crd: &mut ($($SA::Dynamic,)*)) -> isize {
                match mode {
                    $($i => self.$i.step(_shape.$i, &mut _crd.$i).0,)*
                    _ => 0,
                }
            }
            fn reset_mode(self, _: ($($SA,)*), mode: usize, _crd: &mut ($($SA::Dynamic,)*)) -> isize {
                match mode {
                    $($i => {
                        let zero = $SA::dynamic(&mut || 0);
                        -Stride::<$SA>::weigh(self.$i, core::mem::replace(&mut _crd.$i, zero))
                    })*
                    _ => 0,
                }
            }
            fn weigh(self, _crd: ($($SA::Dynamic,)*)) -> isize {
                0 $(+ Stride::<$SA>::weigh(self.$i, _crd.$i))*
            }
            fn mode_offset(self, _shape: ($($SA,)*), mode: usize, _index: usize) -> isize {
                match mode {
                    $($i => self.$i.offset_at(_shape.$i, _index).to_isize(),)*
                    _ => 0,
                }
            }
            fn stride_modes(self) -> Self::StrideModes {
                list_value!($(self.$i),*)
            }
        }
    };
}
for_tuples!(stride);
