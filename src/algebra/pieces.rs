//! The modes into which a layout splits one leaf of what it is composed with.
//!
//! A leaf `N:M` after a layout is the function `layout(M * i)` of `i < N`. Its first mode is its longest linear run, as
//! [`admissible`](crate::admissible) proves; the same holds for what is left. Most steps are aligned: they divide a mode of the
//! layout, or are whole modes. Then each run ends with its mode, and the compiler need not compute where digits carry.

use crate::int::modes::{End, Modes, Then, fork, list_match};
use crate::int::{
    Add, CeilDiv, Div, Int, Integer, Min, Mul, Rem, Scalar, StepsWithin, Truth, add, ceil_div, div, min, mul,
    rem, steps_within,
};
use typenum::{U0, U1};

type Zero = Int<U0>;
type One = Int<U1>;
type Only<N, R> = Then<N, R, End>;
/// Whether `A` divides `B`.
type Divides<A, B> = <Rem<B, A> as Integer>::Is<U0>;
type IsOne<N> = <N as Integer>::Is<U1>;

/// The only mode of a result.
fn only<N, R>(extent: N, stride: R) -> Only<N, R> {
    Then { extent, stride, rest: End }
}

/// The modes of the leaf `N:R` after the layout with the modes `L`, which are coalesced.
pub(crate) type Pieces<L, N, R> = <IsOne<N> as Truth>::Fork<HasOneElement<L, N, R>>;

/// See [`Pieces`].
pub(crate) fn pieces<L: Modes, N: Integer, R: Scalar>(lhs: L, extent: N, stride: R) -> Pieces<L, N, R> {
    IsOne::<N>::fork(HasOneElement { lhs, extent, stride })
}

type StaysPut<N, R> = <<R as Scalar>::IsZero as Truth>::Or<<N as Integer>::Is<U0>>;
/// Everything is static, and goes forward.
type IsKnown<L, N, R> = <<<L as Modes>::AreStatic as Truth>::And<<N as Scalar>::IsStatic> as Truth>::And<
    <<<R as Scalar>::Descent as Integer>::Is<U0> as Truth>::And<<R as Scalar>::IsStatic>,
>;

fork! {
    HasOneElement<L: Modes, N: Integer, R: Scalar> { lhs: L, extent: N, stride: R }
    yes { End: End }
    no { <StaysPut<N, R> as Truth>::Fork<Stays<L, N, R>>:
        StaysPut::<N, R>::fork(Stays { lhs, extent, stride }) }

    Stays<L: Modes, N: Integer, R: Scalar> { lhs: L, extent: N, stride: R }
    yes { Only<N, Zero>: only(extent, Int::new()) }
    no { <IsKnown<L, N, R> as Truth>::Fork<RunsAreKnown<L, N, R>>:
        IsKnown::<L, N, R>::fork(RunsAreKnown { lhs, extent, stride }) }

    RunsAreKnown<L: Modes, N: Integer, R: Scalar> { lhs: L, extent: N, stride: R }
    yes { L::Match<Aligned<L, N, R::Magnitude, One>>:
        lhs.matched(Aligned { lhs, extent, step: stride.magnitude(), place: Int::new() }) }
    no { L::Match<Slots<N, R::Magnitude, R::Sign>>:
        lhs.matched(Slots { extent, step: stride.magnitude(), sign: stride.sign() }) }
}

// Static leaves. `N` elements at every `M`-th index; `P` is the size of the modes already passed.

type Here<L, N, M, P, X, R, T> =
    <<M as Integer>::IsLess<Mul<P, X>> as Truth>::Fork<StartsHere<L, N, M, P, X, R, T>>;
type InMode<L, N, M, P, X, R, T> = <<M as Integer>::Same<P> as Truth>::Fork<StartsMode<L, N, M, P, X, R, T>>;

