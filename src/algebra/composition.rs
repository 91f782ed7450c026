//! One layout after another.

use super::coalesce::{CoalescedZ, CoalescingZ};
use super::error::{Operands, Operation, Reason, Refused, Why, coordinate, permit};
use super::flat::{Flat, values};
use super::forms::done;
use super::pieces::{Pieces, pieces};
use super::room::{LeafRoom, filled, is_refinement};
use crate::admissible::{Refinement, Refusal, refine};
use crate::int::modes::{End, Modes, Then, list_match, static_match};
use crate::int::nat::{Divides, Product};
use crate::int::{Int, Integer, Nat, Scalar, Text, Truth};
use crate::layout::{Layout, notation};
use crate::tuple::{IntTuple, LeafMap, LeafOrModes, Leaves, Shape, Stride, StrideTuple};
use core::marker::PhantomData;
use typenum::U0;

/// `lhs` after `rhs`: the layout that leads from a coordinate of `rhs` to the offset `lhs` has at the index `rhs`
/// gives.
///
/// Post-condition: the shape of the result refines that of `rhs`, and `result(c) = lhs(rhs(c))` for every coordinate
/// `c` of `rhs`. An index beyond the size of `lhs` extends its last mode. Source: CuTe's `composition`, whose checks
/// let wrong results pass; the test is that of [`admissible`](crate::admissible), which accepts all that is a layout
/// and nothing else.
///
/// With a tiler by mode, `tiler!(4, 3:2, _)`, each mode of `lhs` is composed with its tiler: what the tiler picks of
/// it. An integer `N` stands for `N:1`, and `_` keeps a mode.
///
/// Where all leaves are static so is the result. A leaf of `rhs` that meets a dynamic one gets a mode for each mode
/// of `lhs` it may reach, with values computed and checked at run time.
///
/// # Panics
/// If a leaf is dynamic and no layout equals the composition; [`try_composition`] returns that as an error. With static
/// leaves it is a compile error.
///
/// ```
/// use tilework::prelude::*;
/// let l: Layout!(((2, 2), 3):((24, 2), 8)) = composition(layout!((6, 2):(8, 2)), layout!((4, 3):(3, 1)));
/// let n = 30;
/// assert_eq!(composition(layout!((n, 2):(2, 60)), layout!(5:4)).to_string(), "(5,1):(_8,60)");
/// let by_mode: Layout!((4, 3, 5):(1, 16, 96)) = composition(layout!((8, 12, 5):(1, 8, 96)), tiler!(4, 3:2, _));
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::prelude::*;
/// // no layout over (3,2) equals (6,2):(1,7) o (3,2):(2,3): coordinate (2,1) needs 8, modes give 7
/// composition(layout!((6, 2):(1, 7)), layout!((3, 2):(2, 3)));
/// ```
#[track_caller]
pub fn composition<A: Compose<B, Composed = R>, B, R>(lhs: A, rhs: B) -> R {
    let () = A::HOLDS;
    lhs.composed(rhs)
}

/// [`composition`] with what is refused as an error.
///
/// # Errors
/// If a leaf is dynamic and no layout equals the composition, with a coordinate that shows it; or if the search for one
/// is too long, or its offsets do not fit in a machine word. With static leaves that is a compile error.
///
/// ```
/// use tilework::{algebra::try_composition, prelude::*};
/// let n = 6;
/// let error = try_composition(layout!((n, 2):(1, 7)), layout!((3, 2):(2, 3))).unwrap_err();
/// assert!(error.to_string().ends_with("coordinate (2,1) needs 8, modes give 7"));
/// ```
pub fn try_composition<A: Compose<B, Composed = R, Error = E>, B, R, E>(lhs: A, rhs: B) -> Result<R, E> {
    let () = A::HOLDS;
    lhs.try_composed(rhs)
}

