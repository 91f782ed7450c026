//! Truth as a type: how the type level decides.

use super::modes::{Fork, Modes};
use super::{Integer, Nat, Scalar};
use crate::tuple::Shape;
use typenum::{U0, U1};

/// A condition the compiler has decided: [`True`] or [`False`].
///
/// Each kind of thing that is chosen between has its own `If…`, so that the choice keeps its bound.
pub trait Truth: Copy + Default + core::fmt::Debug + 'static {
    /// The condition as a value.
    const VALUE: bool;
    /// Holds where this does not.
    type Not: Truth;
    /// Holds where both do.
    type And<B: Truth>: Truth;
    /// Holds where either does.
    type Or<B: Truth>: Truth;
    #[doc(hidden)]
    type IfNat<A: Nat, B: Nat>: Nat;
    /// 1, or `A / B` by long division where the condition does not hold.
    #[doc(hidden)]
    type OneOrDivide<A: Nat, B: Nat>: Nat;
    /// 0, or `A % B` likewise.
    #[doc(hidden)]
    type ZeroOrDivide<A: Nat, B: Nat>: Nat;
    /// `A`, or `A - B` where the condition does not hold.
    #[doc(hidden)]
    type OrSubtract<A: Nat, B: Nat>: Nat;
    /// `A / B`, which is a whole number if the condition holds, or that rounded up.
    #[doc(hidden)]
    type ExactDivideOrAbove<A: Nat, B: Nat>: Nat;
    #[doc(hidden)]
    type IfInteger<A: Integer, B: Integer>: Integer;
    #[doc(hidden)]
    type IfScalar<A: Scalar, B: Scalar>: Scalar;
    #[doc(hidden)]
    type IfModes<A: Modes, B: Modes>: Modes;
    #[doc(hidden)]
    fn choose_modes<A: Modes, B: Modes>(a: A, b: B) -> Self::IfModes<A, B>;
    /// `A` if the condition holds, else the sizes of the modes of `S`, which are computed only then.
    #[doc(hidden)]
    type OrSizes<A: Copy, S: Shape>: Copy;
    #[doc(hidden)]
    fn or_sizes<A: Copy, S: Shape>(a: A, shape: S) -> Self::OrSizes<A, S>;
    /// The computation for this answer; the other one is not done.
    #[doc(hidden)]
    type Fork<F: Fork>: Modes;
    #[doc(hidden)]
    fn fork<F: Fork>(f: F) -> Self::Fork<F>;
}

/// The condition holds.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct True;

/// The condition does not hold, or cannot be decided before run time.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct False;

impl Truth for True {
    const VALUE: bool = true;
    type Not = False;
    type And<B: Truth> = B;
    type Or<B: Truth> = True;
    type IfNat<A: Nat, B: Nat> = A;
    type OneOrDivide<A: Nat, B: Nat> = U1;
    type ZeroOrDivide<A: Nat, B: Nat> = U0;
    type OrSubtract<A: Nat, B: Nat> = A;
    type ExactDivideOrAbove<A: Nat, B: Nat> = B::ExactDivOf<A>;
    type IfInteger<A: Integer, B: Integer> = A;
    type IfScalar<A: Scalar, B: Scalar> = A;
    type IfModes<A: Modes, B: Modes> = A;
    fn choose_modes<A: Modes, B: Modes>(a: A, _: B) -> A {
        a
    }
    type OrSizes<A: Copy, S: Shape> = A;
    fn or_sizes<A: Copy, S: Shape>(a: A, _: S) -> A {
        a
    }
    type Fork<F: Fork> = F::True;
    fn fork<F: Fork>(f: F) -> F::True {
        f.yes()
    }
}

impl Truth for False {
    const VALUE: bool = false;
    type Not = True;
    type And<B: Truth> = False;
    type Or<B: Truth> = B;
    type IfNat<A: Nat, B: Nat> = B;
    type OneOrDivide<A: Nat, B: Nat> = A::LongDiv<B>;
    type ZeroOrDivide<A: Nat, B: Nat> = A::LongRem<B>;
    type OrSubtract<A: Nat, B: Nat> = A::Sub<B>;
    type ExactDivideOrAbove<A: Nat, B: Nat> = <B::DivOf<A> as Nat>::Succ;
    type IfInteger<A: Integer, B: Integer> = B;
    type IfScalar<A: Scalar, B: Scalar> = B;
    type IfModes<A: Modes, B: Modes> = B;
    fn choose_modes<A: Modes, B: Modes>(_: A, b: B) -> B {
        b
    }
    type OrSizes<A: Copy, S: Shape> = S::Sizes;
    fn or_sizes<A: Copy, S: Shape>(_: A, shape: S) -> S::Sizes {
        shape.sizes()
    }
    type Fork<F: Fork> = F::False;
    fn fork<F: Fork>(f: F) -> F::False {
        f.no()
    }
}
