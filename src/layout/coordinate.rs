//! Coordinates and the offset they stand for: `crd2offset` in TLA's three cases.

use super::notation::notation;
use crate::int::{False, Int, Integer, Nat, Scalar, True};
use crate::tuple::list::{Cons, Leaf, Nil, for_tuples, in_front, list_type};
use crate::tuple::{
    Arity, MAX_RANK, One, Shape, ShapeList, ShapeTuple, Stride, Text, WeightList, WeightTuple, Weights,
    first_mode,
};
use typenum::{U0, U1};

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
/// The offset is static where all leaves it depends on are; of a coordinate whose entries are all `usize`, only where
/// all strides are 0.
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
    type Entries: Entries<S::ShapeModes, D::WeightModes>;
    #[doc(hidden)]
    fn entries(self) -> Self::Entries;
    #[doc(hidden)]
    fn offset(self, shape: S, stride: D) -> Self::Offset;
}

impl<C, S: Shape, D: Weights<S>> Coordinate<S, D> for C
where
    C: Shape<Structure: FitsIn<S::Structure, C, S, D>, AreWords: OffsetBy>,
{
    type Offset = <C::AreWords as OffsetBy>::Offset<C, S, D>;
    type Entries = <C::Structure as FitsIn<S::Structure, C, S, D>>::Entries;
    #[inline]
    fn entries(self) -> Self::Entries {
        C::Structure::entries(self)
    }
    #[inline]
    fn offset(self, shape: S, stride: D) -> Self::Offset {
        C::AreWords::offset(self, shape, stride)
    }
}

/// What the offset of a coordinate is, by whether all its entries are `usize`: then no number need be computed to tell.
#[doc(hidden)]
pub trait OffsetBy {
    type Offset<C: Coordinate<S, D>, S: Shape, D: Weights<S>>: Scalar;
    fn offset<C: Coordinate<S, D>, S: Shape, D: Weights<S>>(
        crd: C,
        shape: S,
        stride: D,
    ) -> Self::Offset<C, S, D>;
}

/// The sum of coordinates times weights, as static as both.
type Sum<C, S, D> = <<C as Coordinate<S, D>>::Entries as Entries<
    <S as ShapeTuple>::ShapeModes,
    <D as WeightTuple<S>>::WeightModes,
>>::Along<U0>;

#[inline]
fn sum<C: Coordinate<S, D>, S: Shape, D: Weights<S>>(crd: C, shape: S, stride: D) -> Sum<C, S, D> {
    crd.entries().along::<U0>(shape.shape_modes(), stride.weight_modes())
}

impl OffsetBy for True {
    type Offset<C: Coordinate<S, D>, S: Shape, D: Weights<S>> = D::OfWords<U0>;
    #[inline]
    fn offset<C: Coordinate<S, D>, S: Shape, D: Weights<S>>(crd: C, shape: S, stride: D) -> D::OfWords<U0> {
        Scalar::from_isize(sum(crd, shape, stride).to_isize())
    }
}

impl OffsetBy for False {
    type Offset<C: Coordinate<S, D>, S: Shape, D: Weights<S>> = Sum<C, S, D>;
    #[inline]
    fn offset<C: Coordinate<S, D>, S: Shape, D: Weights<S>>(crd: C, shape: S, stride: D) -> Sum<C, S, D> {
        sum(crd, shape, stride)
    }
}

/// A coordinate `C` of this structure fits a shape of structure `K`: the three cases, and the mistakes.
#[doc(hidden)]
pub trait FitsIn<K, C, S: Shape, D: Weights<S>> {
    type Entries: Entries<S::ShapeModes, D::WeightModes>;
    fn entries(crd: C) -> Self::Entries;
}

impl<K, C: Integer, S: Shape, D: Weights<S>> FitsIn<K, C, S, D> for One {
    type Entries = Leaf<C>;
    #[inline]
    fn entries(crd: C) -> Leaf<C> {
        Leaf(crd)
    }
}

