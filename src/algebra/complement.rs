//! What a layout leaves out.

use super::error::{Operation, Reason, Refused, permit};
use super::flat::{Flat, values};
use super::leaves::{LayoutOf, LeavesOf, layout_of, leaves};
use super::room::{LeafRoom, Row, filled, is_refinement};
use crate::admissible::{FlatMode, Piece};
use crate::int::modes::{End, Modes, Then, fork, list_match};
use crate::int::{CeilDiv, Div, Int, Integer, Mul, Scalar, Text, True, Truth, ceil_div, div, mul, word};
use crate::layout::{Layout, notation};
use crate::tuple::{self, IntTuple, Shape, Stride};
use core::marker::PhantomData;
use typenum::U1;

/// The layout that repeats another one without overlap, to fill `0..size(cotarget)` as far as that goes.
///
/// Post-condition: `(layout, result)` reaches no place twice that `layout` does not reach twice, and the strides of
/// the result are positive and ascend. If in `layout`, by ascending stride, each mode steps over a whole number of
/// copies of the modes before, every place of the cotarget is reached, and no other if the cotarget is a whole number
/// of copies too. Otherwise the places between copies stay out: `(4,2):(1,6)` leaves out 4, 5 and is repeated at 12.
/// The smallest complement, which fills the gaps and repeats nothing, is that for the cosize. Source: CuTe's
/// `complement`, which accepts layouts that overlap.
///
/// The order of the modes is that of their strides. If these are static so is what is known of the result; if one of
/// several is dynamic, the order is found at run time, and all of the result is dynamic.
///
/// # Panics
/// If a leaf is dynamic and strides are negative or overlap; [`try_complement`] returns that as an error. With static
/// leaves it is a compile error.
///
/// ```
/// use tilework::{algebra::try_complement, prelude::*};
/// let rest: Layout!((3, 2):(2, 12)) = complement(layout!((2, 2):(1, 6)), int!(24));
/// let n = 10;
/// assert_eq!(complement(layout!(4:n), 40).to_string(), "(10,1):(_1,40)");
/// assert!(try_complement(layout!((4, 4):(1, n)), 32).is_ok());
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::prelude::*;
/// complement(layout!((4, 4):(1, 2)), int!(32)); // a mode of stride 2 overlaps with smaller ones, which span 4
/// ```
#[track_caller]
pub fn complement<L: Complement<M, Complement = R>, M: Shape, R>(layout: L, cotarget: M) -> R {
    let () = L::HOLDS;
    layout.complemented(cotarget)
}

/// [`complement`] with what is refused as an error.
///
/// # Errors
/// If a leaf is dynamic and strides are negative or overlap, there are no elements or no places to fill, or a number
/// does not fit in a machine word. With static leaves that is a compile error.
///
/// ```
/// use tilework::{algebra::try_complement, prelude::*};
/// let n = 2;
/// let error = try_complement(layout!((4, 4):(1, n)), 32).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "complement: (4,4):(1,2): a mode of stride 2 overlaps with smaller ones, which span 4"
/// );
/// ```
pub fn try_complement<L: Complement<M, Complement = R>, M: Shape, R>(
    layout: L,
    cotarget: M,
) -> Result<R, Refused<L, ()>> {
    let () = L::HOLDS;
    layout.try_complemented(cotarget)
}

/// What has a complement in a cotarget `M`: an exact layout.
#[diagnostic::on_unimplemented(
    message = "complement takes an exact layout",
    label = "not an exact layout",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait Complement<M>: Sized {
    /// The complement.
    type Complement;
    /// That static operands have one, or a compile error.
    #[doc(hidden)]
    const HOLDS: ();
    #[doc(hidden)]
    #[track_caller]
    fn complemented(self, cotarget: M) -> Self::Complement;
    #[doc(hidden)]
    fn try_complemented(self, cotarget: M) -> Result<Self::Complement, Refused<Self, ()>>;
}

impl<S: Shape, D: Stride<S>, M: Shape> Complement<M> for Layout<S, D> {
    type Complement = LayoutOf<Complemented<LeavesOf<S, D>, M::Size>>;
    const HOLDS: () = permit(ComplementName::NAME, &mistake::<S, D, M::Size>());

