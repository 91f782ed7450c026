//! Parts of layouts, and how they are put together.

use crate::int::Int;
use crate::layout::{Exact, Layout};
use crate::tuple::list::{Cons, Nil};
use crate::tuple::modes::{ToList, ToTuple};
use crate::tuple::{Shape, ShapeList, ShapeTuple, Stride, StrideTuple, WeightList, Weights};
use typenum::{U0, U1};

/// A layout in parts.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Cut<T, R, B> {
    pub(super) tile: T,
    pub(super) rest: R,
    pub(super) both: B,
}

impl<T, R, B> Cut<T, R, B> {
    /// The parts of a mode, in front of those of the modes behind it.
    pub(super) fn and<TS, RS, BS>(
        self,
        behind: Cut<TS, RS, BS>,
    ) -> Cut<Cons<T, TS>, Cons<R, RS>, Cons<B, BS>> {
        Cut {
            tile: Cons(self.tile, behind.tile),
            rest: Cons(self.rest, behind.rest),
            both: Cons(self.both, behind.both),
        }
    }
}

/// A shape and weights that are congruent with it: part of a layout over whatever strides.
#[doc(hidden)]
pub trait Weighted: Copy {
    /// The shape.
    type Domain: Shape;
    /// The weights.
    type Weights: Weights<Self::Domain>;
    #[doc(hidden)]
    fn weighted(self) -> (Self::Domain, Self::Weights);
}

pub(super) type ShapeOf<L> = <L as Weighted>::Domain;
pub(super) type StrideOf<L> = <L as Weighted>::Weights;

impl<S: Shape, D: Weights<S>> Weighted for (S, D) {
    type Domain = S;
    type Weights = D;
    fn weighted(self) -> (S, D) {
        self
    }
}

impl<S: Shape, D: Stride<S>> Weighted for Layout<S, D> {
    type Domain = S;
    type Weights = D;
    fn weighted(self) -> (S, D) {
        (self.shape(), self.stride())
    }
}

/// A list of shapes and weights: the modes of another layout.
#[doc(hidden)]
pub trait WeightedList: Copy {
    type Domains: ShapeList;
    type Weights: WeightList<Self::Domains>;
    fn weighted(self) -> (Self::Domains, Self::Weights);
}

impl WeightedList for Nil {
    type Domains = Nil;
    type Weights = Nil;
    fn weighted(self) -> (Nil, Nil) {
        (Nil, Nil)
    }
}

impl<L: Weighted, T: WeightedList> WeightedList for Cons<L, T> {
    type Domains = Cons<L::Domain, T::Domains>;
    type Weights = Cons<L::Weights, T::Weights>;
    fn weighted(self) -> (Self::Domains, Self::Weights) {
        let ((shape, weights), (shapes, rest)) = (self.0.weighted(), self.1.weighted());
        (Cons(shape, shapes), Cons(weights, rest))
    }
}

/// The shape and the weights whose modes are those of a list.
pub(super) type Together<L> = (
    <<L as WeightedList>::Domains as ShapeList>::Tuple,
    <<L as WeightedList>::Weights as WeightList<<L as WeightedList>::Domains>>::Weights,
);

/// See [`Together`].
pub(super) fn together<L: WeightedList>(modes: L) -> Together<L> {
    let (shapes, weights) = modes.weighted();
    (shapes.shape(), weights.weights())
}

/// An exact layout, as part of another or to be compared with one.
#[diagnostic::on_unimplemented(
    message = "this takes exact layouts, and one of them is none",
    label = "not an exact layout",
    note = "a layout with padding becomes exact by `.exact()?`, or by `.padded()` if padding counts as elements"
)]
#[doc(hidden)]
pub trait ExactLayout: Weighted {
    /// Its shape.
    type Shape: Shape;
    /// Its stride.
    type Stride: Stride<Self::Shape>;
    #[doc(hidden)]
    fn parts(self) -> (Self::Shape, Self::Stride);
}

impl<S: Shape, D: Stride<S>> ExactLayout for Layout<S, D> {
    type Shape = S;
    type Stride = D;
    fn parts(self) -> (S, D) {
        (self.shape(), self.stride())
    }
}

/// One element.
pub(super) type Unit = Layout<Int<U1>, Int<U0>>;

/// A list of exact layouts: the modes of another.
#[doc(hidden)]
pub trait ExactList: Copy {
    /// The shape that they are the modes of.
    type Shape: Shape;
    /// The stride that they are the modes of.
    type Stride: Stride<Self::Shape>;
    fn parts(self) -> (Self::Shape, Self::Stride);
}

impl ExactList for Nil {
    type Shape = ();
    type Stride = ();
    fn parts(self) -> ((), ()) {
        ((), ())
    }
}

impl<L: ExactLayout, T: ExactList> ExactList for Cons<L, T> {
    type Shape = <T::Shape as ShapeTuple>::InFront<L::Shape>;
    type Stride = <T::Stride as StrideTuple<T::Shape>>::InFront<L::Shape, L::Stride>;
    fn parts(self) -> (Self::Shape, Self::Stride) {
        let ((shape, stride), (shapes, strides)) = (self.0.parts(), self.1.parts());
        (shapes.in_front(shape), strides.in_front(stride))
    }
}

/// The layout whose modes are those of a list.
pub(super) type Joined<L> = Layout<<L as ExactList>::Shape, <L as ExactList>::Stride>;

/// See [`Joined`]; their offsets are known to fit.
pub(super) fn joined<L: ExactList>(layouts: L) -> Joined<L> {
    let (shape, stride) = layouts.parts();
    Layout::from_parts(shape, stride, Exact)
}

/// Each mode of one tuple with that of another; the shorter one is filled up with `U`.
#[doc(hidden)]
pub trait Pair<B, U> {
    type Paired;
    fn paired(self, other: B) -> Self::Paired;
}

impl<A: ToList<List: PairList<B::List, U, Pairs: ToTuple>>, B: ToList, U> Pair<B, U> for A {
    type Paired = <<A::List as PairList<B::List, U>>::Pairs as ToTuple>::Tuple;
    fn paired(self, other: B) -> Self::Paired {
        self.list().pairs(other.list()).tuple()
    }
}

/// See [`Pair`].
#[doc(hidden)]
pub trait PairList<B, U> {
    type Pairs;
    fn pairs(self, other: B) -> Self::Pairs;
}

impl<U> PairList<Nil, U> for Nil {
    type Pairs = Nil;
    fn pairs(self, _: Nil) -> Nil {
        Nil
    }
}

impl<A, T: PairList<Nil, U>, U: Default> PairList<Nil, U> for Cons<A, T> {
    type Pairs = Cons<(A, U), T::Pairs>;
    fn pairs(self, _: Nil) -> Self::Pairs {
        Cons((self.0, U::default()), self.1.pairs(Nil))
    }
}

impl<B, T, U: Default> PairList<Cons<B, T>, U> for Nil
where
    Nil: PairList<T, U>,
{
    type Pairs = Cons<(U, B), <Nil as PairList<T, U>>::Pairs>;
    fn pairs(self, other: Cons<B, T>) -> Self::Pairs {
        Cons((U::default(), other.0), Nil.pairs(other.1))
    }
}

impl<A, T: PairList<V, U>, B, V, U> PairList<Cons<B, V>, U> for Cons<A, T> {
    type Pairs = Cons<(A, B), T::Pairs>;
    fn pairs(self, other: Cons<B, V>) -> Self::Pairs {
        Cons((self.0, other.0), self.1.pairs(other.1))
    }
}