impl<C, S: Shape, D: Weights<S>, const M: usize, const N: usize> FitsIn<Arity<N>, C, S, D> for Arity<M>
where
    Fit: CoordinateOfRank<M, N, C, S, D>,
{
    type Entries = <Fit as CoordinateOfRank<M, N, C, S, D>>::Entries;
    #[inline]
    fn entries(crd: C) -> Self::Entries {
        <Fit as CoordinateOfRank<M, N, C, S, D>>::of_rank(crd)
    }
}

impl<C, S: Shape, D: Weights<S>, const M: usize> FitsIn<One, C, S, D> for Arity<M>
where
    Fit: TupleInInteger<M, C, S, D>,
{
    type Entries = <Fit as TupleInInteger<M, C, S, D>>::Entries;
    #[inline]
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
    type Entries: Entries<S::ShapeModes, D::WeightModes>;
    fn of_rank(crd: C) -> Self::Entries;
}

/// An entry of a coordinate, for the mode `S:D`: a coordinate there, whose offset nobody asks for. That spares the
/// compiler steps for every entry.
#[doc(hidden)]
pub trait Entry<S: Shape, D: Weights<S>>: Shape {
    type Entries: Entries<S::ShapeModes, D::WeightModes>;
    fn in_mode(self) -> Self::Entries;
}

impl<C, S: Shape, D: Weights<S>> Entry<S, D> for C
where
    C: Shape<Structure: FitsIn<S::Structure, C, S, D>>,
{
    type Entries = <C::Structure as FitsIn<S::Structure, C, S, D>>::Entries;
    #[inline]
    fn in_mode(self) -> Self::Entries {
        C::Structure::entries(self)
    }
}

macro_rules! entries {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        // of any type, that it is not proposed in place of a mistake
        impl<FIT, $($A: Entry<$SA, $DA>, $SA: Shape, $DA: Weights<$SA>),*>
            CoordinateOfRank<
                { 0 $(+ { let _ = $i; 1 })* }, { 0 $(+ { let _ = $i; 1 })* },
                ($($A,)*), ($($SA,)*), ($($DA,)*),
            > for FIT
        {
            type Entries = list_type!($($A),*);
            #[inline]
            fn of_rank(crd: ($($A,)*)) -> Self::Entries {
                crd.shape_modes()
            }
        }
    };
}
for_tuples!(entries);

/// A mistake, and so implemented by nothing.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "coordinate of rank {M} in a mode that is one integer: it needs an integer there",
    label = "a tuple of rank {M} in a mode that is one integer",
    note = "a coordinate is nested at most as deep as the shape it goes into"
)]
pub trait TupleInInteger<const M: usize, C, S: Shape, D: Weights<S>> {
    type Entries: Entries<S::ShapeModes, D::WeightModes>;
    fn entries(crd: C) -> Self::Entries;
}

/// What is done about a coordinate outside: a panic at the place that indexed.
#[doc(hidden)]
pub trait Refuse: Copy {
    #[track_caller]
    fn outside(self, mode: usize) -> !;
}

/// What a coordinate does in a layout: its modes, with those of shape and stride.
#[doc(hidden)]
pub trait Entries<S, D>: Copy {
    /// The sum of coordinates times weights along axis `X`; over integers, what [`crd2offset`] gives.
    type Along<X: Nat>: Scalar;
    /// A static entry that is outside its static mode.
    const OUTSIDE: Option<Outside>;
    /// The static values of the entries that are integers, by top-level mode.
    const ENTRIES: [Option<usize>; MAX_RANK];

