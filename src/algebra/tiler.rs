//! What a layout is divided by: one layout for the whole, or a tiler for each mode.

use super::by_mode::ByMode;
use super::complement::{ComplementModes, Complemented, complement_of, fill};
use super::composition::{AfterLayout, after};
use super::error::{Operation, Reason};
use super::flat::{Flat, values};
use super::leaves::LeavesOf;
use super::parts::{Cut, ExactLayout, ExactList, Joined, Unit, joined};
use super::pattern::{Pattern, PatternList};
use crate::admissible::refine;
use crate::int::modes::Modes;
use crate::int::{CeilDiv, Int, Integer, Nat, Rem, Scalar, Text, True, Truth, ceil_div, word};
use crate::layout::{Exact, Free, Layout};
use crate::tuple::list::{Cons, Nil};
use crate::tuple::modes::ToList;
use crate::tuple::{LeafMap, Shape, ShapeList, Stride, StrideList};
use core::fmt;
use typenum::U1;

/// A tiler for the layout `S:D`: what it cuts it into.
#[diagnostic::on_unimplemented(
    message = "not a tiler for this layout: that is an integer, a layout, or `tiler!(16, 8, _)` with one entry for every mode",
    label = "`_` keeps a mode; to a mode with modes inside belongs an integer, a layout, or entries in parentheses",
    note = "shape `{S}`"
)]
pub trait Tiler<S: Shape, D: Stride<S>>: Pattern<S, D> {
    /// Whether it is known that whole tiles make up the layout.
    type Fits: Truth;
    /// One tile.
    type Tile: ExactLayout;
    /// The tiles; a mode that is kept.
    type Rest: ExactLayout;
    /// Tile and tiles, mode by mode.
    type Both: ExactLayout;
    /// The logical extent of tile and tiles, mode by mode, where tiles may end behind the layout.
    type Extent: Copy;
    /// Whether this is a tiler for each mode: then the extent says what is valid where tiles end behind the layout.
    #[doc(hidden)]
    const IS_BY_MODE: bool;
    /// Whether whole tiles make up the layout, as far as that is known at compile time.
    #[doc(hidden)]
    const KNOWN_TO_FIT: Option<bool>;
    /// The parts, or why there are none.
    #[doc(hidden)]
    fn cut<O: Operation>(
        self,
        layout: Layout<S, D>,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason>;
    /// Whether whole tiles make up the layout.
    #[doc(hidden)]
    fn fits(self, shape: S) -> bool;
    /// See [`Tiler::Extent`].
    #[doc(hidden)]
    fn extent(self, shape: S) -> Self::Extent;
}

type One = Int<U1>;

/// `_`: the mode stays as it is.
impl<S: Shape, D: Stride<S>> Tiler<S, D> for Free {
    type Fits = True;
    type Tile = Unit;
    type Rest = Layout<S, D>;
    type Both = Layout<S, D>;
    type Extent = Exact;
    const IS_BY_MODE: bool = false;
    const KNOWN_TO_FIT: Option<bool> = Some(true);
    fn extent(self, _: S) -> Exact {
        Exact
    }
    fn cut<O: Operation>(
        self,
        layout: Layout<S, D>,
    ) -> Result<Cut<Unit, Layout<S, D>, Layout<S, D>>, Reason> {
        Ok(Cut { tile: Unit::STATIC, rest: layout, both: layout })
    }
    fn fits(self, _: S) -> bool {
        true
    }
}

/// How many tiles of `N` elements a shape has.
type Tiles<S, N> = CeilDiv<<S as Shape>::Size, N>;

/// One rule for each kind of integer: with a rule for all, the compiler would try it on tuples and layouts too.
macro_rules! integer {
    ($N:ty $(, $U:ident)?) => {
        /// `N` stands for `N:1`: tiles of `N` elements in a row.
        impl<S: Shape, D: Stride<S>, $($U: Nat)?> Tiler<S, D> for $N {
            type Fits = <Rem<S::Size, $N> as Scalar>::IsZero;
            type Tile = Layout<LeafShape<S, D, $N, One>, LeafStride<S, D, $N, One>>;
            type Rest = Layout<LeafShape<S, D, Tiles<S, $N>, $N>, LeafStride<S, D, Tiles<S, $N>, $N>>;
            type Both = Layout<
                (LeafShape<S, D, $N, One>, LeafShape<S, D, Tiles<S, $N>, $N>),
                (LeafStride<S, D, $N, One>, LeafStride<S, D, Tiles<S, $N>, $N>),
            >;
            type Extent = Exact;
            const IS_BY_MODE: bool = false;
            const KNOWN_TO_FIT: Option<bool> = match (<S::Size as Integer>::STATIC, <$N as Integer>::STATIC) {
                (Some(size), Some(tile)) => Some(tile != 0 && size % tile == 0),
                _ => None,
            };
            fn extent(self, _: S) -> Exact {
                Exact
            }
            fn cut<O: Operation>(
                self,
                layout: Layout<S, D>,
            ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason> {
                const { check_not_zero::<O, $N, S, D>() };
                if self.value() == 0 {
                    return Err(Reason::Empty);
                }
                let shape = (self, ceil_div(layout.size(), self));
                let index = Layout::try_new(shape, (One::new(), self)).map_err(Reason::Layout)?;
                let both = after::<O, _, _, _, _>(layout, index).map_err(|refused| refused.reason)?;
                let (shape, stride) = both.parts();
                Ok(Cut {
                    tile: Layout::from_parts(shape.0, stride.0, Exact),
                    rest: Layout::from_parts(shape.1, stride.1, Exact),
                    both,
                })
            }
            fn fits(self, shape: S) -> bool {
                shape.size().value().checked_rem(self.value()) == Some(0)
            }
        }
    };
}
integer!(usize);
integer!(Int<U>, U);

/// Static tiles of no elements, as a compile error.
const fn check_not_zero<O: Operation, N: Integer, S: Shape, D: Stride<S>>() {
    if let Some(0) = N::STATIC {
        let text = Text::new().str(O::NAME).str(": tiles of 0 elements do not make up ");
        panic!("{}", text.text(&S::TEXT).str(":").text(&D::TEXT).as_str())
    }
}

/// Static tiles that do not make up a static layout, as a compile error.
pub(super) const fn check_fits<O: Operation, S: Shape, D: Stride<S>, T: Tiler<S, D>>() {
    if let Some(false) = T::KNOWN_TO_FIT {
        let text = Text::new().str(O::NAME).str(": whole tiles of ").text(&T::TEXT).str(" do not make up ");
        panic!("{}", text.text(&S::TEXT).str(":").text(&D::TEXT).as_str())
    }
}

/// A static tiler whose copies leave gaps in every layout, as a compile error.
const fn check_no_gaps<O: Operation, S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>>() {
    if let Some(tiler) = Flat::of(&TS::LEAVES, &TD::LEAVES)
        && let Ok(ComplementModes { is_filled: false, .. }) = fill(&tiler, i64::MAX)
    {
        let text = Text::new().str(O::NAME).str(": copies of ").text(&TS::TEXT).str(":").text(&TD::TEXT);
        panic!("{}", text.str(" leave gaps in ").text(&S::TEXT).str(":").text(&D::TEXT).as_str())
    }
}

type LeafShape<S, D, N, R> = <AfterLayout<S, D> as LeafMap>::Shape<N, R>;
type LeafStride<S, D, N, R> = <AfterLayout<S, D> as LeafMap>::Stride<N, R>;

/// What copies of the tiler `TS:TD` fill a layout of shape `S`.
type Copies<S, TS, TD> = Complemented<LeavesOf<TS, TD>, <S as Shape>::Size>;
type CopiesShape<S, TS, TD> = <Copies<S, TS, TD> as Modes>::Shape;
type CopiesStride<S, TS, TD> = <Copies<S, TS, TD> as Modes>::Stride;
type MappedShape<S, D, TS, TD> = <TD as Stride<TS>>::MapShape<AfterLayout<S, D>>;
type MappedStride<S, D, TS, TD> = <TD as Stride<TS>>::MapStride<AfterLayout<S, D>>;
type RestShape<S, D, TS, TD> = MappedShape<S, D, CopiesShape<S, TS, TD>, CopiesStride<S, TS, TD>>;
type RestStride<S, D, TS, TD> = MappedStride<S, D, CopiesShape<S, TS, TD>, CopiesStride<S, TS, TD>>;

/// A tile of the elements with the indices that a layout gives. Copies of it must fill the divided layout exactly.
impl<S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>> Tiler<S, D> for Layout<TS, TD> {
    type Fits = True;
    type Tile = Layout<MappedShape<S, D, TS, TD>, MappedStride<S, D, TS, TD>>;
    type Rest = Layout<RestShape<S, D, TS, TD>, RestStride<S, D, TS, TD>>;
    type Both = Layout<
        (MappedShape<S, D, TS, TD>, RestShape<S, D, TS, TD>),
        (MappedStride<S, D, TS, TD>, RestStride<S, D, TS, TD>),
    >;
    type Extent = Exact;
    const IS_BY_MODE: bool = false;
    const KNOWN_TO_FIT: Option<bool> =
        match (<S::Size as Integer>::STATIC, Flat::of(&TS::LEAVES, &TD::LEAVES)) {
            (Some(size), Some(tiler)) => Some(word::wide(size) % span(&tiler) == 0),
            _ => None,
        };
    fn extent(self, _: S) -> Exact {
        Exact
    }
    fn cut<O: Operation>(
        self,
        layout: Layout<S, D>,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason> {
        const {
            check_no_gaps::<O, S, D, TS, TD>();
            check_fits::<O, S, D, Self>();
        }
        let (copies, is_filled) = complement_of::<O, _, _, _>(self, layout.size())?;
        if !is_filled {
            return Err(Reason::Gaps);
        }
        if !Tiler::<S, D>::fits(self, layout.shape()) {
            return Err(Reason::Overhangs);
        }
        let shape = (self.shape(), copies.shape());
        let index = Layout::try_new(shape, (self.stride(), copies.stride())).map_err(Reason::Layout)?;
        let both = after::<O, _, _, _, _>(layout, index).map_err(|refused| match refused.reason {
            Reason::NoLayout(_) if is_divided_by(layout, self) => Reason::NoRoom,
            reason => reason,
        })?;
        let (shape, stride) = both.parts();
        Ok(Cut {
            tile: Layout::from_parts(shape.0, stride.0, Exact),
            rest: Layout::from_parts(shape.1, stride.1, Exact),
            both,
        })
    }
    /// Whether the tile and its copies, which have no gaps between them, end with the layout.
    fn fits(self, shape: S) -> bool {
        const { <Self as Tiler<S, D>>::KNOWN_TO_FIT }.unwrap_or_else(|| {
            word::wide(shape.size().value()) % span(&values(self.shape(), self.stride())) == 0
        })
    }
}

/// Whether there is a layout of the tile and its copies, where the type of the copies may have cut a mode of them in
/// two.
fn is_divided_by<S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>>(
    layout: Layout<S, D>,
    tiler: Layout<TS, TD>,
) -> bool {
    let mut index = values(tiler.shape(), tiler.stride());
    let Ok(copies) = fill(&index, word::wide(layout.size().value())) else { return false };
    for copy in copies.pieces() {
        index.push(copy.extent, copy.stride);
    }
    refine(values(layout.shape(), layout.stride()).modes(), index.modes()).is_ok()
}

/// How many places copies of a tiler without gaps fill at least.
const fn span(tiler: &Flat) -> i64 {
    let (modes, mut span, mut i) = (tiler.modes(), 1, 0);
    while i < modes.len() {
        let end = modes[i].extent.saturating_mul(modes[i].stride);
        if modes[i].extent > 1 && end > span {
            span = end;
        }
        i += 1;
    }
    span
}

#[diagnostic::do_not_recommend]
impl<S: Shape, D: Stride<S>, T: ToList + fmt::Debug> Tiler<S, D> for ByMode<T>
where
    T::List: TilerList<S::ShapeModes, D::StrideModes>,
{
    type Fits = <T::List as TilerList<S::ShapeModes, D::StrideModes>>::Fits;
    type Tile = Joined<<T::List as TilerList<S::ShapeModes, D::StrideModes>>::Tile>;
    type Rest = Joined<<T::List as TilerList<S::ShapeModes, D::StrideModes>>::Rest>;
    type Both = Joined<<T::List as TilerList<S::ShapeModes, D::StrideModes>>::Both>;
    type Extent = <Self::Fits as Truth>::If<Exact, S::Sizes>;
    const IS_BY_MODE: bool = true;
    const KNOWN_TO_FIT: Option<bool> = T::List::KNOWN_TO_FIT;
    fn extent(self, shape: S) -> Self::Extent {
        Self::Fits::choose(Exact, shape.sizes())
    }
    fn cut<O: Operation>(
        self,
        layout: Layout<S, D>,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason> {
        let (shape, stride) = layout.parts();
        let cut = TilerList::cut::<O>(self.0.list(), shape.shape_modes(), stride.stride_modes())?;
        Ok(Cut { tile: joined(cut.tile), rest: joined(cut.rest), both: joined(cut.both) })
    }
    fn fits(self, shape: S) -> bool {
        TilerList::fits(self.0.list(), shape.shape_modes())
    }
}

/// A list of tilers for the modes `S:D` of a layout.
#[diagnostic::on_unimplemented(
    message = "not a tiler for this layout: that is an integer, a layout, or `tiler!(16, 8, _)` with one entry for every mode",
    label = "more entries than the layout has modes, or fewer"
)]
#[doc(hidden)]
pub trait TilerList<S: ShapeList, D: StrideList<S>>: PatternList<S, D> {
    type Fits: Truth;
    type Tile: ExactList;
    type Rest: ExactList;
    type Both: ExactList;
    const KNOWN_TO_FIT: Option<bool>;
    fn cut<O: Operation>(
        self,
        shape: S,
        stride: D,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason>;
    fn fits(self, shape: S) -> bool;
}

impl TilerList<Nil, Nil> for Nil {
    type Fits = True;
    type Tile = Nil;
    type Rest = Nil;
    type Both = Nil;
    const KNOWN_TO_FIT: Option<bool> = Some(true);
    fn cut<O: Operation>(self, _: Nil, _: Nil) -> Result<Cut<Nil, Nil, Nil>, Reason> {
        Ok(Cut { tile: Nil, rest: Nil, both: Nil })
    }
    fn fits(self, _: Nil) -> bool {
        true
    }
}

impl<S, SL, D, DL, A, T> TilerList<Cons<S, SL>, Cons<D, DL>> for Cons<A, T>
where
    S: Shape,
    SL: ShapeList,
    D: Stride<S>,
    DL: StrideList<SL>,
    A: Tiler<S, D>,
    T: TilerList<SL, DL>,
{
    type Fits = <A::Fits as Truth>::And<T::Fits>;
    type Tile = Cons<A::Tile, T::Tile>;
    type Rest = Cons<A::Rest, T::Rest>;
    type Both = Cons<A::Both, T::Both>;
    const KNOWN_TO_FIT: Option<bool> = match (A::KNOWN_TO_FIT, T::KNOWN_TO_FIT) {
        (Some(first), Some(rest)) => Some(first && rest),
        _ => None,
    };
    fn cut<O: Operation>(
        self,
        shape: Cons<S, SL>,
        stride: Cons<D, DL>,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason> {
        // the extent of a mode cannot say what is valid of modes inside it
        const {
            if A::IS_BY_MODE {
                check_fits::<O, S, D, A>();
            }
        }
        if A::IS_BY_MODE && !Tiler::<S, D>::fits(self.0, shape.0) {
            return Err(Reason::Overhangs);
        }
        let first = Tiler::cut::<O>(self.0, Layout::from_parts(shape.0, stride.0, Exact))?;
        Ok(first.and(TilerList::cut::<O>(self.1, shape.1, stride.1)?))
    }
    fn fits(self, shape: Cons<S, SL>) -> bool {
        Tiler::<S, D>::fits(self.0, shape.0) && TilerList::<SL, DL>::fits(self.1, shape.1)
    }
}