/// What can be composed with `B`: an exact layout with another.
#[diagnostic::on_unimplemented(
    message = "composition takes two exact layouts, or an exact layout and a tiler by mode",
    label = "not exact layouts, or not a tiler for all modes",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait Compose<B>: Sized {
    /// The composition.
    type Composed;
    /// Why there is none.
    type Error: core::fmt::Debug + Why;
    /// That static operands have one, or a compile error.
    #[doc(hidden)]
    const HOLDS: () = ();
    #[doc(hidden)]
    #[track_caller]
    fn composed(self, rhs: B) -> Self::Composed;
    #[doc(hidden)]
    fn try_composed(self, rhs: B) -> Result<Self::Composed, Self::Error>;
}

impl<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>> Compose<Layout<SB, DB>> for Layout<SA, DA> {
    type Composed = Composition<SA, DA, SB, DB>;
    type Error = Refused<Layout<SA, DA>, Layout<SB, DB>>;
    const HOLDS: () = {
        permit(CompositionName::NAME, &mistake::<SA, DA, SB, DB>());
        Composition::<SA, DA, SB, DB>::fits();
    };

    fn composed(self, rhs: Layout<SB, DB>) -> Self::Composed {
        done(after::<CompositionName, _, _, _, _>(self, rhs))
    }
    fn try_composed(self, rhs: Layout<SB, DB>) -> Result<Self::Composed, Self::Error> {
        after::<CompositionName, _, _, _, _>(self, rhs)
    }
}

impl<S: Shape, D: Stride<S>> Layout<S, D> {
    /// This layout after another: see [`composition`].
    #[track_caller]
    pub fn composition<B>(self, rhs: B) -> <Self as Compose<B>>::Composed
    where
        Self: Compose<B>,
    {
        let () = <Self as Compose<B>>::HOLDS;
        self.composed(rhs)
    }
}

pub(super) struct CompositionName;

impl Operation for CompositionName {
    const NAME: &'static str = "composition";
}

/// The composition, if there is one; in the name of an operation that needs it.
pub(crate) fn after<O: Operation, SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>>(
    lhs: Layout<SA, DA>,
    rhs: Layout<SB, DB>,
) -> Result<Composition<SA, DA, SB, DB>, Refused<Layout<SA, DA>, Layout<SB, DB>>> {
    let is_static = SA::IS_STATIC && DA::IS_STATIC && SB::IS_STATIC && DB::IS_STATIC;
    let map = lhs.stride().choose(lhs.shape(), Composing { is_empty: false });
    let composition = match const { KnownComposition::<SA, DA, SB, DB>::REFUSAL } {
        Some(refusal) => Err(Reason::NoLayout(refusal)),
        None if is_static || is_linear(lhs, rhs) => known_after(map, rhs),
        None => checked_after(map, &values(lhs.shape(), lhs.stride()), rhs),
    };
    composition.map_err(|reason| Refused { operation: O::NAME, lhs, rhs, reason })
}

/// Whether `lhs` is one leaf, which takes the steps of `rhs` to numbers: then there is a composition.
fn is_linear<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>>(
    lhs: Layout<SA, DA>,
    rhs: Layout<SB, DB>,
) -> bool {
    // a tuple without modes is as deep as an integer
    let mut is_linear = SA::DEPTH == 0 && SA::LEAVES.len() == 1 && lhs.size().value() > 0;
    if is_linear {
        lhs.stride().each_leaf(lhs.shape(), &mut |_, stride| {
            rhs.stride().each_leaf(rhs.shape(), &mut |extent, step| {
                is_linear &= extent < 2 || stride.checked_mul(step).is_some_and(|step| step != isize::MIN);
            });
        });
    }
    is_linear
}

/// `rhs` with its leaves replaced, where the compiler knows that there is a composition.
pub(crate) fn known_after<F: LeafMap, SB: Shape, DB: Stride<SB>>(
    map: F,
    rhs: Layout<SB, DB>,
) -> Result<Composed<F, SB, DB>, Reason> {
    let (shape, stride) = rhs.stride().map_leaves(rhs.shape(), map);
    Layout::made(shape, stride).map_err(Reason::Layout)
}