    /// See [`Entries::Along`].
    fn along<X: Nat>(self, shape: S, stride: D) -> Self::Along<X>;
    /// Whether every entry is inside its mode.
    fn is_inside(self, shape: S) -> bool;
    /// The first top-level mode in which the coordinate is outside.
    fn outside(self, shape: S) -> Option<usize>;
    /// Calls `refuse` with the first top-level mode in which the coordinate is outside, and does not return; the first
    /// mode has the number `mode`.
    ///
    /// One branch for each mode, so that the optimiser drops those that loop bounds answer.
    #[track_caller]
    fn guard(self, shape: S, mode: usize, refuse: impl Refuse);
    /// The same of a coordinate outside its mode, or outside what the extents say of it.
    #[track_caller]
    fn guard_within<X: ShapeList>(self, shape: S, extents: X, mode: usize, refuse: impl Refuse);
    /// See [`Entries::outside`], looking only at entries below the top level.
    fn outside_below(self, shape: S) -> Option<usize>;
    /// The index of the coordinate, first mode fastest.
    fn index(self, shape: S) -> usize;
    /// Calls `f` with every top-level mode's number and the coordinate's index in that mode; the first mode has the
    /// number `mode`.
    fn each_mode(self, shape: S, mode: usize, f: &mut impl FnMut(usize, usize));
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
        self.message_in(&notation::<S, D>())
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

    /// The first of what is outside in the first mode and in those behind it.
    pub(crate) const fn first(first: Option<Self>, rest: Option<Self>) -> Option<Self> {
        match (first, rest) {
            (Some(first), _) => Some(Outside { mode: Some(0), ..first }),
            (None, Some(Outside { crd, mode: Some(mode), extent })) => Some(Self::new(crd, mode + 1, extent)),
            (None, other) => other,
        }
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
#[inline]
pub fn crd2offset<C: Coordinate<S, D>, S: Shape, D: Stride<S>>(crd: C, shape: S, stride: D) -> C::Offset {
    crd.offset(shape, stride)
}

/// The index of a coordinate in a shape, first mode fastest: `crd2offset` with the compact stride.
///
/// ```
/// use tilework::{layout::crd2idx, prelude::*};
/// assert_eq!(crd2idx((1, (2, 1)), shape!(4, (3, 2))), 1 + 4 * (2 + 3 * 1));
/// ```
#[inline]
pub fn crd2idx<C: Coordinate<S, Compact<S>>, S: Shape>(crd: C, shape: S) -> C::Offset {
    crd2offset(crd, shape, shape.col_major(Int::new()))
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
#[inline]
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
#[inline]
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

#[diagnostic::do_not_recommend]
impl<C: Shape<ShapeModes: Crd2CrdList<F::ShapeModes, T::ShapeModes>>, F: Shape, T: Shape> Crd2Crd<F, T>
    for C
{
    type Crd = <<C::ShapeModes as Crd2CrdList<F::ShapeModes, T::ShapeModes>>::Crd as ShapeList>::Tuple;
    #[inline]
    fn crd2crd(self, from: F, to: T) -> Self::Crd {
        self.shape_modes().crd2crd(from.shape_modes(), to.shape_modes()).shape()
    }
}

/// The compact stride of a shape.
type Compact<S> = <S as Shape>::ColMajor<Int<U1>>;
/// The same of a list of modes.
type CompactModes<S> = <S as ShapeList>::ColMajor<Int<U1>>;
/// The index of a coordinate in a list of modes: an index has no sign.
type IndexIn<C, S> = <<C as Entries<S, CompactModes<S>>>::Along<U0> as Scalar>::Magnitude;

/// [`Crd2Crd`] said of the modes.
#[diagnostic::on_unimplemented(
    message = "this coordinate and these two shapes do not go together",
    label = "three tuples of different ranks, or a tuple in a shape that is one integer"
)]
#[doc(hidden)]
pub trait Crd2CrdList<F, T> {
    type Crd: ShapeList;
    fn crd2crd(self, from: F, to: T) -> Self::Crd;
}

impl<C: Integer, F: ShapeList, T: ShapeList> Crd2CrdList<F, T> for Leaf<C> {
    type Crd = T::Crd<C>;
    #[inline]
    fn crd2crd(self, _: F, to: T) -> T::Crd<C> {
        to.crd(self.0)
    }
}

impl<F: ShapeList, T: Integer> Crd2CrdList<F, Leaf<T>> for Nil
where
    Nil: Entries<F, CompactModes<F>>,
{
    type Crd = Leaf<IndexIn<Nil, F>>;
    #[inline]
    fn crd2crd(self, from: F, _: Leaf<T>) -> Self::Crd {
        Leaf(self.along::<U0>(from, from.col_major(Int::new())).magnitude())
    }
}

impl<C, CL, F: ShapeList, T: Integer> Crd2CrdList<F, Leaf<T>> for Cons<C, CL>
where
    Self: Entries<F, CompactModes<F>>,
{
    type Crd = Leaf<IndexIn<Self, F>>;
    #[inline]
    fn crd2crd(self, from: F, _: Leaf<T>) -> Self::Crd {
        Leaf(self.along::<U0>(from, from.col_major(Int::new())).magnitude())
    }
}

impl Crd2CrdList<Nil, Nil> for Nil {
    type Crd = Nil;
    #[inline]
    fn crd2crd(self, _: Nil, _: Nil) -> Nil {
        Nil
    }
}

#[diagnostic::do_not_recommend]
impl<C, CL, F, FL, T, TL> Crd2CrdList<Cons<F, FL>, Cons<T, TL>> for Cons<C, CL>
where
    C: Crd2Crd<F, T, Crd: Shape>,
    CL: Crd2CrdList<FL, TL>,
{
    type Crd = Cons<C::Crd, CL::Crd>;
    #[inline]
    fn crd2crd(self, from: Cons<F, FL>, to: Cons<T, TL>) -> Self::Crd {
        Cons(self.0.crd2crd(from.0, to.0), self.1.crd2crd(from.1, to.1))
    }
}

impl<C: Integer, S: ShapeList, D: WeightList<S>> Entries<S, D> for Leaf<C> {
    type Along<X: Nat> = D::OffsetAt<X, C>;
    const OUTSIDE: Option<Outside> = match (C::STATIC, <S::Size as Integer>::STATIC) {
        (Some(crd), Some(extent)) if crd >= extent => Some(Outside { crd, mode: None, extent }),
        _ => None,
    };
    const ENTRIES: [Option<usize>; MAX_RANK] = first_mode(C::STATIC);