    fn complemented(self, cotarget: M) -> Self::Complement {
        match self.try_complemented(cotarget) {
            Ok(complement) => complement,
            Err(refused) => panic!("{refused}"),
        }
    }
    fn try_complemented(self, cotarget: M) -> Result<Self::Complement, Refused<Self, ()>> {
        complement_of(self, cotarget.size()).map(|(complement, _)| complement).map_err(|reason| Refused {
            operation: ComplementName::NAME,
            lhs: self,
            rhs: (),
            reason,
        })
    }
}

struct ComplementName;

impl Operation for ComplementName {
    const NAME: &'static str = "complement";
}

impl<S: Shape, D: Stride<S>> Layout<S, D> {
    /// What this layout leaves out of a cotarget: see [`complement`].
    #[track_caller]
    pub fn complement<M: Shape>(self, cotarget: M) -> <Self as Complement<M>>::Complement {
        let () = <Self as Complement<M>>::HOLDS;
        self.complemented(cotarget)
    }
}

/// The complement, and whether it reaches every place of the cotarget.
pub(crate) fn complement_of<S: Shape, D: Stride<S>, M: Integer>(
    layout: Layout<S, D>,
    cotarget: M,
) -> Result<(LayoutOf<Complemented<LeavesOf<S, D>, M>>, bool), Reason> {
    let modes = leaves(layout);
    if let Some(known) = const { KnownComplement::<S, D, M>::IS_FILLED } {
        return known.map(|is_filled| (layout_of(completed(modes, cotarget)), is_filled));
    }
    let places = i64::try_from(cotarget.value()).map_err(|_| Reason::Overflow)?;
    let expected = fill(&values(layout.shape(), layout.stride()), places)?;
    let (mut shape, mut stride) = completed(modes, cotarget).tuples();
    let room = LeafRoom {
        slots: &tuple::Leaves::new().push(Some(ShapeOf::<S, D, M>::LEAVES.len().cast_signed())),
        shape: &ShapeOf::<S, D, M>::LEAVES,
        stride: &StrideOf::<S, D, M>::LEAVES,
    };
    if !expected.is_coarsest(&values(shape, stride)) {
        (shape, stride) = filled(&room.place(expected.pieces(), &[expected.whole()], None)?)?;
    }
    let complement = Layout::try_new(shape, stride).map_err(Reason::Layout)?;
    Ok((complement, expected.is_filled))
}

type ShapeOf<S, D, M> = <Complemented<LeavesOf<S, D>, M> as Modes>::Shape;
type StrideOf<S, D, M> = <Complemented<LeavesOf<S, D>, M> as Modes>::Stride;

/// What the compiler knows of the complement of `S:D` in `M` places.
struct KnownComplement<S, D, M>(PhantomData<(S, D, M)>);

impl<S: Shape, D: Stride<S>, M: Integer> KnownComplement<S, D, M> {
    /// Whether the complement of a static layout reaches every place of a static cotarget, or why there is none.
    const IS_FILLED: Option<Result<bool, Reason>> = match (Flat::of(&S::LEAVES, &D::LEAVES), M::STATIC) {
        (Some(flat), Some(cotarget)) => Some(match fill(&flat, word::wide(cotarget)) {
            Err(reason) => Err(reason),
            Ok(expected) => {
                let result = match Flat::of(&ShapeOf::<S, D, M>::LEAVES, &StrideOf::<S, D, M>::LEAVES) {
                    Some(result) => result,
                    None => panic!("a static layout has a static complement"),
                };
                assert!(
                    is_refinement(&result, &[expected.whole()], expected.pieces()),
                    "types and numbers are completed alike"
                );
                Ok(expected.is_filled)
            }
        }),
        _ => None,
    };
}

/// Why there is no complement of `S:D` in `M` places, if all of it is static.
pub(crate) const fn mistake<S: Shape, D: Stride<S>, M: Integer>() -> Option<Text> {
    match KnownComplement::<S, D, M>::IS_FILLED {
        Some(Err(reason)) => Some(reason.mistake(&notation::<S, D>())),
        _ => None,
    }
}

