//! What of tiles is there, where they may end behind the layout that is divided.

use super::by_mode::{ByMode, ListFor, OnePerMode};
use super::complement::{Complemented, complement_of};
use super::composition::AfterLayout;
use super::error::{Operation, Reason};
use super::flat::{Flat, values};
use super::forms::{Arrange, DivisionIn, Form, InTwo};
use super::leaves::{LayoutOf, LeavesOf};
use super::parts::{Cut, ExactLayout, ShapeOf, StrideOf, Together, Weighted, WeightedList, together};
use super::room::filled;
use super::tiler::Tiler;
use super::written::WrittenList;
use crate::basis::TiledExtent;
use crate::int::{Along, CeilDiv, False, Int, Integer, Multiple, Nat, Scalar, True, Truth, ceil_div};
use crate::layout::{Exact, Free, Layout};
use crate::tuple::list::{Cons, Nil};
use crate::tuple::modes::ToList;
use crate::tuple::{
    IntTuple, LeafMap, Leaves, Shape, ShapeList, Stride, StrideList, StrideTuple, compact_col_major,
};
use core::fmt;
use core::marker::PhantomData;
use typenum::{U0, U1};

/// The logical extent of what the tiler `T` cuts in the form `F`, by whether it is known that whole tiles make up the
/// layout `S:D`.
#[doc(hidden)]
pub trait Edges<F, S: Shape, D: Stride<S>, T: Tiler<S, D>> {
    /// The extent.
    type Extent: Copy;
    /// The extent of tiles that loops can run over: one integer for every mode, or none.
    type Whole: Copy;
    /// Whether the second one is the first.
    const KEEPS_MODES: bool;
    /// The extent.
    fn extent(tiler: T, layout: Layout<S, D>) -> Result<Self::Extent, Reason>;
    /// The extent of whole tiles, if they make up the layout.
    fn whole(tiler: T, layout: Layout<S, D>) -> Option<Self::Whole>;
}

/// Whole tiles make up the layout: nothing overhangs.
impl<F, S: Shape, D: Stride<S>, T: Tiler<S, D>> Edges<F, S, D, T> for True {
    type Extent = Exact;
    type Whole = Exact;
    const KEEPS_MODES: bool = true;
    fn extent(_: T, _: Layout<S, D>) -> Result<Exact, Reason> {
        Ok(Exact)
    }
    fn whole(_: T, _: Layout<S, D>) -> Option<Exact> {
        Some(Exact)
    }
}

/// Tiles may overhang. A form that keeps the modes of the layout keeps their extents, if each is cut as one; any other
/// tells by steps in the indices that were cut what is there.
impl<F, S: Shape, D: Stride<S>, T: CutSteps<S, D, U0>> Edges<F, S, D, T> for False
where
    F: Arrange<StepsOfTiles<S, D, T>>,
{
    type Extent = <KeepsModes<F, S, D, T> as Truth>::If<S::Sizes, TiledExtent<F::Stride, Extents<S, D, T>>>;
    type Whole = <KeepsModes<F, S, D, T> as Truth>::If<S::Sizes, Exact>;
    const KEEPS_MODES: bool = KeepsModes::<F, S, D, T>::VALUE;
    fn extent(tiler: T, layout: Layout<S, D>) -> Result<Self::Extent, Reason> {
        let (_, steps) = F::arrange(tiler.steps::<DivisionIn<F>>(layout)?);
        let tiled = TiledExtent::new(steps, tiler.extents(layout.shape(), Nil).shape());
        Ok(KeepsModes::<F, S, D, T>::choose(layout.shape().sizes(), tiled))
    }
    fn whole(tiler: T, layout: Layout<S, D>) -> Option<Self::Whole> {
        let is_whole = KeepsModes::<F, S, D, T>::VALUE || tiler.fits(layout.shape());
        is_whole.then(|| KeepsModes::<F, S, D, T>::choose(layout.shape().sizes(), Exact))
    }
}

/// Whether the extents of the modes that are cut say what of the tiles is there.
type KeepsModes<F, S, D, T> = <<F as Form>::KeepsModes as Truth>::And<<T as CutSteps<S, D, U0>>::IsByMode>;

/// The extent along each axis.
type Extents<S, D, T> = <<T as CutSteps<S, D, U0>>::Extents<Nil> as ShapeList>::Tuple;

/// The steps of the tiles of `T`.
#[derive(Debug)]
pub struct StepsOfTiles<S, D, T>(PhantomData<(S, D, T)>);

