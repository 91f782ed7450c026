//! Strides: the weights that are integers, and how far they reach.

use super::list::{Cons, Leaf, Nil, for_tuples, in_front_of, list_type, list_value};
use super::shape::{Shape, ShapeList, ShapeTuple};
use super::weights::{WeightList, Weights};
use super::{IntTuple, Leaves, StrideFor};
use crate::int::modes::{End, Modes, Then};
use crate::int::{Add, Along, CeilDiv, Int, Integer, Mul, Nat, Scalar, add, mul};
use typenum::{U0, U1};

/// A stride of integers for shape `S`: a tuple congruent with it whose leaves are scalars.
#[diagnostic::on_unimplemented(
    message = "the stride is not congruent with the shape",
    label = "this stride and its shape have different ranks or nesting",
    note = "shape and stride must be the same tree: one stride for every extent, as in `((4,2),3):((1,12),4)`",
    note = "stride `{Self}`",
    note = "shape `{S}`"
)]
pub trait Stride<S: Shape>: StrideTuple<S> {
    /// The offset of index `I`: `crd2offset` of an integer, first mode fastest, the last mode unbounded.
    type OffsetAt<I: Integer>: Scalar;
    /// How far the offsets spread: the sum of `(extent - 1) * |stride|`.
    type Reach: Integer;
    /// How far below zero offsets may go: the same sum over the strides that may be negative.
    type Descent: Integer;
    /// How many elements lie between the first and the last offset, both included: 1 + reach; of no coordinates, 0.
    type Cosize: Integer;
    /// This stride for a tile of `H` elements: strides do not change, only the shape they are congruent with.
    type Tiled<H: Integer>: Stride<S::Tiled<H>>;
    /// The same numbers as steps along axis `A`.
    type Along<A: Nat>: Weights<S>;
    /// The same tree with each stride replaced, by what stands before it and behind it.
    #[doc(hidden)]
    type WithStrides<F: StrideMap, B: Modes, A: Modes>: Stride<S>;

    /// See [`Stride::WithStrides`]. The leaves before come mode by mode, the last mode first.
    #[doc(hidden)]
    fn with_strides<F: StrideMap, B: Modes, A: Modes>(
        self,
        shape: S,
        f: F,
        before: B,
        after: A,
    ) -> Self::WithStrides<F, B, A>;
    /// See [`Stride::OffsetAt`].
    fn offset_at<I: Integer>(self, shape: S, index: I) -> Self::OffsetAt<I>;
    /// See [`Stride::Reach`].
    fn reach(self, shape: S) -> Self::Reach;
    /// See [`Stride::Descent`].
    fn descent(self, shape: S) -> Self::Descent;
    /// See [`Stride::Cosize`].
    fn cosize(self, shape: S) -> Self::Cosize;
    /// See [`Stride::Along`].
    fn along<A: Nat>(self) -> Self::Along<A>;
    /// See [`Stride::Tiled`].
    fn for_tile<H: Integer>(self) -> Self::Tiled<H>;
    /// The reach if nothing overflows.
    fn checked_reach(self, shape: S) -> Option<usize>;
    /// Calls `f` with extent and stride of every leaf, from the first to the last.
    #[inline]
    fn each_leaf(self, shape: S, f: &mut impl FnMut(usize, isize)) {
        self.visit(shape.itself(), f);
    }
    /// Moves a cursor to the next coordinate, first mode fastest: by how much the offset changes, and whether the
    /// cursor moved on (`false`: it started over from zero).
    #[doc(hidden)]
    fn step(self, shape: S, cursor: &mut S::Cursor) -> (isize, bool);
    /// Moves one top-level mode of a cursor on: by how much the offset changes.
    #[doc(hidden)]
    fn step_mode(self, shape: S, mode: usize, cursor: &mut S::Cursor) -> isize;
    /// Puts one top-level mode of a cursor back to zero: by how much the offset changes.
    #[doc(hidden)]
    fn reset_mode(self, shape: S, mode: usize, cursor: &mut S::Cursor) -> isize;
    /// The offset of the coordinate at which a cursor stands.
    #[doc(hidden)]
    fn weigh(self, cursor: S::Cursor) -> isize;
    /// The offset of an index of one top-level mode; 0 if there is no such mode.
    #[doc(hidden)]
    fn mode_offset(self, shape: S, mode: usize, index: usize) -> isize;
    /// Calls `f` with extent and stride of every leaf of one top-level mode, from the first to the last.
    #[doc(hidden)]
    fn each_leaf_of(self, shape: S, mode: usize, f: &mut impl FnMut(usize, isize));
}