/// `rhs` with its leaves replaced, after modes whose numbers these are.
pub(crate) fn checked_after<F: LeafMap, SB: Shape, DB: Stride<SB>>(
    map: F,
    numbers: &Flat,
    rhs: Layout<SB, DB>,
) -> Result<Composed<F, SB, DB>, Reason> {
    let indices = values(rhs.shape(), rhs.stride());
    let refinement = &refine(numbers.modes(), indices.modes()).map_err(Reason::NoLayout)?;
    let (mut shape, mut stride) = rhs.stride().map_leaves(rhs.shape(), map);
    let mut slots = Leaves::new();
    DB::mapped_leaves::<F>(&mut slots);
    let room = LeafRoom {
        slots: &slots,
        shape: const { &DB::MapShape::<F>::LEAVES },
        stride: const { &DB::MapStride::<F>::LEAVES },
    };
    let candidate = values(shape, stride);
    if let Some(values) = room.fit(refinement.pieces(), indices.modes(), &candidate)? {
        (shape, stride) = filled(&values)?;
    }
    Layout::made(shape, stride).map_err(Reason::Layout)
}

/// What the compiler knows of `SA:DA` after `SB:DB`.
struct KnownComposition<SA, DA, SB, DB>(PhantomData<(SA, DA, SB, DB)>);

impl<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>> KnownComposition<SA, DA, SB, DB> {
    /// What keeps static leaves from being a layout.
    const REFUSAL: Option<Refusal> =
        match (Flat::of(&SA::LEAVES, &DA::LEAVES), Flat::of(&SB::LEAVES, &DB::LEAVES)) {
            (Some(lhs), Some(rhs)) => refusal::<AfterLayout<SA, DA>, SB, DB>(&lhs, &rhs),
            _ => None,
        };
}

/// Why there is no `SA:DA` after `SB:DB`, if all leaves are static.
pub(crate) const fn mistake<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>>() -> Option<Text> {
    match KnownComposition::<SA, DA, SB, DB>::REFUSAL {
        Some(refusal) => Some(mistake_after::<SB, DB>(notation::<SA, DA>(), &refusal)),
        None => None,
    }
}

/// Why there is no `SB:DB` after the layout with this notation.
pub(crate) const fn mistake_after<SB: Shape, DB: Stride<SB>>(lhs: Text, refusal: &Refusal) -> Text {
    let crd = SB::PROFILE.text(&coordinate(refusal.index, &SB::LEAVES));
    Operands { lhs, rhs: notation::<SB, DB>(), rhs_shape: SB::TEXT }.mistake(refusal, &crd)
}

/// What keeps `SB:DB` from being a layout after the numbers of static modes `L`.
///
/// The types come behind that: a refusal is known before a type that is too large.
pub(crate) const fn refusal<F: LeafMap, SB: Shape, DB: Stride<SB>>(
    lhs: &Flat,
    rhs: &Flat,
) -> Option<Refusal> {
    match refine(lhs.modes(), rhs.modes()) {
        Ok(refinement) => {
            check_types::<F, SB, DB>(rhs, &refinement);
            None
        }
        Err(refusal) => Some(refusal),
    }
}

const fn check_types<F: LeafMap, SB: Shape, DB: Stride<SB>>(rhs: &Flat, refinement: &Refinement) {
    let (shape, stride) = (&DB::MapShape::<F>::LEAVES, &DB::MapStride::<F>::LEAVES);
    let result = match Flat::of(shape, stride) {
        Some(result) => result,
        None => panic!("static operands have a static composition"),
    };
    assert!(is_refinement(&result, rhs.modes(), refinement.pieces()), "types and numbers are composed alike");
}

/// What the leaves of a layout become after the layout with the coalesced modes `L`.
#[derive(Clone, Copy, Debug)]
pub struct After<L>(pub(super) L);

impl<L: Modes> LeafMap for After<L> {
    type Shape<N: Integer, R: Scalar> = <Pieces<L, N, R> as Modes>::Shape;
    type Stride<N: Integer, R: Scalar> = <Pieces<L, N, R> as Modes>::Stride;
    fn map<N: Integer, R: Scalar>(self, extent: N, stride: R) -> (Self::Shape<N, R>, Self::Stride<N, R>) {
        pieces(self.0, extent, stride).tuples()
    }
}

