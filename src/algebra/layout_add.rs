//! Sums of layouts.

use super::coalesce::{Coalesced, Coalescing};
use super::error::{Operation, Reason, Refused, both, permit};
use super::flat::{Flat, values};
use super::leaves::{LayoutOf, LeavesOf, leaves};
use super::room::{Row, Slots};
use crate::admissible::FlatMode;
use crate::int::modes::{End, MatchStride, Modes, Then, fork, list_match};
use crate::int::{Div, Int, Integer, Mul, Rem, Scalar, Text, Truth, div, word};
use crate::layout::{Layout, notation};
use crate::tuple::{IntTuple, Shape, Stride};
use core::marker::PhantomData;
use typenum::{U0, U1};

/// The sum of two layouts of the same size.
///
/// Post-condition: depth at most 1, and `layout_add(a, b)(i) = a(i) + b(i)` for `0 <= i < size(a)`. Refused if the
/// sizes differ or the shapes have no common factorisation: where one begins a new mode inside a mode of the other,
/// that must be after a divisor of its elements. Of layouts without elements the sum is `0:0`, or another such.
/// Source: PyCuTe's `layout_add`.
///
/// What of the factorisation is static so is in the sum: all up to the first dynamic extent, and behind it if what is
/// left of both layouts is static but for that extent, since sizes that must be equal then tell it. Behind other
/// dynamic extents the sum has dynamic modes, as many as the factorisation may have.
///
/// # Panics
/// If a leaf is dynamic and there is no such sum; [`try_layout_add`] returns that as an error. With static leaves it
/// is a compile error.
///
/// ```
/// use tilework::{algebra::layout_add, prelude::*};
/// let sum: Layout!((4, 2, 3):(9, 13, 3)) = layout_add(layout!((4, 6):(6, 1)), layout!((8, 3):(3, 1)));
/// let n = 6;
/// assert_eq!(layout_add(layout!((4, n):(1, 4)), layout!((4, n):(0, 100))).to_string(), "(_4,6):(_1,_104)");
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::{algebra::layout_add, prelude::*};
/// layout_add(layout!((4, 6):(6, 1)), layout!((6, 4):(1, 9))); // a mode of 6 elements cannot be cut after 4
/// ```
#[track_caller]
pub fn layout_add<A: AddLayout<B, Sum = R>, B, R>(lhs: A, rhs: B) -> R {
    let () = A::HOLDS;
    sum(lhs, rhs)
}

#[track_caller]
fn sum<A: AddLayout<B>, B>(lhs: A, rhs: B) -> A::Sum {
    match lhs.sum(rhs) {
        Ok(sum) => sum,
        Err(refused) => A::refuse(refused),
    }
}

/// [`layout_add`] with what is refused as an error.
///
/// # Errors
/// If a leaf is dynamic and the sizes differ, the shapes have no common factorisation, or a number does not fit in a
/// machine word. With static leaves that is a compile error.
///
/// ```
/// use tilework::{algebra::try_layout_add, prelude::*};
/// let n = 5;
/// assert!(try_layout_add(layout!((4, n):(1, 4)), layout!((4, 6):(0, 100))).is_err());
/// ```
pub fn try_layout_add<A: AddLayout<B, Sum = R>, B, R>(lhs: A, rhs: B) -> Result<R, Refused<A, B>> {
    let () = A::HOLDS;
    lhs.sum(rhs)
}

/// What can be added to `B`: an exact layout to another.
#[diagnostic::on_unimplemented(
    message = "no sum: a layout is added to a layout, and both are exact",
    label = "one of the two is no exact layout",
    note = "left  `{Self}`",
    note = "right `{B}`",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait AddLayout<B>: Sized {
    /// The sum.
    type Sum;
    /// That static operands have one, or a compile error.
    #[doc(hidden)]
    const HOLDS: ();
    #[doc(hidden)]
    #[track_caller]
    fn refuse(refused: Refused<Self, B>) -> !;
    #[doc(hidden)]
    fn sum(self, rhs: B) -> Result<Self::Sum, Refused<Self, B>>;
}

