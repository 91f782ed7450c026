//! Layouts over basis strides, cut as the layouts of tensors are: mode by mode.
//!
//! Each mode lies along one axis, so that what becomes of it is what becomes of a layout of integers, along the same axis. A tile
//! that ends behind the layout needs no extent to be told from others if its coordinates lead out of the space; otherwise it
//! is refused.

use super::composition::{Composition, after};
use super::divide::{Divide, logical_divide, tiled_divide, zipped_divide};
use super::error::{By, Operation, Reason, Refused};
use super::forms::{Arrange, Division, Logical, Tiled, Zipped, done, methods};
use super::parts::{Cut, ExactLayout};
use super::tiler::{ByMode, Tiler};
use super::{Compose, composition};
use crate::basis::{Along, BasisStride, CoordinateLayout, Origin};
use crate::int::{Int, Nat, Text};
use crate::layout::{Free, Layout, LayoutError};
use crate::tuple::list::for_tuples;
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

impl<F, S, D, X, O, T, SR, DR> Divide<F, T> for CoordinateLayout<S, D, X, O>
where
    F: Arrange<ShapeOf<T::Tile>, ShapeOf<T::Rest>, ShapeOf<T::Both>, Whole = SR>,
    F: Arrange<StrideOf<T::Tile>, StrideOf<T::Rest>, StrideOf<T::Both>, Whole = DR>,
    S: Shape,
    D: BasisStride<S>,
    X: Shape,
    O: Origin<X>,
    T: BasisTiler<S, D>,
    SR: Shape,
    DR: BasisStride<SR>,
{
    type Divided = CoordinateLayout<SR, DR, X, O>;

    fn divided_by(self, tiler: T) -> Self::Divided {
        done(Divide::<F, T>::try_divided_by(self, tiler))
    }
    fn try_divided_by(self, tiler: T) -> Result<Self::Divided, Refused<Self, By<T>>> {
        let cut = tiler.cut::<Division<F>>(self.shape(), self.stride(), &Room::of(&self));
        let divided = cut.map(|Cut { tile, rest, both }| {
            let ((tile, tile_stride), (rest, rest_stride)) = (tile.parts(), rest.parts());
            let (both, both_stride) = both.parts();
            (F::arrange(tile, rest, both), F::arrange(tile_stride, rest_stride, both_stride))
        });
        finished(self, divided).map_err(|reason| Refused {
            operation: F::DIVISION,
            lhs: self,
            rhs: By(tiler),
            reason,
        })
    }
}

type ShapeOf<L> = <L as BasisLayout>::Shape;
type StrideOf<L> = <L as BasisLayout>::Stride;

methods! {
    [S: Shape, D: BasisStride<S>, X: Shape, O: Origin<X>] CoordinateLayout<S, D, X, O>;
    Divide Divided "This layout in tiles.";
    logical_divide Logical "logical_divide";
    zipped_divide Zipped "zipped_divide";
    tiled_divide Tiled "tiled_divide";
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
}