/// The modes of a complement.
pub(crate) struct ComplementModes {
    row: Row,
    /// Whether every place of the cotarget is reached.
    pub(crate) is_filled: bool,
}

impl ComplementModes {
    pub(crate) const fn pieces(&self) -> &[Piece] {
        self.row.pieces()
    }

    /// The modes as numbers.
    pub(crate) const fn modes(&self) -> Flat {
        self.row.modes()
    }

    const fn whole(&self) -> FlatMode {
        self.row.whole()
    }

    /// Whether these modes are the pieces and none is cut again: of a mode cut in two, less can be a layout after
    /// another.
    fn is_coarsest(&self, result: &Flat) -> bool {
        let moving = result.modes().iter().filter(|mode| mode.extent != 1).count();
        moving == self.pieces().len() && self.row.is_in(result)
    }

    const fn push(&mut self, extent: i64, stride: i64) {
        if extent > 1 {
            self.row.push(extent, stride);
        }
    }
}

/// The modes between the copies of a layout, and behind it up to the cotarget.
pub(crate) const fn fill(layout: &Flat, cotarget: i64) -> Result<ComplementModes, Reason> {
    match gaps(layout) {
        Ok(_) if cotarget < 1 => Err(Reason::NoPlaces),
        Ok((mut fill, span)) => {
            fill.push(cotarget / span + (cotarget % span != 0) as i64, span);
            Ok(fill)
        }
        Err(reason) => Err(reason),
    }
}

/// The modes between the copies of a layout, and one for copies of all that, which goes on behind its two elements.
pub(crate) const fn fill_without_end(layout: &Flat) -> Result<ComplementModes, Reason> {
    match gaps(layout) {
        Ok((mut fill, span)) => {
            fill.push(2, span);
            Ok(fill)
        }
        Err(reason) => Err(reason),
    }
}

/// The modes between the copies of a layout, and what the layout spans with its gaps filled.
const fn gaps(layout: &Flat) -> Result<(ComplementModes, i64), Reason> {
    let modes = layout.modes();
    let mut sorted = Flat::new();
    let mut i = 0;
    while i < modes.len() {
        let FlatMode { extent, stride } = modes[i];
        if extent == 0 {
            return Err(Reason::Empty);
        }
        if extent > 1 && stride < 0 {
            return Err(Reason::Negative { stride: word::steps(stride) });
        }
        if extent > 1 && stride > 0 {
            sorted.insert(extent, stride);
        }
        i += 1;
    }
    let mut fill = ComplementModes { row: Row::new(), is_filled: true };
    let (modes, mut span, mut i) = (sorted.modes(), 1_i64, 0);
    while i < modes.len() {
        let FlatMode { extent, stride } = modes[i];
        if stride < span {
            return Err(Reason::Overlap { stride: word::size(stride), span: word::size(span) });
        }
        fill.is_filled &= stride % span == 0;
        fill.push(stride / span, span);
        span = match stride.checked_mul(extent) {
            Some(span) => span,
            None => return Err(Reason::Overflow),
        };
        i += 1;
    }
    Ok((fill, span))
}

/// The complement of the modes `L` in `M` places.
pub(crate) type Complemented<L, M> = <L as Modes>::Match<Completing<M>>;

/// See [`Complemented`].
pub(crate) fn completed<L: Modes, M: Integer>(modes: L, cotarget: M) -> Complemented<L, M> {
    modes.matched(Completing { cotarget })
}

type Only<N, R> = Then<N, R, End>;

type IsOne<N> = <N as Integer>::IsOne;
type One = Int<U1>;
type StaysPut<N, R> = <IsOne<N> as Truth>::Or<<R as Scalar>::IsZero>;
type IsBefore<R, E> = <<R as Scalar>::Magnitude as Integer>::IsLess<<E as Scalar>::Magnitude>;
/// What fits between steps of `R` and what spans `P`.
type Gap<R, P> = Div<<R as Scalar>::Magnitude, P>;
/// What copies at steps of `R` span.
type Span<N, R> = Mul<<R as Scalar>::Magnitude, N>;

