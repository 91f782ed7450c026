//! Layouts over basis strides, cut as the layouts of tensors are: mode by mode.
//!
//! Each mode lies along one axis, so that what becomes of it is what becomes of a layout of integers, along the same axis. A tile
//! that ends behind the layout needs no extent to be told from others if its coordinates lead out of the space; otherwise it
//! is refused.

use super::composition::{Composition, after};
use super::divide::{Logical, LogicalDivide, Tiled, TiledDivide, Zipped, ZippedDivide};
use super::error::{By, Operation, Reason, Refused};
use super::forms::done;
use super::parts::{Cut, ExactLayout};
use super::tiler::{ByMode, Tiler};
use super::{Compose, composition};
use crate::basis::{Along, BasisStride, CoordinateLayout, Origin};
use crate::int::{Int, Nat, Text};
use crate::layout::{Free, Layout, LayoutError};
use crate::tuple::list::{Cons, for_tuples, list_type, list_value};
use crate::tuple::modes::ToTuple;
use crate::tuple::{IntTuple, Shape, Stride};
use core::fmt;
use typenum::{U0, U1};

/// A shape and its basis stride: part of a layout.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Pair<S, D>(S, D);

/// Part of a layout over basis strides.
pub trait BasisLayout: Copy {
    /// Its shape.
    type Shape: Shape;
    /// Its stride.
    type Stride: BasisStride<Self::Shape>;
    #[doc(hidden)]
    fn parts(self) -> (Self::Shape, Self::Stride);
}

impl<S: Shape, D: BasisStride<S>> BasisLayout for Pair<S, D> {
    type Shape = S;
    type Stride = D;
    fn parts(self) -> (S, D) {
        (self.0, self.1)
    }
}

/// A tiler for the layout `S:D` over basis strides: what it cuts it into, as [`Tiler`] says of layouts of integers.
#[diagnostic::on_unimplemented(
    message = "this does not tile the layout over basis strides",
    label = "no tiler for this layout",
    note = "layouts over basis strides are tiled by mode: `tiler!(16, 8, _)` with one entry for every mode (`_` keeps a mode)",
    note = "shape `{S}`"
)]
pub trait BasisTiler<S: Shape, D: BasisStride<S>>: Copy + fmt::Display {
    /// One tile.
    type Tile: BasisLayout;
    /// The tiles; a mode that is kept.
    type Rest: BasisLayout;
    /// Tile and tiles, mode by mode.
    type Both: BasisLayout;
    #[doc(hidden)]
    fn cut<O: Operation>(
        self,
        shape: S,
        stride: D,
        room: &Room,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason>;
}

type AlongOf<A, L> = Pair<<L as ExactLayout>::Shape, Along<A, <L as ExactLayout>::Stride>>;

fn along<A: Nat, L: ExactLayout>(layout: L) -> AlongOf<A, L> {
    let (shape, stride) = layout.parts();
    Pair(shape, Along::new(stride))
}

impl<A: Nat, S: Shape, D: Stride<S>, T: Tiler<S, D>> BasisTiler<S, Along<A, D>> for T {
    type Tile = AlongOf<A, T::Tile>;
    type Rest = AlongOf<A, T::Rest>;
    type Both = AlongOf<A, T::Both>;

    fn cut<O: Operation>(
        self,
        shape: S,
        stride: Along<A, D>,
        room: &Room,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason> {
        const { check_static::<O, S, D, T>() };
        // modes inside one axis share its coordinates: those behind one would be those of the next
        if !self.fits(shape) && (T::IS_BY_MODE || !room.ends_with::<A, S, D>(shape, stride.stride())) {
            return Err(Reason::Overhangs);
        }
        let layout = Layout::try_new(shape, stride.stride()).map_err(Reason::Layout)?;
        let Cut { tile, rest, both } = Tiler::cut::<O>(self, layout)?;
        Ok(Cut { tile: along(tile), rest: along(rest), both: along(both) })
    }
}

/// How many steps along each axis lead from the origin of a layout out of its space.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Room([isize; 12]);

impl Room {
    fn of<S: Shape, D: BasisStride<S>, X: Shape, O: Origin<X>>(
        layout: &CoordinateLayout<S, D, X, O>,
    ) -> Self {
        let mut room = [0; 12];
        for (axis, room) in room.iter_mut().enumerate().take(<X as IntTuple>::RANK) {
            *room = (layout.space().mode_size(axis) as isize).saturating_sub(layout.origin().component(axis));
        }
        // where some steps lead back, no number of them is enough
        layout.stride().each_leaf(layout.shape(), &mut |axis, extent, stride| {
            if extent > 1 && stride < 0 {
                room[axis] = isize::MAX;
            }
        });
        Room(room)
    }

