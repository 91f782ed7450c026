//! The modes into which a layout splits one leaf of what it is composed with.
//!
//! A leaf `N:M` after a layout is the function `layout(M * i)` of `i < N`. Its first mode is its longest linear run,
//! as [`admissible`](crate::admissible) proves; the same holds for what is left. Most steps are aligned: they divide
//! a mode of the layout, or are whole modes. Then each run ends with its mode, and the compiler need not compute
//! where digits carry.

use crate::int::modes::{
    End, MatchNumber, MatchStride, Modes, Then, fork, list_match, static_fork, static_match,
};
use crate::int::nat::{CeilQuotient, Divides, ExactQuotient, IsEqual, Minimum, Product, Quotient, Remainder};
use crate::int::{
    CeilDiv, Div, Int, Integer, Min, Nat, Rem, Scalar, StepsWithin, Truth, ceil_div, div, min, steps_within,
};
use core::marker::PhantomData;
use typenum::{U0, U1};

type Zero = Int<U0>;
type Only<N, R> = Then<N, R, End>;
type IsOne<N> = <N as Integer>::IsOne;

/// The only mode of a result.
fn only<N, R>(extent: N, stride: R) -> Only<N, R> {
    Then { extent, stride, rest: End }
}

/// The modes of the leaf `N:R` after the layout with the modes `L`, which are coalesced.
pub(crate) type Pieces<L, N, R> = <StaysPut<N, R> as Truth>::Fork<Stays<L, N, R>>;

/// See [`Pieces`].
pub(crate) fn pieces<L: Modes, N: Integer, R: Scalar>(lhs: L, extent: N, stride: R) -> Pieces<L, N, R> {
    StaysPut::<N, R>::fork(Stays { lhs, extent, stride })
}

type StaysPut<N, R> = <<R as Scalar>::IsZero as Truth>::Or<<N as Integer>::IsAtMostOne>;
/// Everything is static, and goes forward.
type IsKnown<L, N, R> =
    <<R as Scalar>::IsStaticForward as Truth>::And<<N as Scalar>::IsStaticAnd<<L as Modes>::AreStatic>>;

fork! {
    Stays<L: Modes, N: Integer, R: Scalar> { lhs: L, extent: N, stride: R }
    yes { <IsOne<N> as Truth>::Fork<HasOneElement<N>>: IsOne::<N>::fork(HasOneElement { extent }) }
    no { <IsKnown<L, N, R> as Truth>::Fork<RunsAreKnown<L, N, R>>:
        IsKnown::<L, N, R>::fork(RunsAreKnown { lhs, extent, stride }) }

    HasOneElement<N: Integer> { extent: N }
    yes { End: End }
    no { Only<N, Zero>: only(extent, Int::new()) }

    RunsAreKnown<L: Modes, N: Integer, R: Scalar> { lhs: L, extent: N, stride: R }
    yes { <IsOne<R::Magnitude> as Truth>::Fork<GoesOneByOne<L, N::Nat, <R::Magnitude as Integer>::Nat>>:
        Modes::known() }
    no { L::Match<Slots<N, R::Magnitude, R::Sign>>:
        lhs.matched(Slots { extent, step: stride.magnitude(), sign: stride.sign() }) }
}

// Static leaves, as numbers: `N` elements at every `M`-th index from the start of the modes on. No modes say that the
// steps are not aligned.

type Misaligned = End;

static_match! {
    /// Looks for the mode in which the first step ends.
    Aligned<N: Nat, M: Nat> as Match
    end Only<Int<N>, Zero>;
    then<X, R, T> T::Match<AlignedIn<N, M, X::Nat, R>>;

    /// Looks into one mode, and behind it.
    AlignedIn<N: Nat, M: Nat, X: Nat, R: Scalar> as Match
    end Only<Int<N>, R::Times<Int<M>>>;
    then<Y, E, T> <Divides<M, X> as Truth>::Fork<DividesMode<N, M, X, R, Then<Y, E, T>>>;

    /// `N` elements in a row, from the start of the first mode on.
    Filling<N: Nat> as Match
    end Only<Int<N>, Zero>;
    then<X, R, T> T::Match<FillingMode<N, X::Nat, R>>;

    FillingMode<N: Nat, X: Nat, R: Scalar> as Match
    end Only<Int<N>, R>;
    then<Y, E, T> <Divides<X, N> as Truth>::Fork<Fills<N, X, R, Then<Y, E, T>>>;

    /// Looks whether the steps of `M` are aligned after all.
    OrAnyRuns<L: Modes, N: Nat, M: Nat> as Match
    end AnyRuns<L, N, M>;
    then<X, R, T> Then<X, R, T>;
}