list_match! {
    /// Looks for the mode in which the first step ends.
    Aligned<L: Modes, N: Integer, M: Integer, P: Integer> { lhs: L, extent: N, step: M, place: P } as Match
    end { Only<N, Zero>: only(extent, Int::new()) }
    then<X, R, T>(modes) { T::Match<AlignedIn<L, N, M, P, X, R>>:
        modes.rest.matched(AlignedIn { lhs, extent, step, place, mode: modes.extent, stride: modes.stride }) }

    /// Looks into one mode, and behind it.
    AlignedIn<L: Modes, N: Integer, M: Integer, P: Integer, X: Integer, R: Scalar>
        { lhs: L, extent: N, step: M, place: P, mode: X, stride: R } as Match
    end { <Divides<P, M> as Truth>::Fork<StartsInLast<L, N, M, P, R>>:
        Divides::<P, M>::fork(StartsInLast { lhs, extent, step, place, stride }) }
    then<Y, E, T>(modes) { Here<L, N, M, P, X, R, Then<Y, E, T>>:
        M::IsLess::<Mul<P, X>>::fork(StartsHere { lhs, extent, step, place, mode, stride, rest: modes }) }

    /// `N` elements in a row, from the start of the first mode on.
    Filling<N: Integer> { extent: N } as Match
    end { Only<N, Zero>: only(extent, Int::new()) }
    then<X, R, T>(modes) { T::Match<FillingMode<N, X, R>>:
        modes.rest.matched(FillingMode { extent, mode: modes.extent, stride: modes.stride }) }

    FillingMode<N: Integer, X: Integer, R: Scalar> { extent: N, mode: X, stride: R } as Match
    end { Only<N, R>: only(extent, stride) }
    then<Y, E, T>(modes) { <X::IsLess<N> as Truth>::Fork<GoesBeyond<N, X, R, Then<Y, E, T>>>:
        X::IsLess::<N>::fork(GoesBeyond { extent, run: mode, stride, rest: modes }) }
}

fork! {
    StartsInLast<L: Modes, N: Integer, M: Integer, P: Integer, R: Scalar>
        { lhs: L, extent: N, step: M, place: P, stride: R }
    yes { Only<N, R::Times<Div<M, P>>>: only(extent, stride.times(div(step, place))) }
    no { AnyRuns<L, N, M>: any_runs(lhs, extent, step) }

    /// A step ends in this mode or behind it.
    StartsHere<L: Modes, N: Integer, M: Integer, P: Integer, X: Integer, R: Scalar, T: Modes>
        { lhs: L, extent: N, step: M, place: P, mode: X, stride: R, rest: T }
    yes { InMode<L, N, M, P, X, R, T>:
        M::Same::<P>::fork(StartsMode { lhs, extent, step, place, mode, stride, rest }) }
    no { T::Match<Aligned<L, N, M, Mul<P, X>>>:
        rest.matched(Aligned { lhs, extent, step, place: mul(place, mode) }) }

    /// A step is exactly the modes before, or longer.
    StartsMode<L: Modes, N: Integer, M: Integer, P: Integer, X: Integer, R: Scalar, T: Modes>
        { lhs: L, extent: N, step: M, place: P, mode: X, stride: R, rest: T }
    yes { T::Match<FillingMode<N, X, R>>: rest.matched(FillingMode { extent, mode, stride }) }
    no { <Divides<P, M> as Truth>::Fork<StartsAtElement<L, N, M, P, X, R, T>>:
        Divides::<P, M>::fork(StartsAtElement { lhs, extent, step, place, mode, stride, rest }) }

    /// A step ends at an element of the mode or inside one.
    StartsAtElement<L: Modes, N: Integer, M: Integer, P: Integer, X: Integer, R: Scalar, T: Modes>
        { lhs: L, extent: N, step: M, place: P, mode: X, stride: R, rest: T }
    yes { <Divides<Div<M, P>, X> as Truth>::Fork<DividesMode<L, N, M, P, X, R, T>>:
        Divides::<Div<M, P>, X>::fork(DividesMode { lhs, extent, step, place, mode, stride, rest }) }
    no { AnyRuns<L, N, M>: any_runs(lhs, extent, step) }

    /// The mode is a whole number of steps or not.
    DividesMode<L: Modes, N: Integer, M: Integer, P: Integer, X: Integer, R: Scalar, T: Modes>
        { lhs: L, extent: N, step: M, place: P, mode: X, stride: R, rest: T }
    yes { <<StepsIn<X, M, P> as Integer>::IsLess<N> as Truth>::Fork<
            GoesBeyond<N, StepsIn<X, M, P>, R::Times<Div<M, P>>, T>>:
        {
            let step = div(step, place);
            let run = div(mode, step);
            <StepsIn<X, M, P> as Integer>::IsLess::<N>::fork(GoesBeyond { extent, run, stride: stride.times(step), rest })
        } }
    no { AnyRuns<L, N, M>: any_runs(lhs, extent, step) }

    /// More elements than the run of a mode, or not.
    GoesBeyond<N: Integer, U: Integer, D: Scalar, T: Modes> { extent: N, run: U, stride: D, rest: T }
    yes { <Divides<U, N> as Truth>::Fork<IsSplit<N, U, D, T>>:
        Divides::<U, N>::fork(IsSplit { extent, run, stride, rest }) }
    no { Only<N, D>: only(extent, stride) }

    /// The run divides the elements; if not there is no composition, and what is computed does not matter.
    IsSplit<N: Integer, U: Integer, D: Scalar, T: Modes> { extent: N, run: U, stride: D, rest: T }
    yes { Then<U, D, T::Match<Filling<Div<N, U>>>>:
        Then { extent: run, stride, rest: rest.matched(Filling { extent: div(extent, run) }) } }
    no { Only<N, D>: only(extent, stride) }
}

