//! The same memory counted in other elements.

use super::error::{Reason, Refused};
use super::flat::{Flat, values};
use super::forms::done;
use super::leaves::LeavesOf;
use super::room::filled;
use crate::admissible::FlatMode;
use crate::int::modes::{End, Modes, Then, fork, list_match};
use crate::int::{
    Add, CeilDiv, Div, Gcd, Int, Integer, Mul, Rem, Scalar, Text, Truth, ceil_div, div, gcd, mul, word,
};
use crate::layout::{Layout, notation};
use crate::tuple::{LeafMap, Leaves, Shape, Stride, StrideTuple};
use crate::units::{self, UnitError};
use core::marker::PhantomData;
use typenum::{U0, U1};

/// The layout counted in units of `n` elements, as one does to move several at once.
///
/// Post-condition: a mode of stride `d` becomes one of stride `d / n`, or where `d` divides `n` has `n / d` times
/// fewer elements of stride 1; `result(c) = layout(c') / n` where `c'` goes into `c` by these factors. A unit that is
/// only partly used counts as a whole. Refused if a stride and `n` do not divide each other, or if elements that
/// would be counted as one unit lie in several: those less than a unit apart must go forward, from the start of a
/// unit. Source: CuTe's `upcast`, with its rule for static strides also for dynamic ones.
///
/// # Panics
/// If a leaf is dynamic and the layout cannot be counted so; [`try_upcast`] returns that as an error. With static
/// leaves it is a compile error.
///
/// ```
/// use tilework::{algebra::upcast, prelude::*};
/// let l: Layout!((8, 2):(4, 1)) = upcast(layout!((8, 4):(8, 1)), int!(2));
/// let rows = 16;
/// assert_eq!(upcast(layout!((8, 4):(1, rows)), int!(4)).to_string(), "(_2,4):(_1,4)");
/// ```
///
/// ```compile_fail,E0080
/// # use tilework::{algebra::upcast, prelude::*};
/// upcast(layout!((48, 6):(6, 1)), int!(8)); // neither of the stride 6 in (48,6):(6,1) and 8 divides the other
/// ```
#[track_caller]
pub fn upcast<L: Recast, N: Integer>(layout: L, n: N) -> L::Upcast<N> {
    let () = Checked::<L, N>::UPCAST;
    match layout.up(n) {
        Ok(layout) => layout,
        Err(refused) => L::refuse(refused),
    }
}

/// [`upcast`] with what is refused as an error.
///
/// # Errors
/// If a leaf is dynamic and `n` is 0, a stride and `n` do not divide each other, elements of one unit lie in several,
/// or a number does not fit in a machine word. With static leaves that is a compile error.
///
/// ```
/// use tilework::{algebra::try_upcast, prelude::*};
/// let d = 6;
/// let error = try_upcast(layout!((8, 2):(d, 1)), int!(4)).unwrap_err();
/// assert_eq!(error.to_string(), "upcast: neither of the stride 6 in (8,2):(6,1) and 4 divides the other");
/// ```
pub fn try_upcast<L: Recast, N: Integer>(layout: L, n: N) -> Result<L::Upcast<N>, Refused<L, ()>> {
    let () = Checked::<L, N>::UPCAST;
    layout.up(n)
}

/// The layout counted in parts of an element, `n` of them in one.
///
/// Post-condition: one mode of stride 1 has `n` times as many elements, other strides are `n` times as long:
/// `result(c) = n * layout(c') + part` where the coordinate of that mode is `n * c' + part`. The mode is that which
/// has static stride 1, and more than one element if there is such a one. Refused if no mode has stride 1, because
/// then the parts of an element are nowhere; or several of more than one element. Source: CuTe's `downcast`, which
/// lets the parts go on in each of several modes.
///
/// # Panics
/// As [`upcast`]; [`try_downcast`] returns an error.
///
/// ```
/// use tilework::{algebra::downcast, prelude::*};
/// let l: Layout!((8, 3):(1, 8)) = downcast(layout!((4, 3):(1, 4)), int!(2));
/// let rows = 16;
/// assert_eq!(downcast(layout!((8, 4):(1, rows)), int!(4)).to_string(), "(_32,_4):(_1,64)");
/// ```
#[track_caller]
pub fn downcast<L: Recast, N: Integer>(layout: L, n: N) -> L::Downcast<N> {
    let () = Checked::<L, N>::DOWNCAST;
    match layout.down(n) {
        Ok(layout) => layout,
        Err(refused) => L::refuse(refused),
    }
}

