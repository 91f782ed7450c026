//! Layouts split by runs of consecutive indices.
//!
//! A run that divides the first mode of a layout splits that mode, and its copies are what is left of it with the modes
//! behind. That is what composition comes to, in fewer steps of the compiler.

use super::coalesce::{Coalesced, Coalescing};
use super::complement::{Complemented, completed};
use super::composition::{AfterLeaf, Composing, InRow};
use super::leaves::LeavesOf;
use super::parts::ExactLayout;
use crate::int::modes::{End, MatchNumber, Modes, Then, list_match, static_fork, static_match};
use crate::int::nat::{Divides, ExactQuotient};
use crate::int::{CeilDiv, Int, Integer, Nat, Scalar, Truth, ceil_div};
use crate::tuple::{LeafMap, LeafOrModes, Shape, StrideTuple};
use core::marker::PhantomData;
use typenum::{U0, U1};

/// The leaves `M` of a layout split by runs of `U`: a mode that is a run, and those of its copies. No modes if that is
/// not known, or not all that is needed.
pub(super) type SplitModes<M, U> = <Coalesced<M> as Modes>::Match<SplitInto<U>>;

/// Whether runs of `U` divide the mode `X:R` in front of `T`.
type AreSplit<U, X, R, T> = <X as Integer>::IsPositiveAnd<
    <R as Scalar>::IsStaticAnd<
        <<T as Modes>::AreKnown as Truth>::And<<U as Nat>::IsPositiveAnd<Divides<U, <X as Integer>::Nat>>>,
    >,
>;

static_match! {
    SplitInto<U: Nat> as Match
    end End;
    then<X, R, T> <AreSplit<U, X, R, T> as Truth>::Fork<IsSplit<U, X::Nat, R, T>>;
}

static_fork! {
    IsSplit<U: Nat, X: Nat, R: Scalar, T: Modes>
    yes Then<Int<U>, R, <<ExactQuotient<X, U> as Nat>::IsOne as Truth>::IfModes<
        T,
        Then<Int<ExactQuotient<X, U>>, R::Times<Int<U>>, T>,
    >>;
    no End;
}

/// Some modes where runs of `U` split the leaves `M`, none where they do not: in fewer steps of the compiler than
/// [`SplitModes`] where the first leaf is known to be split.
pub(super) type AnySplit<M, U> = <M as Modes>::Match<SplitFirst<U>>;

static_match! {
    SplitFirst<U: Nat> as Match
    end End;
    then<X, R, T> <AreSplit<U, X, R, T> as Truth>::Fork<FirstIsSplit<U, X, R, T>>;
}

static_fork! {
    FirstIsSplit<U: Nat, X: Integer, R: Scalar, T: Modes>
    yes Then<X, R, T>;
    no SplitModes<Then<X, R, T>, U>;
}

/// How many indices in a row the tiler `L` has; 0 if it is no run, or not known to be one.
pub(super) type RunLength<L> = <Leaves<L> as Modes>::MatchNumber<OnlyRun>;
type Leaves<L> = LeavesOf<<L as ExactLayout>::Shape, <L as ExactLayout>::Stride>;

#[derive(Debug)]
pub struct OnlyRun;

impl MatchNumber for OnlyRun {
    type End = U0;
    type Then<N: Integer, R: Scalar, T: Modes> = T::MatchNumber<OnlyRunOf<N, R>>;
}

/// [`OnlyRun`] in front of what is behind the first mode.
#[derive(Debug)]
pub struct OnlyRunOf<N, R>(PhantomData<(N, R)>);

impl<N: Integer, R: Scalar> MatchNumber for OnlyRunOf<N, R> {
    type End = <R::IsStaticInt<U1> as Truth>::IfNat<N::Nat, U0>;
    type Then<X: Integer, E: Scalar, T: Modes> = U0;
}

/// What the layout makes of a tiler, which is a run of `U` or, if that is 0, any other.
#[derive(Clone, Copy, Debug)]
pub struct TileAfter<U>(PhantomData<U>);

impl<U: Nat> LeafOrModes for TileAfter<U> {
    type Leaf<N: Integer, R: Scalar> = AfterLeaf<R>;
    type Modes<M: Modes> = <SplitModes<M, U> as Modes>::MatchMap<TileOr<M>>;
    fn leaf<N: Integer, R: Scalar>(self, _: N, stride: R) -> AfterLeaf<R> {
        AfterLeaf(stride)
    }
    fn modes<M: Modes>(self, modes: M) -> Self::Modes<M> {
        split::<M, U>(modes).map(TileOr { modes })
    }
}