static_fork! {
    /// Steps of one are aligned.
    GoesOneByOne<L: Modes, N: Nat, M: Nat>
    yes L::Match<Filling<N>>;
    no <L::Match<Aligned<N, M>> as Modes>::Match<OrAnyRuns<L, N, M>>;

    /// A mode is a whole number of steps, or a step goes behind it.
    DividesMode<N: Nat, M: Nat, X: Nat, R: Scalar, T: Modes>
    yes <<ExactQuotient<X, M> as Nat>::IsOne as Truth>::Fork<EndsWithMode<N, M, ExactQuotient<X, M>, R, T>>;
    no <Divides<X, M> as Truth>::Fork<PassesMode<N, M, X, T>>;

    /// A step is a whole mode, or part of it.
    EndsWithMode<N: Nat, M: Nat, U: Nat, R: Scalar, T: Modes>
    yes T::Match<Filling<N>>;
    no <Divides<U, N> as Truth>::Fork<Fills<N, U, R::Times<Int<M>>, T>>;

    PassesMode<N: Nat, M: Nat, X: Nat, T: Modes>
    yes T::Match<Aligned<N, ExactQuotient<M, X>>>;
    no Misaligned;

    /// The run of a mode divides the elements; if not they end in it, or there is no composition, and what is computed
    /// does not matter.
    Fills<N: Nat, U: Nat, D: Scalar, T: Modes>
    yes <<ExactQuotient<N, U> as Nat>::IsOne as Truth>::Fork<EndsWithRun<N, U, D, T>>;
    no Only<Int<N>, D>;

    /// The elements are the run, or go on behind it.
    EndsWithRun<N: Nat, U: Nat, D: Scalar, T: Modes>
    yes Only<Int<N>, D>;
    no Then<Int<U>, D, T::Match<Filling<ExactQuotient<N, U>>>>;
}

// Static leaves whose steps are not aligned: the runs end where digits carry and the carries do not cancel.

type AnyRuns<L, N, M> = RunsFrom<L, N, M, OffsetOf<L, M>, U0>;
/// The runs when the first step goes `D` far, and the first run is known to have `F` elements at least.
type RunsFrom<L, N, M, D, F> =
    <IsEqual<N, RunEnd<L, N, M, F>> as Truth>::Fork<TakesAll<L, N, M, D, RunEnd<L, N, M, F>>>;
/// The element at which the run may end: where the next digit carries.
type RunEnd<L, N, M, F> = <L as Modes>::MatchNumber<NextCarry<N, M, F, U1>>;
type AfterRun<L, M, E> = OffsetOf<L, Product<M, E>>;
/// Whether the offset after the run goes on as in the run.
type CarriesCancel<L, M, D, E> = <<D as Scalar>::Times<Int<E>> as Scalar>::Equals<AfterRun<L, M, E>>;

static_fork! {
    TakesAll<L: Modes, N: Nat, M: Nat, D: Scalar, E: Nat>
    yes Only<Int<N>, D>;
    no <CarriesCancel<L, M, D, E> as Truth>::Fork<RunsOn<L, N, M, D, E>>;

    RunsOn<L: Modes, N: Nat, M: Nat, D: Scalar, E: Nat>
    yes RunsFrom<L, N, M, D, E>;
    no <Divides<E, N> as Truth>::Fork<NextRun<L, N, M, D, E>>;

    /// As in `Fills`.
    NextRun<L: Modes, N: Nat, M: Nat, D: Scalar, E: Nat>
    yes Then<Int<E>, D, AnyRuns<L, ExactQuotient<N, E>, Product<M, E>>>;
    no Only<Int<N>, D>;
}