/// [`downcast`] with what is refused as an error.
///
/// # Errors
/// If a leaf is dynamic and `n` is 0, no mode or more than one has stride 1, that mode goes backward, or a number does
/// not fit in a machine word. With static leaves that is a compile error.
///
/// ```
/// use tilework::{algebra::try_downcast, prelude::*};
/// let d = 6;
/// let error = try_downcast(layout!((8, 2):(d, 2)), int!(2)).unwrap_err();
/// assert_eq!(error.to_string(), "downcast: (8,2):(6,2) has no mode of stride 1 to hold the parts of an element");
/// ```
pub fn try_downcast<L: Recast, N: Integer>(layout: L, n: N) -> Result<L::Downcast<N>, Refused<L, ()>> {
    let () = Checked::<L, N>::DOWNCAST;
    layout.down(n)
}

/// The layout of elements of `old_bits` counted in elements of `new_bits`: [`upcast`] where they are wider,
/// [`downcast`] where they are narrower, both in turn if neither width divides the other. Then the units of both must
/// be used as a whole.
///
/// # Panics
/// As [`upcast`] and [`downcast`]; [`try_recast`] returns an error.
///
/// ```
/// use tilework::{algebra::recast, prelude::*};
/// let words: Layout!((2, 4):(1, 2)) = recast(layout!((8, 4):(1, 8)), int!(8), int!(32));
/// let three_bytes: Layout!(4:1) = recast(layout!(6:1), int!(16), int!(24));
/// ```
#[track_caller]
pub fn recast<L: Recast, O: Integer, N: Integer>(layout: L, old_bits: O, new_bits: N) -> L::Recast<O, N> {
    let () = Checked::<L, (O, N)>::RECAST;
    match layout.up_and_down(old_bits, new_bits) {
        Ok(layout) => layout,
        Err(refused) => L::refuse(refused),
    }
}

/// [`recast`] with what is refused as an error.
///
/// # Errors
/// As [`try_upcast`] and [`try_downcast`]; and if neither width divides the other and the units of both are not used as
/// a whole.
///
/// ```
/// use tilework::{algebra::try_recast, prelude::*};
/// let d = 3;
/// assert!(try_recast(layout!((8, 2):(1, d)), int!(8), int!(16)).is_err());
/// ```
pub fn try_recast<L: Recast, O: Integer, N: Integer>(
    layout: L,
    old_bits: O,
    new_bits: N,
) -> Result<L::Recast<O, N>, Refused<L, ()>> {
    let () = Checked::<L, (O, N)>::RECAST;
    layout.up_and_down(old_bits, new_bits)
}

/// What can be counted in other elements: every exact layout.
#[diagnostic::on_unimplemented(
    message = "only an exact layout can be counted in other elements",
    label = "not an exact layout",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
pub trait Recast: Sized {
    /// The layout in units of `N` elements.
    type Upcast<N: Integer>: Recast;
    /// The layout in parts of an element, `N` in one.
    type Downcast<N: Integer>;
    /// The layout of elements of `O` bits in elements of `N` bits.
    type Recast<O: Integer, N: Integer>;
    /// The static leaves of shape and stride, and the notation.
    #[doc(hidden)]
    const LEAVES: (Leaves, Leaves);
    #[doc(hidden)]
    const TEXT: Text;
    #[doc(hidden)]
    #[track_caller]
    fn refuse(refused: Refused<Self, ()>) -> !;
    #[doc(hidden)]
    fn up<N: Integer>(self, n: N) -> Result<Self::Upcast<N>, Refused<Self, ()>>;
    #[doc(hidden)]
    fn down<N: Integer>(self, n: N) -> Result<Self::Downcast<N>, Refused<Self, ()>>;
    #[doc(hidden)]
    fn up_and_down<O: Integer, N: Integer>(
        self,
        old_bits: O,
        new_bits: N,
    ) -> Result<Self::Recast<O, N>, Refused<Self, ()>>;
}

