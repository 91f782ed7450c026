//! What a layout is divided by: one layout for the whole, or a tiler for each mode.

use super::by_mode::{ByMode, EntriesFor, OnePerMode, WriteEntries};
use super::coalesce::CoalescedZ;
use super::complement::{self, ComplementModes, Complemented, complement_of, fill};
use super::composition::{Composing, after, mistake};
use super::error::{Operation, Reason, first};
use super::flat::{Flat, values};
use super::leaves::LeavesOf;
use super::parts::{Cut, ExactLayout, ExactList, Joined, Unit, joined};
use super::pattern::{Pattern, PatternList};
use super::split::{AnySplit, CopiesAfter, RowsAfter, RunAfter, RunLength, TileAfter};
use crate::admissible::refine;
use crate::int::modes::{MatchNumber, Modes};
use crate::int::nat::Divides;
use crate::int::{CeilDiv, Int, Integer, Mul, Multiple, Nat, Rem, Scalar, Text, True, Truth, ceil_div, word};
use crate::layout::{Exact, Free, Layout, notation};
use crate::tuple::list::{Cons, Nil};
use crate::tuple::modes::ToList;
use crate::tuple::{IntTuple, LeafMap, Shape, Stride, StrideTuple};
use core::any::Any;
use core::fmt;
use core::marker::PhantomData;
use typenum::{U0, U1, Unsigned};