/// What each leaf `N:R` of a layout is replaced by: a layout.
#[doc(hidden)]
pub trait LeafMap: Copy {
    type Shape<N: Integer, R: Scalar>: Shape;
    type Stride<N: Integer, R: Scalar>: Stride<Self::Shape<N, R>>;
    fn map<N: Integer, R: Scalar>(self, extent: N, stride: R) -> (Self::Shape<N, R>, Self::Stride<N, R>);
}

/// What is made of a layout that is one leaf, and of one that has modes: what replaces the leaves of another.
#[doc(hidden)]
pub trait LeafOrModes: Copy {
    type Leaf<N: Integer, R: Scalar>: LeafMap;
    type Modes<M: Modes>: LeafMap;
    fn leaf<N: Integer, R: Scalar>(self, extent: N, stride: R) -> Self::Leaf<N, R>;
    fn modes<M: Modes>(self, modes: M) -> Self::Modes<M>;
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

#[diagnostic::do_not_recommend]
impl<S: ShapeTuple, D: StrideTuple<S>> Stride<S> for D {
    type OffsetAt<I: Integer> = <D::WeightModes as WeightList<S::ShapeModes>>::OffsetAt<U0, I>;
    type Reach = <D::StrideModes as StrideList<S::ShapeModes>>::Reach;
    type Descent = <D::StrideModes as StrideList<S::ShapeModes>>::Descent;
    type Cosize = <S::ShapeModes as ShapeList>::IfInhabited<Add<Self::Reach, Int<U1>>>;
    type Tiled<H: Integer> = Tuple<
        <D::StrideModes as StrideList<S::ShapeModes>>::Tiled<H>,
        <S::ShapeModes as ShapeList>::Tiled<H>,
    >;
    type Along<A: Nat> = D::AlongAxis<A>;
    type WithStrides<F: StrideMap, B: Modes, A: Modes> =
        Tuple<<D::StrideModes as StrideList<S::ShapeModes>>::WithStrides<F, B, A>, S::ShapeModes>;

