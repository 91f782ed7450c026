//! What a layout is divided by: one layout for the whole, or a tiler for each mode.

use super::by_mode::{ByMode, EntriesFor, OnePerMode};
use super::coalesce::CoalescedZ;
use super::complement::{self, ComplementModes, Complemented, complement_of, fill};
use super::composition::{Composing, after, mistake};
use super::error::{Operation, Reason, first};
use super::flat::{Flat, values};
use super::leaves::LeavesOf;
use super::parts::{Cut, ExactLayout, Unit};
use super::split::{AnySplit, CopiesAfter, RowsAfter, RunAfter, RunLength, RunsAfter, TileAfter};
use super::written::{Written, WrittenList};
use crate::admissible::refine;
use crate::int::modes::{MatchNumber, Modes};
use crate::int::nat::Divides;
use crate::int::{CeilDiv, Int, Integer, Mul, Multiple, Nat, Rem, Scalar, Text, True, Truth, ceil_div, word};
use crate::layout::{Exact, Free, Layout, notation};
use crate::tuple::list::for_tuples;
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
pub trait Tiler<S, D>: Written {
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
            type Rest = Layout<RowShape<RowsIn<S, D, $N>, $N>, RowStride<RowsIn<S, D, $N>, $N>>;
            type Both = Layout<RowShape<RunsIn<S, D, $N>, $N>, RowStride<RunsIn<S, D, $N>, $N>>;
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
                Ok(parted::<Self::Tile, Self::Rest, _, _, _>(both))
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
/// What a run of `N` elements of `S:D` becomes, what its copies do, and what both do.
type RunIn<S, D, N> = <D as StrideTuple<S>>::Choose<RunAfter<<N as Integer>::Nat>>;
type RowsIn<S, D, N> = <D as StrideTuple<S>>::Choose<RowsAfter<S, <N as Integer>::Nat>>;
type RunsIn<S, D, N> = <D as StrideTuple<S>>::Choose<RunsAfter<S, <N as Integer>::Nat>>;
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

/// The parts of a layout of two modes, whose types were computed in shorter ways too; that is checked for every pair of
/// layout and tiler that is compiled.
fn parted<T: ExactLayout, R: ExactLayout, B: Copy + 'static, S: Shape, D: Stride<S>>(
    both: Layout<S, D>,
) -> Cut<Layout<T::Shape, T::Stride>, Layout<R::Shape, R::Stride>, B> {
    let both: &dyn Any = &both;
    let parts: Option<&Layout<(T::Shape, R::Shape), (T::Stride, R::Stride)>> = both.downcast_ref();
    let (parts, both) = parts.zip(both.downcast_ref()).expect("all ways lead to the same type");
    let (shape, stride) = parts.parts();
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
        Ok(parted::<Self::Tile, Self::Rest, _, _, _>(both))
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

impl<S: Shape, D: Stride<S>, T: ToList<List: WrittenList> + fmt::Debug> Tiler<S, D> for ByMode<T>
where
    T::Rank: OnePerMode<S::Structure, T>,
    EntriesFor<T, S>: TilerTuple<S, D>,
{
    type Fits = <EntriesFor<T, S> as TilerTuple<S, D>>::Fits;
    type Tile = <EntriesFor<T, S> as TilerTuple<S, D>>::Tile;
    type Rest = <EntriesFor<T, S> as TilerTuple<S, D>>::Rest;
    type Both = <EntriesFor<T, S> as TilerTuple<S, D>>::Both;
    const KNOWN_TO_FIT: Option<bool> = EntriesFor::<T, S>::KNOWN_TO_FIT;
    const MISTAKE: Option<Text> = EntriesFor::<T, S>::MISTAKE;
    fn cut<O: Operation>(
        self,
        layout: Layout<S, D>,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason> {
        let (shape, stride) = layout.parts();
        T::Rank::entries(self.0).cut::<O>(shape, stride)
    }
    fn fits(self, shape: S) -> bool {
        T::Rank::entries(self.0).fits(shape)
    }
}

/// Tilers for the modes of the layout `S:D`, one for each.
///
/// Written out for each rank: of everything that a list of tilers gives, the compiler would compute a list first.
#[diagnostic::on_unimplemented(
    message = "not a tiler for this layout: that is an integer, a layout, or `tiler!(16, 8, _)` with one entry for every mode",
    label = "an entry that is no tiler for its mode"
)]
#[doc(hidden)]
pub trait TilerTuple<S, D>: Copy {
    type Fits: Truth;
    type Tile: ExactLayout;
    type Rest: ExactLayout;
    type Both: ExactLayout;
    const KNOWN_TO_FIT: Option<bool>;
    const MISTAKE: Option<Text>;
    fn cut<O: Operation>(
        self,
        shape: S,
        stride: D,
    ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason>;
    fn fits(self, shape: S) -> bool;
}

/// Whether all of these hold.
macro_rules! all {
    () => { True };
    ($A:ty) => { $A };
    ($A:ty, $($rest:ty),+) => { <$A as Truth>::And<all!($($rest),+)> };
}

/// The layout whose modes are these parts: as a type and as a value.
macro_rules! beside {
    ($Part:ident: $($A:ident)*) => {
        Layout<($(<$A::$Part as ExactLayout>::Shape,)*), ($(<$A::$Part as ExactLayout>::Stride,)*)>
    };
    ($cut:ident.$part:ident: $($i:tt)*) => {
        Layout::from_parts(($($cut.$i.$part.parts().0,)*), ($($cut.$i.$part.parts().1,)*), Exact)
    };
}

macro_rules! tiler_tuple {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<$($SA: Shape, $DA: Stride<$SA>, $A: Tiler<$SA, $DA>),*> TilerTuple<($($SA,)*), ($($DA,)*)>
            for ($($A,)*)
        {
            type Fits = all!($($A::Fits),*);
            type Tile = beside!(Tile: $($A)*);
            type Rest = beside!(Rest: $($A)*);
            type Both = beside!(Both: $($A)*);
            const KNOWN_TO_FIT: Option<bool> = all_known(&[$($A::KNOWN_TO_FIT),*]);
            const MISTAKE: Option<Text> = {
                let mistake = None;
                $(let mistake = first(mistake, $A::MISTAKE);)*
                mistake
            };
            fn cut<OPERATION: Operation>(
                self,
                _shape: ($($SA,)*),
                _stride: ($($DA,)*),
            ) -> Result<Cut<Self::Tile, Self::Rest, Self::Both>, Reason> {
                let _cut = ($(self.$i.cut::<OPERATION>(Layout::from_parts(_shape.$i, _stride.$i, Exact))?,)*);
                Ok(Cut {
                    tile: beside!(_cut.tile: $($i)*),
                    rest: beside!(_cut.rest: $($i)*),
                    both: beside!(_cut.both: $($i)*),
                })
            }
            fn fits(self, _shape: ($($SA,)*)) -> bool {
                true $(&& Tiler::<$SA, $DA>::fits(self.$i, _shape.$i))*
            }
        }
    };
}
for_tuples!(tiler_tuple);

/// Whether all are known to be true, or one to be false and the others known.
const fn all_known(facts: &[Option<bool>]) -> Option<bool> {
    let (mut all, mut i) = (true, 0);
    while i < facts.len() {
        match facts[i] {
            Some(fact) => all &= fact,
            None => return None,
        }
        i += 1;
    }
    Some(all)
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
