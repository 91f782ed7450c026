//! Scalars: what a stride can be, and what offsets are made of.

use super::integer::MulOp;
use super::nat::{self, Nat};
use super::rows::{dynamic_scalar, unsigned_scalar};
use super::sealed::Sealed;
use super::signed_multiple::SignedInCommon;
use super::truth::Truth;
use super::{Add, False, Int, Integer, Multiple, Neg, Signed, SignedMultiple, Text, True};
use core::fmt;
use typenum::{U1, UTerm};

/// A stride or an offset: [`Int`], [`Neg`], `usize`, [`Multiple`], [`Signed`] or [`SignedMultiple`].
///
/// An offset is a sum of products `coordinate * stride`; scalars are what is closed under that. Both operations are
/// total and as static as their operands: a sum is signed as soon as one summand may be negative.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a stride or offset: those are `usize`, `Signed`, or `int!(n)` for one known at compile time",
    note = "dynamic integers of other types convert with `as usize`, or `Signed(x as isize)` if they may be negative"
)]
pub trait Scalar: Sealed + Copy + fmt::Display + fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The value, if it is static: the lowest word if its magnitude is 2^63 or more.
    const STATIC_VALUE: Option<isize>;
    /// Whether a value of this type can be below zero.
    const MAY_BE_NEGATIVE: bool;
    /// The notation as far as it is known at compile time.
    #[doc(hidden)]
    const TEXT: Text = match Self::STATIC_VALUE {
        Some(value) => Text::new().signed(value),
        None => Text::new().str("?"),
    };
    /// `coordinate * self`.
    type Times<C: Integer>: Scalar;
    /// This times a `usize` of which nothing is known.
    #[doc(hidden)]
    type TimesWord: Scalar;
    /// `self + r`.
    type Plus<R: Scalar>: Scalar;
    /// The absolute value.
    type Magnitude: Integer;
    /// 1, or -1 for a negative number.
    type Sign: Scalar;
    /// Whether the value is known at compile time.
    type IsStatic: Truth;
    /// Whether it is, and `T` holds.
    #[doc(hidden)]
    type IsStaticAnd<T: Truth>: Truth;
    /// Whether it is, and not negative.
    #[doc(hidden)]
    type IsStaticForward: Truth;
    /// Whether this is the static 0.
    type IsZero: Truth;
    /// Whether this is the same static number as `R`; never true of a dynamic one.
    type Equals<R: Scalar>: Truth;
    /// `-self`.
    type Negated: Scalar;
    /// `self * r`, of two numbers that may both be negative.
    type Product<R: Scalar>: Scalar;
    /// `n * self` for a signed `n`
    #[doc(hidden)]
    type TimesSigned: Scalar;
    /// `n * self` for a signed multiple `n` of `U`
    #[doc(hidden)]
    type TimesSignedMultiple<U: Nat>: Scalar;
    /// How far below zero a step of this stride may reach: the magnitude if it may be negative, else the static 0.
    type Descent: Integer;
    /// This number without what is known of its divisors.
    #[doc(hidden)]
    type Loose: Scalar;

    /// The value as a signed machine word; a `usize` above `isize::MAX` has none, and [`Scalar::fits`] says so.
    fn to_isize(self) -> isize;
    /// Whether the value is one a layout can have: in the range of `isize`, and with it its magnitude.
    #[inline]
    fn fits(self) -> bool {
        true
    }

    #[doc(hidden)]
    fn from_isize(value: isize) -> Self;
    /// The scalar of this type that has a value, if there is one.
    #[inline]
    fn checked_from_isize(value: isize) -> Option<Self> {
        match Self::STATIC_VALUE {
            Some(known) => (known == value).then(|| Self::from_isize(value)),
            None => (value >= 0 || Self::MAY_BE_NEGATIVE).then(|| Self::from_isize(value)),
        }
    }
    #[doc(hidden)]
    type IsStaticInt<U: Nat>: Truth;
    #[doc(hidden)]
    type IsStaticNeg<U: Nat>: Truth;
    /// Whether `U * self` is known to be `R`.
    #[doc(hidden)]
    type TimesIs<U: Nat, R: Scalar>: Truth;
    /// Whether this is the static `U * V`.
    #[doc(hidden)]
    type IsProduct<U: Nat, V: Nat>: Truth;
    #[doc(hidden)]
    type AddedToStatic<U: Nat>: Scalar;
    #[doc(hidden)]
    type AddedToDynamic: Scalar;
    #[doc(hidden)]
    type AddedToMultiple<U: Nat>: Scalar;
    #[doc(hidden)]
    type AddedToNegative<U: Nat>: Scalar;
    #[doc(hidden)]
    type AddedToSigned: Scalar;
    #[doc(hidden)]
    type AddedToSignedMultiple<U: Nat>: Scalar;

    /// `coordinate * self`.
    #[inline]
    fn times<C: Integer>(self, coordinate: C) -> Self::Times<C> {
        Scalar::from_isize(self.to_isize() * coordinate.value().cast_signed())
    }
    /// `self + r`.
    #[inline]
    fn plus<R: Scalar>(self, r: R) -> Self::Plus<R> {
        Scalar::from_isize(self.to_isize() + r.to_isize())
    }
    /// See [`Scalar::Loose`].
    #[doc(hidden)]
    #[inline]
    fn loose(self) -> Self::Loose {
        Scalar::from_isize(self.to_isize())
    }
    /// `-self`.
    #[inline]
    fn negated(self) -> Self::Negated {
        Scalar::from_isize(-self.to_isize())
    }
    /// `self * r`.
    #[inline]
    fn product<R: Scalar>(self, r: R) -> Self::Product<R> {
        Scalar::from_isize(self.to_isize() * r.to_isize())
    }
    /// The absolute value.
    #[inline]
    fn magnitude(self) -> Self::Magnitude {
        Integer::from_value(self.to_isize().unsigned_abs())
    }
    /// See [`Scalar::Sign`].
    #[inline]
    fn sign(self) -> Self::Sign {
        Scalar::from_isize(if self.to_isize() < 0 { -1 } else { 1 })
    }
    /// See [`Scalar::Descent`].
    #[inline]
    fn descent(self) -> Self::Descent {
        Integer::from_value(self.to_isize().min(0).unsigned_abs())
    }
}

