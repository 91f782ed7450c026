//! What two layouts have in common, and what can be moved at once.

use super::coalesce::Coalesced;
use super::flat::values;
use super::inverse_values as inverse;
use super::leaves::{LayoutOf, LeavesOf, layout_of};
use super::parts::ExactLayout;
use super::sorted::Sorted;
use crate::int::modes::{End, MatchNumber, Modes, Then, static_fork, static_match};
use crate::int::nat::{Gcd, IsEqual, Minimum, Product};
use crate::int::{Int, Integer, Min, Mul, Nat, Scalar, Truth};
use crate::layout::Layout;
use crate::tuple::{HasSize, Shape, Stride};
use core::marker::PhantomData;
use typenum::{U0, U1};

type One = Int<U1>;

/// The longest run of indices on which both layouts are known to reach the same consecutive offsets.
///
/// Post-condition: `lhs(result(i)) = rhs(result(i)) = i` for `0 <= i < size(result)`, if both layouts have elements.
/// The result is static: a mode is part of it as far as both layouts are known at compile time to have it, with the
/// same index and stride. Where the extents of such a mode differ, the run ends with the smaller; and where offsets
/// of a layout coincide, that of [`dynamic::max_common_layout`](crate::dynamic::max_common_layout) may be longer.
/// Source: CuTe's `max_common_layout`, which goes on behind the end of the shorter layout.
///
/// ```
/// use tilework::{algebra::max_common_layout, prelude::*};
/// let l: Layout!(4:1) = max_common_layout(layout!((4, 8):(1, 4)), layout!((4, 8):(1, 16)));
/// let l: Layout!((8, 4):(4, 1)) = max_common_layout(layout!((4, 8):(8, 1)), layout!((4, 8, 2):(8, 1, 99)));
/// let (n, pitch) = (8, 100);
/// let l: Layout!(4:1) = max_common_layout(layout!((4, n):(1, 4)), layout!((4, n):(1, pitch)));
/// let rows = tilework::int::scale(n, int!(64));
/// let l: Layout!(16:1) = max_common_layout(layout!(({rows}, 8):(1, {rows})), layout!((16, {n * 32}):(1, 16)));
/// ```
pub fn max_common_layout<A: Common<B, Common = R>, B, R>(lhs: A, rhs: B) -> R {
    lhs.common(rhs)
}

/// How many elements can be copied from one layout to the other at once: the size of [`max_common_layout`], static as
/// that.
///
/// ```
/// use tilework::{algebra::max_common_vector, prelude::*};
/// let four: Int!(4) = max_common_vector(layout!((4, 8):(1, 4)), layout!((4, 8):(1, 16)));
/// let one: Int!(1) = max_common_vector(layout!((4, 8):(1, 4)), layout!((4, 8):(8, 1)));
/// ```
pub fn max_common_vector<A: Common<B, Common: HasSize<Size = R>>, B, R>(lhs: A, rhs: B) -> R {
    lhs.common(rhs).total()
}

/// The greatest number of elements that divides the offsets of all runs it could be cut into: the greatest common
/// divisor of the run of consecutive offsets from 0 on and of all strides that are not part of it.
///
/// Static for a static layout, and otherwise exact for the values the leaves have: CuTe's `max_alignment`, which takes
/// dynamic extents for 1 and dynamic strides for aligned, answers 4 in the second example.
///
/// ```
/// use tilework::{algebra::max_alignment, prelude::*};
/// let eighty: Int!(80) = max_alignment(layout!((5, 16):(16, 1)));
/// let pitch = 6;
/// assert_eq!(max_alignment(layout!((4, 8):(1, pitch))), 2);
/// ```
pub fn max_alignment<L: Alignment<Alignment = R>, R>(layout: L) -> R {
    layout.alignment()
}

/// What [`max_common_layout`] and [`max_common_vector`] compare with `B`: an exact layout with another.
#[diagnostic::on_unimplemented(
    message = "only two exact layouts have a run in common",
    label = "not two exact layouts",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait Common<B> {
    /// The longest common run.
    type Common: HasSize;
    #[doc(hidden)]
    fn common(self, rhs: B) -> Self::Common;
}

/// What [`max_alignment`] takes: every exact layout.
#[diagnostic::on_unimplemented(
    message = "only an exact layout has an alignment",
    label = "not an exact layout",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait Alignment {
    /// The greatest number that divides the offsets of all runs.
    type Alignment: Integer;
    #[doc(hidden)]
    fn alignment(self) -> Self::Alignment;
}

impl<S: Shape, D: Stride<S>, B: ExactLayout> Common<B> for Layout<S, D> {
    type Common = LayoutOf<CommonModes<S, D, B::Shape, B::Stride>>;
    fn common(self, _: B) -> Self::Common {
        layout_of(CommonModes::<S, D, B::Shape, B::Stride>::known())
    }
}

impl<S: Shape, D: Stride<S>> Alignment for Layout<S, D> {
    type Alignment = AlignmentOf<S, Coalesced<LeavesOf<S, D>>>;
    fn alignment(self) -> Self::Alignment {
        Integer::from_value(inverse::alignment(&values(self.shape(), self.stride()).coalesced()))
    }
}

impl<S: Shape, D: Stride<S>> Layout<S, D> {
    /// See [`max_common_layout`].
    pub fn max_common_layout<B>(self, rhs: B) -> <Self as Common<B>>::Common
    where
        Self: Common<B>,
    {
        max_common_layout(self, rhs)
    }

