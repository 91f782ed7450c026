//! Truth and order as types: how the type level decides.

use super::{Integer, Nat, Scalar};

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
    #[doc(hidden)]
    type IfNat<A: Nat, B: Nat>: Nat;
    #[doc(hidden)]
    type IfComparison<A: Comparison, B: Comparison>: Comparison;
    #[doc(hidden)]
    type IfInteger<A: Integer, B: Integer>: Integer;
    #[doc(hidden)]
    type IfScalar<A: Scalar, B: Scalar>: Scalar;
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
    type IfNat<A: Nat, B: Nat> = A;
    type IfComparison<A: Comparison, B: Comparison> = A;
    type IfInteger<A: Integer, B: Integer> = A;
    type IfScalar<A: Scalar, B: Scalar> = A;
}

impl Truth for False {
    const VALUE: bool = false;
    type Not = True;
    type And<B: Truth> = False;
    type IfNat<A: Nat, B: Nat> = B;
    type IfComparison<A: Comparison, B: Comparison> = B;
    type IfInteger<A: Integer, B: Integer> = B;
    type IfScalar<A: Scalar, B: Scalar> = B;
}

/// The result of comparing two numbers: less, equal or greater.
pub trait Comparison {
    /// This result, or that of the next digit where this one is equal.
    type Then<O: Comparison>: Comparison;
    #[doc(hidden)]
    type IsLess: Truth;
    #[doc(hidden)]
    type IsEqual: Truth;
}

/// The left number is smaller.
#[derive(Debug)]
pub struct Less;
/// The numbers are equal.
#[derive(Debug)]
pub struct Equal;
/// The left number is larger.
#[derive(Debug)]
pub struct Greater;

impl Comparison for Less {
    type Then<O: Comparison> = Less;
    type IsLess = True;
    type IsEqual = False;
}

impl Comparison for Equal {
    type Then<O: Comparison> = O;
    type IsLess = False;
    type IsEqual = True;
}

impl Comparison for Greater {
    type Then<O: Comparison> = Greater;
    type IsLess = False;
    type IsEqual = False;
}
