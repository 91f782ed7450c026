//! Layouts over basis strides, cut as the layouts of tensors are: mode by mode.
//!
//! A mode whose weights are all steps along one axis is cut as a layout of integers is, and the parts lie along the
//! same axis. A tile that ends behind such a mode needs no extent to differ from others if what is behind it is out of
//! the space; otherwise it is refused.

use super::by_mode::{ByMode, ListFor, OnePerMode};
use super::composition::{Compose, CompositionName};
use super::divide::Divide;
use super::error::{By, Operation, Reason, Refused, first, permit};
use super::forms::{Arrange, DivisionIn, Flattened, InTwo, Logical, Tiled, Zipped, done, kept, methods};
use super::parts::{Cut, ExactLayout, ShapeOf, StrideOf, Together, Weighted, WeightedList, together};
use super::pattern::Pattern;
use super::tiler::Tiler;
use super::written::WrittenList;
use crate::basis::{CoordinateLayout, Origin, each_step, notation, spans};
use crate::int::{Along, Int, Multiple, Nat, Text};
use crate::layout::{Free, Layout, LayoutError};
use crate::tuple::list::{Cons, Leaf, Nil};
use crate::tuple::modes::ToList;
use crate::tuple::{IntTuple, MAX_RANK, Shape, ShapeList, Stride, WeightList, Weights};
use core::fmt;
use core::marker::PhantomData;
use typenum::{U0, U1, Unsigned};

/// A tiler for the layout `S:D` over basis strides: what it cuts it into and picks of it, as [`Tiler`] and
/// [`Pattern`] say of layouts of integers.
#[diagnostic::on_unimplemented(
    message = "this does not tile the layout over basis strides",
    label = "no tiler for this layout",
    note = "layouts over basis strides are tiled by mode: `tiler!(16, 8, _)` with one entry for every mode (`_` keeps a mode)",
    note = "shape `{S}`"
)]
pub trait BasisTiler<S: Shape, D: Weights<S>>: Copy + fmt::Debug + fmt::Display {
    /// One tile.
    type Tile: Weighted;
    /// The tiles; a mode that is kept.
    type Rest: Weighted;
    /// Tile and tiles, mode by mode.
    type Both: Weighted;
    /// The layout after the tiler, mode by mode; a mode that is kept.
    type Picked: Weighted;
    /// Whether some mode is kept.
    #[doc(hidden)]
    const KEEPS: bool;
    /// Why a static layout in the space `K` has no such parts.
    #[doc(hidden)]
    type CutMistake<K: Space>: Mistaken;
    /// Why a static layout has nothing to pick.
    #[doc(hidden)]
    const PICK_MISTAKE: Option<Text>;
    /// The parts of the layout in a space, or why there are none.
    #[doc(hidden)]
    fn cut<O: Operation, K: Space>(
        self,
        shape: S,
        stride: D,
        room: &Room,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason>;
    /// See [`BasisTiler::Picked`].
    #[doc(hidden)]
    fn pick<O: Operation>(self, shape: S, stride: D) -> Result<Self::Picked, Reason>;
}

/// What may be wrong with static operands.
#[doc(hidden)]
pub trait Mistaken {
    const MISTAKE: Option<Text>;
}

impl Mistaken for () {
    const MISTAKE: Option<Text> = None;
}

impl<A: Mistaken, B: Mistaken> Mistaken for (A, B) {
    const MISTAKE: Option<Text> = first(A::MISTAKE, B::MISTAKE);
}

/// What may be wrong with the tiler `T` for `S:D` in the space `K`.
#[doc(hidden)]
#[derive(Debug)]
pub struct CutAlong<K, S, D, T>(PhantomData<(K, S, D, T)>);

/// `_`: the mode stays as it is.
impl<S: Shape, D: Weights<S>> BasisTiler<S, D> for Free {
    type Tile = (Int<U1>, Along<U0, Int<U0>>);
    type Rest = (S, D);
    type Both = (S, D);
    type Picked = (S, D);
    const KEEPS: bool = true;
    type CutMistake<K: Space> = ();
    const PICK_MISTAKE: Option<Text> = None;