impl<S: Shape, D: Stride<S>, T: CutSteps<S, D, U0>> InTwo for StepsOfTiles<S, D, T> {
    type First = T::TileSteps;
    type Second = T::RestSteps;
    type Both = T::BothSteps;
}

/// What a tiler cuts a layout into, with steps in the indices that it cuts for strides: the first along axis `A`.
///
/// What is cut as one has an axis: the whole layout, or each mode that an entry of a tiler by mode cuts.
#[doc(hidden)]
pub trait CutSteps<S: Shape, D: Stride<S>, A: Nat>: Tiler<S, D> {
    /// See [`Tiler::Tile`].
    type TileSteps: Weighted;
    /// See [`Tiler::Rest`].
    type RestSteps: Weighted;
    /// See [`Tiler::Both`].
    type BothSteps: Weighted;
    /// The axis behind its last one.
    type Next: Nat;
    /// The extents along its axes, and behind them others.
    type Extents<L: ShapeList>: ShapeList;
    /// Whether the extent of what is cut says what of its tiles is there: their indices are those of what is cut, or
    /// nothing overhangs.
    type IsOne: Truth;
    /// Whether the extents of modes do: this is a tiler by mode, and of each mode its extent does.
    type IsByMode: Truth;
    fn steps<O: Operation>(
        self,
        layout: Layout<S, D>,
    ) -> Result<Cut<Self::TileSteps, Self::RestSteps, Self::BothSteps>, Reason>;
    fn extents<L: ShapeList>(self, shape: S, behind: L) -> Self::Extents<L>;
}

/// `_`: the steps of a mode are those of its index.
#[diagnostic::do_not_recommend]
impl<S: Shape, D: Stride<S>, A: Nat> CutSteps<S, D, A> for Free {
    type TileSteps = (Int<U1>, Along<A, Int<U0>>);
    type RestSteps = (S, IndexSteps<S, A>);
    type BothSteps = (S, IndexSteps<S, A>);
    type Next = A::Succ;
    type Extents<L: ShapeList> = Cons<S::Size, L>;
    type IsOne = True;
    type IsByMode = False;
    fn steps<O: Operation>(
        self,
        layout: Layout<S, D>,
    ) -> Result<Cut<Self::TileSteps, Self::RestSteps, Self::BothSteps>, Reason> {
        let steps = (layout.shape(), compact_col_major(layout.shape()).along::<A>());
        Ok(Cut { tile: (Int::new(), Along::new(Int::new())), rest: steps, both: steps })
    }
    fn extents<L: ShapeList>(self, shape: S, behind: L) -> Cons<S::Size, L> {
        Cons(shape.size(), behind)
    }
}

/// The steps of a shape in its index, along the axis `A`.
type IndexSteps<S, A> = <<S as Shape>::ColMajor<Int<U1>> as Stride<S>>::Along<A>;

/// What the leaves of a layout become after another one, with steps in the index of that for strides.
#[derive(Clone, Copy, Debug)]
pub struct InSteps<F>(F);

impl<F: LeafMap> LeafMap for InSteps<F> {
    type Shape<N: Integer, R: Scalar> = F::Shape<N, R>;
    type Stride<N: Integer, R: Scalar> = <F::Shape<N, R> as Shape>::ColMajor<R::Magnitude>;
    fn map<N: Integer, R: Scalar>(self, extent: N, stride: R) -> (Self::Shape<N, R>, Self::Stride<N, R>) {
        let (shape, _) = self.0.map(extent, stride);
        (shape, shape.col_major(stride.magnitude()))
    }
}

/// Steps along the axis `A` of what becomes of the leaves of `TS:TD`.
type MappedSteps<S, D, TS, TD, A> =
    (MappedShape<S, D, TS, TD>, <MappedStride<S, D, TS, TD> as Stride<MappedShape<S, D, TS, TD>>>::Along<A>);
type MappedShape<S, D, TS, TD> = <TD as StrideTuple<TS>>::MapShape<InSteps<AfterLayout<S, D>>>;
type MappedStride<S, D, TS, TD> = <TD as StrideTuple<TS>>::MapStride<InSteps<AfterLayout<S, D>>>;