/// How many elements of `O` bits are in a unit of which `O` and `N` bits are parts; of `N` bits with the two exchanged.
type Times<O, N> = Div<N, Gcd<O, N>>;
/// What becomes of shape and stride.
type UpShape<S, D, N> = <D as StrideTuple<S>>::MapShape<Up<N>>;
type UpStride<S, D, N> = <D as StrideTuple<S>>::MapStride<Up<N>>;
type DownBy<S, D, N> = Down<N, IsNone<Growing, S, D>, IsNone<Units, S, D>>;
type DownShape<S, D, N> = <D as StrideTuple<S>>::MapShape<DownBy<S, D, N>>;
type DownStride<S, D, N> = <D as StrideTuple<S>>::MapStride<DownBy<S, D, N>>;

impl<S: Shape, D: Stride<S>> Recast for Layout<S, D> {
    type Upcast<N: Integer> = Layout<UpShape<S, D, N>, UpStride<S, D, N>>;
    type Downcast<N: Integer> = Layout<DownShape<S, D, N>, DownStride<S, D, N>>;
    type Recast<O: Integer, N: Integer> = Layout<
        DownShape<UpShape<S, D, Times<O, N>>, UpStride<S, D, Times<O, N>>, Times<N, O>>,
        DownStride<UpShape<S, D, Times<O, N>>, UpStride<S, D, Times<O, N>>, Times<N, O>>,
    >;

    const LEAVES: (Leaves, Leaves) = (S::LEAVES, D::LEAVES);
    const TEXT: Text = notation::<S, D>();

    fn refuse(refused: Refused<Self, ()>) -> ! {
        panic!("{refused}")
    }
    fn up<N: Integer>(self, n: N) -> Result<Self::Upcast<N>, Refused<Self, ()>> {
        counted_up(self, n).map_err(|reason| refused("upcast", self, reason))
    }
    fn down<N: Integer>(self, n: N) -> Result<Self::Downcast<N>, Refused<Self, ()>> {
        counted_down(self, n).map_err(|reason| refused("downcast", self, reason))
    }
    fn up_and_down<O: Integer, N: Integer>(
        self,
        old_bits: O,
        new_bits: N,
    ) -> Result<Self::Recast<O, N>, Refused<Self, ()>> {
        let (up, down) = (div(new_bits, gcd(old_bits, new_bits)), div(old_bits, gcd(new_bits, old_bits)));
        counted_up(self, up)
            .and_then(|layout| {
                check_whole(self, up, down)?;
                counted_down(layout, down)
            })
            .map_err(|reason| refused("recast", self, reason))
    }
}

fn refused<L>(operation: &'static str, layout: L, reason: Reason) -> Refused<L, ()> {
    Refused { operation, lhs: layout, rhs: (), reason }
}

/// What is refused of static `L` and `N`, as compile errors; all verbs of one operation ask for the same constant.
struct Checked<L, N>(PhantomData<(L, N)>);

impl<L: Recast, N: Integer> Checked<L, N> {
    const UPCAST: () = check_up::<L, N>("upcast");
    const DOWNCAST: () = check_down::<L, N>("downcast");
}

impl<L: Recast, O: Integer, N: Integer> Checked<L, (O, N)> {
    const RECAST: () = check_recast::<L, O, N>();
}

/// Static leaves that cannot be counted in units of static `N`, as a compile error.
#[track_caller]
const fn check_up<L: Recast, N: Integer>(operation: &str) {
    if let (Some(flat), Some(n)) = (Flat::of(&L::LEAVES.0, &L::LEAVES.1), N::STATIC)
        && let Err(refusal) = units::check_upcast(flat.modes(), word::wide(n))
    {
        refuse_static::<L>(operation, refusal, n)
    }
}