    #[inline]
    fn with_strides<F: StrideMap, B: Modes, A: Modes>(
        self,
        shape: S,
        f: F,
        before: B,
        after: A,
    ) -> Self::WithStrides<F, B, A> {
        self.stride_modes().with_strides(shape.shape_modes(), f, before, after).stride()
    }
    #[inline]
    fn offset_at<I: Integer>(self, shape: S, index: I) -> Self::OffsetAt<I> {
        self.index_offset::<U0, _>(shape, index)
    }
    #[inline]
    fn reach(self, shape: S) -> Self::Reach {
        self.stride_modes().reach(shape.shape_modes())
    }
    #[inline]
    fn descent(self, shape: S) -> Self::Descent {
        self.stride_modes().descent(shape.shape_modes())
    }
    #[inline]
    fn cosize(self, shape: S) -> Self::Cosize {
        shape.shape_modes().if_inhabited(add(self.reach(shape), Int::new()))
    }
    #[inline]
    fn along<A: Nat>(self) -> Self::Along<A> {
        self.along_axis()
    }
    #[inline]
    fn for_tile<H: Integer>(self) -> Self::Tiled<H> {
        self.stride_modes().for_tile::<H>().stride()
    }
    #[inline]
    fn checked_reach(self, shape: S) -> Option<usize> {
        self.stride_modes().checked_reach(shape.shape_modes())
    }
    #[inline]
    fn step(self, shape: S, cursor: &mut Cursor<S>) -> (isize, bool) {
        self.stride_modes().step(shape.shape_modes(), cursor)
    }
    #[inline]
    fn step_mode(self, shape: S, mode: usize, cursor: &mut Cursor<S>) -> isize {
        self.stride_modes().step_mode(shape.shape_modes(), mode, cursor)
    }
    #[inline]
    fn reset_mode(self, shape: S, mode: usize, cursor: &mut Cursor<S>) -> isize {
        self.stride_modes().reset_mode(shape.shape_modes(), mode, cursor)
    }
    #[inline]
    fn weigh(self, cursor: Cursor<S>) -> isize {
        self.stride_modes().weigh(cursor)
    }
    #[inline]
    fn mode_offset(self, shape: S, mode: usize, index: usize) -> isize {
        self.stride_modes().mode_offset(shape.shape_modes(), mode, index)
    }
    #[inline]
    fn each_leaf_of(self, shape: S, mode: usize, f: &mut impl FnMut(usize, isize)) {
        self.stride_modes().each_leaf_of(shape.shape_modes(), mode, f);
    }
}

type Cursor<S> = <S as Shape>::Cursor;

/// A stride and the list of its modes: all that is written out for each rank.
#[diagnostic::on_unimplemented(
    message = "the stride is not congruent with the shape",
    label = "this stride and its shape have different ranks or nesting",
    note = "shape and stride must be the same tree: one stride for every extent, as in `((4,2),3):((1,12),4)`",
    note = "stride `{Self}`",
    note = "shape `{S}`"
)]
#[doc(hidden)]
pub trait StrideTuple<S: Shape>: StrideFor<S::Itself> + Weights<S> {
    type StrideModes: StrideList<S::ShapeModes, Tuple = Self>;
    type AlongAxis<A: Nat>: Weights<S>;
    /// The tuple with the mode `E` of a shape `F` in front: see [`ShapeTuple::InFront`].
    type InFront<F: Shape, E: Stride<F>>: Stride<S::InFront<F>>;
    /// The leaves `extent:stride` from the first to the last, and then `T`.
    type LeavesThen<T: Modes>: Modes;
    /// The same tree with each leaf replaced: the shape.
    type MapShape<F: LeafMap>: Shape;
    /// The same tree with each leaf replaced: the stride.
    type MapStride<F: LeafMap>: Stride<Self::MapShape<F>>;
    /// What is made of this, by whether it is one leaf or has modes.
    type Choose<F: LeafOrModes>: LeafMap;
    fn stride_modes(self) -> Self::StrideModes;
    fn along_axis<A: Nat>(self) -> Self::AlongAxis<A>;
    fn in_front<F: Shape, E: Stride<F>>(self, first: E) -> Self::InFront<F, E>;
    fn leaves_then<T: Modes>(self, shape: S, rest: T) -> Self::LeavesThen<T>;
    fn map_leaves<F: LeafMap>(self, shape: S, f: F) -> (Self::MapShape<F>, Self::MapStride<F>);
    /// Writes how many leaves stand in the place of each leaf when they are replaced.
    fn mapped_leaves<F: LeafMap>(counts: &mut Leaves);
    fn choose<F: LeafOrModes>(self, shape: S, f: F) -> Self::Choose<F>;
}

#[diagnostic::do_not_recommend]
impl<S: Integer, D: Scalar> StrideTuple<S> for D {
    type StrideModes = Leaf<D>;
    type AlongAxis<A: Nat> = Along<A, D>;
    type InFront<F: Shape, E: Stride<F>> = (E, D);
    type LeavesThen<T: Modes> = Then<S, D, T>;
    type MapShape<F: LeafMap> = F::Shape<S, D>;
    type MapStride<F: LeafMap> = F::Stride<S, D>;
    type Choose<F: LeafOrModes> = F::Leaf<S, D>;
    #[inline]
    fn stride_modes(self) -> Leaf<D> {
        Leaf(self)
    }
    #[inline]
    fn along_axis<A: Nat>(self) -> Along<A, D> {
        Along::new(self)
    }
    #[inline]
    fn in_front<F: Shape, E: Stride<F>>(self, first: E) -> (E, D) {
        (first, self)
    }
    #[inline]
    fn leaves_then<T: Modes>(self, shape: S, rest: T) -> Then<S, D, T> {
        Then { extent: shape, stride: self, rest }
    }
    #[inline]
    fn map_leaves<F: LeafMap>(self, shape: S, f: F) -> (F::Shape<S, D>, F::Stride<S, D>) {
        f.map(shape, self)
    }
    #[inline]
    fn mapped_leaves<F: LeafMap>(counts: &mut Leaves) {
        counts.add(Some(const { F::Shape::<S, D>::LEAVES.len().cast_signed() }));
    }
    #[inline]
    fn choose<F: LeafOrModes>(self, shape: S, f: F) -> F::Leaf<S, D> {
        f.leaf(shape, self)
    }
}