list_match! {
    /// Of one mode no order need be found.
    Completing<M: Integer> { cotarget: M } as Match
    end { <End as Modes>::Match<Gaps<One, M>>: End.matched(Gaps { span: One::new(), cotarget }) }
    then<N, R, T>(modes) { T::Match<CompletingAfter<N, R, M>>:
        modes.rest.matched(CompletingAfter { extent: modes.extent, stride: modes.stride, cotarget }) }

    CompletingAfter<N: Integer, R: Scalar, M: Integer> { extent: N, stride: R, cotarget: M } as Match
    end { <StaysPut<N, R> as Truth>::Fork<HasNoMode<N, R, M>>:
        StaysPut::<N, R>::fork(HasNoMode { extent, stride, cotarget }) }
    then<X, E, T>(rest) { <Then<N, R, Then<X, E, T>> as Modes>::Match<Sorting<End, M, True>>:
        Then { extent, stride, rest }.matched(Sorting { sorted: End, cotarget, known: True }) }

    /// Sorts the modes that move by stride; `K` is whether all strides are known. Where the order is not, no divisor is
    /// promised of a mode: it may turn out to be another.
    Sorting<A: Modes, M: Integer, K: Truth> { sorted: A, cotarget: M, known: K } as Match
    end { K::Fork<OrderIsKnown<A, M>>: K::fork(OrderIsKnown { sorted, cotarget }) }
    then<N, R, T>(modes) { <StaysPut<N, R> as Truth>::Fork<Stays<A, M, K, N, R, T>>:
        StaysPut::<N, R>::fork(Stays { sorted, cotarget, known, modes }) }

    Insert<N: Integer, R: Scalar> { extent: N, stride: R } as Match
    end { Only<N, R>: Then { extent, stride, rest: End } }
    then<X, E, T>(modes) { <IsBefore<R, E> as Truth>::Fork<ComesFirst<N, R, X, E, T>>:
        IsBefore::<R, E>::fork(ComesFirst { extent, stride, modes }) }

    /// The places between copies of sorted modes, which span `P` so far, and behind them.
    Gaps<P: Integer, M: Integer> { span: P, cotarget: M } as Match
    end { <IsOne<CeilDiv<M, P>> as Truth>::Fork<IsFull<CeilDiv<M, P>, P>>:
        IsOne::<CeilDiv<M, P>>::fork(IsFull { extent: ceil_div(cotarget, span), stride: span }) }
    then<N, R, T>(modes) { <IsOne<Gap<R, P>> as Truth>::Fork<HasNoGap<Gap<R, P>, P, Span<N, R>, M, T>>:
        {
            let stride = modes.stride.magnitude();
            IsOne::<Gap<R, P>>::fork(HasNoGap {
                gap: div(stride, span),
                span,
                next: mul(stride, modes.extent),
                cotarget,
                rest: modes.rest,
            })
        } }

    /// Of one mode no order need be known.
    Single<M: Integer> { cotarget: M } as Match
    end { End: End }
    then<N, R, T>(modes) { T::Match<SingleOr<N, R, M>>:
        modes.rest.matched(SingleOr { extent: modes.extent, stride: modes.stride, cotarget }) }

    SingleOr<N: Integer, R: Scalar, M: Integer> { extent: N, stride: R, cotarget: M } as Match
    end { <Only<N, R> as Modes>::Match<Gaps<One, M>>:
        Then { extent, stride, rest: End }.matched(Gaps { span: One::new(), cotarget }) }
    then<X, E, T>(modes) { Then<usize, usize, Then<usize, usize, T::Match<Slots>>>:
        {
            let rest = modes.rest.matched(Slots {});
            Then { extent: 1, stride: 0, rest: Then { extent: 1, stride: 0, rest } }
        } }

    /// Room for a mode in place of each, and one more.
    Slots<> {} as Match
    end { Only<usize, usize>: Then { extent: 1, stride: 0, rest: End } }
    then<N, R, T>(modes) { Then<usize, usize, T::Match<Slots>>:
        Then { extent: 1, stride: 0, rest: modes.rest.matched(Slots {}) } }
}