/// The modes of the sum, in the simplest form.
type Sum<SA, DA, SB, DB> = <HaveNone<SA, SB> as Truth>::Fork<IsEmpty<Summand<SA, DA>, Summand<SB, DB>>>;
/// The modes of a layout in their simplest form. Of strides no divisor is promised: a sum may be beyond all numbers,
/// and is refused then.
type Summand<S, D> = <Coalesced<LeavesOf<S, D>> as Modes>::Match<Loosened>;
/// Whether two layouts of the same size are known to have no elements.
type HaveNone<SA, SB> =
    <<<SA as Shape>::Size as Scalar>::IsZero as Truth>::Or<<<SB as Shape>::Size as Scalar>::IsZero>;
type SumShape<SA, DA, SB, DB> = <Sum<SA, DA, SB, DB> as Modes>::Shape;
type SumStride<SA, DA, SB, DB> = <Sum<SA, DA, SB, DB> as Modes>::Stride;

impl<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>> AddLayout<Layout<SB, DB>> for Layout<SA, DA> {
    type Sum = LayoutOf<Sum<SA, DA, SB, DB>>;
    const HOLDS: () = permit(LayoutAddName::NAME, &mistake::<SA, DA, SB, DB>());
    fn refuse(refused: Refused<Self, Layout<SB, DB>>) -> ! {
        panic!("{refused}")
    }
    fn sum(self, rhs: Layout<SB, DB>) -> Result<Self::Sum, Refused<Self, Layout<SB, DB>>> {
        let refused = |reason| Refused { operation: LayoutAddName::NAME, lhs: self, rhs, reason };
        let lhs_modes = leaves(self).matched(Coalescing).matched(Loosened {});
        let rhs_modes = leaves(rhs).matched(Coalescing).matched(Loosened {});
        let modes = IsEmpty { lhs: lhs_modes, rhs: rhs_modes };
        let (mut shape, mut stride) = HaveNone::<SA, SB>::fork(modes).tuples();
        if let Some(known) = const { KnownSum::<SA, DA, SB, DB>::SUM } {
            known.map_err(refused)?;
        } else {
            let expected = sum_of(&values(self.shape(), self.stride()), &values(rhs.shape(), rhs.stride()))
                .map_err(refused)?;
            if let Some(filled) = expected.fit(&values(shape, stride)).map_err(refused)? {
                (shape, stride) = filled;
            }
        }
        Layout::try_new(shape, stride).map_err(|error| refused(Reason::Layout(error)))
    }
}

impl<S: Shape, D: Stride<S>> Layout<S, D> {
    /// See [`layout_add`].
    #[track_caller]
    pub fn layout_add<B>(self, rhs: B) -> <Self as AddLayout<B>>::Sum
    where
        Self: AddLayout<B>,
    {
        let () = <Self as AddLayout<B>>::HOLDS;
        sum(self, rhs)
    }
}

/// Why static layouts have no sum.
const fn mistake<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>>() -> Option<Text> {
    match KnownSum::<SA, DA, SB, DB>::SUM {
        Some(Err(reason)) => Some(reason.mistake(&both(&notation::<SA, DA>(), " + ", &notation::<SB, DB>()))),
        _ => None,
    }
}

struct LayoutAddName;

impl Operation for LayoutAddName {
    const NAME: &'static str = "layout_add";
}

/// What the compiler knows of the sum of two layouts.
struct KnownSum<SA, DA, SB, DB>(PhantomData<(SA, DA, SB, DB)>);

impl<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>> KnownSum<SA, DA, SB, DB> {
    /// Whether static layouts have a sum.
    const SUM: Option<Result<(), Reason>> =
        match (Flat::of(&SA::LEAVES, &DA::LEAVES), Flat::of(&SB::LEAVES, &DB::LEAVES)) {
            (Some(lhs), Some(rhs)) => Some(match sum_of(&lhs, &rhs) {
                Err(reason) => Err(reason),
                Ok(expected) => {
                    let (shape, stride) =
                        (SumShape::<SA, DA, SB, DB>::LEAVES, SumStride::<SA, DA, SB, DB>::LEAVES);
                    match Flat::of(&shape, &stride) {
                        Some(result) => assert!(expected.is_in(&result), "types and numbers are added alike"),
                        None => panic!("static operands have a static sum"),
                    }
                    Ok(())
                }
            }),
            _ => None,
        };
}

/// A walk over the modes of a coalesced layout.
struct ModeWalk<'a> {
    modes: &'a [FlatMode],
    next: usize,
    mode: FlatMode,
}

impl<'a> ModeWalk<'a> {
    const fn new(flat: &'a Flat) -> Self {
        let mut walk = ModeWalk { modes: flat.modes(), next: 0, mode: FlatMode { extent: 1, stride: 0 } };
        walk.advance();
        walk
    }