/// The leaves of the modes of a tuple, and then more: as a type and as a value.
macro_rules! leaves_of {
    (type $Rest:ty;) => { $Rest };
    (type $Rest:ty; $S:ident $D:ident $($modes:ident)*) => {
        <$D as StrideTuple<$S>>::LeavesThen<leaves_of!(type $Rest; $($modes)*)>
    };
    (value $rest:ident, $shape:ident, $stride:ident;) => { $rest };
    (value $rest:ident, $shape:ident, $stride:ident; $i:tt $($modes:tt)*) => {
        $stride.$i.leaves_then($shape.$i, leaves_of!(value $rest, $shape, $stride; $($modes)*))
    };
}

macro_rules! stride {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($SA: Shape, $DA: Stride<$SA>),*> StrideTuple<($($SA,)*)> for ($($DA,)*) {
            type StrideModes = list_type!($($DA),*);
            type AlongAxis<AXIS: Nat> = ($($DA::Along<AXIS>,)*);
            type InFront<SHAPE: Shape, FIRST: Stride<SHAPE>> = in_front_of!(type FIRST; [$($DA)*] $($i)*);
            type LeavesThen<REST: Modes> = leaves_of!(type REST; $($SA $DA)*);
            type MapShape<MAP: LeafMap> = ($($DA::MapShape<MAP>,)*);
            type MapStride<MAP: LeafMap> = ($($DA::MapStride<MAP>,)*);
            type Choose<CHOICE: LeafOrModes> = CHOICE::Modes<Self::LeavesThen<End>>;
            #[inline]
            fn stride_modes(self) -> Self::StrideModes {
                list_value!($(self.$i),*)
            }
            #[inline]
            fn along_axis<AXIS: Nat>(self) -> Self::AlongAxis<AXIS> {
                ($(self.$i.along::<AXIS>(),)*)
            }
            #[inline]
            fn in_front<SHAPE: Shape, FIRST: Stride<SHAPE>>(self, first: FIRST) -> Self::InFront<SHAPE, FIRST> {
                in_front_of!(value self, first; $($i)*)
            }
            #[allow(unused_variables)]
            #[inline]
            fn leaves_then<REST: Modes>(self, shape: ($($SA,)*), rest: REST) -> Self::LeavesThen<REST> {
                leaves_of!(value rest, shape, self; $($i)*)
            }
            #[allow(unused_variables)]
            #[inline]
            fn map_leaves<MAP: LeafMap>(
                self,
                shape: ($($SA,)*),
                f: MAP,
            ) -> (Self::MapShape<MAP>, Self::MapStride<MAP>) {
                let modes = ($(self.$i.map_leaves(shape.$i, f),)*);
                (($(modes.$i.0,)*), ($(modes.$i.1,)*))
            }
            #[inline]
            fn mapped_leaves<MAP: LeafMap>(_counts: &mut Leaves) {
                $($DA::mapped_leaves::<MAP>(_counts);)*
            }
            #[inline]
            fn choose<CHOICE: LeafOrModes>(self, shape: ($($SA,)*), f: CHOICE) -> Self::Choose<CHOICE> {
                f.modes(self.leaves_then(shape, End))
            }
        }
    };
}
for_tuples!(stride);

/// The tuple that a list of strides `D` is, over a list of shapes `S`.
type Tuple<D, S> = <D as StrideList<S>>::Tuple;