/// A tiler for the layout `S:D`: what it cuts it into.
#[diagnostic::on_unimplemented(
    message = "not a tiler for this layout: that is an integer, a layout, or `tiler!(16, 8, _)` with one entry for every mode",
    label = "`_` keeps a mode; to a mode with modes inside belongs an integer, a layout, or entries in parentheses",
    note = "shape `{S}`"
)]
pub trait Tiler<S, D>: Pattern<S, D> {
    /// Whether it is known that whole tiles make up the layout.
    type Fits: Truth;
    /// One tile.
    type Tile: ExactLayout;
    /// The tiles; a mode that is kept.
    type Rest: ExactLayout;
    /// Tile and tiles, mode by mode.
    type Both: ExactLayout;
    /// Whether whole tiles make up the layout, as far as that is known at compile time.
    #[doc(hidden)]
    const KNOWN_TO_FIT: Option<bool>;
    /// Why a static layout has no such parts.
    #[doc(hidden)]
    const MISTAKE: Option<Text>;
    /// The parts, or why there are none.
    #[doc(hidden)]
    fn cut<O: Operation>(
        self,
        layout: Layout<S, D>,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason>;
    /// Whether whole tiles make up the layout.
    #[doc(hidden)]
    fn fits(self, shape: S) -> bool;
}

type One = Int<U1>;

/// `_`: the mode stays as it is.
#[diagnostic::do_not_recommend]
impl<S: Shape, D: Stride<S>> Tiler<S, D> for Free {
    type Fits = True;
    type Tile = Unit;
    type Rest = Layout<S, D>;
    type Both = Layout<S, D>;
    const KNOWN_TO_FIT: Option<bool> = Some(true);
    const MISTAKE: Option<Text> = None;
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

/// Whether a shape is known to be a whole number of tiles of `N` elements.
type NothingIsLeft<S, N> = <Rem<<S as Shape>::Size, N> as Scalar>::IsZero;

/// One rule for each kind of integer, with what says that its tiles fit: a rule for all would be tried on tuples and
/// layouts too.
macro_rules! integer {
    ($N:ty, $Fits:ty $(, $U:ident)?) => {
        /// `N` stands for `N:1`: tiles of `N` elements in a row.
        #[diagnostic::do_not_recommend]
        impl<S: Shape, D: Stride<S>, $($U: Nat)?> Tiler<S, D> for $N {
            type Fits = $Fits;
            type Tile = Layout<RowShape<RunIn<S, D, $N>, $N>, RowStride<RunIn<S, D, $N>, $N>>;
            type Rest = Layout<RowShape<RunsIn<S, D, $N>, $N>, RowStride<RunsIn<S, D, $N>, $N>>;
            type Both = Layout<
                (RowShape<RunIn<S, D, $N>, $N>, RowShape<RunsIn<S, D, $N>, $N>),
                (RowStride<RunIn<S, D, $N>, $N>, RowStride<RunsIn<S, D, $N>, $N>),
            >;
            const KNOWN_TO_FIT: Option<bool> = known_to_fit::<S::Size, $N>();
            const MISTAKE: Option<Text> = match <$N as Integer>::STATIC {
                Some(0) => {
                    Some(Text::new().str("tiles of 0 elements do not make up ").text(&notation::<S, D>()))
                }
                _ => mistake::<S, D, ($N, Tiles<S, $N>), (One, $N)>(),
            };
            fn cut<O: Operation>(
                self,
                layout: Layout<S, D>,
            ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason> {
                if self.value() == 0 {
                    return Err(Reason::Empty);
                }
                let (shape, stride) = ((self, ceil_div(layout.size(), self)), (One::new(), self));
                let both = if const { is_one_mode::<S, D>() } && Self::Fits::VALUE {
                    // whole tiles of one mode are cut whatever its values
                    let composing = Composing { is_empty: layout.size().value() == 0 };
                    let map = layout.stride().choose(layout.shape(), composing);
                    let (shape, stride) = stride.map_leaves(shape, map);
                    Layout::from_parts(shape, stride, Exact)
                } else {
                    let index = Layout::try_new(shape, stride).map_err(Reason::Layout)?;
                    after::<O, _, _, _, _>(layout, index).map_err(|refused| refused.reason)?
                };
                Ok(parted(both))
            }
            fn fits(self, shape: S) -> bool {
                self.value() != 0 && (Self::Fits::VALUE || shape.size().value().is_multiple_of(self.value()))
            }
        }
    };
}
integer!(usize, NothingIsLeft<S, Self>);
integer!(Int<U>, Divides<U, <S::Size as Integer>::Divisor>, U);
integer!(Multiple<Int<U>>, NothingIsLeft<S, Self>, U);

/// Whether tiles of `N` are known to make up `S` elements: a divisor of either that does not divide the other decides
/// too.
const fn known_to_fit<S: Integer, N: Integer>() -> Option<bool> {
    let (size, tile) = (<S::Divisor as Unsigned>::USIZE, <N::Divisor as Unsigned>::USIZE);
    match (S::STATIC, N::STATIC) {
        (_, Some(1..)) if size % tile == 0 => Some(true),
        (Some(_), Some(_)) => Some(false),
        (Some(1..), None) if size % tile != 0 => Some(false),
        _ => None,
    }
}

/// Whether a layout is known to be linear in the index.
const fn is_one_mode<S: Shape, D: Stride<S>>() -> bool {
    <<CoalescedZ<LeavesOf<S, D>> as Modes>::Shape as IntTuple>::LEAVES.len() <= 1
}

/// Static tiles that do not make up a static layout.
pub(super) const fn overhang<S: Shape, D: Stride<S>, T: Tiler<S, D>>() -> Option<Text> {
    if let Some(false) = T::KNOWN_TO_FIT {
        let text = Text::new().str("whole tiles of ").text(&T::TEXT).str(" do not make up ");
        return Some(text.text(&notation::<S, D>()));
    }
    None
}

/// A static tiler whose copies leave gaps in every layout.
const fn gaps<S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>>() -> Option<Text> {
    if let Some(tiler) = Flat::of(&TS::LEAVES, &TD::LEAVES)
        && let Ok(ComplementModes { is_filled: false, .. }) = fill(&tiler, i64::MAX)
    {
        let text = Text::new().str("copies of ").text(&notation::<TS, TD>());
        return Some(text.str(" leave gaps in ").text(&notation::<S, D>()));
    }
    None
}

/// What a map makes of the leaf `N:1`.
type RowShape<F, N> = <F as LeafMap>::Shape<N, One>;
type RowStride<F, N> = <F as LeafMap>::Stride<N, One>;
/// What a run of `N` elements of `S:D` becomes, and what its copies do.
type RunIn<S, D, N> = <D as StrideTuple<S>>::Choose<RunAfter<<N as Integer>::Nat>>;
type RunsIn<S, D, N> = <D as StrideTuple<S>>::Choose<RowsAfter<S, <N as Integer>::Nat>>;
/// What the tiler `TS:TD` of `S:D` becomes, and what its copies do.
type TileIn<S, D, TS, TD> = <D as StrideTuple<S>>::Choose<TileAfter<RunLength<Layout<TS, TD>>>>;
type TileShape<S, D, TS, TD> = <TD as StrideTuple<TS>>::MapShape<TileIn<S, D, TS, TD>>;
type TileStride<S, D, TS, TD> = <TD as StrideTuple<TS>>::MapStride<TileIn<S, D, TS, TD>>;
type CopiesIn<S, D, TS, TD> = <D as StrideTuple<S>>::Choose<CopiesAfter<S, Layout<TS, TD>>>;
/// What of the layout is no whole number of tiles, as far as that is known; 0 only where nothing is.
type Leftover<S, D, TS, TD> =
    <AnySplit<LeavesOf<S, D>, RunLength<Layout<TS, TD>>> as Modes>::MatchNumber<LeftoverOr<S, TS, TD>>;

/// Of a layout that is split nothing is left over.
#[derive(Debug)]
pub struct LeftoverOr<S, TS, TD>(PhantomData<(S, TS, TD)>);

impl<S: Shape, TS: Shape, TD: Stride<TS>> MatchNumber for LeftoverOr<S, TS, TD> {
    type End = <<Rem<S::Size, Span<TS, TD>> as Scalar>::IsZero as Truth>::IfNat<U0, U1>;
    type Then<N: Integer, R: Scalar, T: Modes> = U0;
}

/// The parts of a layout of two modes, whose type was computed in a shorter way too; that is checked for every pair of
/// layout and tiler that is compiled.
fn parted<SA, DA, SB, DB, S, D>(
    both: Layout<S, D>,
) -> Cut<Layout<SA, DA>, Layout<SB, DB>, Layout<(SA, SB), (DA, DB)>>
where
    SA: Shape,
    DA: Stride<SA>,
    SB: Shape,
    DB: Stride<SB>,
    S: Shape,
    D: Stride<S>,
{
    let both: &dyn Any = &both;
    let both: &Layout<(SA, SB), (DA, DB)> = both.downcast_ref().expect("both ways lead to the same type");
    let (shape, stride) = both.parts();
    Cut {
        tile: Layout::from_parts(shape.0, stride.0, Exact),
        rest: Layout::from_parts(shape.1, stride.1, Exact),
        both: *both,
    }
}

/// What copies of the tiler `TS:TD` fill a layout of shape `S`.
type Copies<S, TS, TD> = Complemented<LeavesOf<TS, TD>, <S as Shape>::Size>;
/// How many places the tiler `TS:TD` fills with the copies that fill its gaps.
type Span<TS, TD> =
    Mul<<TS as Shape>::Size, <<Complemented<LeavesOf<TS, TD>, Int<U1>> as Modes>::Shape as Shape>::Size>;
type CopiesShape<S, TS, TD> = <Copies<S, TS, TD> as Modes>::Shape;
type CopiesStride<S, TS, TD> = <Copies<S, TS, TD> as Modes>::Stride;

/// A tile of the elements with the indices that a layout gives. Copies of it must fill the divided layout exactly.
#[diagnostic::do_not_recommend]
impl<S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>> Tiler<S, D> for Layout<TS, TD> {
    type Fits = <Leftover<S, D, TS, TD> as Nat>::IsZero;
    type Tile = Layout<TileShape<S, D, TS, TD>, TileStride<S, D, TS, TD>>;
    type Rest = Layout<RowShape<CopiesIn<S, D, TS, TD>, One>, RowStride<CopiesIn<S, D, TS, TD>, One>>;
    type Both = Layout<
        (TileShape<S, D, TS, TD>, RowShape<CopiesIn<S, D, TS, TD>, One>),
        (TileStride<S, D, TS, TD>, RowStride<CopiesIn<S, D, TS, TD>, One>),
    >;
    const KNOWN_TO_FIT: Option<bool> =
        match (<S::Size as Integer>::STATIC, Flat::of(&TS::LEAVES, &TD::LEAVES)) {
            (Some(size), Some(tiler)) => Some(word::wide(size) % span(&tiler) == 0),
            (None, Some(tiler)) if word::wide(<S::Size as Integer>::Divisor::USIZE) % span(&tiler) == 0 => {
                Some(true)
            }
            _ => None,
        };
    const MISTAKE: Option<Text> = {
        match first(gaps::<S, D, TS, TD>(), complement::mistake::<TS, TD, S::Size>()) {
            None => mistake::<S, D, (TS, CopiesShape<S, TS, TD>), (TD, CopiesStride<S, TS, TD>)>(),
            mistake => mistake,
        }
    };
    fn cut<O: Operation>(
        self,
        layout: Layout<S, D>,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason> {
        let (copies, is_filled) = complement_of(self, layout.size())?;
        if !is_filled {
            return Err(Reason::Gaps);
        }
        let shape = (self.shape(), copies.shape());
        let index = Layout::try_new(shape, (self.stride(), copies.stride())).map_err(Reason::Layout)?;
        let both = after::<O, _, _, _, _>(layout, index).map_err(|refused| match refused.reason {
            Reason::NoLayout(_) if is_divided_by(layout, self) => Reason::NoRoom,
            reason => reason,
        })?;
        Ok(parted(both))
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

impl<S: Shape, D: Stride<S>, T: ToList<List: WriteEntries> + fmt::Debug> Tiler<S, D> for ByMode<T>
where
    T::Rank: OnePerMode<S::Structure, T>,
    EntriesFor<T, S>: TilerList<S::ShapeModes, D::StrideModes>,
{
    type Fits = <EntriesFor<T, S> as TilerList<S::ShapeModes, D::StrideModes>>::Fits;
    type Tile = Joined<<EntriesFor<T, S> as TilerList<S::ShapeModes, D::StrideModes>>::Tile>;
    type Rest = Joined<<EntriesFor<T, S> as TilerList<S::ShapeModes, D::StrideModes>>::Rest>;
    type Both = Joined<<EntriesFor<T, S> as TilerList<S::ShapeModes, D::StrideModes>>::Both>;
    const KNOWN_TO_FIT: Option<bool> = EntriesFor::<T, S>::KNOWN_TO_FIT;
    const MISTAKE: Option<Text> = EntriesFor::<T, S>::MISTAKE;
    fn cut<O: Operation>(
        self,
        layout: Layout<S, D>,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason> {
        let (shape, stride) = layout.parts();
        let cut = TilerList::cut::<O>(T::Rank::list(self.0), shape.shape_modes(), stride.stride_modes())?;
        Ok(Cut { tile: joined(cut.tile), rest: joined(cut.rest), both: joined(cut.both) })
    }
    fn fits(self, shape: S) -> bool {
        TilerList::fits(T::Rank::list(self.0), shape.shape_modes())
    }
}

/// A list of tilers for the modes `S:D` of a layout.
#[diagnostic::on_unimplemented(
    message = "not a tiler for this layout: that is an integer, a layout, or `tiler!(16, 8, _)` with one entry for every mode",
    label = "an entry that is no tiler for its mode"
)]
#[doc(hidden)]
pub trait TilerList<S, D>: PatternList<S, D> {
    type Fits: Truth;
    type Tile: ExactList;
    type Rest: ExactList;
    type Both: ExactList;
    const KNOWN_TO_FIT: Option<bool>;
    const MISTAKE: Option<Text>;
    fn cut<O: Operation>(
        self,
        shape: S,
        stride: D,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason>;
    fn fits(self, shape: S) -> bool;
}

#[diagnostic::do_not_recommend]
impl TilerList<Nil, Nil> for Nil {
    type Fits = True;
    type Tile = Nil;
    type Rest = Nil;
    type Both = Nil;
    const KNOWN_TO_FIT: Option<bool> = Some(true);
    const MISTAKE: Option<Text> = None;
    fn cut<O: Operation>(self, _: Nil, _: Nil) -> Result<Cut<Nil, Nil, Nil>, Reason> {
        Ok(Cut { tile: Nil, rest: Nil, both: Nil })
    }
    fn fits(self, _: Nil) -> bool {
        true
    }
}

#[diagnostic::do_not_recommend]
impl<S, SL, D, DL, A: Tiler<S, D>, T: TilerList<SL, DL>> TilerList<Cons<S, SL>, Cons<D, DL>> for Cons<A, T> {
    type Fits = <A::Fits as Truth>::And<T::Fits>;
    type Tile = Cons<A::Tile, T::Tile>;
    type Rest = Cons<A::Rest, T::Rest>;
    type Both = Cons<A::Both, T::Both>;
    const KNOWN_TO_FIT: Option<bool> = match (A::KNOWN_TO_FIT, T::KNOWN_TO_FIT) {
        (Some(first), Some(rest)) => Some(first && rest),
        _ => None,
    };
    const MISTAKE: Option<Text> = first(A::MISTAKE, T::MISTAKE);
    fn cut<O: Operation>(
        self,
        shape: Cons<S, SL>,
        stride: Cons<D, DL>,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason> {
        let first = Tiler::cut::<O>(self.0, Layout::from_parts(shape.0, stride.0, Exact))?;
        Ok(first.and(TilerList::cut::<O>(self.1, shape.1, stride.1)?))
    }
    fn fits(self, shape: Cons<S, SL>) -> bool {
        Tiler::<S, D>::fits(self.0, shape.0) && TilerList::<SL, DL>::fits(self.1, shape.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Int, layout, shape, tiler};

    #[test]
    fn divisors_tell_whether_whole_tiles_fit() {
        type Dozens = Multiple<Int!(12)>;
        type Eights = Multiple<Int!(8)>;
        let known = [
            (known_to_fit::<Int!(12), Int!(4)>(), Some(true)),
            (known_to_fit::<Int!(12), Int!(8)>(), Some(false)),
            (known_to_fit::<Int!(12), Int!(0)>(), Some(false)),
            (known_to_fit::<Int!(0), Int!(8)>(), Some(true)),
            (known_to_fit::<Dozens, Int!(4)>(), Some(true)),
            (known_to_fit::<Dozens, Int!(8)>(), None),
            (known_to_fit::<usize, Int!(1)>(), Some(true)),
            (known_to_fit::<usize, Int!(2)>(), None),
            (known_to_fit::<usize, Int!(0)>(), None),
            (known_to_fit::<Int!(12), Eights>(), Some(false)),
            (known_to_fit::<Int!(16), Eights>(), None),
            (known_to_fit::<Int!(0), Eights>(), None),
            (known_to_fit::<Int!(12), usize>(), None),
            (known_to_fit::<usize, usize>(), None),
        ];
        for (case, (found, expected)) in known.into_iter().enumerate() {
            assert_eq!(found, expected, "case {case}");
        }
    }

    #[test]
    fn a_tiler_spans_up_to_its_last_copy() {
        let span_of = |modes: &[(i64, i64)]| span(&Flat::of_pairs(modes));
        assert_eq!(
            [span_of(&[]), span_of(&[(1, 100)]), span_of(&[(2, 0)]), span_of(&[(4, 1)])],
            [1, 1, 1, 4]
        );
        assert_eq!(
            [span_of(&[(2, 1), (3, 4)]), span_of(&[(3, 4), (2, 1)]), span_of(&[(2, 4), (4, 1)])],
            [12, 12, 8]
        );
        assert_eq!([span_of(&[(1, 9), (2, 3)]), span_of(&[(i64::MAX, 2)])], [6, i64::MAX]);
    }

    #[test]
    fn layouts_linear_in_the_index_have_one_mode() {
        fn one_mode<S: Shape, D: Stride<S>>(_: Layout<S, D>) -> bool {
            is_one_mode::<S, D>()
        }
        assert!(
            one_mode(layout!(7:3)) && one_mode(layout!((4, 2):(1, 4))) && one_mode(layout!((1, 1):(1, 1)))
        );
        assert!(!one_mode(layout!((4, 2):(2, 1))) && !one_mode(layout!((4, 2, 3):(1, 4, 9))));
    }

    #[test]
    fn whole_tiles_fit_a_shape_mode_by_mode() {
        fn fit<T: Tiler<S, S::ColMajor<One>>, S: Shape>(tiler: T, shape: S) -> bool {
            tiler.fits(shape)
        }
        let (n, m) = (12, 10);
        assert!(fit(Free, n) && fit(4, n) && fit(crate::int!(4), n) && fit(layout!(2:6), n));
        assert!(!fit(5, n) && !fit(0, n) && !fit(crate::int!(8), n) && !fit(layout!(2:4), n));
        assert!(fit(layout!(4:3), crate::int!(12)) && !fit(layout!(4:3), crate::int!(13)));
        assert!(fit(tiler!(4, 5), shape!(n, m)) && fit(tiler!(_, 5), shape!(n, m)));
        assert!(!fit(tiler!(4, 4), shape!(n, m)) && !fit(tiler!(5, 5), shape!(n, m)));
        assert!(!fit(tiler!(5, _), shape!(n, m)) && fit(tiler!(2:6, 10), shape!(n, m)));
    }

    #[test]
    fn what_tilers_leave_is_said() {
        fn gaps_of<S: Shape, D: Stride<S>, TS: Shape, TD: Stride<TS>>(
            _: Layout<S, D>,
            _: Layout<TS, TD>,
        ) -> Option<Text> {
            gaps::<S, D, TS, TD>()
        }
        fn overhang_of<S: Shape, D: Stride<S>, T: Tiler<S, D>>(_: Layout<S, D>, _: T) -> Option<Text> {
            overhang::<S, D, T>()
        }
        let said = |text: Option<Text>| text.map(|text| alloc::string::String::from(text.as_str()));
        let rows = layout!((4, 6):(6, 1));
        assert_eq!(
            said(gaps_of(rows, layout!((2, 2):(1, 3)))).as_deref(),
            Some("copies of (2,2):(1,3) leave gaps in (4,6):(6,1)")
        );
        assert_eq!(said(gaps_of(rows, layout!((2, 2):(1, 4)))), None);
        assert_eq!(
            said(overhang_of(rows, crate::int!(5))).as_deref(),
            Some("whole tiles of 5 do not make up (4,6):(6,1)")
        );
        assert_eq!(said(overhang_of(rows, crate::int!(8))), None);
        assert_eq!(said(overhang_of(rows, 5)), None);
    }
}