/// The steps that the parts which a layout of indices was cut into take in these.
fn steps_of<S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>, A: Nat>(
    index: Layout<TS, TD>,
    parts: impl IntTuple,
) -> Result<MappedSteps<S, D, TS, TD, A>, Reason> {
    let (index, mut slots) = (values(index.shape(), index.stride()), Leaves::new());
    TD::mapped_leaves::<InSteps<AfterLayout<S, D>>>(&mut slots);
    let (parts, mut steps, mut part) = (parts.leaf_values(), Flat::new(), 0);
    for (leaf, mode) in index.modes().iter().enumerate() {
        let mut step = mode.stride;
        for _ in 0..slots.get(leaf).unwrap_or(0) {
            let extent = parts.get(part).unwrap_or(1) as i64;
            steps.push(extent, step);
            (step, part) = (step.saturating_mul(extent), part + 1);
        }
    }
    let (shape, steps): (_, MappedStride<S, D, TS, TD>) = filled(&steps)?;
    Ok((shape, steps.along::<A>()))
}

/// A tiler for the indices of what it cuts, one rule for each kind: the layouts of indices of a tile, and of the tiles.
macro_rules! by_index {
    ([$($P:ident: $Bound:path),*] $T:ty, $tile:ty, $tiles:ty, $IsOne:ty;
     |$tiler:ident, $size:ident| $index:expr) => {
        #[diagnostic::do_not_recommend]
        impl<S: Shape, D: Stride<S>, A: Nat, $($P: $Bound),*> CutSteps<S, D, A> for $T {
            type TileSteps = StepsOf<S, D, $tile, A>;
            type RestSteps = StepsOf<S, D, $tiles, A>;
            type BothSteps = PairOf<Self::TileSteps, Self::RestSteps>;
            type Next = A::Succ;
            type Extents<L: ShapeList> = Cons<S::Size, L>;
            type IsOne = $IsOne;
            type IsByMode = False;
            fn steps<O: Operation>(
                self,
                layout: Layout<S, D>,
            ) -> Result<Cut<Self::TileSteps, Self::RestSteps, Self::BothSteps>, Reason> {
                let cut = Tiler::cut::<O>(self, layout)?;
                let ($tiler, $size) = (self, layout.size());
                let (tile, tiles): ($tile, $tiles) = $index;
                let tile = steps_of::<S, D, _, _, A>(tile, cut.tile.shape())?;
                let rest = steps_of::<S, D, _, _, A>(tiles, cut.rest.shape())?;
                Ok(Cut { tile, rest, both: ((tile.0, rest.0), (tile.1, rest.1)) })
            }
            fn extents<L: ShapeList>(self, shape: S, behind: L) -> Cons<S::Size, L> {
                Cons(shape.size(), behind)
            }
        }
    };
}
by_index!([] usize, RunOf<usize>, RowOf<S, usize>, True; |tiler, size| run_and_row(tiler, size));
by_index!([U: Nat] Int<U>, RunOf<Self>, RowOf<S, Self>, True; |tiler, size| run_and_row(tiler, size));
by_index!([U: Nat] Multiple<Int<U>>, RunOf<Self>, RowOf<S, Self>, True; |tiler, size| run_and_row(tiler, size));
by_index!([TS: Shape, TD: Stride<TS>] Layout<TS, TD>, Self, Copies<S, TS, TD>, <Self as Tiler<S, D>>::Fits;
    |tiler, size| (tiler, complement_of(tiler, size)?.0));

/// `N` indices in a row.
type RunOf<N> = Layout<N, Int<U1>>;
/// Where runs of `N` begin in the indices of `S`.
type RowOf<S, N> = Layout<CeilDiv<<S as Shape>::Size, N>, N>;
/// Where copies of the tiler `TS:TD` begin in the indices of `S`.
type Copies<S, TS, TD> = LayoutOf<Complemented<LeavesOf<TS, TD>, <S as Shape>::Size>>;

fn run_and_row<N: Integer + Scalar, M: Integer>(tile: N, size: M) -> (RunOf<N>, Layout<CeilDiv<M, N>, N>) {
    (Layout::from_parts(tile, Int::new(), Exact), Layout::from_parts(ceil_div(size, tile), tile, Exact))
}

/// Steps along the axis `A` of what becomes of the leaves of the layout `I`.
type StepsOf<S, D, I, A> = MappedSteps<S, D, <I as ExactLayout>::Shape, <I as ExactLayout>::Stride, A>;
/// Two layouts of steps as one of two modes.
type PairOf<T, R> = ((ShapeOf<T>, ShapeOf<R>), (StrideOf<T>, StrideOf<R>));

impl<S: Shape, D: Stride<S>, A: Nat, T: ToList<List: WrittenList> + fmt::Debug> CutSteps<S, D, A>
    for ByMode<T>