/// How many steps of `M / P` a mode of `X` elements is.
type StepsIn<X, M, P> = Div<X, Div<M, P>>;

// Static leaves whose steps are not aligned: the runs end where digits carry and the carries do not cancel.

type AnyRuns<L, N, M> = RunsFrom<L, N, M, OffsetOf<L, M>, Zero>;

fn any_runs<L: Modes, N: Integer, M: Integer>(lhs: L, extent: N, step: M) -> AnyRuns<L, N, M> {
    runs_from(lhs, extent, step, lhs.stride(Offset { index: step }), Int::new())
}

/// The runs when the first step goes `D` far, and the first run is known to have `F` elements at least.
type RunsFrom<L, N, M, D, F> =
    <<N as Integer>::Same<RunEnd<L, N, M, F>> as Truth>::Fork<TakesAll<L, N, M, D, RunEnd<L, N, M, F>>>;
/// The element at which the run may end: where the next digit carries.
type RunEnd<L, N, M, F> = <L as Modes>::MatchExtent<NextCarry<N, M, F, One>>;
type AfterRun<L, M, E> = OffsetOf<L, Mul<M, E>>;
/// Whether the offset after the run goes on as in the run.
type CarriesCancel<L, M, D, E> = <<D as Scalar>::Times<E> as Scalar>::Equals<AfterRun<L, M, E>>;

fn runs_from<L: Modes, N: Integer, M: Integer, D: Scalar, F: Integer>(
    lhs: L,
    extent: N,
    step: M,
    stride: D,
    from: F,
) -> RunsFrom<L, N, M, D, F> {
    let run = lhs.extent(NextCarry { end: extent, step, from, place: One::new() });
    N::Same::<RunEnd<L, N, M, F>>::fork(TakesAll { lhs, extent, step, stride, run })
}

fork! {
    TakesAll<L: Modes, N: Integer, M: Integer, D: Scalar, E: Integer>
        { lhs: L, extent: N, step: M, stride: D, run: E }
    yes { Only<N, D>: only(extent, stride) }
    no { <CarriesCancel<L, M, D, E> as Truth>::Fork<RunsOn<L, N, M, D, E>>:
        CarriesCancel::<L, M, D, E>::fork(RunsOn { lhs, extent, step, stride, run }) }

    RunsOn<L: Modes, N: Integer, M: Integer, D: Scalar, E: Integer>
        { lhs: L, extent: N, step: M, stride: D, run: E }
    yes { RunsFrom<L, N, M, D, E>: runs_from(lhs, extent, step, stride, run) }
    no { <Divides<E, N> as Truth>::Fork<NextRun<L, N, M, D, E>>:
        Divides::<E, N>::fork(NextRun { lhs, extent, step, stride, run }) }

    /// As in `IsSplit`.
    NextRun<L: Modes, N: Integer, M: Integer, D: Scalar, E: Integer>
        { lhs: L, extent: N, step: M, stride: D, run: E }
    yes { Then<E, D, AnyRuns<L, Div<N, E>, Mul<M, E>>>:
        Then { extent: run, stride, rest: any_runs(lhs, div(extent, run), mul(step, run)) } }
    no { Only<N, D>: only(extent, stride) }
}