/// Static leaves that have no `N` parts, as a compile error; and more than one mode known to have stride 1.
#[track_caller]
const fn check_down<L: Recast, N: Integer>(operation: &str) {
    let n = match N::STATIC {
        Some(n) => n,
        None => 0,
    };
    let known = match known_unit(&L::LEAVES.0, &L::LEAVES.1) {
        Ok(known) => known,
        Err(_) if n == 1 => None,
        Err(refusal) => refuse_static::<L>(operation, refusal, n),
    };
    if let Some(flat) = Flat::of(&L::LEAVES.0, &L::LEAVES.1)
        && N::STATIC.is_some()
        && let Err(refusal) = units::check_downcast(flat.modes(), word::wide(n), known)
    {
        refuse_static::<L>(operation, refusal, n)
    }
}

/// Both in turn, of units that are used as a whole if they are counted in several parts.
#[track_caller]
pub(crate) const fn check_recast<L: Recast, O: Integer, N: Integer>() {
    check_up::<L, Times<O, N>>("recast");
    if let (Some(flat), Some(up), Some(2..)) = (
        Flat::of(&L::LEAVES.0, &L::LEAVES.1),
        <Times<O, N> as Integer>::STATIC,
        <Times<N, O> as Integer>::STATIC,
    ) && let Err(refusal) = units::check_whole(flat.modes(), word::wide(up))
    {
        refuse_static::<L>("recast", refusal, up)
    }
    check_down::<L::Upcast<Times<O, N>>, Times<N, O>>("recast");
}

#[track_caller]
const fn refuse_static<L: Recast>(operation: &str, refusal: UnitError, n: usize) -> ! {
    panic!("{}", refusal.explain(operation, &L::TEXT, word::wide(n)).as_str())
}

/// How many elements a unit has, or parts an element.
fn number_of<N: Integer>(n: N) -> Result<i64, Reason> {
    i64::try_from(n.value()).map_err(|_| Reason::Overflow)
}

fn counted_up<S: Shape, D: Stride<S>, N: Integer>(
    layout: Layout<S, D>,
    n: N,
) -> Result<Layout<UpShape<S, D, N>, UpStride<S, D, N>>, Reason> {
    if !(S::IS_STATIC && D::IS_STATIC && N::STATIC.is_some()) {
        let n = number_of(n)?;
        units::check_upcast(values(layout.shape(), layout.stride()).modes(), n)
            .map_err(|refusal| Reason::Units { refusal, n })?;
    }
    let (shape, stride) = layout.stride().map_leaves(layout.shape(), Up { unit: n });
    Layout::try_new(shape, stride).map_err(Reason::Layout)
}

/// Whether the layout fills units of `up` elements, if these are to be counted in several parts.
fn check_whole<S: Shape, D: Stride<S>, U: Integer, P: Integer>(
    layout: Layout<S, D>,
    up: U,
    down: P,
) -> Result<(), Reason> {
    let n = number_of(up)?;
    match units::check_whole(values(layout.shape(), layout.stride()).modes(), n) {
        Err(refusal) if down.value() > 1 => Err(Reason::Units { refusal, n }),
        _ => Ok(()),
    }
}

fn counted_down<S: Shape, D: Stride<S>, N: Integer>(
    layout: Layout<S, D>,
    n: N,
) -> Result<Layout<DownShape<S, D, N>, DownStride<S, D, N>>, Reason> {
    let known = const { known_unit(&S::LEAVES, &D::LEAVES) }.unwrap_or(None);
    let (shape, stride) = if S::IS_STATIC && D::IS_STATIC && N::STATIC.is_some() {
        let map: DownBy<S, D, N> = Down { parts: n, known: PhantomData };
        layout.stride().map_leaves(layout.shape(), map)
    } else {
        let (flat, n) = (values(layout.shape(), layout.stride()), number_of(n)?);
        let unit =
            units::check_downcast(flat.modes(), n, known).map_err(|refusal| Reason::Units { refusal, n })?;
        let mut parts = Flat::new();
        for (leaf, &mode) in flat.modes().iter().enumerate() {
            let FlatMode { extent, stride } = units::downcast(mode, n, leaf == unit);
            parts.push(extent, stride);
        }
        filled(&parts)?
    };
    Layout::try_new(shape, stride).map_err(Reason::Layout)
}