    /// Goes to the next mode; `1:0` if there is none.
    const fn advance(&mut self) {
        self.mode = FlatMode { extent: 1, stride: 0 };
        if self.next < self.modes.len() {
            self.mode = self.modes[self.next];
            self.next += 1;
        }
    }

    /// Goes behind the first elements of the mode.
    const fn skip(&mut self, extent: i64) -> Result<(), Reason> {
        let FlatMode { extent: whole, stride } = self.mode;
        if whole == extent {
            self.advance();
            return Ok(());
        }
        if whole % extent != 0 {
            return Err(Reason::Uncut { extent: word::size(whole), after: word::size(extent) });
        }
        self.mode = FlatMode { extent: whole / extent, stride: stride * extent };
        Ok(())
    }
}

const fn size(flat: &Flat) -> i64 {
    let (mut size, mut i) = (1_i64, 0);
    while i < flat.modes().len() {
        // the size of a layout fits, and one factor of 0 makes it 0
        size = size.wrapping_mul(flat.modes()[i].extent);
        i += 1;
    }
    size
}

/// The sum over the common factorisation.
const fn sum_of(lhs: &Flat, rhs: &Flat) -> Result<Row, Reason> {
    if size(lhs) != size(rhs) {
        return Err(Reason::Size { size: word::size(size(lhs)), other: Some(word::size(size(rhs))) });
    }
    let mut sum = Row::new();
    if lhs.is_empty() {
        sum.push(0, 0);
        return Ok(sum);
    }
    let (lhs, rhs) = (lhs.coalesced(), rhs.coalesced());
    let (mut a, mut b) = (ModeWalk::new(&lhs), ModeWalk::new(&rhs));
    // both end together, as their sizes are equal
    while a.mode.extent > 1 {
        let extent = if a.mode.extent < b.mode.extent { a.mode.extent } else { b.mode.extent };
        let Some(stride) = a.mode.stride.checked_add(b.mode.stride) else { return Err(Reason::Overflow) };
        sum.push(extent, stride);
        if let Err(reason) = a.skip(extent) {
            return Err(reason);
        }
        if let Err(reason) = b.skip(extent) {
            return Err(reason);
        }
    }
    Ok(sum)
}

/// Whether `A` divides `B`.
type Divides<A, B> = <Rem<B, A> as Scalar>::IsZero;
type AreStatic<N, M> = <<N as Scalar>::IsStatic as Truth>::And<<M as Scalar>::IsStatic>;
/// Whether one is static, and divides the other.
type IsCut<N, M> = <<<N as Scalar>::IsStatic as Truth>::And<Divides<N, M>> as Truth>::Or<
    <<M as Scalar>::IsStatic as Truth>::And<Divides<M, N>>,
>;
type IsEither<N, M> = <<N as Scalar>::IsStatic as Truth>::Or<<M as Scalar>::IsStatic>;
/// How many elements the modes of a list have.
type SizeOf<T> = <T as Modes>::MatchExtent<Size>;
/// The extent `N` of a mode with `T` behind it, where one with `M` elements and `U` behind it has the same size.
type Told<N, T, M, U> = <<N as Scalar>::IsStatic as Truth>::IfInteger<N, Div<Mul<M, SizeOf<U>>, SizeOf<T>>>;
/// Room for all modes a common factorisation may have: of a mode of stride `R` before `T` with one of stride `E`
/// before `U`.
type Open<R, T, E, U> = Then<usize, OpenStride<R, T, E, U>, Slots<OpenStride<R, T, E, U>, T, U>>;
type OpenStride<R, T, E, U> =
    <U as Modes>::MatchStride<SignOf<<T as Modes>::MatchStride<SignOf<Both<R, E>>>>>;
/// A dynamic number that may be negative if one of two may.
type Both<R, E> = <<usize as Scalar>::Plus<R> as Scalar>::Plus<E>;

/// A dynamic stride that may be negative if `Q` or one in the list may.
#[derive(Clone, Copy, Debug)]
pub struct SignOf<Q>(PhantomData<Q>);

impl<Q: Scalar> MatchStride for SignOf<Q> {
    type End = Q;
    type Then<N: Integer, R: Scalar, T: Modes> = T::MatchStride<SignOf<Q::Plus<R>>>;
}

/// The modes of a list and those of `B`, added.
#[derive(Clone, Copy, Debug)]
pub struct Plus<B>(B);