/// What the leaves of a layout become after one leaf of stride `D`: a leaf again, whatever is known of them.
#[derive(Clone, Copy, Debug)]
pub struct AfterLeaf<D>(pub(super) D);

/// Whether no step is taken, because there is one element at most.
type StaysPut<N> = <N as Integer>::IsAtMostOne;

impl<D: Scalar> LeafMap for AfterLeaf<D> {
    type Shape<N: Integer, R: Scalar> = N;
    type Stride<N: Integer, R: Scalar> = <StaysPut<N> as Truth>::IfScalar<Int<U0>, D::Product<R>>;
    fn map<N: Integer, R: Scalar>(self, extent: N, stride: R) -> (N, Self::Stride<N, R>) {
        // a product beyond all numbers is that of a composition that is refused: any other does as well
        let step = self.0.to_isize().checked_mul(stride.to_isize()).filter(|&step| step != isize::MIN);
        (extent, Scalar::from_isize(if StaysPut::<N>::VALUE { 0 } else { step.unwrap_or(0) }))
    }
}

/// What a leaf `N:1` becomes after one leaf of stride `D`: the same as after [`AfterLeaf`], and no product.
#[derive(Clone, Copy, Debug)]
pub struct InRow<D>(pub(super) D);

impl<D: Scalar> LeafMap for InRow<D> {
    type Shape<N: Integer, R: Scalar> = N;
    type Stride<N: Integer, R: Scalar> = <StaysPut<N> as Truth>::IfScalar<Int<U0>, D>;
    fn map<N: Integer, R: Scalar>(self, extent: N, _: R) -> (N, Self::Stride<N, R>) {
        (extent, Scalar::from_isize(if StaysPut::<N>::VALUE { 0 } else { self.0.to_isize() }))
    }
}

/// What a layout does to the leaves of one that it comes after.
#[derive(Clone, Copy, Debug)]
pub struct Composing {
    /// Whether the layout is empty: then dynamic strides do not matter, and none of them is to overflow in a product.
    pub(super) is_empty: bool,
}

impl LeafOrModes for Composing {
    type Leaf<N: Integer, R: Scalar> = AfterLeaf<R>;
    type Modes<M: Modes> = AfterModes<M>;
    fn leaf<N: Integer, R: Scalar>(self, _: N, stride: R) -> AfterLeaf<R> {
        AfterLeaf(if self.is_empty { R::from_isize(R::STATIC_VALUE.unwrap_or(0)) } else { stride })
    }
    fn modes<M: Modes>(self, modes: M) -> AfterModes<M> {
        AfterModes(if self.is_empty { M::known() } else { modes })
    }
}

/// What the leaves of a layout become after the layout with the modes `L`. Leaves that stay within the first mode do
/// not wait for the others to be coalesced.
#[derive(Clone, Copy, Debug)]
pub struct AfterModes<L>(L);

impl<L: Modes> LeafMap for AfterModes<L> {
    type Shape<N: Integer, R: Scalar> = <MapOf<L, N, R> as LeafMap>::Shape<N, R>;
    type Stride<N: Integer, R: Scalar> = <MapOf<L, N, R> as LeafMap>::Stride<N, R>;
    fn map<N: Integer, R: Scalar>(self, extent: N, stride: R) -> (Self::Shape<N, R>, Self::Stride<N, R>) {
        let within = self.0.matched(Within(PhantomData::<(N, R)>));
        within.map(AfterFirstOr { modes: self.0 }).map(extent, stride)
    }
}

/// What becomes of a leaf `N:R` after the modes `L`: if it stays within the first, that alone counts.
type MapOf<L, N, R> = <<L as Modes>::Match<Within<N, R>> as Modes>::MatchMap<AfterFirstOr<L>>;

/// How many elements of a mode a leaf goes through; 0 if that is not known.
type Reach<N, R> = Product<<N as Integer>::Nat, <<R as Scalar>::Magnitude as Integer>::Nat>;
/// Whether the leaf `N:R` is known to divide the mode `X:E`.
type StaysWithin<N, R, X, E> = <E as Scalar>::IsStaticAnd<
    <X as Integer>::IsPositiveAnd<
        <<R as Scalar>::IsStaticForward as Truth>::And<
            <Reach<N, R> as Nat>::IsPositiveAnd<Divides<Reach<N, R>, <X as Integer>::Nat>>,
        >,
    >,
