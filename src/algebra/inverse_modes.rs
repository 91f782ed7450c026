//! What is known of inverses at compile time: their modes, as types.
//!
//! Where a leaf is dynamic the type has room for what the inverse may turn out to be. Its values are computed in
//! [`inverse_values`](super::inverse_values).

use super::coalesce::Coalesced;
use super::sorted::{MayBePositive, Sorted};
use crate::int::modes::{End, Modes, Then, fork, list_match, static_fork, static_match};
use crate::int::{Div, Int, Integer, Mul, Rem, Scalar, Truth, mul};
use crate::tuple::Shape;
use typenum::{U0, U1};

type Zero = Int<U0>;
type One = Int<U1>;

/// A dynamic mode and those behind.
type Slot<T> = Then<usize, usize, T>;
/// A dynamic mode for each mode of a list that may take part in an inverse.
type SlotForEach<M> = <M as Modes>::Match<Slots>;
/// A dynamic mode for each mode of a [`Sorted`] list.
type SlotForSorted<M> = <M as Modes>::Match<SortedSlots>;

static_match! {
    Slots<> as Match
    end End;
    then<N, R, T> <MayBePositive<R> as Truth>::Fork<SlotIf<T>>;

    SortedSlots<> as Match
    end End;
    then<N, R, T> T::Match<SlotAndIndex>;

    SlotAndIndex<> as Match
    end End;
    then<P, Z, T> Slot<T::Match<SortedSlots>>;
}

static_fork! {
    SlotIf<T: Modes>
    yes Slot<T::Match<Slots>>;
    no T::Match<Slots>;
}

// The right inverse: the modes that reach the offsets `0, 1, 2, ...`, one after another. `C` of them are reached so
// far.

/// The modes of the right inverse of a layout of shape `S` with the coalesced modes `M`.
pub(crate) type RightModes<S, M> = <<<S as Shape>::Size as Scalar>::IsZero as Truth>::Fork<RightIfEmpty<M>>;

static_fork! {
    RightIfEmpty<M: Modes>
    yes End;
    no <M::AreStatic as Truth>::Fork<RightIfStatic<M>>;

    RightIfStatic<M: Modes>
    yes M::Match<Seek<M, One, One>>;
    no <M::StridesAreStatic as Truth>::Fork<RightIfStridesAreStatic<M>>;

    RightIfStridesAreStatic<M: Modes>
    yes <Sorted<M> as Modes>::Match<Chain<One>>;
    no M::Match<FirstIsLink>;
}

// All leaves are static.

static_match! {
    /// The first mode of `M` that goes on, and those that follow; `P` is the index of the mode looked at.
    Seek<M: Modes, C: Integer, P: Integer> as Match
    end End;
    then<N, R, T> <R::Equals<C> as Truth>::Fork<Found<M, C, P, N, T>>;
}

static_fork! {
    Found<M: Modes, C: Integer, P: Integer, N: Integer, T: Modes>
    yes Then<N, P, M::Match<Seek<M, Mul<C, N>, One>>>;
    no T::Match<Seek<M, C, Mul<P, N>>>;
}

// A stride is dynamic. It may be that of any other mode, and of modes of the same stride the first takes part: only
// if that is the first mode of all, it is known to.

static_match! {
    FirstIsLink<> as Match
    end End;
    then<N, R, T> <<<N as Scalar>::IsStatic as Truth>::And<R::Equals<One>> as Truth>::Fork<IsFirst<N, R, T>>;
}

static_fork! {
    IsFirst<N: Integer, R: Scalar, T: Modes>
    yes Then<N, One, SlotForEach<T>>;
    no SlotForEach<Then<N, R, T>>;
}

// The strides are static. As long as each mode goes on where the one before ends, the values of dynamic extents do
// not matter. Where they do, because strides coincide or fall into what is reached already, the rest waits for them:
// modes that turn out to be neighbours that go on, or to have one element, are not the modes that the type knows.

static_match! {
    Chain<C: Integer> as Match
    end End;
    then<N, R, T> <R::Equals<C> as Truth>::Fork<GoesOn<C, N, R, T>>;

    Link<C: Integer, N: Integer> as Match
    end End;
    then<P, Z, T> T::Match<LinkBefore<C, N, P>>;

    LinkBefore<C: Integer, N: Integer, P: Integer> as Match
    end Then<N, P, End>;
    then<M, E, T> <E::Equals<C> as Truth>::Fork<Coincide<C, N, P, Then<M, E, T>>>;
}

static_fork! {
    GoesOn<C: Integer, N: Integer, R: Scalar, T: Modes>
    yes T::Match<Link<C, N>>;
    no <C::IsLess<R::Magnitude> as Truth>::Fork<LeavesGap<N, R, T>>;

    LeavesGap<N: Integer, R: Scalar, T: Modes>
    yes End;
    no SlotForSorted<Then<N, R, T>>;

    Coincide<C: Integer, N: Integer, P: Integer, T: Modes>
    yes Slot<SlotForSorted<T>>;
    no Then<N, P, T::Match<Chain<Mul<C, N>>>>;
}