/// What a step leaves over of `P` elements, and where the sum of what is left over carries after `F` steps.
type CarryAt<M, F, P> = CeilDiv<Mul<Add<Div<Mul<Rem<M, P>, F>, P>, One>, P>, Rem<M, P>>;
type EarlierCarry<N, M, F, P> = <Divides<P, M> as Truth>::IfInteger<N, Min<N, CarryAt<M, F, P>>>;

list_match! {
    /// The least element behind `from` at which a digit sum of `step` carries, and at most `end`.
    NextCarry<N: Integer, M: Integer, F: Integer, P: Integer> { end: N, step: M, from: F, place: P } as MatchExtent
    end { N: end }
    then<X, R, T>(modes) { T::MatchExtent<NextCarry<EarlierCarry<N, M, F, P>, M, F, Mul<P, X>>>:
        {
            let residue = rem(step, place);
            let carry = ceil_div(mul(add(div(mul(residue, from), place), One::new()), place), residue);
            let earlier = if residue.value() == 0 { end.value() } else { end.value().min(carry.value()) };
            let end = Integer::from_value(earlier);
            modes.rest.extent(NextCarry { end, step, from, place: mul(place, modes.extent) })
        } }
}

/// The offset of index `I`.
type OffsetOf<L, I> = <L as Modes>::MatchStride<Offset<I>>;

list_match! {
    Offset<I: Integer> { index: I } as MatchStride
    end { Zero: Int::new() }
    then<N, R, T>(modes) { T::MatchStride<OffsetIn<N, R, I>>:
        modes.rest.stride(OffsetIn { extent: modes.extent, stride: modes.stride, index }) }

    /// The offset of an index of a mode in front of others; the last takes what is left.
    OffsetIn<N: Integer, R: Scalar, I: Integer> { extent: N, stride: R, index: I } as MatchStride
    end { R::Times<I>: stride.times(index) }
    then<M, E, T>(modes) { <R::Times<Rem<I, N>> as Scalar>::Plus<T::MatchStride<OffsetIn<M, E, Div<I, N>>>>:
        {
            let behind = OffsetIn { extent: modes.extent, stride: modes.stride, index: div(index, extent) };
            stride.times(rem(index, extent)).plus(modes.rest.stride(behind))
        } }
}

// Dynamic leaves: room for one mode in each mode of the layout. `N` elements at every `M`-th index; `G` is 1 or -1.

/// The stride of every `M`-th index of a mode of stride `R`.
type Step<R, M, G> = <<R as Scalar>::Times<M> as Scalar>::Product<G>;
type Filled<X, N, M> = Min<StepsWithin<X, M>, N>;

list_match! {
    Slots<N: Integer, M: Integer, G: Scalar> { extent: N, step: M, sign: G } as Match
    end { Only<N, Zero>: only(extent, Int::new()) }
    then<X, R, T>(modes) { T::Match<Slot<X, R, N, M, G>>:
        modes.rest.matched(Slot { mode: modes.extent, stride: modes.stride, extent, step, sign }) }

    /// What reaches into the mode `X:R`, and what behind it.
    Slot<X: Integer, R: Scalar, N: Integer, M: Integer, G: Scalar>
        { mode: X, stride: R, extent: N, step: M, sign: G } as Match
    end { <IsOne<N> as Truth>::Fork<IsUsedUp<N, Step<R, M, G>>>:
        IsOne::<N>::fork(IsUsedUp { extent, stride: stride.times(step).product(sign) }) }
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
    no { Then<Filled<X, N, M>, Step<R, M, G>, T::Match<Slots<Div<N, Filled<X, N, M>>, CeilDiv<M, X>, G>>>:
        {
            let filled = min(steps_within(mode, step), extent);
            let rest = rest.matched(Slots { extent: div(extent, filled), step: ceil_div(step, mode), sign });
            Then { extent: filled, stride: stride.times(step).product(sign), rest }
        } }
}