    /// Whether what is behind the mode `S:D` along axis `A` is out of the space: the last leaf goes on there.
    fn ends_with<A: Nat, S: Shape, D: Stride<S>>(&self, shape: S, stride: D) -> bool {
        let mut end = 0;
        stride.each_leaf(shape, &mut |extent, stride| end = (extent as isize).saturating_mul(stride));
        end >= self.0[A::USIZE]
    }
}

/// Static tiles of the modes inside one axis that do not make it up, as a compile error.
const fn check_static<O: Operation, S: Shape, D: Stride<S>, T: Tiler<S, D>>() {
    if T::IS_BY_MODE && matches!(T::KNOWN_TO_FIT, Some(false)) {
        let text = Text::new().str(O::NAME).str(": whole tiles of ").text(&T::TEXT).str(" do not make up ");
        panic!("{}", text.text(&S::TEXT).str(":").text(&D::TEXT).as_str())
    }
}

/// The shapes and strides of all modes.
macro_rules! parts {
    ($($A:ident $what:ident $SA:ident $DA:ident),*) => {
        Pair<
            ($(<$A::$what as BasisLayout>::Shape,)*),
            ($(<$A::$what as BasisLayout>::Stride,)*),
        >
    };
}

macro_rules! by_mode {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        #[allow(non_snake_case)]
        impl<$($A: BasisTiler<$SA, $DA>, $SA: Shape, $DA: BasisStride<$SA>),*> BasisTiler<($($SA,)*), ($($DA,)*)>
            for ByMode<($($A,)*)>
        where
            Self: fmt::Display,
        {
            type Tile = parts!($($A Tile $SA $DA),*);
            type Rest = parts!($($A Rest $SA $DA),*);
            type Both = parts!($($A Both $SA $DA),*);

            fn cut<OP: Operation>(
                self,
                _shape: ($($SA,)*),
                _stride: ($($DA,)*),
                _room: &Room,
            ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason> {
                $(let $A = BasisTiler::<$SA, $DA>::cut::<OP>((self.0).$i, _shape.$i, _stride.$i, _room)?;)*
                Ok(Cut {
                    tile: Pair(($($A.tile.parts().0,)*), ($($A.tile.parts().1,)*)),
                    rest: Pair(($($A.rest.parts().0,)*), ($($A.rest.parts().1,)*)),
                    both: Pair(($($A.both.parts().0,)*), ($($A.both.parts().1,)*)),
                })
            }
        }

        /// `_`: the mode stays as it is.
        impl<$($SA: Shape, $DA: BasisStride<$SA>),*> BasisTiler<($($SA,)*), ($($DA,)*)> for Free {
            type Tile = Pair<Int<U1>, Along<U0, Int<U0>>>;
            type Rest = Pair<($($SA,)*), ($($DA,)*)>;
            type Both = Pair<($($SA,)*), ($($DA,)*)>;

            fn cut<OP: Operation>(
                self,
                shape: ($($SA,)*),
                stride: ($($DA,)*),
                _: &Room,
            ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason> {
                let (unit, whole) = (Pair(Int::new(), Along::new(Int::new())), Pair(shape, stride));
                Ok(Cut { tile: unit, rest: whole, both: whole })
            }
        }

        impl<FIRST, $($A),*> InFront<FIRST> for ($($A,)*)
        where
            Cons<FIRST, list_type!($($A),*)>: ToTuple,
        {
            type Whole = <Cons<FIRST, list_type!($($A),*)> as ToTuple>::Tuple;
            fn in_front(self, first: FIRST) -> Self::Whole {
                Cons(first, list_value!($(self.$i),*)).tuple()
            }
        }

        #[allow(non_snake_case)]
        impl<$($A: ComposeMode<$SA, $DA>, $SA: Shape, $DA: BasisStride<$SA>,)* SPACE, ORIGIN>
            Compose<ByMode<($($A,)*)>> for CoordinateLayout<($($SA,)*), ($($DA,)*), SPACE, ORIGIN>
        where
            SPACE: Shape,
            ORIGIN: Origin<SPACE>,
            ByMode<($($A,)*)>: fmt::Display,
        {
            type Composed = CoordinateLayout<
                ($(<$A::Composed as BasisLayout>::Shape,)*),
                ($(<$A::Composed as BasisLayout>::Stride,)*),
                SPACE,
                ORIGIN,
            >;
            type Error = Refused<Self, By<ByMode<($($A,)*)>>>;

            fn composed(self, rhs: ByMode<($($A,)*)>) -> Self::Composed {
                done(self.try_composed(rhs))
            }
            fn try_composed(self, rhs: ByMode<($($A,)*)>) -> Result<Self::Composed, Self::Error> {
                let (_shape, _stride) = (self.shape(), self.stride());
                let composed = || {
                    $(let $A = (rhs.0).$i.composed_mode(_shape.$i, _stride.$i)?;)*
                    Ok(Pair(($($A.parts().0,)*), ($($A.parts().1,)*)))
                };
                finished(self, composed().map(BasisLayout::parts))
                    .map_err(|reason| Refused { operation: Named::NAME, lhs: self, rhs: By(rhs), reason })
            }
        }
    };
}
for_tuples!(by_mode);

/// A tuple with one more entry in front.
#[doc(hidden)]
pub trait InFront<X> {
    type Whole;
    fn in_front(self, first: X) -> Self::Whole;
}

/// An entry of a tiler by mode that the mode `S:D` over basis strides can be composed with.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not compose with this mode over basis strides",
    label = "not an integer, a layout or `_`",
    note = "shape `{S}`"
)]
pub trait ComposeMode<S: Shape, D: BasisStride<S>>: Copy + fmt::Debug {
    /// The mode after the composition.
    type Composed: BasisLayout;
    #[doc(hidden)]
    fn composed_mode(self, shape: S, stride: D) -> Result<Self::Composed, Reason>;
}

impl<S: Shape, D: BasisStride<S>> ComposeMode<S, D> for Free {
    type Composed = Pair<S, D>;
    fn composed_mode(self, shape: S, stride: D) -> Result<Self::Composed, Reason> {
        Ok(Pair(shape, stride))
    }
}

impl<A: Nat, S: Shape, D: Stride<S>, SB: Shape, DB: Stride<SB>> ComposeMode<S, Along<A, D>>
    for Layout<SB, DB>
{
    type Composed = AlongOf<A, Composition<S, D, SB, DB>>;
    fn composed_mode(self, shape: S, stride: Along<A, D>) -> Result<Self::Composed, Reason> {
        let layout = Layout::try_new(shape, stride.stride()).map_err(Reason::Layout)?;
        after::<Named, _, _, _, _>(layout, self).map(along).map_err(|refused| refused.reason)
    }
}

/// `N` stands for `N:1`.
macro_rules! integer {
    ($N:ty $(, $U:ident)?) => {
        impl<A: Nat, S: Shape, D: Stride<S>, $($U: Nat)?> ComposeMode<S, Along<A, D>> for $N {
            type Composed = AlongOf<A, Composition<S, D, $N, Int<U1>>>;
            fn composed_mode(self, shape: S, stride: Along<A, D>) -> Result<Self::Composed, Reason> {
                let index = Layout::try_new(self, Int::<U1>::new()).map_err(Reason::Layout)?;
                index.composed_mode(shape, stride)
            }
        }
    };
}
integer!(usize);
integer!(Int<U>, U);

struct Named;

impl Operation for Named {
    const NAME: &'static str = "composition";
}

/// A layout with other modes, whose number of elements must be one.
fn finished<S, D, X, O, SR, DR>(
    layout: CoordinateLayout<S, D, X, O>,
    parts: Result<(SR, DR), Reason>,
) -> Result<CoordinateLayout<SR, DR, X, O>, Reason>
where
    S: Shape,
    D: BasisStride<S>,
    X: Shape,
    O: Origin<X>,
    SR: Shape,
    DR: BasisStride<SR>,
{
    let (shape, stride) = parts?;
    match shape.checked_size() {
        Some(size) if size <= isize::MAX as usize => {
            Ok(CoordinateLayout::from_parts(shape, stride, layout.space(), layout.origin()))
        }
        _ => Err(Reason::Layout(LayoutError::SizeOverflow)),
    }
}

impl<S, D, X, O, T> LogicalDivide<T> for CoordinateLayout<S, D, X, O>
where
    S: Shape,
    D: BasisStride<S>,
    X: Shape,
    O: Origin<X>,
    T: BasisTiler<S, D>,
{
    type Divided = CoordinateLayout<<T::Both as BasisLayout>::Shape, <T::Both as BasisLayout>::Stride, X, O>;

    fn divided_logically(self, tiler: T) -> Self::Divided {
        done(self.try_divided_logically(tiler))
    }
    fn try_divided_logically(self, tiler: T) -> Result<Self::Divided, Refused<Self, By<T>>> {
        let cut = tiler.cut::<Logical>(self.shape(), self.stride(), &Room::of(&self));
        finished(self, cut.map(|cut| cut.both.parts())).map_err(refused::<Logical, _, _>(self, tiler))
    }
}

impl<S, D, X, O, T> ZippedDivide<T> for CoordinateLayout<S, D, X, O>
where
    S: Shape,
    D: BasisStride<S>,
    X: Shape,
    O: Origin<X>,
    T: BasisTiler<S, D>,
{
    type Divided = CoordinateLayout<
        (<T::Tile as BasisLayout>::Shape, <T::Rest as BasisLayout>::Shape),
        (<T::Tile as BasisLayout>::Stride, <T::Rest as BasisLayout>::Stride),
        X,
        O,
    >;

    fn divided_zipped(self, tiler: T) -> Self::Divided {
        done(self.try_divided_zipped(tiler))
    }
    fn try_divided_zipped(self, tiler: T) -> Result<Self::Divided, Refused<Self, By<T>>> {
        let cut = tiler.cut::<Zipped>(self.shape(), self.stride(), &Room::of(&self));
        let zipped = cut.map(|Cut { tile, rest, .. }| {
            let ((tile_shape, tile_stride), (rest_shape, rest_stride)) = (tile.parts(), rest.parts());
            ((tile_shape, rest_shape), (tile_stride, rest_stride))
        });
        finished(self, zipped).map_err(refused::<Zipped, _, _>(self, tiler))
    }
}

impl<S, D, X, O, T, SR, DR> TiledDivide<T> for CoordinateLayout<S, D, X, O>
where
    S: Shape,
    D: BasisStride<S>,
    X: Shape,
    O: Origin<X>,
    T: BasisTiler<S, D>,
    <T::Rest as BasisLayout>::Shape: InFront<<T::Tile as BasisLayout>::Shape, Whole = SR>,
    <T::Rest as BasisLayout>::Stride: InFront<<T::Tile as BasisLayout>::Stride, Whole = DR>,
    SR: Shape,
    DR: BasisStride<SR>,
{
    type Divided = CoordinateLayout<SR, DR, X, O>;

    fn divided_tiled(self, tiler: T) -> Self::Divided {
        done(self.try_divided_tiled(tiler))
    }
    fn try_divided_tiled(self, tiler: T) -> Result<Self::Divided, Refused<Self, By<T>>> {
        let cut = tiler.cut::<Tiled>(self.shape(), self.stride(), &Room::of(&self));
        let tiled = cut.map(|Cut { tile, rest, .. }| {
            let ((tile_shape, tile_stride), (rest_shape, rest_stride)) = (tile.parts(), rest.parts());
            (rest_shape.in_front(tile_shape), rest_stride.in_front(tile_stride))
        });
        finished(self, tiled).map_err(refused::<Tiled, _, _>(self, tiler))
    }
}

fn refused<O: Operation, L: Copy, T: Copy>(lhs: L, tiler: T) -> impl Fn(Reason) -> Refused<L, By<T>> {
    move |reason| Refused { operation: O::NAME, lhs, rhs: By(tiler), reason }
}

impl<S: Shape, D: BasisStride<S>, X: Shape, O: Origin<X>> CoordinateLayout<S, D, X, O> {
    /// This layout after a tiler by mode: see [`composition`](composition()).
    #[track_caller]
    pub fn composition<B>(self, rhs: B) -> <Self as Compose<B>>::Composed
    where
        Self: Compose<B>,
    {
        composition(self, rhs)
    }

    /// This layout in tiles: see [`logical_divide`](super::logical_divide()).
    #[track_caller]
    pub fn logical_divide<T>(self, tiler: T) -> <Self as LogicalDivide<T>>::Divided
    where
        Self: LogicalDivide<T>,
    {
        super::logical_divide(self, tiler)
    }

    /// This layout in tiles: see [`zipped_divide`](super::zipped_divide()).
    #[track_caller]
    pub fn zipped_divide<T>(self, tiler: T) -> <Self as ZippedDivide<T>>::Divided
    where
        Self: ZippedDivide<T>,
    {
        super::zipped_divide(self, tiler)
    }

    /// This layout in tiles: see [`tiled_divide`](super::tiled_divide()).
    #[track_caller]
    pub fn tiled_divide<T>(self, tiler: T) -> <Self as TiledDivide<T>>::Divided
    where
        Self: TiledDivide<T>,
    {
        super::tiled_divide(self, tiler)
    }
}
