//! Integers without a sign: extents, sizes and coordinates.

use super::multiple::{Multiple, MultipleOf};
use super::nat::{self, Nat};
use super::rows::dynamic_integer;
use super::truth::{False, True, Truth};
use super::{Int, Neg, Scalar, Signed};
use typenum::{U0, U1, UTerm};

/// An extent, a size or a coordinate: `usize` (dynamic), [`Int`] (static) or [`Multiple`] (dynamic, with a divisor).
///
/// Arithmetic is total on integers: [`Mul<A, B>`](Mul) and its sisters exist for any two of them, so generic code needs
/// no further bounds. Static with static gives static; anything with dynamic gives dynamic, except where the static
/// operand alone decides: `0 * n`, `0 / n`, `n % 1` and `min(0, n)` are the static 0, `gcd(1, n)` the static 1. Of a
/// [`Multiple`] the divisor decides too: `n % 16` is the static 0 of a multiple of 64, `gcd(16, n)` the static 16.
/// Source: TLA's and CuTe's integer rules.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an extent or coordinate: those are `usize`, or `int!(n)` for one known at compile time",
    note = "a number that may be negative (`Signed`, `int!(-1)`) can be a stride or an offset only"
)]
pub trait Integer: Scalar + PartialEq<usize> {
    /// The value, if it is static: the largest word if it is above 2^63.
    const STATIC: Option<usize>;
    /// What is known to divide the value: of a static integer, itself.
    type Divisor: Nat;
    /// The number, if it is static; 0 if not.
    type Nat: Nat;
    /// Whether this is the static integer `U`: the one question a result type may depend on.
    type Is<U: Nat>: Truth;
    /// Whether this is the static 1.
    type IsOne: Truth;
    /// Whether this is the static 0 or 1.
    type IsAtMostOne: Truth;
    /// Whether this is static and not 0, and `T` holds.
    #[doc(hidden)]
    type IsPositiveAnd<T: Truth>: Truth;
    /// One less, and 0 of 0.
    type Pred: Integer;
    /// `N`, or 0 if this is 0.
    type IfPositive<N: Integer>: Integer;
    /// Whether this is the same static integer as `R`; never true of a dynamic one.
    type Same<R: Integer>: Truth;
    /// Whether this is static and a mode of this extent and stride `R` is known to end where stride `E` goes on.
    #[doc(hidden)]
    type GoesOn<R: Scalar, E: Scalar>: Truth;

    /// Whether both are static and this is smaller; never true of a dynamic one.
    type IsLess<R: Integer>: Truth;
    #[doc(hidden)]
    type IsMore<U: Nat>: Truth;
    /// This integer without what is known of its divisors.
    #[doc(hidden)]
    type Word: Integer;
    /// Whether this is a `usize`, of which nothing is known.
    #[doc(hidden)]
    type IsWord: Truth;

    /// The value.
    fn value(self) -> usize;
    /// See [`Integer::Word`].
    #[doc(hidden)]
    #[inline]
    fn word(self) -> Self::Word {
        Integer::from_value(self.value())
    }

    /// See [`Integer::Pred`].
    #[inline]
    fn pred(self) -> Self::Pred {
        Integer::from_value(self.value().saturating_sub(1))
    }

    /// See [`Integer::IfPositive`].
    #[inline]
    fn if_positive<N: Integer>(self, n: N) -> Self::IfPositive<N> {
        Integer::from_value(if self.value() == 0 { 0 } else { n.value() })
    }

    #[doc(hidden)]
    fn from_value(value: usize) -> Self;
    /// `self op r`
    #[doc(hidden)]
    type With<Op: BinaryOp, R: Integer>: Integer;
    /// `U op self`
    #[doc(hidden)]
    type AfterStatic<Op: BinaryOp, U: Nat>: Integer;
    /// `n op self`
    #[doc(hidden)]
    type AfterDynamic<Op: BinaryOp>: Integer;
    /// `n op self` for a multiple `n` of `U`
    #[doc(hidden)]
    type AfterMultiple<Op: BinaryOp, U: Nat>: Integer;
    /// `U * self`: what [`MulOp`] makes of it, in fewer steps of the compiler.
    #[doc(hidden)]
    type TimesStatic<U: Nat>: Integer;
    /// `-U * self`
    #[doc(hidden)]
    type Negative<U: Nat>: Scalar;
}

#[diagnostic::do_not_recommend]
impl Integer for usize {
    dynamic_integer!();
    type Divisor = U1;
    type IsWord = True;