/// What the layout makes of a run of `U`, or of any number of indices in a row if that is 0.
#[derive(Clone, Copy, Debug)]
pub struct RunAfter<U>(PhantomData<U>);

impl<U: Nat> LeafOrModes for RunAfter<U> {
    type Leaf<N: Integer, R: Scalar> = InRow<R>;
    type Modes<M: Modes> = <TileAfter<U> as LeafOrModes>::Modes<M>;
    fn leaf<N: Integer, R: Scalar>(self, _: N, stride: R) -> InRow<R> {
        InRow(stride)
    }
    fn modes<M: Modes>(self, modes: M) -> Self::Modes<M> {
        TileAfter::<U>(PhantomData).modes(modes)
    }
}

/// What the layout of shape `S` makes of the copies of a run of `U`, or of an integer if that is 0.
#[derive(Clone, Copy, Debug)]
pub struct RowsAfter<S, U> {
    shape: S,
    run: PhantomData<U>,
}

impl<S: Shape, U: Nat> LeafOrModes for RowsAfter<S, U> {
    type Leaf<N: Integer, R: Scalar> = CopiesOfRow<S, AfterLeaf<R>>;
    type Modes<M: Modes> = <SplitModes<M, U> as Modes>::MatchMap<RowsOr<S, M>>;
    fn leaf<N: Integer, R: Scalar>(self, _: N, stride: R) -> Self::Leaf<N, R> {
        CopiesOfRow { shape: self.shape, map: AfterLeaf(stride) }
    }
    fn modes<M: Modes>(self, modes: M) -> Self::Modes<M> {
        split::<M, U>(modes).map(RowsOr { shape: self.shape, modes })
    }
}

/// What the layout of shape `S` makes of a run of `U` and of its copies, a mode for each; of an integer if `U` is 0.
#[derive(Clone, Copy, Debug)]
pub struct RunsAfter<S, U> {
    shape: S,
    run: PhantomData<U>,
}

impl<S: Shape, U: Nat> LeafOrModes for RunsAfter<S, U> {
    type Leaf<N: Integer, R: Scalar> = InRuns<S, R>;
    type Modes<M: Modes> =
        Beside<<RunAfter<U> as LeafOrModes>::Modes<M>, <RowsAfter<S, U> as LeafOrModes>::Modes<M>>;
    fn leaf<N: Integer, R: Scalar>(self, _: N, stride: R) -> InRuns<S, R> {
        InRuns { shape: self.shape, stride }
    }
    fn modes<M: Modes>(self, modes: M) -> Self::Modes<M> {
        let RunsAfter { shape, run } = self;
        Beside(RunAfter(run).modes(modes), RowsAfter { shape, run }.modes(modes))
    }
}

/// What the layout of shape `S` makes of the copies of the tiler `L`.
#[derive(Clone, Copy, Debug)]
pub struct CopiesAfter<S, L> {
    shape: S,
    tiler: L,
}

impl<S: Shape, L: ExactLayout> LeafOrModes for CopiesAfter<S, L> {
    type Leaf<N: Integer, R: Scalar> = Self::Modes<Then<N, R, End>>;
    type Modes<M: Modes> = <SplitModes<M, RunLength<L>> as Modes>::MatchMap<CopiesOr<S, L, M>>;
    fn leaf<N: Integer, R: Scalar>(self, extent: N, stride: R) -> Self::Leaf<N, R> {
        self.modes(Then { extent, stride, rest: End })
    }
    fn modes<M: Modes>(self, modes: M) -> Self::Modes<M> {
        let CopiesAfter { shape, tiler } = self;
        split::<M, RunLength<L>>(modes).map(CopiesOr { shape, tiler, modes })
    }
}

list_match! {
    TileOr<M: Modes> { modes: M } as MatchMap
    end { <Composing as LeafOrModes>::Modes<M>: COMPOSING.modes(modes) }
    then<N, R, T>(split) { InRow<R>: InRow(split.stride) }

    RowsOr<S: Shape, M: Modes> { shape: S, modes: M } as MatchMap
    end { CopiesOfRow<S, <Composing as LeafOrModes>::Modes<M>>: CopiesOfRow { shape, map: COMPOSING.modes(modes) } }
    then<N, R, T>(split) { Always<T>: Always(split.rest) }

    CopiesOr<S: Shape, L: ExactLayout, M: Modes> { shape: S, tiler: L, modes: M } as MatchMap
    end { CopiesOf<S, L, <Composing as LeafOrModes>::Modes<M>>:
        CopiesOf { shape, tiler, map: COMPOSING.modes(modes) } }
    then<N, R, T>(split) { Always<T>: Always(split.rest) }
}