#[diagnostic::do_not_recommend]
impl<U: Nat> Sealed for Int<U> {}
#[diagnostic::do_not_recommend]
impl<U: Nat> Sealed for Neg<U> {}
#[diagnostic::do_not_recommend]
impl Sealed for usize {}
#[diagnostic::do_not_recommend]
impl Sealed for Signed {}

type If<T, A, B> = <T as Truth>::IfScalar<A, B>;
/// `P - Q` for static `P` and `Q`, signed.
type StaticDifference<P, Q> = If<nat::IsLess<P, Q>, Neg<nat::Difference<Q, P>>, Int<nat::Difference<P, Q>>>;

impl<V: Nat> Scalar for Int<V> {
    const STATIC_VALUE: Option<isize> = Some(Self::SIGNED_WORD);
    const TEXT: Text = match Self::SIGNED_WORD {
        isize::MIN => Text::new().str("2^63 or more"),
        value => Text::new().signed(value),
    };
    const MAY_BE_NEGATIVE: bool = false;
    type Times<C: Integer> = C::TimesStatic<V>;
    type TimesWord = V::ZeroOrDynamic;
    type Plus<R: Scalar> = R::AddedToStatic<V>;
    type IsStatic = True;
    type IsStaticAnd<T: Truth> = T;
    type IsStaticForward = True;
    type IsZero = V::IsZero;
    type Equals<R: Scalar> = R::IsStaticInt<V>;
    type IsStaticInt<U: Nat> = nat::IsEqual<U, V>;
    type IsStaticNeg<U: Nat> = False;
    type TimesIs<U: Nat, R: Scalar> = R::IsProduct<U, V>;
    type IsProduct<U: Nat, W: Nat> = nat::IsProduct<V, U, W>;
    type Negated = If<V::IsZero, Self, Neg<V>>;
    type Product<R: Scalar> = R::Times<Self>;
    type TimesSigned = If<V::IsZero, Self, Signed>;
    type TimesSignedMultiple<U: Nat> = If<V::IsZero, Self, SignedMultiple<Int<nat::Product<U, V>>>>;
    type Magnitude = Self;
    type Sign = Int<U1>;
    type Descent = Int<UTerm>;
    type Loose = Self;

    #[inline]
    fn to_isize(self) -> isize {
        Int::number(self).cast_signed()
    }
    #[inline]
    fn from_isize(value: isize) -> Self {
        debug_assert!(value == Self::SIGNED_WORD, "a static integer and its value differ");
        Int::new()
    }