where
    Self: Tiler<S, D>,
    T::Rank: OnePerMode<S::Structure, T>,
    ListFor<T, S>: CutStepsList<S::ShapeModes, D::StrideModes, A>,
{
    type TileSteps = Together<<ListFor<T, S> as CutStepsList<S::ShapeModes, D::StrideModes, A>>::TileSteps>;
    type RestSteps = Together<<ListFor<T, S> as CutStepsList<S::ShapeModes, D::StrideModes, A>>::RestSteps>;
    type BothSteps = Together<<ListFor<T, S> as CutStepsList<S::ShapeModes, D::StrideModes, A>>::BothSteps>;
    type Next = <ListFor<T, S> as CutStepsList<S::ShapeModes, D::StrideModes, A>>::Next;
    type Extents<L: ShapeList> =
        <ListFor<T, S> as CutStepsList<S::ShapeModes, D::StrideModes, A>>::Extents<L>;
    type IsOne = <Self as Tiler<S, D>>::Fits;
    type IsByMode = <ListFor<T, S> as CutStepsList<S::ShapeModes, D::StrideModes, A>>::AreOne;
    fn steps<O: Operation>(
        self,
        layout: Layout<S, D>,
    ) -> Result<Cut<Self::TileSteps, Self::RestSteps, Self::BothSteps>, Reason> {
        let (shape, stride) = layout.parts();
        let cut = T::Rank::entries(self.0).list().steps::<O>(shape.shape_modes(), stride.stride_modes())?;
        Ok(Cut { tile: together(cut.tile), rest: together(cut.rest), both: together(cut.both) })
    }
    fn extents<L: ShapeList>(self, shape: S, behind: L) -> Self::Extents<L> {
        T::Rank::entries(self.0).list().extents(shape.shape_modes(), behind)
    }
}

/// [`CutSteps`] of the entries of a tiler by mode.
#[doc(hidden)]
pub trait CutStepsList<S: ShapeList, D: StrideList<S>, A: Nat> {
    type TileSteps: WeightedList;
    type RestSteps: WeightedList;
    type BothSteps: WeightedList;
    type Next: Nat;
    type Extents<L: ShapeList>: ShapeList;
    /// Whether of each mode its extent says what is there.
    type AreOne: Truth;
    fn steps<O: Operation>(
        self,
        shape: S,
        stride: D,
    ) -> Result<Cut<Self::TileSteps, Self::RestSteps, Self::BothSteps>, Reason>;
    fn extents<L: ShapeList>(self, shape: S, behind: L) -> Self::Extents<L>;
}

impl<A: Nat> CutStepsList<Nil, Nil, A> for Nil {
    type TileSteps = Nil;
    type RestSteps = Nil;
    type BothSteps = Nil;
    type Next = A;
    type Extents<L: ShapeList> = L;
    type AreOne = True;
    fn steps<O: Operation>(self, _: Nil, _: Nil) -> Result<Cut<Nil, Nil, Nil>, Reason> {
        Ok(Cut { tile: Nil, rest: Nil, both: Nil })
    }
    fn extents<L: ShapeList>(self, _: Nil, behind: L) -> L {
        behind
    }
}

#[diagnostic::do_not_recommend]
impl<S, SL, D, DL, A: Nat, T, TL> CutStepsList<Cons<S, SL>, Cons<D, DL>, A> for Cons<T, TL>
where
    S: Shape,
    SL: ShapeList,
    D: Stride<S>,
    DL: StrideList<SL>,
    T: CutSteps<S, D, A>,
    TL: CutStepsList<SL, DL, T::Next>,
{
    type TileSteps = Cons<T::TileSteps, TL::TileSteps>;
    type RestSteps = Cons<T::RestSteps, TL::RestSteps>;
    type BothSteps = Cons<T::BothSteps, TL::BothSteps>;
    type Next = TL::Next;
    type Extents<L: ShapeList> = T::Extents<TL::Extents<L>>;
    type AreOne = <T::IsOne as Truth>::And<TL::AreOne>;
    fn steps<O: Operation>(
        self,
        shape: Cons<S, SL>,
        stride: Cons<D, DL>,
    ) -> Result<Cut<Self::TileSteps, Self::RestSteps, Self::BothSteps>, Reason> {
        let layout = Layout::from_parts(shape.0, stride.0, Exact);
        let first = self.0.steps::<O>(layout)?;
        Ok(first.and(self.1.steps::<O>(shape.1, stride.1)?))
    }
    fn extents<L: ShapeList>(self, shape: Cons<S, SL>, behind: L) -> Self::Extents<L> {
        self.0.extents(shape.0, self.1.extents(shape.1, behind))
    }
}