/// The mode of static stride 1: the one that may have more than one element, if there is one.
const fn known_unit(shape: &Leaves, stride: &Leaves) -> Result<Option<usize>, UnitError> {
    let (mut unit, mut grows, mut i) = (None, false, 0);
    while i < shape.len() {
        if let Some(1 | -1) = stride.get(i) {
            let may_have_more = !matches!(shape.get(i), Some(1));
            match unit {
                Some(_) if may_have_more == grows => return Err(UnitError::SeveralUnits),
                Some(_) if grows => {}
                _ => (unit, grows) = (Some(i), may_have_more),
            }
        }
        i += 1;
    }
    Ok(unit)
}

type Only<N, R> = Then<N, R, End>;
/// Whether `A` divides `B`.
type Divides<A, B> = <Rem<B, A> as Scalar>::IsZero;
type IsOne<N> = <N as Integer>::IsOne;
type And<A, B> = <A as Truth>::And<B>;
type Or<A, B> = <A as Truth>::Or<B>;
type Not<A> = <A as Truth>::Not;

fn only<N, R>(extent: N, stride: R) -> Only<N, R> {
    Then { extent, stride, rest: End }
}

/// A mode of these types with values that were checked.
fn mode_of<N: Integer, R: Scalar>(mode: FlatMode) -> Only<N, R> {
    only(N::from_value(word::size(mode.extent)), R::from_isize(word::steps(mode.stride)))
}

fn values_of<N: Integer, R: Scalar>(extent: N, stride: R) -> FlatMode {
    FlatMode { extent: word::wide(extent.value()), stride: stride.to_isize() as i64 }
}

/// Each leaf counted in units of `U`.
#[derive(Clone, Copy, Debug)]
pub struct Up<U> {
    unit: U,
}

type UpLeaf<U, N, R> = <StaysUp<U, R> as Truth>::Fork<CountUp<U, N, R>>;
type StaysUp<U, R> = Or<<R as Scalar>::IsZero, IsOne<U>>;
/// Whether the type says how steps of `R` and units of `U` relate: both are static, or units are known to divide steps.
type AreKnown<U, R> =
    And<<U as Scalar>::IsStatic, Or<<R as Scalar>::IsStatic, Divides<U, <R as Scalar>::Magnitude>>>;
/// The extent when units are counted at run time: one element stays one.
type CountedExtent<N> = <IsOne<N> as Truth>::IfInteger<N, CeilDiv<N, usize>>;
/// A dynamic stride with the sign of `R`.
type CountedStride<R> = <<R as Scalar>::Sign as Scalar>::Times<usize>;

impl<U: Integer> LeafMap for Up<U> {
    type Shape<N: Integer, R: Scalar> = <UpLeaf<U, N, R> as Modes>::Shape;
    type Stride<N: Integer, R: Scalar> = <UpLeaf<U, N, R> as Modes>::Stride;
    fn map<N: Integer, R: Scalar>(self, extent: N, stride: R) -> (Self::Shape<N, R>, Self::Stride<N, R>) {
        StaysUp::<U, R>::fork(CountUp { unit: self.unit, extent, stride }).tuples()
    }
}

fork! {
    CountUp<U: Integer, N: Integer, R: Scalar> { unit: U, extent: N, stride: R }
    yes { Only<N, R>: only(extent, stride) }
    no { <AreKnown<U, R> as Truth>::Fork<CountStatic<U, N, R>>:
        AreKnown::<U, R>::fork(CountStatic { unit, extent, stride }) }

    CountStatic<U: Integer, N: Integer, R: Scalar> { unit: U, extent: N, stride: R }
    yes { <Divides<U, R::Magnitude> as Truth>::Fork<WholeUnits<U, N, R>>:
        Divides::<U, R::Magnitude>::fork(WholeUnits { unit, extent, stride }) }
    no { Only<CountedExtent<N>, CountedStride<R>>:
        mode_of(units::upcast(values_of(extent, stride), word::wide(unit.value()))) }

    /// A step is a whole number of units, or else a unit is a whole number of steps.
    WholeUnits<U: Integer, N: Integer, R: Scalar> { unit: U, extent: N, stride: R }
    yes { Only<N, <R::Sign as Scalar>::Times<Div<R::Magnitude, U>>>:
        only(extent, stride.sign().times(div(stride.magnitude(), unit))) }
    no { Only<CeilDiv<N, Div<U, R::Magnitude>>, R::Sign>:
        only(ceil_div(extent, div(unit, stride.magnitude())), stride.sign()) }
}