    type AddedToStatic<U: Nat> = Int<nat::Sum<U, V>>;
    type AddedToDynamic = usize;
    type AddedToMultiple<U: Nat> = Add<Multiple<Int<U>>, Self>;
    type AddedToNegative<U: Nat> = StaticDifference<V, U>;
    type AddedToSigned = Signed;
    type AddedToSignedMultiple<U: Nat> = SignedInCommon<U, V>;
}

impl<V: Nat> Scalar for Neg<V> {
    const STATIC_VALUE: Option<isize> = Some(Self::WORD);
    const MAY_BE_NEGATIVE: bool = true;
    type Times<C: Integer> = C::Negative<V>;
    type TimesWord = Signed;
    type Plus<R: Scalar> = R::AddedToNegative<V>;
    type IsStatic = True;
    type IsStaticAnd<T: Truth> = T;
    type IsStaticForward = False;
    type IsZero = False;
    type Equals<R: Scalar> = R::IsStaticNeg<V>;
    type IsStaticInt<U: Nat> = False;
    type IsStaticNeg<U: Nat> = nat::IsEqual<U, V>;
    type TimesIs<U: Nat, R: Scalar> = <Self::Times<Int<U>> as Scalar>::Equals<R>;
    type IsProduct<U: Nat, W: Nat> = False;
    type Negated = Int<V>;
    type Product<R: Scalar> = <R::Times<Int<V>> as Scalar>::Negated;
    type TimesSigned = Signed;
    type TimesSignedMultiple<U: Nat> = SignedMultiple<Int<nat::Product<U, V>>>;
    type Magnitude = Int<V>;
    type Sign = Neg<U1>;
    type Descent = Int<V>;
    type Loose = Self;

    #[inline]
    fn to_isize(self) -> isize {
        Neg::number(self)
    }
    #[inline]
    fn from_isize(value: isize) -> Self {
        debug_assert!(value == Self::WORD, "a static integer and its value differ");
        Neg::new()
    }

    type AddedToStatic<U: Nat> = StaticDifference<U, V>;
    type AddedToDynamic = Signed;
    type AddedToMultiple<U: Nat> = SignedInCommon<U, V>;
    type AddedToNegative<U: Nat> = Neg<nat::Sum<U, V>>;
    type AddedToSigned = Signed;
    type AddedToSignedMultiple<U: Nat> = SignedInCommon<U, V>;
}

impl Scalar for usize {
    unsigned_scalar!();
    type Times<C: Integer> = C::AfterDynamic<MulOp>;
    type TimesWord = usize;
    type Plus<R: Scalar> = R::AddedToDynamic;
    type Negated = Signed;
    type TimesSigned = Signed;
    type TimesSignedMultiple<U: Nat> = SignedMultiple<Int<U>>;

    #[inline]
    fn to_isize(self) -> isize {
        self.cast_signed()
    }
    #[inline]
    fn from_isize(value: isize) -> Self {
        value.cast_unsigned()
    }
    #[inline]
    fn fits(self) -> bool {
        self <= isize::MAX as usize
    }

    type AddedToStatic<U: Nat> = usize;
    type AddedToDynamic = usize;
    type AddedToMultiple<U: Nat> = usize;
    type AddedToNegative<U: Nat> = Signed;
    type AddedToSigned = Signed;
    type AddedToSignedMultiple<U: Nat> = Signed;
}

impl Scalar for Signed {
    dynamic_scalar!();
    const MAY_BE_NEGATIVE: bool = true;
    type Times<C: Integer> = C::TimesSigned;
    type TimesWord = Signed;
    type Plus<R: Scalar> = R::AddedToSigned;
    type Negated = Signed;
    type Product<R: Scalar> = R::TimesSigned;
    type TimesSigned = Signed;
    type TimesSignedMultiple<U: Nat> = SignedMultiple<Int<U>>;
    type Magnitude = usize;
    type Sign = Signed;
    type Descent = usize;
    type Loose = Self;

    #[inline]
    fn to_isize(self) -> isize {
        self.0
    }
    #[inline]
    fn from_isize(value: isize) -> Self {
        Signed(value)
    }
    #[inline]
    fn fits(self) -> bool {
        self.0 != isize::MIN
    }

    type AddedToStatic<U: Nat> = Signed;
    type AddedToDynamic = Signed;
    type AddedToMultiple<U: Nat> = Signed;
    type AddedToNegative<U: Nat> = Signed;
    type AddedToSigned = Signed;
    type AddedToSignedMultiple<U: Nat> = Signed;
}