    #[inline]
    fn along<X: Nat>(self, shape: S, stride: D) -> Self::Along<X> {
        stride.offset_at::<X, _>(shape, self.0)
    }
    #[inline]
    fn is_inside(self, shape: S) -> bool {
        self.0.value() < shape.size().value()
    }
    #[inline]
    fn outside(self, shape: S) -> Option<usize> {
        if Entries::<S, D>::is_inside(self, shape) { None } else { Some(0) }
    }
    #[inline(always)]
    #[track_caller]
    fn guard(self, shape: S, mode: usize, refuse: impl Refuse) {
        if self.0.value() >= shape.size().value() {
            refuse.outside(mode);
        }
    }
    #[inline(always)]
    #[track_caller]
    fn guard_within<X: ShapeList>(self, shape: S, extents: X, mode: usize, refuse: impl Refuse) {
        let mut outside = None;
        Entries::<S, D>::each_mode(self, shape, 0, &mut |own, index| {
            if outside.is_none() && index >= extents.mode_size(own) {
                outside = Some(mode + own);
            }
        });
        if let Some(mode) = outside {
            refuse.outside(mode);
        }
    }
    #[inline]
    fn outside_below(self, _: S) -> Option<usize> {
        None
    }
    #[inline]
    fn index(self, _: S) -> usize {
        self.0.value()
    }
    #[inline]
    fn each_mode(self, shape: S, mode: usize, f: &mut impl FnMut(usize, usize)) {
        shape.split(self.0.value(), mode, f);
    }
}

impl Entries<Nil, Nil> for Nil {
    type Along<X: Nat> = Int<U0>;
    const OUTSIDE: Option<Outside> = None;
    const ENTRIES: [Option<usize>; MAX_RANK] = [None; MAX_RANK];

