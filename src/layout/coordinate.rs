//! Coordinates and the offset they stand for: `crd2offset` in TLA's three cases.

use crate::int::{Integer, Nat, Scalar};
use crate::tuple::list::for_tuples;
use crate::tuple::{Arity, IntTuple, MAX_RANK, One, Shape, Stride, Text, Weights, first_mode};
use typenum::U0;

/// A coordinate into a layout `S:D`.
///
/// Three cases, mode by mode (source: TLA's `crd2offset`, CuTe's `crd2idx`):
///
/// | coordinate | shape | offset |
/// |---|---|---|
/// | tuple | tuple of the same rank | the sum over modes |
/// | integer | tuple | the index is split, first mode fastest; the last mode takes the whole quotient |
/// | integer | integer | coordinate * stride |
///
/// The offset is static where all leaves it depends on are.
#[diagnostic::on_unimplemented(
    message = "not a coordinate: `{Self}` is neither `usize`, nor `int!(n)`, nor a tuple of up to 12 such",
    label = "not a coordinate",
    note = "dynamic integers of other types convert with `as usize`"
)]
pub trait Coordinate<S: Shape, D: Weights<S>>: Shape {
    /// What [`crd2offset`] gives.
    type Offset: Scalar;
    /// The coordinate itself, once it is known to fit.
    #[doc(hidden)]
    type Entries: Entries<S, D, Along<U0> = Self::Offset>;
    #[doc(hidden)]
    fn entries(self) -> Self::Entries;
}

impl<C: Shape, S: Shape, D: Weights<S>> Coordinate<S, D> for C
where
    C::Structure: FitsIn<S::Structure, C, S, D>,
{
    type Offset = <Self::Entries as Entries<S, D>>::Along<U0>;
    type Entries = <C::Structure as FitsIn<S::Structure, C, S, D>>::Entries;
    fn entries(self) -> Self::Entries {
        C::Structure::entries(self)
    }
}

/// A coordinate of this structure fits a shape of structure `K`: the three cases, and the mistakes.
#[doc(hidden)]
pub trait FitsIn<K, C, S: Shape, D: Weights<S>> {
    type Entries: Entries<S, D>;
    fn entries(crd: C) -> Self::Entries;
}

impl<K, C: Integer, S: Shape, D: Weights<S>> FitsIn<K, C, S, D> for One {
    type Entries = C;
    fn entries(crd: C) -> C {
        crd
    }
}

impl<C, S: Shape, D: Weights<S>, const M: usize, const N: usize> FitsIn<Arity<N>, C, S, D> for Arity<M>
where
    Fit: CoordinateOfRank<M, N, C, S, D>,
{
    type Entries = <Fit as CoordinateOfRank<M, N, C, S, D>>::Entries;
    fn entries(crd: C) -> Self::Entries {
        <Fit as CoordinateOfRank<M, N, C, S, D>>::entries(crd)
    }
}

impl<C, S: Shape, D: Weights<S>, const M: usize> FitsIn<One, C, S, D> for Arity<M>
where
    Fit: TupleInInteger<M, C, S, D>,
{
    type Entries = <Fit as TupleInInteger<M, C, S, D>>::Entries;
    fn entries(crd: C) -> Self::Entries {
        <Fit as TupleInInteger<M, C, S, D>>::entries(crd)
    }
}

/// What the traits below are about: rustc shows the message of the trait that fails only if it is not about the
/// coordinate itself.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Fit;

/// A coordinate of `M` entries fits a shape of `N` modes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "coordinate of rank {M} in a shape of rank {N}: it needs one entry for every mode",
    label = "a coordinate of rank {M} in a shape of rank {N}",
    note = "a coordinate is a tuple with one entry for every mode, or one integer: the index, first mode fastest"
)]
pub trait CoordinateOfRank<const M: usize, const N: usize, C, S: Shape, D: Weights<S>> {
    type Entries: Entries<S, D>;
    fn entries(crd: C) -> Self::Entries;
}

/// A mistake, and so implemented by nothing.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "coordinate of rank {M} in a mode that is one integer: it needs an integer there",
    label = "a tuple of rank {M} in a mode that is one integer",
    note = "a coordinate is nested at most as deep as the shape it goes into"
)]
pub trait TupleInInteger<const M: usize, C, S: Shape, D: Weights<S>> {
    type Entries: Entries<S, D>;
    fn entries(crd: C) -> Self::Entries;
}

/// What is done about a coordinate outside: a panic at the place that indexed.
#[doc(hidden)]
pub trait Refuse {
    #[track_caller]
    fn outside(&self, mode: usize) -> !;
}