    /// See [`max_common_vector`].
    pub fn max_common_vector<B>(self, rhs: B) -> <<Self as Common<B>>::Common as HasSize>::Size
    where
        Self: Common<B>,
    {
        max_common_vector(self, rhs)
    }

    /// See [`max_alignment`].
    pub fn max_alignment<R>(self) -> R
    where
        Self: Alignment<Alignment = R>,
    {
        max_alignment(self)
    }
}

// The common run, of which `C` offsets are reached so far. Modes of both layouts that begin at the same index take
// part with digits of their own, so that they add up.

type CommonModes<SA, DA, SB, DB> = <<IsEmpty<SA> as Truth>::Or<IsEmpty<SB>> as Truth>::Fork<
    IfEmpty<Coalesced<LeavesOf<SA, DA>>, Coalesced<LeavesOf<SB, DB>>>,
>;
type IsEmpty<S> = <<S as Shape>::Size as Scalar>::IsZero;

static_fork! {
    IfEmpty<A: Modes, B: Modes>
    yes End;
    no B::Match<Seek<A, B, One, One>>;

    GoesOn<A: Modes, B: Modes, C: Integer, P: Integer, N: Integer, T: Modes>
    yes A::Match<Meet<A, B, C, P, N, One>>;
    no T::Match<Seek<A, B, C, Mul<P, N>>>;

    Meets<A: Modes, B: Modes, C: Integer, P: Integer, N: Integer, Q: Integer, X: Integer, T: Modes>
    yes <AreStatic<N, X> as Truth>::Fork<AreKnown<A, B, C, P, N, X>>;
    no T::Match<Meet<A, B, C, P, N, Mul<Q, X>>>;

    AreKnown<A: Modes, B: Modes, C: Integer, P: Integer, N: Integer, X: Integer>
    yes Then<Min<N, X>, P, B::Match<Seek<A, B, Mul<C, Min<N, X>>, One>>>;
    no <IsEqual<AtLeast<N, X>, U1> as Truth>::Fork<MayBeOne<P, AtLeast<N, X>>>;

    /// A dynamic extent is no less than what is known to divide it, for there are elements.
    MayBeOne<P: Integer, G: Nat>
    yes End;
    no Then<Int<G>, P, End>;
}

static_match! {
    /// The first mode of `rhs` that goes on; `P` is the index of the mode looked at.
    Seek<A: Modes, B: Modes, C: Integer, P: Integer> as Match
    end End;
    then<N, R, T> <R::Equals<C> as Truth>::Fork<GoesOn<A, B, C, P, N, T>>;

    /// The mode of `lhs` that goes on at the same index `P`; `Q` is the index of the mode looked at.
    Meet<A: Modes, B: Modes, C: Integer, P: Integer, N: Integer, Q: Integer> as Match
    end End;
    then<X, E, T> <<Q::Same<P> as Truth>::And<E::Equals<C>> as Truth>::Fork<Meets<A, B, C, P, N, Q, X, T>>;
}

/// How many elements both extents are known to have at least.
type AtLeast<N, X> = Minimum<<N as Integer>::Divisor, <X as Integer>::Divisor>;
/// Whether both extents are known.
type AreStatic<N, X> = <<N as Scalar>::IsStatic as Truth>::And<<X as Scalar>::IsStatic>;

// The alignment of static leaves.

/// The alignment of a layout of shape `S` with the coalesced modes `M`.
type AlignmentOf<S, M> = <<M as Modes>::AreStatic as Truth>::IfInteger<
    Int<<IsEmpty<S> as Truth>::IfNat<U1, Gcd<Aligned<M>, <M as Modes>::MatchNumber<Descents>>>>,
    usize,
>;
type Aligned<M> = <Sorted<M> as Modes>::MatchNumber<Align<U1, U0>>;

/// The greatest common divisor of all negative strides.
#[derive(Debug)]
pub struct Descents;

impl MatchNumber for Descents {
    type End = U0;
    type Then<N: Integer, R: Scalar, T: Modes> = Gcd<<R::Descent as Integer>::Nat, T::MatchNumber<Descents>>;
}

/// The alignment of sorted modes. `C` offsets are reached so far; `G` is the greatest common divisor of the strides
/// that are no part of them.
#[derive(Debug)]
pub struct Align<C, G>(PhantomData<(C, G)>);

type GoesOnAt<R, C> = <R as Scalar>::Equals<Int<C>>;

impl<C: Nat, G: Nat> MatchNumber for Align<C, G> {
    type End = Gcd<C, G>;
    type Then<N: Integer, R: Scalar, T: Modes> = T::MatchNumber<
        BehindIndex<
            <GoesOnAt<R, C> as Truth>::IfNat<Product<C, N::Nat>, C>,
            <GoesOnAt<R, C> as Truth>::IfNat<G, Gcd<G, <R::Magnitude as Integer>::Nat>>,
        >,
    >;
}

/// [`Align`] for what is behind the index of a mode.
#[derive(Debug)]
pub struct BehindIndex<C, G>(PhantomData<(C, G)>);

impl<C: Nat, G: Nat> MatchNumber for BehindIndex<C, G> {
    type End = U0;
    type Then<P: Integer, Z: Scalar, T: Modes> = T::MatchNumber<Align<C, G>>;
}
