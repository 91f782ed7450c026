//! The top level of a tuple as a type that messages can name, and congruence decided by it.
//!
//! The types of static integers are unreadable in the compiler's messages; ranks are not. So the traits that relate two
//! tuples look at their structures first, and end in one small trait for each mistake, whose message names the ranks.

use super::list::{Cons, Nil};
use super::{IntTuple, Shape};
use crate::int::{Integer, Scalar};

/// The structure of an integer.
#[derive(Clone, Copy, Debug)]
pub struct One;

/// The structure of a tuple with `N` modes.
#[derive(Clone, Copy, Debug)]
pub struct Arity<const N: usize>;

/// A tuple of scalars with the same ranks and nesting as the shape `S`.
///
/// Every [`Stride<S>`](super::Stride) is one, and the other way round; this trait says what is wrong with one that is
/// not.
#[diagnostic::on_unimplemented(
    message = "not a stride: `{Self}` is neither `usize`, nor `Signed`, nor `int!(n)`, nor a tuple of up to 12 such",
    label = "not a stride",
    note = "dynamic integers of other types convert with `as usize`, or `Signed(x as isize)` if they may be negative"
)]
#[doc(hidden)]
pub trait StrideFor<S>: IntTuple {
    #[doc(hidden)]
    fn visit(self, shape: S, f: &mut impl FnMut(usize, isize));
}

impl<S: IntTuple, D: IntTuple> StrideFor<S> for D
where
    D::Structure: CongruentWith<S::Structure, S, D>,
{
    #[inline]
    fn visit(self, shape: S, f: &mut impl FnMut(usize, isize)) {
        D::Structure::each(shape, self, f);
    }
}

/// Congruence of a stride of this structure with a shape of structure `K`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this stride has no shape to be congruent with: the shape is not one"
)]
pub trait CongruentWith<K, S, D> {
    fn each(shape: S, stride: D, f: &mut impl FnMut(usize, isize));
}

impl<S: Integer, D: Scalar> CongruentWith<One, S, D> for One {
    #[inline]
    fn each(shape: S, stride: D, f: &mut impl FnMut(usize, isize)) {
        f(shape.value(), stride.to_isize());
    }
}

impl<S, D, const M: usize, const N: usize> CongruentWith<Arity<N>, S, D> for Arity<M>
where
    Congruence: StrideOfRank<M, N, S, D>,
{
    #[inline]
    fn each(shape: S, stride: D, f: &mut impl FnMut(usize, isize)) {
        Congruence::each_of_rank(shape, stride, f);
    }
}

impl<S, D, const M: usize> CongruentWith<One, S, D> for Arity<M>
where
    Congruence: TupleForInteger<M>,
{
    #[inline]
    fn each(_: S, _: D, _: &mut impl FnMut(usize, isize)) {}
}

impl<S, D, const N: usize> CongruentWith<Arity<N>, S, D> for One
where
    Congruence: IntegerForTuple<N>,
{
    #[inline]
    fn each(_: S, _: D, _: &mut impl FnMut(usize, isize)) {}
}

/// What the traits below are about: rustc shows the message of the trait that fails only if it is not about the tuple
/// itself.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Congruence;

/// A stride of `M` modes fits a shape of `N`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "stride of rank {M} for a shape of rank {N}: they must be congruent",
    label = "not one stride for every extent, as in `((4,2),3):((1,12),4)`"
)]
pub trait StrideOfRank<const M: usize, const N: usize, S, D> {
    fn each_of_rank(shape: S, stride: D, f: &mut impl FnMut(usize, isize));
}

/// A mistake, and so implemented by nothing.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "stride of rank {M} for a shape that is one integer: they must be congruent",
    label = "not one stride for every extent, as in `((4,2),3):((1,12),4)`"
)]
pub trait TupleForInteger<const M: usize> {}

/// A mistake, and so implemented by nothing.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "one stride for a shape of rank {N}: they must be congruent",
    label = "not one stride for every extent, as in `((4,2),3):((1,12),4)`"
)]
pub trait IntegerForTuple<const N: usize> {}

// of any type, that it is not proposed in place of a mistake
impl<F, S: IntTuple, D: IntTuple<Modes: StrideModesFor<S::Modes>>, const N: usize> StrideOfRank<N, N, S, D>
    for F
{
    #[inline]
    fn each_of_rank(shape: S, stride: D, f: &mut impl FnMut(usize, isize)) {
        stride.modes().visit(shape.modes(), f);
    }
}

/// The modes of a stride, each of which is one for its mode of the shape.
#[doc(hidden)]
pub trait StrideModesFor<S> {
    fn visit(self, shape: S, f: &mut impl FnMut(usize, isize));
}

impl StrideModesFor<Nil> for Nil {
    #[inline]
    fn visit(self, _: Nil, _: &mut impl FnMut(usize, isize)) {}
}

impl<S: Shape, SL, D: StrideFor<S::Itself>, DL: StrideModesFor<SL>> StrideModesFor<Cons<S, SL>>
    for Cons<D, DL>
{
    #[inline]
    fn visit(self, shape: Cons<S, SL>, f: &mut impl FnMut(usize, isize)) {
        self.0.visit(shape.0.itself(), f);
        self.1.visit(shape.1, f);
    }
}