    #[inline]
    fn value(self) -> usize {
        self
    }
    #[inline]
    fn from_value(value: usize) -> Self {
        value
    }

    type With<Op: BinaryOp, R: Integer> = R::AfterDynamic<Op>;
    type AfterStatic<Op: BinaryOp, U: Nat> = Op::StaticDynamic<U>;
    type AfterDynamic<Op: BinaryOp> = usize;
    type AfterMultiple<Op: BinaryOp, U: Nat> = Op::Multiples<U, U1>;
    type TimesStatic<U: Nat> = U::ZeroOrDynamic;
    type Negative<U: Nat> = Signed;
}

#[diagnostic::do_not_recommend]
impl<V: Nat> Integer for Int<V> {
    const STATIC: Option<usize> = Some(Self::WORD);
    type Divisor = V;
    type Nat = V;
    type Is<U: Nat> = nat::IsEqual<U, V>;
    type IsOne = V::IsOne;
    type IsAtMostOne = V::IsAtMostOne;
    type IsPositiveAnd<T: Truth> = V::IsPositiveAnd<T>;
    type Pred = Int<V::Pred>;
    type IfPositive<N: Integer> = If<V::IsZero, Zero, N>;
    type Same<R: Integer> = R::Is<V>;
    type GoesOn<R: Scalar, E: Scalar> = R::TimesIs<V, E>;
    type IsLess<R: Integer> = R::IsMore<V>;
    type IsMore<U: Nat> = nat::IsLess<U, V>;
    type Word = Self;
    type IsWord = False;

    #[inline]
    fn value(self) -> usize {
        Int::number(self)
    }
    #[inline]
    fn from_value(value: usize) -> Self {
        debug_assert!(value == Self::WORD, "a static integer and its value differ");
        Int::new()
    }

    type With<Op: BinaryOp, R: Integer> = R::AfterStatic<Op, V>;
    type AfterStatic<Op: BinaryOp, U: Nat> = Int<Op::Static<U, V>>;
    type AfterDynamic<Op: BinaryOp> = Op::DynamicStatic<V>;
    type AfterMultiple<Op: BinaryOp, U: Nat> = Op::MultipleStatic<U, V>;
    type TimesStatic<U: Nat> = Int<nat::Product<U, V>>;
    type Negative<U: Nat> = <V::IsZero as Truth>::IfScalar<Int<UTerm>, Neg<nat::Product<U, V>>>;
}

/// An operation on two integers: its value, and what is static about its result.
#[doc(hidden)]
pub trait BinaryOp: 'static {
    /// Both operands are static.
    type Static<U: Nat, V: Nat>: Nat;
    /// Only the left operand is static.
    type StaticDynamic<U: Nat>: Integer;
    /// Only the right operand is static.
    type DynamicStatic<V: Nat>: Integer;
    /// The left operand is static, the right one a multiple of `V`.
    type StaticMultiple<U: Nat, V: Nat>: Integer;
    /// The left operand is a multiple of `U`, the right one static.
    type MultipleStatic<U: Nat, V: Nat>: Integer;
    /// Both are dynamic, multiples of `U` and `V`; either may be 1.
    type Multiples<U: Nat, V: Nat>: Integer;
    /// The result on values.
    fn value(lhs: usize, rhs: usize) -> usize;
}