    fn cut<O: Operation, K: Space>(
        self,
        shape: S,
        stride: D,
        _: &Room,
    ) -> Result<Cut<Self::Tile, (S, D), (S, D)>, Reason> {
        Ok(Cut { tile: (Int::new(), Along::new(Int::new())), rest: (shape, stride), both: (shape, stride) })
    }
    fn pick<O: Operation>(self, shape: S, stride: D) -> Result<(S, D), Reason> {
        Ok((shape, stride))
    }
}

/// Weights that are all steps along one axis.
#[diagnostic::on_unimplemented(
    message = "an integer or a layout tiles a mode along one axis, and this one is along several",
    label = "to a mode along several axes belong entries in parentheses, as in `tiler!((4, 2), _)`",
    note = "stride `{Self}`",
    note = "shape `{S}`"
)]
#[doc(hidden)]
pub trait OneAxis<S: Shape>: Weights<S> {
    /// The axis.
    type Axis: Nat;
}

/// Weights that are all steps along the axis `A`.
#[diagnostic::on_unimplemented(
    message = "an integer or a layout tiles a mode along one axis, and this one is along several",
    label = "to a mode along several axes belong entries in parentheses, as in `tiler!((4, 2), _)`",
    note = "stride `{Self}`",
    note = "shape `{S}`"
)]
#[doc(hidden)]
pub trait StepsAlong<S: Shape, A>: Weights<S> {}

#[diagnostic::do_not_recommend]
impl<S: Shape, D: Weights<S>> OneAxis<S> for D
where
    D::WeightModes: ListOnOneAxis<S::ShapeModes>,
{
    type Axis = <D::WeightModes as ListOnOneAxis<S::ShapeModes>>::Axis;
}

#[diagnostic::do_not_recommend]
impl<S: Shape, A, D: Weights<S>> StepsAlong<S, A> for D where D::WeightModes: ListAlong<S::ShapeModes, A> {}

/// [`OneAxis`] said of the modes.
#[doc(hidden)]
pub trait ListOnOneAxis<S> {
    type Axis: Nat;
}

impl<S, A: Nat, D> ListOnOneAxis<S> for Leaf<Along<A, D>> {
    type Axis = A;
}

impl ListOnOneAxis<Nil> for Nil {
    type Axis = U0;
}

impl<S: Shape, SL, D: OneAxis<S>, DL: ListAlong<SL, D::Axis>> ListOnOneAxis<Cons<S, SL>> for Cons<D, DL> {
    type Axis = D::Axis;
}

/// [`StepsAlong`] said of the modes.
#[doc(hidden)]
pub trait ListAlong<S, A> {}

impl<S, A, D> ListAlong<S, A> for Leaf<Along<A, D>> {}

impl<A> ListAlong<Nil, A> for Nil {}

impl<S: Shape, SL, A, D: StepsAlong<S, A>, DL: ListAlong<SL, A>> ListAlong<Cons<S, SL>, A> for Cons<D, DL> {}

/// The layout `L` with its steps along the axis `A`.
type AlongOf<A, L> =
    (<L as ExactLayout>::Shape, <<L as ExactLayout>::Stride as Stride<<L as ExactLayout>::Shape>>::Along<A>);

fn along<A: Nat, L: ExactLayout>(layout: L) -> AlongOf<A, L> {
    let (shape, stride) = layout.parts();
    (shape, stride.along::<A>())
}

