//! The top level of a tuple as a type that messages can name, and congruence decided by it.
//!
//! The types of static integers are unreadable in the compiler's messages; ranks are not. So the traits that relate two
//! tuples look at their structures first, and end in one small trait for each mistake, whose message names the ranks.

use super::IntTuple;
use super::list::for_tuples;
use crate::int::{Integer, Scalar};

/// The structure of an integer.
#[derive(Clone, Copy, Debug)]
pub struct One;

/// The structure of a tuple with `N` modes.
#[derive(Clone, Copy, Debug)]
pub struct Modes<const N: usize>;

/// A tuple of scalars with the same ranks and nesting as the shape `S`.
///
/// Every [`Stride<S>`](super::Stride) is one, and the other way round; this trait says what is wrong with one that is not.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a stride: strides are `usize`, `Signed`, `int!(n)` and tuples of them",
    note = "dynamic integers of other types convert with `as usize`, or `Signed(x as isize)` if they may be negative"
)]
pub trait Congruent<S>: IntTuple {
    /// Calls `f` with extent and stride of every leaf, from the first to the last.
    fn each_leaf(self, shape: S, f: &mut impl FnMut(usize, isize));
}

impl<S: IntTuple, D: CongruentAs<<D as IntTuple>::Structure, S::Structure, S>> Congruent<S> for D {
    fn each_leaf(self, shape: S, f: &mut impl FnMut(usize, isize)) {
        self.each(shape, f);
    }
}

/// Congruence of a stride of structure `DK` with a shape of structure `SK`.
#[doc(hidden)]
pub trait CongruentAs<DK, SK, S>: IntTuple {
    fn each(self, shape: S, f: &mut impl FnMut(usize, isize));
}

impl<S: Integer, D: Scalar> CongruentAs<One, One, S> for D {
    fn each(self, shape: S, f: &mut impl FnMut(usize, isize)) {
        f(shape.value(), self.to_isize());
    }
}

impl<S, D: StrideOfRank<S, M, N>, const M: usize, const N: usize> CongruentAs<Modes<M>, Modes<N>, S> for D {
    fn each(self, shape: S, f: &mut impl FnMut(usize, isize)) {
        self.each_mode(shape, f);
    }
}

impl<S, D: TupleForInteger<M>, const M: usize> CongruentAs<Modes<M>, One, S> for D {
    fn each(self, _: S, _: &mut impl FnMut(usize, isize)) {
        self.never()
    }
}

impl<S, D: IntegerForTuple<N>, const N: usize> CongruentAs<One, Modes<N>, S> for D {
    fn each(self, _: S, _: &mut impl FnMut(usize, isize)) {
        self.never()
    }
}

/// A stride of `M` modes fits a shape of `N`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "stride of rank {M} for a shape of rank {N}: they must be congruent",
    label = "this stride has rank {M}, its shape rank {N}",
    note = "congruent means the same tree: one stride for every extent, as in `((4,2),3):((1,12),4)`"
)]
pub trait StrideOfRank<S, const M: usize, const N: usize>: IntTuple {
    fn each_mode(self, shape: S, f: &mut impl FnMut(usize, isize));
}

/// A mistake, and so implemented by nothing.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "stride of rank {M} for a shape that is one integer: they must be congruent",
    label = "this stride has rank {M}, its shape is one integer",
    note = "congruent means the same tree: one stride for every extent, as in `((4,2),3):((1,12),4)`"
)]
pub trait TupleForInteger<const M: usize>: IntTuple {
    fn never(self) -> !;
}

/// A mistake, and so implemented by nothing.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "one stride for a shape of rank {N}: they must be congruent",
    label = "this stride is one integer, its shape has rank {N}",
    note = "congruent means the same tree: one stride for every extent, as in `((4,2),3):((1,12),4)`"
)]
pub trait IntegerForTuple<const N: usize>: IntTuple {
    fn never(self) -> !;
}

macro_rules! congruent {
    ($($A:ident $SA:ident $DA:ident $i:tt),*) => {
        impl<$($SA, $DA: Congruent<$SA>),*> StrideOfRank<($($SA,)*), { 0 $(+ { let _ = $i; 1 })* }, { 0 $(+ { let _ = $i; 1 })* }>
            for ($($DA,)*)
        {
            fn each_mode(self, _shape: ($($SA,)*), _f: &mut impl FnMut(usize, isize)) {
                $(self.$i.each_leaf(_shape.$i, _f);)*
            }
        }
    };
}
for_tuples!(congruent);