fork! {
    HasNoMode<N: Integer, R: Scalar, M: Integer> { extent: N, stride: R, cotarget: M }
    yes { <End as Modes>::Match<Gaps<One, M>>: End.matched(Gaps { span: One::new(), cotarget }) }
    no { <Only<N::Word, R::Loose> as Modes>::Match<Gaps<One, M>>:
        Then { extent: extent.word(), stride: stride.loose(), rest: End }
            .matched(Gaps { span: One::new(), cotarget }) }

    Stays<A: Modes, M: Integer, K: Truth, N: Integer, R: Scalar, T: Modes>
        { sorted: A, cotarget: M, known: K, modes: Then<N, R, T> }
    yes { T::Match<Sorting<A, M, K>>: modes.rest.matched(Sorting { sorted, cotarget, known }) }
    no { T::Match<Sorting<A::Match<Insert<N::Word, R::Loose>>, M, K::And<R::IsStatic>>>:
        {
            let sorted = sorted.matched(Insert { extent: modes.extent.word(), stride: modes.stride.loose() });
            modes.rest.matched(Sorting { sorted, cotarget, known: Default::default() })
        } }

    ComesFirst<N: Integer, R: Scalar, X: Integer, E: Scalar, T: Modes>
        { extent: N, stride: R, modes: Then<X, E, T> }
    yes { Then<N, R, Then<X, E, T>>: Then { extent, stride, rest: modes } }
    no { Then<X, E, T::Match<Insert<N, R>>>:
        Then {
            extent: modes.extent,
            stride: modes.stride,
            rest: modes.rest.matched(Insert { extent, stride }),
        } }

    OrderIsKnown<A: Modes, M: Integer> { sorted: A, cotarget: M }
    yes { A::Match<Gaps<One, M>>: sorted.matched(Gaps { span: One::new(), cotarget }) }
    no { A::Match<Single<M>>: sorted.matched(Single { cotarget }) }

    IsFull<N: Integer, P: Integer> { extent: N, stride: P }
    yes { End: End }
    no { Only<N, P>: Then { extent, stride, rest: End } }

    HasNoGap<G: Integer, P: Integer, Q: Integer, M: Integer, T: Modes>
        { gap: G, span: P, next: Q, cotarget: M, rest: T }
    yes { T::Match<Gaps<Q, M>>: rest.matched(Gaps { span: next, cotarget }) }
    no { Then<G, P, T::Match<Gaps<Q, M>>>:
        Then { extent: gap, stride: span, rest: rest.matched(Gaps { span: next, cotarget }) } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;

    #[test]
    fn static_layouts_without_complement_are_said() {
        fn said<S: Shape, D: Stride<S>, M: Integer>(_: Layout<S, D>, _: M) -> Option<alloc::string::String> {
            mistake::<S, D, M>().map(|text| text.as_str().into())
        }
        let n = 4;
        assert_eq!(said(layout!(4:2), crate::int!(16)), None);
        assert_eq!(said(layout!((4, n):(1, 2)), crate::int!(16)), None);
        let overlap = said(layout!((4, 4):(1, 2)), crate::int!(16)).unwrap();
        assert!(overlap.contains("stride 2 overlaps"), "{overlap}");
    }

    #[test]
    fn complements_are_coarsest_where_no_mode_is_cut() {
        let flat = Flat::of_pairs;
        let Ok(expected) = fill(&flat(&[(2, 4)]), 24) else { panic!("there is a complement") };
        assert!(expected.is_coarsest(&flat(&[(4, 1), (3, 8)])) && expected.is_filled);
        assert!(expected.is_coarsest(&flat(&[(4, 1), (1, 0), (3, 8)])));
        assert!(!expected.is_coarsest(&flat(&[(2, 1), (2, 2), (3, 8)])));
        assert!(!expected.is_coarsest(&flat(&[(1, 0), (2, 1), (2, 2), (1, 0), (3, 8)])));
        assert!(!expected.is_coarsest(&flat(&[(4, 1), (3, 9)])));
    }
}