// The left inverse: for each mode, from the smallest stride on, a mode that leads from there to the next stride, with
// the index for a stride; before them one that stays at 0 up to the smallest. `N:M` is the mode before the one that
// is looked at, and `P` its index.

/// The modes of the left inverse of a layout with the coalesced modes `L`. Of one that has none, any.
pub(crate) type LeftModes<L> = <<L as Modes>::StridesAreStatic as Truth>::Fork<LeftIfStridesAreStatic<L>>;

static_match! {
    Back<N: Integer, M: Integer, P: Integer> as Match
    end Then<N, P, End>;
    then<X, R, T> <<Rem<R::Magnitude, M> as Scalar>::IsZero as Truth>::Fork<IsMultiple<N, M, P, X, R, T>>;

    BackFrom<N: Integer, M: Integer> as Match
    end End;
    then<P, Z, T> T::Match<Back<N, M, P>>;

    LastIndex<N: Integer, M: Integer, P: Integer, X: Integer, R: Scalar> as Match
    end End;
    then<Q, Z, T> T::Match<IfLast<N, M, P, X, R, Q>>;

    IfLast<N: Integer, M: Integer, P: Integer, X: Integer, R: Scalar, Q: Integer> as Match
    end <<R::Magnitude as Integer>::IsLess<Mul<M, N>> as Truth>::Fork<Overlaps<M, P, X, R, Q>>;
    then<Y, E, T> Slot<Slot<SlotForSorted<Then<Y, E, T>>>>;
}

static_fork! {
    LeftIfStridesAreStatic<L: Modes>
    yes Coalesced<<Sorted<L> as Modes>::Match<Back<One, One, Zero>>>;
    no Slot<SlotForEach<L>>;

    /// If not, there is no inverse, or a dynamic extent turns out to be 1.
    IsMultiple<N: Integer, M: Integer, P: Integer, X: Integer, R: Scalar, T: Modes>
    yes <<X as Scalar>::IsStatic as Truth>::Fork<IsThere<N, M, P, X, R, T>>;
    no Slot<SlotForSorted<Then<X, R, T>>>;

    /// The mode has more than one element; or it may have, and must do no harm if it has not.
    IsThere<N: Integer, M: Integer, P: Integer, X: Integer, R: Scalar, T: Modes>
    yes Then<Div<R::Magnitude, M>, P, T::Match<BackFrom<X, R::Magnitude>>>;
    no T::Match<LastIndex<N, M, P, X, R>>;

    Overlaps<M: Integer, P: Integer, X: Integer, R: Scalar, Q: Integer>
    yes Slot<Slot<End>>;
    no Then<Div<R::Magnitude, M>, P, Then<X, Q, End>>;
}

// The null space: the modes of stride 0, with their indices for strides.

/// The modes whose strides may be 0.
pub(crate) type NullModes<M> = <M as Modes>::Match<Nulls<One>>;

/// See [`NullModes`]. Of a layout without elements dynamic extents are 0, so that no product of them overflows.
pub(crate) fn null_modes<M: Modes>(modes: M, is_empty: bool) -> NullModes<M> {
    modes.matched(Nulls { index: Int::new(), is_empty })
}

list_match! {
    Nulls<P: Integer> { index: P, is_empty: bool } as Match
    end { End: End }
    then<N, R, T>(modes) { <R::IsStatic as Truth>::Fork<IsKnown<N, R, P, T>>:
        {
            let extent = if is_empty && N::STATIC.is_none() { 0 } else { modes.extent.value() };
            let modes = Then { extent: N::from_value(extent), ..modes };
            <R::IsStatic as Truth>::fork(IsKnown { modes, index, is_empty })
        } }
}

type Behind<T, N, P> = <T as Modes>::Match<Nulls<Mul<P, N>>>;

fn behind<N: Integer, R: Scalar, P: Integer, T: Modes>(
    modes: Then<N, R, T>,
    index: P,
    is_empty: bool,
) -> Behind<T, N, P> {
    modes.rest.matched(Nulls { index: mul(index, modes.extent), is_empty })
}

fork! {
    IsKnown<N: Integer, R: Scalar, P: Integer, T: Modes> { modes: Then<N, R, T>, index: P, is_empty: bool }
    yes { <R::IsZero as Truth>::Fork<IsZero<N, R, P, T>>: R::IsZero::fork(IsZero { modes, index, is_empty }) }
    no { Then<usize, P, Behind<T, N, P>>:
        {
            let extent = if modes.stride.to_isize() == 0 { modes.extent.value() } else { 1 };
            Then { extent, stride: index, rest: behind(modes, index, is_empty) }
        } }

    IsZero<N: Integer, R: Scalar, P: Integer, T: Modes> { modes: Then<N, R, T>, index: P, is_empty: bool }
    yes { Then<N, P, Behind<T, N, P>>:
        Then { extent: modes.extent, stride: index, rest: behind(modes, index, is_empty) } }
    no { Behind<T, N, P>: behind(modes, index, is_empty) }
}