    #[inline]
    fn along<X: Nat>(self, _: Nil, _: Nil) -> Int<U0> {
        Int::new()
    }
    #[inline]
    fn is_inside(self, _: Nil) -> bool {
        true
    }
    #[inline]
    fn outside(self, _: Nil) -> Option<usize> {
        None
    }
    #[inline(always)]
    fn guard(self, _: Nil, _: usize, _: impl Refuse) {}
    #[inline(always)]
    fn guard_within<X: ShapeList>(self, _: Nil, _: X, _: usize, _: impl Refuse) {}
    #[inline]
    fn outside_below(self, _: Nil) -> Option<usize> {
        None
    }
    #[inline]
    fn index(self, _: Nil) -> usize {
        0
    }
    #[inline]
    fn each_mode(self, _: Nil, _: usize, _: &mut impl FnMut(usize, usize)) {}
}

impl<C, CL, S, SL, D, DL> Entries<Cons<S, SL>, Cons<D, DL>> for Cons<C, CL>
where
    C: Entry<S, D>,
    CL: Entries<SL, DL>,
    S: Shape,
    D: Weights<S>,
{
    type Along<X: Nat> =
        <<C::Entries as Entries<S::ShapeModes, D::WeightModes>>::Along<X> as Scalar>::Plus<CL::Along<X>>;
    const OUTSIDE: Option<Outside> = Outside::first(C::Entries::OUTSIDE, CL::OUTSIDE);
    const ENTRIES: [Option<usize>; MAX_RANK] =
        in_front(if C::DEPTH == 0 { C::Entries::ENTRIES[0] } else { None }, CL::ENTRIES);

    #[inline]
    fn along<X: Nat>(self, shape: Cons<S, SL>, stride: Cons<D, DL>) -> Self::Along<X> {
        let first = self.0.in_mode().along::<X>(shape.0.shape_modes(), stride.0.weight_modes());
        first.plus(self.1.along::<X>(shape.1, stride.1))
    }
    #[inline]
    fn is_inside(self, shape: Cons<S, SL>) -> bool {
        self.0.in_mode().is_inside(shape.0.shape_modes()) & self.1.is_inside(shape.1)
    }
    #[inline]
    fn outside(self, shape: Cons<S, SL>) -> Option<usize> {
        match self.0.in_mode().is_inside(shape.0.shape_modes()) {
            true => self.1.outside(shape.1).map(|mode| mode + 1),
            false => Some(0),
        }
    }
    #[inline(always)]
    #[track_caller]
    fn guard(self, shape: Cons<S, SL>, mode: usize, refuse: impl Refuse) {
        if !self.0.in_mode().is_inside(shape.0.shape_modes()) {
            refuse.outside(mode);
        }
        self.1.guard(shape.1, mode + 1, refuse);
    }
    #[inline(always)]
    #[track_caller]
    fn guard_within<X: ShapeList>(self, shape: Cons<S, SL>, extents: X, mode: usize, refuse: impl Refuse) {
        let (crd, modes) = (self.0.in_mode(), shape.0.shape_modes());
        if C::DEPTH > 0 && !crd.is_inside(modes) || crd.index(modes) >= extents.head().size().value() {
            refuse.outside(mode);
        }
        self.1.guard_within(shape.1, extents.tail(), mode + 1, refuse);
    }
    #[inline]
    fn outside_below(self, shape: Cons<S, SL>) -> Option<usize> {
        match C::DEPTH == 0 || self.0.in_mode().is_inside(shape.0.shape_modes()) {
            true => self.1.outside_below(shape.1).map(|mode| mode + 1),
            false => Some(0),
        }
    }
    #[inline]
    fn index(self, shape: Cons<S, SL>) -> usize {
        self.0.in_mode().index(shape.0.shape_modes()) + shape.0.size().value() * self.1.index(shape.1)
    }
    #[inline]
    fn each_mode(self, shape: Cons<S, SL>, mode: usize, f: &mut impl FnMut(usize, usize)) {
        f(mode, self.0.in_mode().index(shape.0.shape_modes()));
        self.1.each_mode(shape.1, mode + 1, f);
    }
}