/// Each leaf counted in parts of an element, `U` in one. `A` if no mode of static stride 1 may have several elements,
/// `B` if there is no mode of static stride 1.
#[derive(Clone, Copy, Debug)]
pub struct Down<U, A, B> {
    parts: U,
    known: PhantomData<(A, B)>,
}

type DownLeaf<U, N, R, A, B> = <IsOne<U> as Truth>::Fork<HasParts<U, N, R, A, B>>;
type IsUnit<R> = <<R as Scalar>::Magnitude as Integer>::IsOne;
type GoesOn<N, R, A> = And<IsUnit<R>, Or<Not<IsOne<N>>, A>>;
type MayGoOn<R, B> = And<B, Not<<R as Scalar>::IsStatic>>;

impl<U: Integer, A: Truth, B: Truth> LeafMap for Down<U, A, B> {
    type Shape<N: Integer, R: Scalar> = <DownLeaf<U, N, R, A, B> as Modes>::Shape;
    type Stride<N: Integer, R: Scalar> = <DownLeaf<U, N, R, A, B> as Modes>::Stride;
    fn map<N: Integer, R: Scalar>(self, extent: N, stride: R) -> (Self::Shape<N, R>, Self::Stride<N, R>) {
        IsOne::<U>::fork(HasParts { map: self, extent, stride }).tuples()
    }
}

fork! {
    HasParts<U: Integer, N: Integer, R: Scalar, A: Truth, B: Truth> { map: Down<U, A, B>, extent: N, stride: R }
    yes { Only<N, R>: only(extent, stride) }
    no { <GoesOn<N, R, A> as Truth>::Fork<PartsGoOn<U, N, R, A, B>>:
        GoesOn::<N, R, A>::fork(PartsGoOn { map, extent, stride }) }

    PartsGoOn<U: Integer, N: Integer, R: Scalar, A: Truth, B: Truth> { map: Down<U, A, B>, extent: N, stride: R }
    yes { Only<Mul<N, U>, Int<U1>>: only(mul(extent, map.parts), Int::new()) }
    no { <MayGoOn<R, B> as Truth>::Fork<PartsMayGoOn<U, N, R, A, B>>:
        MayGoOn::<R, B>::fork(PartsMayGoOn { map, extent, stride }) }

    PartsMayGoOn<U: Integer, N: Integer, R: Scalar, A: Truth, B: Truth> { map: Down<U, A, B>, extent: N, stride: R }
    yes { Only<Mul<N, usize>, R::Times<usize>>:
        // in which mode the parts go on is not known here
        mode_of(units::downcast(values_of(extent, stride), word::wide(map.parts.value()), false)) }
    no { Only<N, R::Times<U>>: only(extent, stride.times(map.parts)) }
}

/// Whether a layout has none of these modes.
type IsNone<C, S, D> = <<LeavesOf<S, D> as Modes>::MatchExtent<C> as Scalar>::IsZero;
type OneIf<T> = <T as Truth>::IfInteger<Int<U1>, Int<U0>>;

/// A number that is known by its type.
fn known<N: Integer>() -> N {
    N::from_value(N::STATIC.unwrap_or(0))
}

list_match! {
    /// How many modes have static stride 1.
    Units<> {} as MatchExtent
    end { Int<U0>: Int::new() }
    then<N, R, T>(modes) { Add<OneIf<IsUnit<R>>, T::MatchExtent<Units>>: known() }

    /// How many modes have static stride 1, and may have more than one element.
    Growing<> {} as MatchExtent
    end { Int<U0>: Int::new() }
    then<N, R, T>(modes) { Add<OneIf<And<IsUnit<R>, Not<IsOne<N>>>>, T::MatchExtent<Growing>>: known() }
}

