//! The modes of a layout in the order of their strides.

use crate::int::modes::{End, Modes, Then, static_fork, static_match};
use crate::int::{Int, Integer, Mul, Scalar, Truth};
use typenum::{U0, U1};

/// The modes of a list by ascending stride, those of equal stride in their order, without those whose static stride
/// is not above 0. The strides are taken for static.
///
/// Behind each mode stands another, `index:_0`, which says which index of the layout leads to the second element of
/// the mode: the product of all extents before it.
pub(crate) type Sorted<M> = <M as Modes>::Match<Sort<Int<U1>>>;

/// Whether a stride may be above 0: all but the static numbers that are not.
pub(crate) type MayBePositive<R> = <<<R as Scalar>::IsStatic as Truth>::Not as Truth>::Or<
    <<<R as Scalar>::IsZero as Truth>::Not as Truth>::And<<<R as Scalar>::Descent as Scalar>::IsZero>,
>;

type IsLess<R, Q> = <<R as Scalar>::Magnitude as Integer>::IsLess<<Q as Scalar>::Magnitude>;
type WithIndex<N, R, P, T> = Then<N, R, Then<P, Int<U0>, T>>;

static_match! {
    Sort<P: Integer> as Match
    end End;
    then<N, R, T> <MayBePositive<R> as Truth>::Fork<SortIn<N, R, P, T>>;

    /// A mode and its index in front of the first of greater or equal stride.
    Insert<N: Integer, R: Scalar, P: Integer> as Match
    end WithIndex<N, R, P, End>;
    then<M, E, T> <IsLess<E, R> as Truth>::Fork<IsBehind<N, R, P, M, E, T>>;

    InsertBehindIndex<N: Integer, R: Scalar, P: Integer> as Match
    end End;
    then<Q, Z, T> Then<Q, Z, T::Match<Insert<N, R, P>>>;
}

static_fork! {
    SortIn<N: Integer, R: Scalar, P: Integer, T: Modes>
    yes <T::Match<Sort<Mul<P, N>>> as Modes>::Match<Insert<N, R, P>>;
    no T::Match<Sort<Mul<P, N>>>;

    IsBehind<N: Integer, R: Scalar, P: Integer, M: Integer, E: Scalar, T: Modes>
    yes Then<M, E, T::Match<InsertBehindIndex<N, R, P>>>;
    no WithIndex<N, R, P, Then<M, E, T>>;
}