impl<B: Modes> crate::int::modes::Match for Plus<B> {
    type End = B;
    type Then<N: Integer, R: Scalar, T: Modes> = B::Match<PlusMode<N, R, T>>;
    fn end(self) -> B {
        self.0
    }
    fn then<N: Integer, R: Scalar, T: Modes>(self, modes: Then<N, R, T>) -> Self::Then<N, R, T> {
        self.0.matched(PlusMode { extent: modes.extent, stride: modes.stride, rest: modes.rest })
    }
}

list_match! {
    Loosened<> {} as Match
    end { End: End }
    then<N, R, T>(modes) { Then<N, R::Loose, T::Match<Loosened>>:
        Then { extent: modes.extent, stride: modes.stride.loose(), rest: modes.rest.matched(Loosened {}) } }
}

list_match! {
    Size<> {} as MatchExtent
    end { Int<U1>: Int::new() }
    then<N, R, T>(modes) { Mul<N, T::MatchExtent<Size>>: known(0) }
}

list_match! {
    /// A mode and those behind it, in the other layout than the list.
    PlusMode<N: Integer, R: Scalar, T: Modes> { extent: N, stride: R, rest: T } as Match
    end { Then<N, R, T>: Then { extent, stride, rest } }
    then<M, E, U>(modes) { <AreStatic<N, M> as Truth>::Fork<AreKnown<N, R, T, M, E, U>>:
        AreStatic::<N, M>::fork(AreKnown { extent, stride, rest, other: modes }) }
}

fork! {
    IsEmpty<A: Modes, B: Modes> { lhs: A, rhs: B }
    yes { Then<Int<U0>, Int<U0>, End>: Modes::known() }
    no { Coalesced<A::Match<Plus<B>>>: lhs.matched(Plus(rhs)).matched(Coalescing) }

    AreKnown<N: Integer, R: Scalar, T: Modes, M: Integer, E: Scalar, U: Modes>
        { extent: N, stride: R, rest: T, other: Then<M, E, U> }
    yes { <<N as Integer>::Same<M> as Truth>::Fork<AreEqual<N, R, T, M, E, U>>:
        <N as Integer>::Same::<M>::fork(AreEqual { extent, stride, rest, other }) }
    no { <IsCut<N, M> as Truth>::Fork<IsMultiple<N, R, T, M, E, U>>:
        IsCut::<N, M>::fork(IsMultiple { extent, stride, rest, other }) }

    /// One extent is static, and known to divide the other.
    IsMultiple<N: Integer, R: Scalar, T: Modes, M: Integer, E: Scalar, U: Modes>
        { extent: N, stride: R, rest: T, other: Then<M, E, U> }
    yes { <N::IsStatic as Truth>::Fork<IsShorter<N, R, T, M, E, U>>:
        N::IsStatic::fork(IsShorter { extent, stride, rest, other }) }
    no { <AreStatic<SizeOf<T>, SizeOf<U>> as Truth>::Fork<RestIsKnown<N, R, T, M, E, U>>:
        AreStatic::<SizeOf<T>, SizeOf<U>>::fork(RestIsKnown { extent, stride, rest, other }) }

    /// One extent is dynamic or both are, and what is behind them has static extents.
    RestIsKnown<N: Integer, R: Scalar, T: Modes, M: Integer, E: Scalar, U: Modes>
        { extent: N, stride: R, rest: T, other: Then<M, E, U> }
    yes { <IsEither<N, M> as Truth>::Fork<OneIsKnown<N, R, T, M, E, U>>:
        IsEither::<N, M>::fork(OneIsKnown { extent, stride, rest, other }) }
    no { Open<R, T, E, U>: Modes::known() }

    /// The size gives the dynamic one of two extents.
    OneIsKnown<N: Integer, R: Scalar, T: Modes, M: Integer, E: Scalar, U: Modes>
        { extent: N, stride: R, rest: T, other: Then<M, E, U> }
    yes { <<Told<N, T, M, U> as Integer>::Same<Told<M, U, N, T>> as Truth>::
            Fork<AreEqual<Told<N, T, M, U>, R, T, Told<M, U, N, T>, E, U>>:
        <Told<N, T, M, U> as Integer>::Same::<Told<M, U, N, T>>::fork(AreEqual {
            extent: known(0),
            stride,
            rest,
            other: Then { extent: known(0), stride: other.stride, rest: other.rest },
        }) }
    no { <<SizeOf<T> as Integer>::Same<SizeOf<U>> as Truth>::Fork<RestIsEqual<N, R, T, M, E, U>>:
        <SizeOf<T> as Integer>::Same::<SizeOf<U>>::fork(RestIsEqual { extent, stride, rest, other }) }

    /// As much is behind both extents, so that they are equal too.
    RestIsEqual<N: Integer, R: Scalar, T: Modes, M: Integer, E: Scalar, U: Modes>
        { extent: N, stride: R, rest: T, other: Then<M, E, U> }
    yes { Then<N, R::Plus<E>, T::Match<Plus<U>>>:
        Then { extent, stride: added(stride, other.stride), rest: rest.matched(Plus(other.rest)) } }
    no { Open<R, T, E, U>: Modes::known() }

    AreEqual<N: Integer, R: Scalar, T: Modes, M: Integer, E: Scalar, U: Modes>
        { extent: N, stride: R, rest: T, other: Then<M, E, U> }
    yes { Then<N, R::Plus<E>, T::Match<Plus<U>>>:
        Then { extent, stride: added(stride, other.stride), rest: rest.matched(Plus(other.rest)) } }
    no { <<N as Integer>::IsLess<M> as Truth>::Fork<IsShorter<N, R, T, M, E, U>>:
        <N as Integer>::IsLess::<M>::fork(IsShorter { extent, stride, rest, other }) }

    IsShorter<N: Integer, R: Scalar, T: Modes, M: Integer, E: Scalar, U: Modes>
        { extent: N, stride: R, rest: T, other: Then<M, E, U> }
    yes { <Divides<N, M> as Truth>::Fork<CutOther<N, R, T, M, E, U>>:
        Divides::<N, M>::fork(CutOther { extent, stride, rest, other }) }
    no { <Divides<M, N> as Truth>::Fork<CutOther<M, E, U, N, R, T>>:
        Divides::<M, N>::fork(CutOther {
            extent: other.extent,
            stride: other.stride,
            rest: other.rest,
            other: Then { extent, stride, rest },
        }) }

    /// The other mode is longer and is cut. If it cannot be, there may be a sum yet: modes of dynamic strides may go
    /// on as one.
    CutOther<N: Integer, R: Scalar, T: Modes, M: Integer, E: Scalar, U: Modes>
        { extent: N, stride: R, rest: T, other: Then<M, E, U> }
    yes { Then<N, R::Plus<E>, T::Match<Plus<Then<Div<M, N>, E::Times<N>, U>>>>:
        {
            let cut = Then {
                extent: div(other.extent, extent),
                stride: multiplied(other.stride, extent),
                rest: other.rest,
            };
            Then { extent, stride: added(stride, other.stride), rest: rest.matched(Plus(cut)) }
        } }
    no { Open<R, T, E, U>: Modes::known() }
}