impl<S: Shape, D: Stride<S>> Layout<S, D> {
    /// See [`upcast`].
    #[track_caller]
    pub fn upcast<N: Integer>(self, n: N) -> <Self as Recast>::Upcast<N> {
        let () = Checked::<Self, N>::UPCAST;
        done(self.up(n))
    }

    /// See [`downcast`].
    #[track_caller]
    pub fn downcast<N: Integer>(self, n: N) -> <Self as Recast>::Downcast<N> {
        let () = Checked::<Self, N>::DOWNCAST;
        done(self.down(n))
    }

    /// See [`recast`].
    #[track_caller]
    pub fn recast<O: Integer, N: Integer>(self, old_bits: O, new_bits: N) -> <Self as Recast>::Recast<O, N> {
        let () = Checked::<Self, (O, N)>::RECAST;
        done(self.up_and_down(old_bits, new_bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Int, layout};
    use typenum::{U16, U24, U32};

    #[test]
    fn the_unit_mode_is_the_one_that_may_have_more_elements() {
        fn known<S: Shape, D: Stride<S>>(_: Layout<S, D>) -> Result<Option<usize>, UnitError> {
            known_unit(&S::LEAVES, &D::LEAVES)
        }
        let (n, s) = (4, 1);
        assert_eq!(known(layout!((4, 8):(8, 1))), Ok(Some(1)));
        assert_eq!(known(layout!((4, 8):(8, 2))), Ok(None));
        assert_eq!(known(layout!((1, 8, 4):(1, 1, 8))), Ok(Some(1)));
        assert_eq!(known(layout!((8, 1, 4):(1, 1, 8))), Ok(Some(0)));
        assert_eq!(known(layout!((n, 4):(1, 8))), Ok(Some(0)));
        assert_eq!(known(layout!((1, n):(1, 1))), Ok(Some(1)));
        assert_eq!(known(layout!((4, 2):({s}, 2))), Ok(None));
        assert_eq!(known(layout!((4, 2):(1, 1))), Err(UnitError::SeveralUnits));
        assert_eq!(known(layout!((1, 1):(1, 1))), Err(UnitError::SeveralUnits));
    }

    fn up<L: Recast, N: Integer>(_: L, _: N) {
        check_up::<L, N>("upcast");
    }
    fn down<L: Recast, N: Integer>(_: L, _: N) {
        check_down::<L, N>("downcast");
    }
    fn recast<L: Recast, O: Integer, N: Integer>(_: L, _: O, _: N) {
        check_recast::<L, O, N>();
    }
    const TWO: Int!(2) = Int::new();

    #[test]
    fn what_can_be_counted_in_other_units_may_be() {
        up(layout!((4, 8):(8, 1)), TWO);
        down(layout!((4, 8):(8, 1)), TWO);
        down(layout!((4, 2):(1, 1)), Int::<U1>::new());
        recast(layout!((4, 8):(8, 1)), Int::<U32>::new(), Int::<U16>::new());
        recast(layout!((4, 8):(8, 1)), Int::<U16>::new(), Int::<U32>::new());
    }

    #[test]
    #[should_panic(expected = "upcast: neither of the stride 3 in (4,8):(3,12) and 2 divides the other")]
    fn strides_are_those_of_units() {
        up(layout!((4, 8):(3, 12)), TWO);
    }

    #[test]
    #[should_panic(expected = "downcast: ")]
    fn parts_go_on_in_one_mode() {
        down(layout!((4, 2):(1, 1)), TWO);
    }

    #[test]
    #[should_panic(expected = "downcast: ")]
    fn parts_go_on_somewhere() {
        down(layout!((4, 2):(2, 8)), TWO);
    }

    #[test]
    #[should_panic(expected = "recast: ")]
    fn units_in_parts_are_used_as_a_whole() {
        recast(layout!(2:1), Int::<U16>::new(), Int::<U24>::new());
    }
}