/// The modes of a stride as a list, congruent with the list of shapes `S`.
#[doc(hidden)]
pub trait StrideList<S: ShapeList>: WeightList<S> {
    type Tuple: Stride<S::Tuple>;
    type Head: Stride<S::Head>;
    type Tail: StrideList<S::Tail>;
    type Reach: Integer;
    type Descent: Integer;
    type Tiled<H: Integer>: StrideList<S::Tiled<H>>;
    /// The stride of a tile of `H` elements of a mode `F:D` followed by this list.
    type TiledAfter<F: Shape, D: Stride<F>, H: Integer>: StrideList<S::TiledAfter<F, H>>;
    type LeavesThen<T: Modes>: Modes;
    type WithStrides<F: StrideMap, B: Modes, A: Modes>: StrideList<S>;

    fn stride(self) -> Self::Tuple;
    fn head(self) -> Self::Head;
    fn tail(self) -> Self::Tail;
    fn with_strides<F: StrideMap, B: Modes, A: Modes>(
        self,
        shape: S,
        f: F,
        before: B,
        after: A,
    ) -> Self::WithStrides<F, B, A>;
    fn leaves_then<T: Modes>(self, shape: S, rest: T) -> Self::LeavesThen<T>;
    fn for_tile<H: Integer>(self) -> Self::Tiled<H>;
    fn for_tile_after<F: Shape, D: Stride<F>, H: Integer>(self, first: D) -> Self::TiledAfter<F, D, H>;
    fn reach(self, shape: S) -> Self::Reach;
    fn descent(self, shape: S) -> Self::Descent;
    fn checked_reach(self, shape: S) -> Option<usize>;
    fn step(self, shape: S, cursor: &mut S::Cursor) -> (isize, bool);
    fn step_mode(self, shape: S, mode: usize, cursor: &mut S::Cursor) -> isize;
    fn reset_mode(self, shape: S, mode: usize, cursor: &mut S::Cursor) -> isize;
    fn weigh(self, cursor: S::Cursor) -> isize;
    fn mode_offset(self, shape: S, mode: usize, index: usize) -> isize;
    fn each_leaf_of(self, shape: S, mode: usize, f: &mut impl FnMut(usize, isize));
}

impl<S: Integer, D: Scalar> StrideList<Leaf<S>> for Leaf<D> {
    type Tuple = D;
    type Head = D;
    type Tail = Nil;
    type Reach = Mul<D::Magnitude, S::Pred>;
    type Descent = Mul<D::Descent, S::Pred>;
    type Tiled<H: Integer> = Self;
    type TiledAfter<F: Shape, E: Stride<F>, H: Integer> = Cons<E, Self>;
    type LeavesThen<T: Modes> = Then<S, D, T>;
    type WithStrides<F: StrideMap, B: Modes, A: Modes> = Leaf<F::Stride<S, D, B, A>>;

    #[inline]
    fn stride(self) -> D {
        self.0
    }
    #[inline]
    fn head(self) -> D {
        self.0
    }
    #[inline]
    fn tail(self) -> Nil {
        Nil
    }
    #[inline]
    fn with_strides<F: StrideMap, B: Modes, A: Modes>(
        self,
        shape: Leaf<S>,
        f: F,
        before: B,
        after: A,
    ) -> Self::WithStrides<F, B, A> {
        Leaf(f.map((shape.0, self.0), before, after))
    }
    #[inline]
    fn leaves_then<T: Modes>(self, shape: Leaf<S>, rest: T) -> Then<S, D, T> {
        Then { extent: shape.0, stride: self.0, rest }
    }
    #[inline]
    fn for_tile<H: Integer>(self) -> Self {
        self
    }
    #[inline]
    fn for_tile_after<F: Shape, E: Stride<F>, H: Integer>(self, first: E) -> Cons<E, Self> {
        Cons(first, self)
    }
    #[inline]
    fn reach(self, shape: Leaf<S>) -> Self::Reach {
        mul(self.0.magnitude(), shape.0.pred())
    }
    #[inline]
    fn descent(self, shape: Leaf<S>) -> Self::Descent {
        mul(Scalar::descent(self.0), shape.0.pred())
    }
    #[inline]
    fn checked_reach(self, shape: Leaf<S>) -> Option<usize> {
        self.0.magnitude().value().checked_mul(shape.0.value().saturating_sub(1))
    }
    #[inline]
    fn step(self, shape: Leaf<S>, cursor: &mut usize) -> (isize, bool) {
        if shape.advance(cursor) {
            (self.0.to_isize(), true)
        } else {
            (-self.0.times(shape.0.value().saturating_sub(1)).to_isize(), false)
        }
    }
    #[inline]
    fn step_mode(self, shape: Leaf<S>, _: usize, cursor: &mut usize) -> isize {
        self.step(shape, cursor).0
    }
    #[inline]
    fn reset_mode(self, _: Leaf<S>, _: usize, cursor: &mut usize) -> isize {
        -StrideList::<Leaf<S>>::weigh(self, core::mem::take(cursor))
    }
    #[inline]
    fn weigh(self, cursor: usize) -> isize {
        self.0.times(cursor).to_isize()
    }
    #[inline]
    fn mode_offset(self, _: Leaf<S>, mode: usize, index: usize) -> isize {
        if mode == 0 { self.0.times(index).to_isize() } else { 0 }
    }
    #[inline]
    fn each_leaf_of(self, shape: Leaf<S>, mode: usize, f: &mut impl FnMut(usize, isize)) {
        if mode == 0 {
            f(shape.0.value(), self.0.to_isize());
        }
    }
}