const COMPOSING: Composing = Composing { is_empty: false };

fn split<M: Modes, U: Nat>(modes: M) -> SplitModes<M, U> {
    modes.matched(Coalescing).matched(SplitInto(PhantomData::<(U,)>))
}

/// Whatever the leaf is, these modes.
#[derive(Clone, Copy, Debug)]
pub struct Always<M>(M);

impl<M: Modes> LeafMap for Always<M> {
    type Shape<N: Integer, R: Scalar> = M::Shape;
    type Stride<N: Integer, R: Scalar> = M::Stride;
    fn map<N: Integer, R: Scalar>(self, _: N, _: R) -> (M::Shape, M::Stride) {
        self.0.tuples()
    }
}

/// What becomes of the copies of the leaf `N:1` that make up the shape `S`.
#[derive(Clone, Copy, Debug)]
pub struct CopiesOfRow<S, F> {
    shape: S,
    map: F,
}

impl<S: Shape, F: LeafMap> LeafMap for CopiesOfRow<S, F> {
    type Shape<N: Integer, R: Scalar> = F::Shape<CeilDiv<S::Size, N>, N>;
    type Stride<N: Integer, R: Scalar> = F::Stride<CeilDiv<S::Size, N>, N>;
    fn map<N: Integer, R: Scalar>(self, extent: N, _: R) -> (Self::Shape<N, R>, Self::Stride<N, R>) {
        self.map.map(ceil_div(self.shape.size(), extent), extent)
    }
}

/// What becomes of the leaf `N:1` and of its copies that make up the shape `S`, after one leaf of stride `R`.
#[derive(Clone, Copy, Debug)]
pub struct InRuns<S, R> {
    shape: S,
    stride: R,
}

impl<S: Shape, D: Scalar> LeafMap for InRuns<S, D> {
    type Shape<N: Integer, R: Scalar> = (N, CeilDiv<S::Size, N>);
    type Stride<N: Integer, R: Scalar> =
        (<InRow<D> as LeafMap>::Stride<N, R>, <AfterLeaf<D> as LeafMap>::Stride<CeilDiv<S::Size, N>, N>);
    fn map<N: Integer, R: Scalar>(self, extent: N, stride: R) -> (Self::Shape<N, R>, Self::Stride<N, R>) {
        let copies = CopiesOfRow { shape: self.shape, map: AfterLeaf(self.stride) };
        Beside(InRow(self.stride), copies).map(extent, stride)
    }
}

/// What becomes of a leaf in two ways, as two modes.
#[derive(Clone, Copy, Debug)]
pub struct Beside<A, B>(A, B);

impl<A: LeafMap, B: LeafMap> LeafMap for Beside<A, B> {
    type Shape<N: Integer, R: Scalar> = (A::Shape<N, R>, B::Shape<N, R>);
    type Stride<N: Integer, R: Scalar> = (A::Stride<N, R>, B::Stride<N, R>);
    fn map<N: Integer, R: Scalar>(self, extent: N, stride: R) -> (Self::Shape<N, R>, Self::Stride<N, R>) {
        let (first, second) = (self.0.map(extent, stride), self.1.map(extent, stride));
        ((first.0, second.0), (first.1, second.1))
    }
}

/// Whatever the leaf is, what becomes of the copies of the tiler `L` that make up the shape `S`.
#[derive(Clone, Copy, Debug)]
pub struct CopiesOf<S, L, F> {
    shape: S,
    tiler: L,
    map: F,
}

type Copies<S, L> = Complemented<Leaves<L>, <S as Shape>::Size>;
type CopiesShape<S, L> = <Copies<S, L> as Modes>::Shape;
type CopiesStride<S, L> = <Copies<S, L> as Modes>::Stride;

impl<S: Shape, L: ExactLayout, F: LeafMap> LeafMap for CopiesOf<S, L, F> {
    type Shape<N: Integer, R: Scalar> = <CopiesStride<S, L> as StrideTuple<CopiesShape<S, L>>>::MapShape<F>;
    type Stride<N: Integer, R: Scalar> = <CopiesStride<S, L> as StrideTuple<CopiesShape<S, L>>>::MapStride<F>;
    fn map<N: Integer, R: Scalar>(self, _: N, _: R) -> (Self::Shape<N, R>, Self::Stride<N, R>) {
        let (shape, stride) = self.tiler.parts();
        let (shape, stride) = completed(stride.leaves_then(shape, End), self.shape.size()).tuples();
        stride.map_leaves(shape, self.map)
    }
}