/// What a coordinate does in a layout `S:D`.
#[doc(hidden)]
pub trait Entries<S: Shape, D: Weights<S>>: Shape {
    /// The sum of coordinates times weights along axis `X`; over integers, what [`crd2offset`] gives.
    type Along<X: Nat>: Scalar;
    /// A static entry that is outside its static mode.
    #[doc(hidden)]
    const OUTSIDE: Option<Outside>;
    /// The static values of the entries that are integers, by top-level mode.
    #[doc(hidden)]
    const ENTRIES: [Option<usize>; MAX_RANK];

    /// See [`Entries::Along`].
    #[doc(hidden)]
    fn along<X: Nat>(self, shape: S, stride: D) -> Self::Along<X>;
    /// See [`crd2offset`].
    #[doc(hidden)]
    fn crd2offset(self, shape: S, stride: D) -> Self::Along<U0> {
        self.along::<U0>(shape, stride)
    }
    /// Whether every entry is inside its mode.
    #[doc(hidden)]
    fn is_inside(self, shape: S) -> bool;
    /// The first top-level mode in which the coordinate is outside.
    #[doc(hidden)]
    fn outside(self, shape: S) -> Option<usize>;
    /// Calls `refuse` with the first top-level mode in which the coordinate is outside, and does not return.
    ///
    /// One branch for each mode, so that the optimiser drops those that loop bounds answer.
    #[doc(hidden)]
    #[track_caller]
    fn guard(self, shape: S, refuse: &impl Refuse);
    /// The same, looking only at entries below the top level.
    #[doc(hidden)]
    fn outside_below(self, shape: S) -> Option<usize>;
    /// The index of the coordinate, first mode fastest.
    #[doc(hidden)]
    fn index(self, shape: S) -> usize;
    /// Calls `f` with every top-level mode's number and the coordinate's index in that mode.
    #[doc(hidden)]
    fn each_mode(self, shape: S, f: &mut impl FnMut(usize, usize));
}

/// A static coordinate outside its mode: what the compile error says.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Outside {
    crd: usize,
    mode: Option<usize>,
    extent: usize,
}

impl Outside {
    /// `coordinate 4 is outside mode 0 of extent 4 in (4,3):(1,4)`
    pub(crate) const fn message<S: Shape, D: Stride<S>>(self) -> Text {
        self.message_in(&Text::new().text(&S::TEXT).str(":").text(&D::TEXT))
    }

    /// The same of any layout, given in notation.
    pub(crate) const fn message_in(self, layout: &Text) -> Text {
        let text = Text::new().str("coordinate ").number(self.crd);
        let text = match self.mode {
            Some(mode) => text.str(" is outside mode ").number(mode).str(" of extent "),
            None => text.str(" is outside the size "),
        };
        text.number(self.extent).str(" in ").text(layout)
    }

    pub(crate) const fn new(crd: usize, mode: usize, extent: usize) -> Self {
        Outside { crd, mode: Some(mode), extent }
    }
}

/// The offset of a coordinate: see [`Coordinate`] for the three cases.
///
/// Nothing is checked: past the end of a mode the function goes on linearly. The checked form is
/// [`Layout::try_offset`](super::Layout::try_offset). Post-condition: for a tuple coordinate, the sum over leaves of
/// coordinate * stride.
///
/// ```
/// use tilework::prelude::*;
/// let (shape, stride) = (shape!((4, 2), (4, 3)), stride!((4, 16), (1, 32)));
/// // all static: the offset is a type
/// let static_offset: Int!(37) = crd2offset(crd!(1, 5), shape, stride);
/// // a dynamic coordinate, natural, nested or an index
/// assert_eq!(crd2offset((1, 5), shape, stride), 37);
/// assert_eq!(crd2offset(((1, 0), (1, 1)), shape, stride), 37);
/// assert_eq!(crd2offset(37, shape, stride), 52);
/// ```
pub fn crd2offset<C: Coordinate<S, D>, S: Shape, D: Stride<S>>(crd: C, shape: S, stride: D) -> C::Offset {
    crd.entries().crd2offset(shape, stride)
}

/// The index of a coordinate in a shape, first mode fastest: `crd2offset` with the compact stride.
///
/// ```
/// use tilework::{layout::crd2idx, prelude::*};
/// assert_eq!(crd2idx((1, (2, 1)), shape!(4, (3, 2))), 1 + 4 * (2 + 3 * 1));
/// ```
pub fn crd2idx<C: Coordinate<S, S::ColMajor<crate::int::Int<typenum::U1>>>, S: Shape>(
    crd: C,
    shape: S,
) -> C::Offset {
    crd.entries().crd2offset(shape, shape.col_major(crate::int::Int::new()))
}