>;

static_match! {
    /// The modes whose first one a leaf stays within, or none.
    Within<N: Integer, R: Scalar> as Match
    end End;
    then<X, E, T> <StaysWithin<N, R, X, E> as Truth>::IfModes<Then<X, E, End>, End>;
}

list_match! {
    AfterFirstOr<L: Modes> { modes: L } as MatchMap
    end { <CoalescedZ<L> as Modes>::MatchMap<AfterCoalesced>: modes.matched(CoalescingZ).map(AfterCoalesced {}) }
    then<X, E, T>(first) { AfterLeaf<E>: AfterLeaf(first.stride) }

    /// One mode is a leaf.
    AfterCoalesced<> {} as MatchMap
    end { After<End>: After(End) }
    then<N, R, T>(modes) { T::MatchMap<AfterFirst<N, R>>:
        modes.rest.map(AfterFirst { extent: modes.extent, stride: modes.stride }) }

    AfterFirst<N: Integer, R: Scalar> { extent: N, stride: R } as MatchMap
    end { AfterLeaf<R>: AfterLeaf(stride) }
    then<X, E, T>(rest) { After<Then<N, R, Then<X, E, T>>>: After(Then { extent, stride, rest }) }
}

/// What becomes of the leaves of a layout after `S:D`.
pub(crate) type AfterLayout<S, D> = <D as StrideTuple<S>>::Choose<Composing>;
/// `SB:DB` with its leaves replaced.
pub(crate) type Composed<F, SB, DB> =
    Layout<<DB as StrideTuple<SB>>::MapShape<F>, <DB as StrideTuple<SB>>::MapStride<F>>;
/// The composition of `SA:DA` with `SB:DB`.
pub(crate) type Composition<SA, DA, SB, DB> = Composed<AfterLayout<SA, DA>, SB, DB>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;

    #[test]
    fn static_layouts_without_composition_are_said() {
        fn said<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>>(
            _: Layout<SA, DA>,
            _: Layout<SB, DB>,
        ) -> Option<alloc::string::String> {
            mistake::<SA, DA, SB, DB>().map(|text| text.as_str().into())
        }
        let n = 6;
        assert_eq!(said(layout!((6, 2):(8, 2)), layout!((4, 3):(3, 1))), None);
        assert_eq!(said(layout!((n, 2):(1, 7)), layout!((3, 2):(2, 3))), None);
        let carry = said(layout!((6, 2):(1, 7)), layout!((3, 2):(2, 3))).unwrap();
        assert!(carry.ends_with("coordinate (2,1) needs 8, modes give 7"), "{carry}");
        let text = said(layout!((4, 0):(1, 4)), layout!(2:1)).unwrap();
        assert_eq!(text, "(4,0):(1,4) has no elements for 2:1");
    }

    type Rows = AfterLayout<crate::Shape!(6, 2), (crate::Int!(1), crate::Int!(7))>;
    type Step = crate::Int!(2);

    #[test]
    fn numbers_are_refused_by_their_first_carry() {
        let refused = |rhs: &[(i64, i64)]| {
            let lhs = Flat::of_pairs(&[(6, 1), (2, 7)]);
            refusal::<Rows, crate::Int!(3), Step>(&lhs, &Flat::of_pairs(rhs)).map(|refusal| refusal.index)
        };
        assert_eq!([refused(&[(3, 2)]), refused(&[(3, 4)])], [None, Some(2)]);
    }

    #[test]
    #[should_panic(expected = "types and numbers are composed alike")]
    fn types_are_compared_with_numbers() {
        let rhs = Flat::of_pairs(&[(3, 2)]);
        let check = |lhs: &[(i64, i64)]| {
            let refinement = refine(Flat::of_pairs(lhs).modes(), rhs.modes()).unwrap();
            check_types::<Rows, crate::Int!(3), Step>(&rhs, &refinement);
        };
        check(&[(6, 1), (2, 7)]);
        check(&[(6, 2), (2, 7)]);
    }
}