/// A mode along one axis is cut by what cuts layouts of integers; one rule for each kind of it, as for a [`Tiler`].
macro_rules! along_one_axis {
    ([$($P:ident: $Bound:path),*] $T:ty) => {
        impl<S: Shape, D: OneAxis<S>, $($P: $Bound),*> BasisTiler<S, D> for $T {
            type Tile = AlongOf<D::Axis, <$T as Tiler<S, D::Steps>>::Tile>;
            type Rest = AlongOf<D::Axis, <$T as Tiler<S, D::Steps>>::Rest>;
            type Both = AlongOf<D::Axis, <$T as Tiler<S, D::Steps>>::Both>;
            type Picked = AlongOf<D::Axis, <$T as Pattern<S, D::Steps>>::Picked>;
            const KEEPS: bool = false;
            type CutMistake<K: Space> = CutAlong<K, S, D, Self>;
            const PICK_MISTAKE: Option<Text> = <$T as Pattern<S, D::Steps>>::PICK_MISTAKE;

            fn cut<O: Operation, K: Space>(
                self,
                shape: S,
                stride: D,
                room: &Room,
            ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason> {
                let steps = stride.steps();
                let axis = <D::Axis as Unsigned>::USIZE;
                let layout = Layout::try_new(shape, steps).map_err(Reason::Layout)?;
                let Cut { tile, rest, both } = Tiler::cut::<O>(self, layout)?;
                if !Tiler::<S, D::Steps>::fits(self, shape) && !room.ends_with(axis, shape, steps) {
                    return Err(Reason::overhangs(both.parts().0, shape));
                }
                Ok(Cut { tile: along(tile), rest: along(rest), both: along(both) })
            }
            fn pick<O: Operation>(self, shape: S, stride: D) -> Result<Self::Picked, Reason> {
                let layout = Layout::try_new(shape, stride.steps()).map_err(Reason::Layout)?;
                Pattern::pick::<O>(self, layout).map(along)
            }
        }
    };
}
along_one_axis!([] usize);
along_one_axis!([U: Nat] Int<U>);
along_one_axis!([U: Nat] Multiple<Int<U>>);
along_one_axis!([TS: Shape, TD: Stride<TS>] Layout<TS, TD>);

/// A space, and where in it a layout starts.
#[doc(hidden)]
pub trait Space {
    /// The room along each axis, if that is known at compile time.
    const ROOM: [Option<isize>; MAX_RANK];
}

/// The space `X` of a layout `S:D` that starts at `O`.
struct In<S, D, X, O>(PhantomData<(S, D, X, O)>);

impl<S: Shape, D: Weights<S>, X: Shape, O: Origin<X>> Space for In<S, D, X, O> {
    const ROOM: [Option<isize>; MAX_RANK] = {
        let (spans, mut room, mut axis) = (spans::<S, D>(), [None; MAX_RANK], 0);
        while axis < X::LEAVES.len() {
            room[axis] = match (spans[axis], X::LEAVES.get(axis), O::LEAVES.get(axis)) {
                (Some((low, _)), Some(_), Some(_)) if low < 0 => Some(isize::MAX),
                (Some(_), Some(extent), Some(start)) => Some(extent.saturating_sub(start)),
                _ => None,
            };
            axis += 1;
        }
        room
    };
}

/// How many steps along each axis lead from the origin of a layout out of its space.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Room([isize; MAX_RANK]);

impl Room {
    /// The room in a space of so many axes, if all of it is known at compile time.
    const fn known<K: Space>(axes: usize) -> Option<Self> {
        let (mut room, mut axis) = ([0; MAX_RANK], 0);
        while axis < axes {
            room[axis] = match K::ROOM[axis] {
                Some(known) => known,
                None => return None,
            };
            axis += 1;
        }
        Some(Room(room))
    }

    fn of<S: Shape, D: Weights<S>, X: Shape, O: Origin<X>>(layout: &CoordinateLayout<S, D, X, O>) -> Self {
        let mut room = [0; MAX_RANK];
        for (axis, room) in room.iter_mut().enumerate().take(<X as IntTuple>::RANK) {
            *room =
                layout.space().mode_size(axis).cast_signed().saturating_sub(layout.origin().component(axis));
        }
        // where some steps lead back, no number of them is enough
        each_step(layout.shape(), layout.stride(), &mut |axis, extent, steps| {
            if extent > 1 && steps < 0 {
                room[axis] = isize::MAX;
            }
        });
        Room(room)
    }

    /// Whether what is behind the mode `S:D` along an axis is out of the space: the last leaf goes on there.
    fn ends_with<S: Shape, D: Stride<S>>(&self, axis: usize, shape: S, steps: D) -> bool {
        let mut end = 0;
        steps.each_leaf(shape, &mut |extent, step| end = extent.cast_signed().saturating_mul(step));
        end >= self.0[axis]
    }
}

impl<K: Space, S: Shape, D: OneAxis<S>, T: Tiler<S, D::Steps>> Mistaken for CutAlong<K, S, D, T> {
    const MISTAKE: Option<Text> = first(overhang::<K, S, D, T>(), T::MISTAKE);
}

/// Static tiles that end behind a mode and inside the space.
const fn overhang<K: Space, S: Shape, D: OneAxis<S>, T: Tiler<S, D::Steps>>() -> Option<Text> {
    let (extents, steps) = (S::LEAVES, <D::Steps as IntTuple>::LEAVES);
    if let (Some(false), Some(room)) = (T::KNOWN_TO_FIT, K::ROOM[<D::Axis as Unsigned>::USIZE])
        && !extents.is_empty()
        && let (Some(extent), Some(step)) = (extents.get(extents.len() - 1), steps.get(extents.len() - 1))
        && extent.saturating_mul(step) < room
    {
        let text = Text::new().str("whole tiles of ").text(&T::TEXT).str(" do not make up ");
        return Some(text.text(&notation::<S, D>()));
    }
    None
}

impl<S: Shape, D: Weights<S>, T: ToList<List: WrittenList> + fmt::Debug> BasisTiler<S, D> for ByMode<T>
where
    T::Rank: OnePerMode<S::Structure, T>,
    ListFor<T, S>: BasisTilerList<S::ShapeModes, D::WeightModes>,
{
    type Tile = Together<<ListFor<T, S> as BasisTilerList<S::ShapeModes, D::WeightModes>>::Tile>;
    type Rest = Together<<ListFor<T, S> as BasisTilerList<S::ShapeModes, D::WeightModes>>::Rest>;
    type Both = Together<<ListFor<T, S> as BasisTilerList<S::ShapeModes, D::WeightModes>>::Both>;
    type Picked = Together<<ListFor<T, S> as BasisTilerList<S::ShapeModes, D::WeightModes>>::Picked>;
    const KEEPS: bool = ListFor::<T, S>::KEEPS;
    type CutMistake<K: Space> =
        <ListFor<T, S> as BasisTilerList<S::ShapeModes, D::WeightModes>>::CutMistake<K>;
    const PICK_MISTAKE: Option<Text> = ListFor::<T, S>::PICK_MISTAKE;

    fn cut<O: Operation, K: Space>(
        self,
        shape: S,
        stride: D,
        room: &Room,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason> {
        let cut =
            T::Rank::entries(self.0).list().cut::<O, K>(shape.shape_modes(), stride.weight_modes(), room)?;
        Ok(Cut { tile: together(cut.tile), rest: together(cut.rest), both: together(cut.both) })
    }
    fn pick<O: Operation>(self, shape: S, stride: D) -> Result<Self::Picked, Reason> {
        T::Rank::entries(self.0).list().pick::<O>(shape.shape_modes(), stride.weight_modes()).map(together)
    }
}

/// A list of tilers for the modes `S:D` of a layout over basis strides.
#[diagnostic::on_unimplemented(
    message = "this does not tile the layout over basis strides",
    label = "an entry that is no tiler for its mode",
    note = "layouts over basis strides are tiled by mode: `tiler!(16, 8, _)` with one entry for every mode (`_` keeps a mode)"
)]
#[doc(hidden)]
pub trait BasisTilerList<S: ShapeList, D: WeightList<S>>: Copy {
    type Tile: WeightedList;
    type Rest: WeightedList;
    type Both: WeightedList;
    type Picked: WeightedList;
    const KEEPS: bool;
    type CutMistake<K: Space>: Mistaken;
    const PICK_MISTAKE: Option<Text>;
    fn cut<O: Operation, K: Space>(
        self,
        shape: S,
        stride: D,
        room: &Room,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason>;
    fn pick<O: Operation>(self, shape: S, stride: D) -> Result<Self::Picked, Reason>;
}

#[diagnostic::do_not_recommend]
impl BasisTilerList<Nil, Nil> for Nil {
    type Tile = Nil;
    type Rest = Nil;
    type Both = Nil;
    type Picked = Nil;
    const KEEPS: bool = false;
    type CutMistake<K: Space> = ();
    const PICK_MISTAKE: Option<Text> = None;
    fn cut<O: Operation, K: Space>(self, _: Nil, _: Nil, _: &Room) -> Result<Cut<Nil, Nil, Nil>, Reason> {
        Ok(Cut { tile: Nil, rest: Nil, both: Nil })
    }
    fn pick<O: Operation>(self, _: Nil, _: Nil) -> Result<Nil, Reason> {
        Ok(Nil)
    }
}

#[diagnostic::do_not_recommend]
impl<
    S: Shape,
    SL: ShapeList,
    D: Weights<S>,
    DL: WeightList<SL>,
    A: BasisTiler<S, D>,
    T: BasisTilerList<SL, DL>,
> BasisTilerList<Cons<S, SL>, Cons<D, DL>> for Cons<A, T>
{
    type Tile = Cons<A::Tile, T::Tile>;
    type Rest = Cons<A::Rest, T::Rest>;
    type Both = Cons<A::Both, T::Both>;
    type Picked = Cons<A::Picked, T::Picked>;
    const KEEPS: bool = A::KEEPS || T::KEEPS;
    type CutMistake<K: Space> = (A::CutMistake<K>, T::CutMistake<K>);
    const PICK_MISTAKE: Option<Text> = first(A::PICK_MISTAKE, T::PICK_MISTAKE);
    fn cut<O: Operation, K: Space>(
        self,
        shape: Cons<S, SL>,
        stride: Cons<D, DL>,
        room: &Room,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason> {
        let first = self.0.cut::<O, K>(shape.0, stride.0, room)?;
        Ok(first.and(self.1.cut::<O, K>(shape.1, stride.1, room)?))
    }
    fn pick<O: Operation>(self, shape: Cons<S, SL>, stride: Cons<D, DL>) -> Result<Self::Picked, Reason> {
        Ok(Cons(self.0.pick::<O>(shape.0, stride.0)?, self.1.pick::<O>(shape.1, stride.1)?))
    }
}

impl<F, S, D, X, O, T> Divide<F, T> for CoordinateLayout<S, D, X, O>
where
    F: Arrange<BasisInTiles<S, D, T>>,
    S: Shape,
    D: Weights<S>,
    X: Shape,
    O: Origin<X>,
    T: BasisTiler<S, D>,
{
    type Divided = CoordinateLayout<F::Shape, F::Stride, X, O>;
    const HOLDS: () = permit(
        F::DIVISION,
        &first(kept::<F>(T::KEEPS, Text::new()), <T::CutMistake<In<S, D, X, O>> as Mistaken>::MISTAKE),
    );

    fn divided_by(self, tiler: T) -> Self::Divided {
        done(Divide::<F, T>::try_divided_by(self, tiler))
    }
    fn try_divided_by(self, tiler: T) -> Result<Self::Divided, Refused<Self, By<T>>> {
        let room = const { Room::known::<In<S, D, X, O>>(<X as IntTuple>::RANK) };
        let room = room.unwrap_or_else(|| Room::of(&self));
        let cut = tiler.cut::<DivisionIn<F>, In<S, D, X, O>>(self.shape(), self.stride(), &room);
        cut.and_then(|cut| with_modes(self, F::arrange(cut))).map_err(|reason| Refused {
            operation: F::DIVISION,
            lhs: self,
            rhs: By(tiler),
            reason,
        })
    }
}

/// The layout `S:D` over basis strides in tiles of `T`.
#[derive(Debug)]
pub struct BasisInTiles<S, D, T>(PhantomData<(S, D, T)>);

impl<S: Shape, D: Weights<S>, T: BasisTiler<S, D>> InTwo for BasisInTiles<S, D, T> {
    type First = T::Tile;
    type Second = T::Rest;
    type Both = T::Both;
}

/// A layout with other modes, whose number of elements must be one.
fn with_modes<S, D, X, O, SR, DR>(
    layout: CoordinateLayout<S, D, X, O>,
    (shape, stride): (SR, DR),
) -> Result<CoordinateLayout<SR, DR, X, O>, Reason>
where
    S: Shape,
    D: Weights<S>,
    X: Shape,
    O: Origin<X>,
    SR: Shape,
    DR: Weights<SR>,
{
    match shape.checked_size() {
        Some(size) if size <= isize::MAX as usize => {
            Ok(CoordinateLayout::from_parts(shape, stride, layout.space(), layout.origin()))
        }
        _ => Err(Reason::Layout(LayoutError::SizeOverflow)),
    }
}

methods! {
    [S: Shape, D: Weights<S>, X: Shape, O: Origin<X>] CoordinateLayout<S, D, X, O>;
    Divide Divided divided_by "This layout in tiles.";
    logical_divide Logical "logical_divide" [<Self as Divide<Logical, T>>::HOLDS];
    zipped_divide Zipped "zipped_divide" [<Self as Divide<Zipped, T>>::HOLDS];
    tiled_divide Tiled "tiled_divide" [<Self as Divide<Tiled, T>>::HOLDS];
    flat_divide Flattened "flat_divide" [<Self as Divide<Flattened, T>>::HOLDS];
}

impl<S, D, X, O, T> Compose<ByMode<T>> for CoordinateLayout<S, D, X, O>
where
    S: Shape,
    D: Weights<S>,
    X: Shape,
    O: Origin<X>,
    ByMode<T>: BasisTiler<S, D>,
{
    type Composed = CoordinateLayout<ShapeOf<Picked<S, D, T>>, StrideOf<Picked<S, D, T>>, X, O>;
    type Error = Refused<Self, By<ByMode<T>>>;
    const HOLDS: () = permit(CompositionName::NAME, &ByMode::<T>::PICK_MISTAKE);

    fn composed(self, tiler: ByMode<T>) -> Self::Composed {
        done(self.try_composed(tiler))
    }
    fn try_composed(self, tiler: ByMode<T>) -> Result<Self::Composed, Self::Error> {
        let picked = tiler.pick::<CompositionName>(self.shape(), self.stride());
        let picked = picked.and_then(|picked| with_modes(self, picked.weighted()));
        picked.map_err(|reason| Refused {
            operation: CompositionName::NAME,
            lhs: self,
            rhs: By(tiler),
            reason,
        })
    }
}

type Picked<S, D, T> = <ByMode<T> as BasisTiler<S, D>>::Picked;

impl<S: Shape, D: Weights<S>, X: Shape, O: Origin<X>> CoordinateLayout<S, D, X, O> {
    /// This layout after a tiler by mode: see [`composition`](crate::algebra::composition()).
    #[track_caller]
    pub fn composition<B>(self, rhs: B) -> <Self as Compose<B>>::Composed
    where
        Self: Compose<B>,
    {
        let () = <Self as Compose<B>>::HOLDS;
        self.composed(rhs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{int, shape};

    /// Ten steps along the first axis lead out of it, and one along the second; of the third nothing is known.
    struct Known;

    impl Space for Known {
        const ROOM: [Option<isize>; MAX_RANK] = {
            let mut room = [None; MAX_RANK];
            room[0] = Some(10);
            room[1] = Some(1);
            room
        };
    }

    #[test]
    fn room_is_known_along_axes_that_are_known() {
        let known = |axes| Room::known::<Known>(axes).map(|room| [room.0[0], room.0[1]]);
        assert_eq!([0, 1, 2, 3].map(known), [Some([0, 0]), Some([10, 0]), Some([10, 1]), None]);
    }

    #[test]
    fn tiles_overhang_where_the_last_leaf_ends_inside() {
        fn said<S: Shape, D: OneAxis<S>, T: Tiler<S, D::Steps>>(
            _: S,
            _: D,
            _: T,
        ) -> Option<alloc::string::String> {
            overhang::<Known, S, D, T>().map(|text| text.as_str().into())
        }
        let rows = |n| Along::<U0, _>::new(n);
        let (one, two) = (Int::<U1>::new(), int!(2));
        assert_eq!(
            said(int!(6), rows(one), int!(4)).as_deref(),
            Some("whole tiles of 4 do not make up 6:1@0")
        );
        // these divide; these end with the space; of these nothing is known
        assert_eq!(said(int!(8), rows(one), int!(4)), None);
        assert_eq!(said(int!(10), rows(one), int!(4)), None);
        assert_eq!(said(int!(6), rows(one), 4), None);
        assert_eq!(said(int!(6), Along::<U1, _>::new(one), int!(4)), None);
        let nested = (rows(one), Along::<U0, _>::new(two));
        assert_eq!(said(shape!(2, 5), nested, int!(4)), None);
        let text = said(shape!(2, 3), nested, int!(4));
        assert_eq!(text.as_deref(), Some("whole tiles of 4 do not make up (2,3):(1@0,2@0)"));
    }
}