/// The coordinate of an index, first mode fastest, congruent with the shape; the last leaf takes what is left.
///
/// Post-condition: `crd2idx(idx2crd(i, s), s) == i` for every `i`. Source: CuTe's `idx2crd`.
///
/// ```
/// use tilework::{layout::idx2crd, prelude::*};
/// assert_eq!(idx2crd(117, shape!((3, 6), (2, 4))), ((0, 3), (0, 3)));
/// assert_eq!(idx2crd(25, shape!(4, 6)), (1, 6));
/// ```
pub fn idx2crd<I: Integer, S: Shape>(index: I, shape: S) -> S::Crd<I> {
    shape.crd(index)
}

/// The coordinate in the shape `to` that has the number of a coordinate in the shape `from`; mode by mode where all
/// three are tuples.
///
/// Post-condition: where one of them is an integer, `crd2idx(result, to) = crd2idx(crd, from)`. Source: CuTe's
/// `crd2crd`.
///
/// ```
/// use tilework::{layout::crd2crd, prelude::*};
/// assert_eq!(crd2crd((1, 5), shape!(4, (3, 2)), shape!(6, (2, 3))), (1, (1, 2)));
/// let known = crd2crd(crd!(0, 30), shape!(3, (16, 2)), shape!((1, 3), (16, 2)));
/// assert_eq!(known, crd!((0, 0), (14, 1)));
/// assert_eq!(crd2crd(9, int!(24), shape!(4, 6)), (1, 2));
/// ```
pub fn crd2crd<C: Crd2Crd<F, T>, F: Shape, T: Shape>(crd: C, from: F, to: T) -> C::Crd {
    crd.crd2crd(from, to)
}

/// A coordinate in the shape `F` that has one in the shape `T`; see [`crd2crd`].
#[diagnostic::on_unimplemented(
    message = "this coordinate and these two shapes do not go together",
    label = "three tuples of different ranks, or a tuple in a shape that is one integer",
    note = "a coordinate goes from shape to shape mode by mode if all three are tuples, or by its index if one is an integer"
)]
#[doc(hidden)]
pub trait Crd2Crd<F, T> {
    /// The coordinate in `T`.
    type Crd;
    #[doc(hidden)]
    fn crd2crd(self, from: F, to: T) -> Self::Crd;
}

impl<C: Integer, F: Shape, T: Shape> Crd2Crd<F, T> for C {
    type Crd = T::Crd<C>;
    fn crd2crd(self, _: F, to: T) -> T::Crd<C> {
        to.crd(self)
    }
}

type Compact<S> = <S as Shape>::ColMajor<crate::int::Int<typenum::U1>>;

macro_rules! crd2crd {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<FROM: Shape, TO: Integer, $($A),*> Crd2Crd<FROM, TO> for ($($A,)*)
        where
            Self: Coordinate<FROM, Compact<FROM>>,
        {
            /// An index has no sign.
            type Crd = <<Self as Coordinate<FROM, Compact<FROM>>>::Offset as Scalar>::Magnitude;
            fn crd2crd(self, from: FROM, _: TO) -> Self::Crd {
                crd2idx(self, from).magnitude()
            }
        }
        impl<$($A: Crd2Crd<$SA, $DA>, $SA, $DA),*> Crd2Crd<($($SA,)*), ($($DA,)*)> for ($($A,)*) {
            type Crd = ($($A::Crd,)*);
            fn crd2crd(self, _from: ($($SA,)*), _to: ($($DA,)*)) -> Self::Crd {
                ($(self.$i.crd2crd(_from.$i, _to.$i),)*)
            }
        }
    };
}
for_tuples!(crd2crd);

impl<C: Integer, S: Shape, D: Weights<S>> Entries<S, D> for C {
    type Along<X: Nat> = <D::On<X> as Stride<S>>::OffsetAt<C>;
    const OUTSIDE: Option<Outside> = match (C::STATIC, <S::Size as Integer>::STATIC) {
        (Some(crd), Some(extent)) if crd >= extent => Some(Outside { crd, mode: None, extent }),
        _ => None,
    };
    const ENTRIES: [Option<usize>; MAX_RANK] = first_mode(C::STATIC);