type If<T, A, B> = <T as Truth>::IfInteger<A, B>;
type IfZero<U, A, B> = If<<U as Nat>::IsZero, A, B>;
type IfOne<U, A, B> = If<<U as Nat>::IsOne, A, B>;
type Zero = Int<U0>;
type One = Int<U1>;
/// What two integers have in common divides both.
type InCommon<U, V> = MultipleOf<nat::Gcd<U, V>>;
/// `n / V` for a multiple `n` of `U`: exact where `V` divides that, `E` where `V` is 0.
type Exactly<U, V, E> = IfZero<V, E, If<nat::Divides<V, U>, MultipleOf<nat::ExactQuotient<U, V>>, usize>>;

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident, $verb:ident, $op:ident, [$u:ident, $v:ident]:
        static $static:ty, left $left:ty, right $right:ty,
        multiples $left_multiple:ty, $right_multiple:ty, $multiples:ty, |$l:ident, $r:ident| $value:expr;)*) => { $(
        #[doc(hidden)]
        #[derive(Debug)]
        pub struct $op;
        impl BinaryOp for $op {
            type Static<$u: Nat, $v: Nat> = $static;
            type StaticDynamic<$u: Nat> = $left;
            type DynamicStatic<$v: Nat> = $right;
            type StaticMultiple<$u: Nat, $v: Nat> = $left_multiple;
            type MultipleStatic<$u: Nat, $v: Nat> = $right_multiple;
            type Multiples<$u: Nat, $v: Nat> = $multiples;
            #[inline]
            fn value($l: usize, $r: usize) -> usize {
                $value
            }
        }
        $(#[$doc])*
        pub type $name<A, B> = <A as Integer>::With<$op, B>;
        $(#[$doc])*
        pub fn $verb<A: Integer, B: Integer>(a: A, b: B) -> $name<A, B> {
            Integer::from_value($op::value(a.value(), b.value()))
        }
    )* };
}

operations! {
    /// `a + b`. `n + 0` is `n`, also at type level.
    Add, add, AddOp, [U, V]: static nat::Sum<U, V>, left usize, right usize,
        multiples InCommon<U, V>, InCommon<U, V>, InCommon<U, V>,
        |a, b| a + b;
    /// `a - b`, or 0 where `b` is larger.
    SaturatingSub, saturating_sub, SubOp, [U, V]: static nat::Difference<U, V>,
        left U::ZeroOrDynamic, right usize,
        multiples IfZero<U, Zero, InCommon<U, V>>, InCommon<U, V>, InCommon<U, V>,
        |a, b| a.saturating_sub(b);
    /// `a * b`. `0 * n` is the static 0.
    Mul, mul, MulOp, [U, V]: static nat::Product<U, V>,
        left U::ZeroOrDynamic, right V::ZeroOrDynamic,
        multiples IfZero<U, Zero, Multiple<Int<nat::Product<U, V>>>>, IfZero<V, Zero, Multiple<Int<nat::Product<U, V>>>>, Multiple<Int<nat::Product<U, V>>>,
        |a, b| a * b;
    /// `a * b`, and the static factor is known to divide it: of a `usize` [`mul`] does not keep that. So values become
    /// a [`Multiple`] that are one by construction; `layout!((n*_64, 8):(8, 1))` stands for it.
    ///
    /// # Panics
    /// If the product does not fit in a machine word.
    ///
    /// ```
    /// use tilework::int::{Multiple, scale};
    /// use tilework::prelude::*;
    /// let n: Multiple<Int!(64)> = scale(7, int!(64));
    /// assert_eq!(n, 448);
    /// ```
    Scale, scale, ScaleOp, [U, V]: static nat::Product<U, V>,
        left IfZero<U, Zero, MultipleOf<U>>, right IfZero<V, Zero, MultipleOf<V>>,
        multiples IfZero<U, Zero, Multiple<Int<nat::Product<U, V>>>>, IfZero<V, Zero, Multiple<Int<nat::Product<U, V>>>>, MultipleOf<nat::Product<U, V>>,
        |a, b| a.checked_mul(b).expect("the product fits in a machine word");
    /// `a / b` rounded down, and 0 where `b` is 0. `0 / n` is the static 0.
    Div, div, DivOp, [U, V]: static nat::Quotient<U, V>,
        left U::ZeroOrDynamic, right V::ZeroOrDynamic,
        multiples U::ZeroOrDynamic, Exactly<U, V, Zero>, usize,
        |a, b| a.checked_div(b).unwrap_or(0);
    /// `a % b`, and 0 where `b` is 0. `0 % n` and `n % 1` are the static 0.
    Rem, rem, RemOp, [U, V]: static nat::Remainder<U, V>,
        left U::ZeroOrDynamic, right V::DynamicRem,
        multiples IfZero<U, Zero, InCommon<U, V>>, IfZero<nat::Remainder<U, V>, Zero, InCommon<U, V>>, InCommon<U, V>,
        |a, b| a.checked_rem(b).unwrap_or(0);
    /// `a / b` rounded up, and 0 where `b` is 0: how many tiles of `b` cover `a`.
    ///
    /// ```
    /// use tilework::{prelude::*, tuple::ceil_div};
    /// let tiles: Int!(7) = ceil_div(int!(100), int!(16));
    /// let dynamic: usize = ceil_div(100, int!(16));
    /// assert_eq!(tiles, dynamic);
    /// ```
    CeilDiv, ceil_div, CeilDivOp, [U, V]: static nat::CeilQuotient<U, V>,
        left U::ZeroOrDynamic, right V::ZeroOrDynamic,
        multiples U::ZeroOrDynamic, Exactly<U, V, Zero>, usize,
        |a, b| if b == 0 { 0 } else { a.div_ceil(b) };
    /// `a` rounded up to a multiple of `b`, and 0 where `b` is 0: the padded size.
    ///
    /// # Panics
    /// If the result does not fit in a machine word.
    ///
    /// ```
    /// use tilework::{prelude::*, tuple::round_up};
    /// let padded: Int!(112) = round_up(int!(100), int!(16));
    /// assert_eq!(padded, 112);
    /// ```
    RoundUp, round_up, RoundUpOp, [U, V]: static nat::Product<nat::CeilQuotient<U, V>, V>,
        left U::ZeroOrDynamic, right V::ZeroOrDynamic,
        multiples IfZero<U, Zero, Multiple<Int<V>>>, IfZero<V, Zero, If<nat::Divides<V, U>, Multiple<Int<U>>, MultipleOf<V>>>, MultipleOf<V>,
        |a, b| if b == 0 { 0 } else { a.checked_next_multiple_of(b).expect("the rounded size fits in a machine word") };
    /// `a` rounded up to a multiple of `b`, and the static `b` is known to divide it: of a `usize` [`round_up`] does
    /// not keep that.
    ///
    /// # Panics
    /// If the result does not fit in a machine word.
    ///
    /// ```
    /// use tilework::int::{Multiple, next_multiple};
    /// use tilework::prelude::*;
    /// let rows: Multiple<Int!(64)> = next_multiple(100, int!(64));
    /// assert_eq!(rows, 128);
    /// // tiles of 16 divide whatever it is
    /// assert_eq!(logical_divide(row_major((rows, 8)), tiler!(16, _)).shape().0, (int!(16), rows / int!(16)));
    /// ```
    NextMultiple, next_multiple, NextMultipleOp, [U, V]: static nat::Product<nat::CeilQuotient<U, V>, V>,
        left U::ZeroOrDynamic, right IfZero<V, Zero, MultipleOf<V>>,
        multiples RoundUp<Int<U>, Multiple<Int<V>>>, RoundUp<Multiple<Int<U>>, Int<V>>, MultipleOf<V>,
        |a, b| RoundUpOp::value(a, b);
    /// How many steps of `b` start within `a`: `a / b` rounded up, and without end where `b` is 0.
    StepsWithin, steps_within, StepsOp, [U, V]: static nat::CeilQuotient<U, V>, left usize, right usize,
        multiples usize, Exactly<U, V, usize>, usize,
        |a, b| if b == 0 { usize::MAX } else { a.div_ceil(b) };
    /// The smaller of two. `min(0, n)` is the static 0.
    Min, min, MinOp, [U, V]: static nat::Minimum<U, V>,
        left U::ZeroOrDynamic, right V::ZeroOrDynamic,
        multiples IfZero<U, Zero, InCommon<U, V>>, IfZero<V, Zero, InCommon<U, V>>, InCommon<U, V>,
        |a, b| if b < a { b } else { a };
    /// The larger of two.
    Max, max, MaxOp, [U, V]: static nat::Maximum<U, V>, left usize, right usize,
        multiples InCommon<U, V>, InCommon<U, V>, InCommon<U, V>,
        |a, b| if b > a { b } else { a };
    /// The greatest common divisor; `gcd(a, 0)` is `a`. `gcd(1, n)` is the static 1.
    ///
    /// ```
    /// use tilework::{prelude::*, tuple::gcd};
    /// let four: Int!(4) = gcd(int!(12), int!(8));
    /// assert_eq!(four, gcd(12, 8));
    /// ```
    Gcd, gcd, GcdOp, [U, V]: static nat::Gcd<U, V>,
        left IfOne<U, One, usize>, right IfOne<V, One, usize>,
        multiples If<nat::Divides<U, V>, IfZero<U, Multiple<Int<V>>, Int<U>>, InCommon<U, V>>, If<nat::Divides<V, U>, IfZero<V, Multiple<Int<U>>, Int<V>>, InCommon<U, V>>, InCommon<U, V>,
        |a, b| greatest_common_divisor(a, b);
}

/// The greatest common divisor of two machine words; of 0 and `n`, `n`.
pub(crate) const fn greatest_common_divisor(mut a: usize, mut b: usize) -> usize {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