impl StrideList<Nil> for Nil {
    type Tuple = ();
    type Head = Int<U1>;
    type Tail = Nil;
    type Reach = Int<U0>;
    type Descent = Int<U0>;
    type Tiled<H: Integer> = Nil;
    type TiledAfter<F: Shape, D: Stride<F>, H: Integer> = Cons<D::Tiled<H>, Nil>;
    type LeavesThen<T: Modes> = T;
    type WithStrides<F: StrideMap, B: Modes, A: Modes> = Nil;

    #[inline]
    fn stride(self) {}
    #[inline]
    fn head(self) -> Int<U1> {
        Int::new()
    }
    #[inline]
    fn tail(self) -> Nil {
        Nil
    }
    #[inline]
    fn with_strides<F: StrideMap, B: Modes, A: Modes>(self, _: Nil, _: F, _: B, _: A) -> Nil {
        Nil
    }
    #[inline]
    fn leaves_then<T: Modes>(self, _: Nil, rest: T) -> T {
        rest
    }
    #[inline]
    fn for_tile<H: Integer>(self) -> Nil {
        Nil
    }
    #[inline]
    fn for_tile_after<F: Shape, D: Stride<F>, H: Integer>(self, first: D) -> Cons<D::Tiled<H>, Nil> {
        Cons(first.for_tile::<H>(), Nil)
    }
    #[inline]
    fn reach(self, _: Nil) -> Int<U0> {
        Int::new()
    }
    #[inline]
    fn descent(self, _: Nil) -> Int<U0> {
        Int::new()
    }
    #[inline]
    fn checked_reach(self, _: Nil) -> Option<usize> {
        Some(0)
    }
    #[inline]
    fn step(self, _: Nil, _: &mut ()) -> (isize, bool) {
        (0, false)
    }
    #[inline]
    fn step_mode(self, _: Nil, _: usize, _: &mut ()) -> isize {
        0
    }
    #[inline]
    fn reset_mode(self, _: Nil, _: usize, _: &mut ()) -> isize {
        0
    }
    #[inline]
    fn weigh(self, _: ()) -> isize {
        0
    }
    #[inline]
    fn mode_offset(self, _: Nil, _: usize, _: usize) -> isize {
        0
    }
    #[inline]
    fn each_leaf_of(self, _: Nil, _: usize, _: &mut impl FnMut(usize, isize)) {}
}

impl<S: Shape, SL: ShapeList, D: Stride<S>, DL: StrideList<SL>> StrideList<Cons<S, SL>> for Cons<D, DL> {
    type Tuple = <DL::Tuple as StrideTuple<SL::Tuple>>::InFront<S, D>;
    type Head = D;
    type Tail = DL;
    type Reach = Add<D::Reach, DL::Reach>;
    type Descent = Add<D::Descent, DL::Descent>;
    type Tiled<H: Integer> = DL::TiledAfter<S, D, H>;
    type TiledAfter<F: Shape, E: Stride<F>, H: Integer> = Cons<E, Self::Tiled<CeilDiv<H, F::Size>>>;
    type LeavesThen<T: Modes> = D::LeavesThen<DL::LeavesThen<T>>;
    type WithStrides<F: StrideMap, B: Modes, A: Modes> =
        Cons<D::WithStrides<F, B, DL::LeavesThen<A>>, DL::WithStrides<F, D::LeavesThen<B>, A>>;