    fn along<X: Nat>(self, shape: S, stride: D) -> Self::Along<X> {
        stride.on::<X>().offset_at(shape, self)
    }
    #[inline]
    fn is_inside(self, shape: S) -> bool {
        self.value() < shape.size().value()
    }
    #[inline]
    fn outside(self, shape: S) -> Option<usize> {
        if Entries::<S, D>::is_inside(self, shape) { None } else { Some(0) }
    }
    #[inline]
    #[track_caller]
    fn guard(self, shape: S, refuse: &impl Refuse) {
        if self.value() >= shape.size().value() {
            refuse.outside(0);
        }
    }
    #[inline]
    fn outside_below(self, _: S) -> Option<usize> {
        None
    }
    fn index(self, _: S) -> usize {
        self.value()
    }
    fn each_mode(self, shape: S, f: &mut impl FnMut(usize, usize)) {
        shape.split(self.value(), f);
    }
}

pub(super) const fn first(outside: Option<Outside>, mode: usize, other: Option<Outside>) -> Option<Outside> {
    match (outside, other) {
        (Some(outside), _) => Some(outside),
        (None, Some(other)) => Some(Outside { mode: Some(mode), ..other }),
        (None, None) => None,
    }
}

/// `a + b + c` of the offsets of all modes; the static 0 for none.
macro_rules! sum {
    () => { crate::int::Int<typenum::U0> };
    ($first:ty $(, $rest:ty)*) => { sum!(@ $first $(, $rest)*) };
    (@ $sum:ty) => { $sum };
    (@ $sum:ty, $next:ty $(, $rest:ty)*) => { sum!(@ <$sum as Scalar>::Plus<$next> $(, $rest)*) };
}

macro_rules! sum_value {
    () => { crate::int::Int::new() };
    ($first:expr $(, $rest:expr)*) => { $first $(.plus($rest))* };
}

macro_rules! coordinate {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($A: Coordinate<$SA, $DA>, $SA: Shape, $DA: Weights<$SA>),*>
            CoordinateOfRank<
                { 0 $(+ { let _ = $i; 1 })* },
                { 0 $(+ { let _ = $i; 1 })* },
                ($($A,)*),
                ($($SA,)*),
                ($($DA,)*),
            > for Fit
        {
            type Entries = ($($A::Entries,)*);
            fn entries(_crd: ($($A,)*)) -> Self::Entries {
                ($(_crd.$i.entries(),)*)
            }
        }

        impl<$($A: Entries<$SA, $DA>, $SA: Shape, $DA: Weights<$SA>),*> Entries<($($SA,)*), ($($DA,)*)>
            for ($($A,)*)
        {
            type Along<X: Nat> = sum!($(<$A as Entries<$SA, $DA>>::Along<X>),*);
            const OUTSIDE: Option<Outside> = {
                let outside = None;
                $(let outside = first(outside, $i, <$A as Entries<$SA, $DA>>::OUTSIDE);)*
                outside
            };
            #[allow(unused_mut)]
            const ENTRIES: [Option<usize>; MAX_RANK] = {
                let mut entries = [None; MAX_RANK];
                $(if <$A as IntTuple>::DEPTH == 0 { entries[$i] = <$A as Entries<$SA, $DA>>::ENTRIES[0]; })*
                entries
            };

            fn along<X: Nat>(self, _shape: ($($SA,)*), _stride: ($($DA,)*)) -> Self::Along<X> {
                sum_value!($(self.$i.along::<X>(_shape.$i, _stride.$i)),*)
            }
            #[inline]
            fn is_inside(self, _shape: ($($SA,)*)) -> bool {
                true $(& self.$i.is_inside(_shape.$i))*
            }
            #[inline]
            fn outside(self, _shape: ($($SA,)*)) -> Option<usize> {
                $(if !self.$i.is_inside(_shape.$i) {
                    return Some($i);
                })*
                None
            }
            #[inline]
            #[track_caller]
            fn guard(self, _shape: ($($SA,)*), _refuse: &impl Refuse) {
                $(if !self.$i.is_inside(_shape.$i) {
                    _refuse.outside($i);
                })*
            }
            #[inline]
            fn outside_below(self, _shape: ($($SA,)*)) -> Option<usize> {
                $(if <$A as IntTuple>::DEPTH > 0 && !self.$i.is_inside(_shape.$i) {
                    return Some($i);
                })*
                None
            }
            #[allow(unused_mut, unused_variables, unused_assignments)]
            fn index(self, shape: ($($SA,)*)) -> usize {
                let (mut index, mut weight) = (0, 1);
                $(
                    index += weight * Entries::<$SA, $DA>::index(self.$i, shape.$i);
                    weight *= shape.$i.size().value();
                )*
                index
            }
            fn each_mode(self, _shape: ($($SA,)*), _f: &mut impl FnMut(usize, usize)) {
                $(_f($i, Entries::<$SA, $DA>::index(self.$i, _shape.$i));)*
            }
        }
    };
}
for_tuples!(coordinate);