/// The extent of this type that has a value, as far as the type allows: what is dynamic is checked afterwards.
fn known<N: Integer>(value: usize) -> N {
    N::from_value(N::STATIC.unwrap_or(value))
}

/// A stride times an extent: wraps as in [`added`], for an empty layout may have strides that are too long for that.
fn multiplied<R: Scalar, N: Integer>(stride: R, extent: N) -> R::Times<N> {
    Scalar::from_isize(stride.to_isize().wrapping_mul(extent.value().cast_signed()))
}

/// The sum of two strides. One beyond a machine word wraps here, and the layout with it is refused afterwards.
fn added<R: Scalar, E: Scalar>(a: R, b: E) -> R::Plus<E> {
    Scalar::from_isize(a.to_isize().wrapping_add(b.to_isize()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;

    #[test]
    fn static_layouts_without_sum_are_said() {
        fn said<SA: Shape, DA: Stride<SA>, SB: Shape, DB: Stride<SB>>(
            _: Layout<SA, DA>,
            _: Layout<SB, DB>,
        ) -> Option<alloc::string::String> {
            mistake::<SA, DA, SB, DB>().map(|text| text.as_str().into())
        }
        let n = 6;
        assert_eq!(said(layout!(6:1), layout!((2, 3):(3, 1))), None);
        assert_eq!(said(layout!(n:1), layout!(5:1)), None);
        let sizes = said(layout!(6:1), layout!(5:1)).unwrap();
        assert!(sizes.contains("6:1 + 5:1") && sizes.contains('6') && sizes.contains('5'), "{sizes}");
    }
}