    #[inline]
    fn stride(self) -> Self::Tuple {
        self.1.stride().in_front::<S, D>(self.0)
    }
    #[inline]
    fn head(self) -> D {
        self.0
    }
    #[inline]
    fn tail(self) -> DL {
        self.1
    }
    #[inline]
    fn with_strides<F: StrideMap, B: Modes, A: Modes>(
        self,
        shape: Cons<S, SL>,
        f: F,
        before: B,
        after: A,
    ) -> Self::WithStrides<F, B, A> {
        let first = self.0.with_strides(shape.0, f, before, self.1.leaves_then(shape.1, after));
        Cons(first, self.1.with_strides(shape.1, f, self.0.leaves_then(shape.0, before), after))
    }
    #[inline]
    fn leaves_then<T: Modes>(self, shape: Cons<S, SL>, rest: T) -> Self::LeavesThen<T> {
        self.0.leaves_then(shape.0, self.1.leaves_then(shape.1, rest))
    }
    #[inline]
    fn for_tile<H: Integer>(self) -> Self::Tiled<H> {
        self.1.for_tile_after::<S, D, H>(self.0)
    }
    #[inline]
    fn for_tile_after<F: Shape, E: Stride<F>, H: Integer>(self, first: E) -> Self::TiledAfter<F, E, H> {
        Cons(first, self.for_tile::<CeilDiv<H, F::Size>>())
    }
    #[inline]
    fn reach(self, shape: Cons<S, SL>) -> Self::Reach {
        add(self.0.reach(shape.0), self.1.reach(shape.1))
    }
    #[inline]
    fn descent(self, shape: Cons<S, SL>) -> Self::Descent {
        add(self.0.descent(shape.0), self.1.descent(shape.1))
    }
    #[inline]
    fn checked_reach(self, shape: Cons<S, SL>) -> Option<usize> {
        self.0.checked_reach(shape.0)?.checked_add(self.1.checked_reach(shape.1)?)
    }
    #[inline]
    fn step(self, shape: Cons<S, SL>, cursor: &mut (S::Cursor, SL::Cursor)) -> (isize, bool) {
        let (first, moved) = self.0.step(shape.0, &mut cursor.0);
        if moved {
            return (first, true);
        }
        let (rest, moved) = self.1.step(shape.1, &mut cursor.1);
        (first + rest, moved)
    }
    #[inline]
    fn step_mode(self, shape: Cons<S, SL>, mode: usize, cursor: &mut (S::Cursor, SL::Cursor)) -> isize {
        if mode == 0 {
            self.0.step(shape.0, &mut cursor.0).0
        } else {
            self.1.step_mode(shape.1, mode - 1, &mut cursor.1)
        }
    }
    #[inline]
    fn reset_mode(self, shape: Cons<S, SL>, mode: usize, cursor: &mut (S::Cursor, SL::Cursor)) -> isize {
        if mode == 0 {
            -self.0.weigh(core::mem::replace(&mut cursor.0, S::cursor(&mut || 0)))
        } else {
            self.1.reset_mode(shape.1, mode - 1, &mut cursor.1)
        }
    }
    #[inline]
    fn weigh(self, cursor: (S::Cursor, SL::Cursor)) -> isize {
        self.0.weigh(cursor.0) + self.1.weigh(cursor.1)
    }
    #[inline]
    fn mode_offset(self, shape: Cons<S, SL>, mode: usize, index: usize) -> isize {
        if mode == 0 {
            self.0.offset_at(shape.0, index).to_isize()
        } else {
            self.1.mode_offset(shape.1, mode - 1, index)
        }
    }
    #[inline]
    fn each_leaf_of(self, shape: Cons<S, SL>, mode: usize, f: &mut impl FnMut(usize, isize)) {
        if mode == 0 {
            self.0.each_leaf(shape.0, f);
        } else {
            self.1.each_leaf_of(shape.1, mode - 1, f);
        }
    }
}