/// Where the sum of what steps of `M` leave over of `P` elements carries after `F` steps.
type CarryAt<M, F, P> =
    CeilQuotient<Product<<Quotient<Product<Remainder<M, P>, F>, P> as Nat>::Succ, P>, Remainder<M, P>>;
type EarlierCarry<N, M, F, P> = <Divides<P, M> as Truth>::IfNat<N, Minimum<N, CarryAt<M, F, P>>>;

/// The least element behind `F` at which a digit sum of steps `M` carries, and at most `N`.
#[derive(Clone, Copy, Debug)]
pub struct NextCarry<N, M, F, P>(PhantomData<(N, M, F, P)>);

impl<N: Nat, M: Nat, F: Nat, P: Nat> MatchNumber for NextCarry<N, M, F, P> {
    type End = N;
    type Then<X: Integer, R: Scalar, T: Modes> =
        T::MatchNumber<NextCarry<EarlierCarry<N, M, F, P>, M, F, Product<P, X::Nat>>>;
}

/// The offset of index `I`.
type OffsetOf<L, I> = <L as Modes>::MatchStride<OffsetAt<I>>;

#[derive(Clone, Copy, Debug)]
pub struct OffsetAt<I>(PhantomData<I>);

impl<I: Nat> MatchStride for OffsetAt<I> {
    type End = Zero;
    type Then<N: Integer, R: Scalar, T: Modes> = T::MatchStride<OffsetIn<N::Nat, R, I>>;
}

/// The offset of an index of a mode in front of others; the last takes what is left.
#[derive(Clone, Copy, Debug)]
pub struct OffsetIn<N, R, I>(PhantomData<(N, R, I)>);

impl<N: Nat, R: Scalar, I: Nat> MatchStride for OffsetIn<N, R, I> {
    type End = R::Times<Int<I>>;
    type Then<M: Integer, E: Scalar, T: Modes> =
        <R::Times<Int<Remainder<I, N>>> as Scalar>::Plus<T::MatchStride<OffsetIn<M::Nat, E, Quotient<I, N>>>>;
}

// Dynamic leaves: room for one mode in each mode of the layout. `N` elements at every `M`-th index; `G` is 1 or -1.

/// The stride of every `M`-th index of a mode of stride `R`.
type StepInto<R, M, G> = <<R as Scalar>::Times<M> as Scalar>::Product<G>;

/// See [`StepInto`]. A stride beyond all numbers is that of a mode which is not reached, or the composition is refused
/// for it: any other does as well.
fn step_of<R: Scalar, M: Integer, G: Scalar>(stride: R, step: M, sign: G) -> StepInto<R, M, G> {
    let steps = stride.to_isize().checked_mul(step.value().cast_signed());
    let steps = steps.and_then(|steps| steps.checked_mul(sign.to_isize()));
    Scalar::from_isize(steps.filter(|&steps| steps != isize::MIN).unwrap_or(0))
}

/// Whether a static `A` divides `B`.
type DividesStatic<A, B> = <<A as Scalar>::IsStatic as Truth>::And<<Rem<B, A> as Integer>::Is<U0>>;
/// What of `N` lies in a mode of `X` elements, where neither is known to divide the other. Where digits carry, the
/// modes may turn out to be others: so no divisor is promised of them.
type Filled<X, N, M> = Min<StepsWithin<<X as Integer>::Word, <M as Integer>::Word>, <N as Integer>::Word>;

list_match! {
    Slots<N: Integer, M: Integer, G: Scalar> { extent: N, step: M, sign: G } as Match
    end { Only<N, Zero>: only(extent, Int::new()) }
    then<X, R, T>(modes) { T::Match<Slot<X, R, N, M, G>>:
        modes.rest.matched(Slot { mode: modes.extent, stride: modes.stride, extent, step, sign }) }

    /// What reaches into the mode `X:R`, and what behind it.
    Slot<X: Integer, R: Scalar, N: Integer, M: Integer, G: Scalar>
        { mode: X, stride: R, extent: N, step: M, sign: G } as Match
    end { <IsOne<N> as Truth>::Fork<IsUsedUp<N, StepInto<R, M, G>>>:
        IsOne::<N>::fork(IsUsedUp { extent, stride: step_of(stride, step, sign) }) }
    then<Y, E, T>(rest) { <IsOne<StepsWithin<X, M>> as Truth>::Fork<StepsOver<X, R, N, M, G, Then<Y, E, T>>>:
        IsOne::<StepsWithin<X, M>>::fork(StepsOver { mode, stride, extent, step, sign, rest }) }
}

fork! {
    /// Nothing is left for the last mode, or something.
    IsUsedUp<N: Integer, D: Scalar> { extent: N, stride: D }
    yes { End: End }
    no { Only<N, D>: only(extent, stride) }

    /// The steps are too long for the mode, or not.
    StepsOver<X: Integer, R: Scalar, N: Integer, M: Integer, G: Scalar, T: Modes>
        { mode: X, stride: R, extent: N, step: M, sign: G, rest: T }
    yes { T::Match<Slots<N, CeilDiv<M, X>, G>>: rest.matched(Slots { extent, step: ceil_div(step, mode), sign }) }
    no { <IsOne<N> as Truth>::Fork<Fill<X, R, N, M, G, T>>:
        IsOne::<N>::fork(Fill { mode, stride, extent, step, sign, rest }) }

    /// Nothing is left for a mode, or as many elements as it has.
    Fill<X: Integer, R: Scalar, N: Integer, M: Integer, G: Scalar, T: Modes>
        { mode: X, stride: R, extent: N, step: M, sign: G, rest: T }
    yes { End: End }
    no { <DividesStatic<N, StepsWithin<X, M>> as Truth>::Fork<EndsHere<X, R, N, M, G, T>>:
        DividesStatic::<N, StepsWithin<X, M>>::fork(EndsHere { mode, stride, extent, step, sign, rest }) }

    /// The elements divide the steps of a mode, so that they end in it.
    EndsHere<X: Integer, R: Scalar, N: Integer, M: Integer, G: Scalar, T: Modes>
        { mode: X, stride: R, extent: N, step: M, sign: G, rest: T }
    yes { Only<N, StepInto<R, M, G>>: only(extent, step_of(stride, step, sign)) }
    no { <DividesStatic<StepsWithin<X, M>, N> as Truth>::Fork<GoesThrough<X, R, N, M, G, T>>:
        DividesStatic::<StepsWithin<X, M>, N>::fork(GoesThrough { mode, stride, extent, step, sign, rest }) }

    /// The steps of a mode divide the elements, so that these go on in the next.
    GoesThrough<X: Integer, R: Scalar, N: Integer, M: Integer, G: Scalar, T: Modes>
        { mode: X, stride: R, extent: N, step: M, sign: G, rest: T }
    yes { Then<StepsWithin<X, M>, StepInto<R, M, G>, T::Match<Slots<Div<N, StepsWithin<X, M>>, CeilDiv<M, X>, G>>>:
        {
            let filled = steps_within(mode, step);
            let rest = rest.matched(Slots { extent: div(extent, filled), step: ceil_div(step, mode), sign });
            Then { extent: filled, stride: step_of(stride, step, sign), rest }
        } }
    no { Then<
            Filled<X, N, M>,
            StepInto<R::Loose, M::Word, G>,
            T::Match<Slots<Div<N::Word, Filled<X, N, M>>, CeilDiv<M::Word, X::Word>, G>>,
        >:
        {
            let (mode, extent, step) = (mode.word(), extent.word(), step.word());
            let filled = min(steps_within(mode, step), extent);
            let rest = rest.matched(Slots { extent: div(extent, filled), step: ceil_div(step, mode), sign });
            Then { extent: filled, stride: step_of(stride.loose(), step, sign), rest }
        } }
}
