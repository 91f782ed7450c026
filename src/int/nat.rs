//! Natural numbers as types, with total arithmetic.
//!
//! [`Nat`] adds to typenum's binary numbers what generic code needs and typenum cannot offer: operations that are
//! *total* associated types. `<A as Nat>::Mul<B>` exists for every pair of naturals, so a kernel that is generic over
//! sizes states `A: Nat` and nothing else; no `where A: Mul<B>, Prod<A, B>: Unsigned` piles up in its signature.
//!
//! Numbers stay typenum's canonical ones (no leading zero bit), so a computed 16 *is* [`typenum::U16`].
//!
//! Every operation is the schoolbook one on binary digits, least significant digit outermost: `UInt<U, B>` is `2U + B`.
//! An operation on two numbers first looks at the last digit of the left one and then asks the right one to finish
//! (`AddEven<U>` means "add `2U`"): double dispatch, the type level's way to match on a pair.
//!
//! Each digit costs the compiler one or two levels of recursion. Its default limit of 128 covers numbers up to 2^60;
//! a crate that divides larger ones says `#![recursion_limit = "256"]`.

use super::truth::{False, True, Truth};
use super::{Int, Integer};
use typenum::{B0, B1, UInt, UTerm, Unsigned};

/// A natural number known to the compiler: a typenum unsigned integer.
///
/// Implemented for every canonical typenum unsigned number and nothing else. The public operations are the aliases of
/// this module ([`Sum`], [`Product`], [`Quotient`] …); the associated types are their digit-by-digit definition.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a natural number known at compile time",
    note = "static integers are written `Int!(16)` (the type) and `int!(16)` (its value)"
)]
pub trait Nat: Unsigned + TypenumOnly + Copy + Default + core::fmt::Debug + Send + Sync + 'static {
    /// How many binary digits the number has; 0 has none.
    #[doc(hidden)]
    const BITS: u32;
    #[doc(hidden)]
    type IsZero: Truth;
    #[doc(hidden)]
    type IsOne: Truth;
    #[doc(hidden)]
    type IsAtMostOne: Truth;
    /// Whether it is not 0, and `T` holds.
    #[doc(hidden)]
    type IsPositiveAnd<T: Truth>: Truth;
    /// The number itself if it is 0, else a dynamic one: what it makes of a dynamic number that it multiplies.
    #[doc(hidden)]
    type ZeroOrDynamic: Integer;
    /// What it leaves over of a dynamic number: the static 0 if it is 0 or 1.
    #[doc(hidden)]
    type DynamicRem: Integer;
    /// `2n`, canonical also for 0.
    #[doc(hidden)]
    type Twice: Nat;
    #[doc(hidden)]
    type Succ: Positive;
    /// `n - 1`; 0 of 0.
    #[doc(hidden)]
    type Pred: Nat;

    #[doc(hidden)]
    type Add<V: Nat>: Nat;
    /// `n + v`, which is known not to be 0.
    #[doc(hidden)]
    type AddPositive<V: Positive>: Positive;
    #[doc(hidden)]
    type AddEven<U: Positive>: Positive;
    #[doc(hidden)]
    type AddOdd<U: Nat>: Positive;
    /// `n + v + 1`.
    #[doc(hidden)]
    type AddCarry<V: Nat>: Positive;
    #[doc(hidden)]
    type AddCarryEven<U: Positive>: Positive;
    #[doc(hidden)]
    type AddCarryOdd<U: Nat>: Positive;

    /// `n - v` where `v <= n`; meaningless otherwise (callers decide by [`IsLess`]).
    #[doc(hidden)]
    type Sub<V: Nat>: Nat;
    #[doc(hidden)]
    type SubFromEven<U: Nat>: Nat;
    #[doc(hidden)]
    type SubFromOdd<U: Nat>: Nat;
    /// `n - v - 1` where `v < n`.
    #[doc(hidden)]
    type SubBorrow<V: Nat>: Nat;
    #[doc(hidden)]
    type SubBorrowFromEven<U: Nat>: Nat;
    #[doc(hidden)]
    type SubBorrowFromOdd<U: Nat>: Nat;

    #[doc(hidden)]
    type Mul<V: Nat>: Nat;
    /// `u * n`
    #[doc(hidden)]
    type MulOf<U: Positive>: Nat;
    /// `(2n + 1) * (2v + 1)`
    #[doc(hidden)]
    type MulOdds<V: Nat>: Positive;

    /// Equality, the last digit first: most numbers differ there.
    #[doc(hidden)]
    type Eq<V: Nat>: Truth;
    #[doc(hidden)]
    type EqToEven<U: Nat>: Truth;
    #[doc(hidden)]
    type EqToOdd<U: Nat>: Truth;

    /// Whether `n` is `u * v`, the last digit first: most numbers that are not differ there, and zeros at the end of a
    /// factor need no product.
    #[doc(hidden)]
    type IsProduct<U: Nat, V: Nat>: Truth;
    /// Whether `n` is `(2u + 1) * v`.
    #[doc(hidden)]
    type IsOddProduct<U: Nat, V: Nat>: Truth;
    /// Whether `n * v` is `2w`, or `2w + 1`.
    #[doc(hidden)]
    type TimesIsEven<W: Nat, V: Nat>: Truth;
    #[doc(hidden)]
    type TimesIsOdd<W: Nat, V: Nat>: Truth;
    /// Whether `(2u + 1) * n` is `2w`, or `2w + 1`.
    #[doc(hidden)]
    type OddTimesIsEven<W: Nat, U: Nat>: Truth;
    #[doc(hidden)]
    type OddTimesIsOdd<W: Nat, U: Nat>: Truth;

    /// Whether `n < v`, where equal digits so far leave it to `Tie`.
    #[doc(hidden)]
    type Less<V: Nat, Tie: Truth>: Truth;
    #[doc(hidden)]
    type MoreThanEven<U: Nat, Tie: Truth>: Truth;
    #[doc(hidden)]
    type MoreThanOdd<U: Nat, Tie: Truth>: Truth;

    /// `u / n`; 0 where `n` is 0.
    #[doc(hidden)]
    type DivOf<U: Nat>: Nat;
    /// `u % n`; 0 where `n` is 0.
    #[doc(hidden)]
    type RemOf<U: Nat>: Nat;
    /// `u / (2n + 1)`: division by 1 or by `u` itself costs next to nothing.
    #[doc(hidden)]
    type OddDivOf<U: Nat>: Nat;
    #[doc(hidden)]
    type OddRemOf<U: Nat>: Nat;
    /// Whether `n` divides `u`; 0 divides every number.
    #[doc(hidden)]
    type Divides<U: Nat>: Truth;
    /// Whether `2n + 1` divides `u`.
    #[doc(hidden)]
    type OddDivides<U: Nat>: Truth;
    /// Whether `2w` divides `n`.
    #[doc(hidden)]
    type IsTwice<W: Nat>: Truth;
    /// Whether `n` is `2w + 1` times a number that is not 0, by the steps of [`Nat::ExactSteps`]: those of a multiple
    /// come to `2w + 1` itself. Where a step has too little to subtract from, all that follow have fewer digits than
    /// `2w + 1`, whatever they are.
    #[doc(hidden)]
    type IsMultipleOfOdd<W: Nat>: Truth;
    /// Long division `n / v` for odd `v`.
    #[doc(hidden)]
    type LongDiv<V: Nat>: Nat;
    #[doc(hidden)]
    type LongRem<V: Nat>: Nat;
    /// `n / 2w = (n / 2) / w`: even divisors lose a digit on both sides, so a power of two costs no long division.
    #[doc(hidden)]
    type HalfDiv<W: Nat>: Nat;
    #[doc(hidden)]
    type HalfRem<W: Nat>: Nat;
    /// `u / n` where `n` divides `u`, from the last digit on: no step compares anything.
    #[doc(hidden)]
    type ExactDivOf<U: Nat>: Nat;
    /// `u / (2n + 1)` where that divides `u`.
    #[doc(hidden)]
    type OddExactDivOf<U: Nat>: Nat;
    /// `n / 2w` where that divides `n`.
    #[doc(hidden)]
    type HalfExactDiv<W: Nat>: Nat;
    /// `n / (2w + 1)` where that divides `n`: what makes the last digit 0 is subtracted, and that 0 is dropped.
    #[doc(hidden)]
    type ExactSteps<W: Nat>: Nat;

    #[doc(hidden)]
    type GcdOf<U: Nat>: Nat;
    /// The highest power of two in the number; 0 of 0.
    #[doc(hidden)]
    type Top: Nat;
}

/// A number that is not 0: twice it is the number with one more digit, which need not be computed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a natural number known at compile time",
    note = "static integers are written `Int!(16)` (the type) and `int!(16)` (its value)"
)]
#[doc(hidden)]
pub trait Positive: Nat {
    /// `n * v`: the zeros at the end of either factor cost next to nothing.
    type Times<V: Positive>: Positive;
    /// `n * (2u + 1)`
    type TimesOdd<U: Nat>: Positive;
    /// [`Nat::ExactSteps`] of a number that is not 0.
    type ExactStepsOf<W: Nat>: Positive;
}
#[diagnostic::do_not_recommend]
impl<U: Positive> Positive for UInt<U, B0> {
    type Times<V: Positive> = UInt<U::Times<V>, B0>;
    type TimesOdd<W: Nat> = UInt<U::TimesOdd<W>, B0>;
    type ExactStepsOf<W: Nat> = UInt<U::ExactStepsOf<W>, B0>;
}
#[diagnostic::do_not_recommend]
impl<U: Nat> Positive for UInt<U, B1> {
    type Times<V: Positive> = V::TimesOdd<U>;
    type TimesOdd<W: Nat> = W::MulOdds<U>;
    type ExactStepsOf<W: Nat> = UInt<<U::Sub<W> as Nat>::ExactSteps<W>, B1>;
}

/// Keeps [`Nat`] to typenum's numbers.
#[doc(hidden)]
pub trait TypenumOnly {}
impl TypenumOnly for UTerm {}
impl<U: Positive> TypenumOnly for UInt<U, B0> {}
impl<U: Nat> TypenumOnly for UInt<U, B1> {}

/// `A + B`.
pub type Sum<A, B> = <A as Nat>::Add<B>;
/// `A * B`.
pub type Product<A, B> = <A as Nat>::Mul<B>;
/// `A / B` rounded down; 0 where `B` is 0.
pub type Quotient<A, B> = <B as Nat>::DivOf<A>;
/// `A % B`; 0 where `B` is 0.
pub type Remainder<A, B> = <B as Nat>::RemOf<A>;
/// `A / B` where `B` is known to divide `A`; some number where it does not.
pub type ExactQuotient<A, B> = <B as Nat>::ExactDivOf<A>;
/// The greatest common divisor; `Gcd<A, 0>` is `A`.
pub type Gcd<A, B> = <B as Nat>::GcdOf<A>;
/// `A - B`, 0 where `B` is larger.
pub type Difference<A, B> = IfLess<A, B, UTerm, <A as Nat>::Sub<B>>;
/// `A / B` rounded up; 0 where `B` is 0.
pub type CeilQuotient<A, B> = <Divides<B, A> as Truth>::ExactDivideOrAbove<A, B>;
/// The smaller of two.
pub type Minimum<A, B> = IfLess<A, B, A, B>;
/// The larger of two.
pub type Maximum<A, B> = IfLess<A, B, B, A>;
/// The largest power of two that is at most `A`; 0 where `A` is 0.
pub type TopBit<A> = <A as Nat>::Top;
/// Whether `A < B`, as a type.
pub type IsLess<A, B> = <A as Nat>::Less<B, False>;
/// Whether `A` divides `B`, as a type; 0 divides every number.
pub type Divides<A, B> = <A as Nat>::Divides<B>;
/// Whether `A == B * C`, as a type.
pub type IsProduct<A, B, C> = <A as Nat>::IsProduct<B, C>;
/// Whether `A == B`, as a type.
pub type IsEqual<A, B> = <A as Nat>::Eq<B>;

type If<T, A, B> = <T as Truth>::IfNat<A, B>;
type IfLess<U, V, A, B> = If<IsLess<U, V>, A, B>;

/// One step of long division has `2r` (`2r + 1`) left, where `r` is what the higher digits left over.
type LeftEven<U, V> = <<U as Nat>::LongRem<V> as Nat>::Twice;
type LeftOdd<U, V> = UInt<<U as Nat>::LongRem<V>, B1>;
/// The remainder and quotient of such a step: subtract `V` once, if it fits.
type StepRem<Left, V> = <IsLess<Left, V> as Truth>::OrSubtract<Left, V>;
type StepDiv<U, Left, V> =
    IfLess<Left, V, <<U as Nat>::LongDiv<V> as Nat>::Twice, UInt<<U as Nat>::LongDiv<V>, B1>>;

impl Nat for UTerm {
    const BITS: u32 = 0;
    type IsZero = True;
    type IsOne = False;
    type IsAtMostOne = True;
    type IsPositiveAnd<T: Truth> = False;
    type ZeroOrDynamic = Int<UTerm>;
    type DynamicRem = Int<UTerm>;
    type Twice = UTerm;
    type Succ = UInt<UTerm, B1>;
    type Pred = UTerm;

    type Add<V: Nat> = V;
    type AddPositive<V: Positive> = V;
    type AddEven<U: Positive> = UInt<U, B0>;
    type AddOdd<U: Nat> = UInt<U, B1>;
    type AddCarry<V: Nat> = V::Succ;
    type AddCarryEven<U: Positive> = UInt<U, B1>;
    type AddCarryOdd<U: Nat> = UInt<U::Succ, B0>;

    type Sub<V: Nat> = UTerm;
    type SubFromEven<U: Nat> = U::Twice;
    type SubFromOdd<U: Nat> = UInt<U, B1>;
    type SubBorrow<V: Nat> = UTerm;
    type SubBorrowFromEven<U: Nat> = UInt<U::SubBorrow<UTerm>, B1>;
    type SubBorrowFromOdd<U: Nat> = U::Twice;

    type Mul<V: Nat> = UTerm;
    type MulOf<U: Positive> = UTerm;
    type MulOdds<V: Nat> = UInt<V, B1>;

    type Eq<V: Nat> = V::IsZero;
    type EqToEven<U: Nat> = False;
    type EqToOdd<U: Nat> = False;

    type IsProduct<U: Nat, V: Nat> = <U::IsZero as Truth>::Or<V::IsZero>;
    type IsOddProduct<U: Nat, V: Nat> = V::IsZero;
    type TimesIsEven<W: Nat, V: Nat> = False;
    type TimesIsOdd<W: Nat, V: Nat> = False;
    type OddTimesIsEven<W: Nat, U: Nat> = False;
    type OddTimesIsOdd<W: Nat, U: Nat> = False;

    type Less<V: Nat, Tie: Truth> = <<V::IsZero as Truth>::Not as Truth>::Or<Tie>;
    type MoreThanEven<U: Nat, Tie: Truth> = False;
    type MoreThanOdd<U: Nat, Tie: Truth> = False;

    type DivOf<U: Nat> = UTerm;
    type RemOf<U: Nat> = UTerm;
    type OddDivOf<U: Nat> = U;
    type OddRemOf<U: Nat> = UTerm;
    type Divides<U: Nat> = True;
    type OddDivides<U: Nat> = True;
    type IsTwice<W: Nat> = True;
    type IsMultipleOfOdd<W: Nat> = False;
    type LongDiv<V: Nat> = UTerm;
    type LongRem<V: Nat> = UTerm;
    type HalfDiv<W: Nat> = UTerm;
    type HalfRem<W: Nat> = UTerm;
    type ExactDivOf<U: Nat> = UTerm;
    type OddExactDivOf<U: Nat> = U;
    type HalfExactDiv<W: Nat> = UTerm;
    type ExactSteps<W: Nat> = UTerm;

    type GcdOf<U: Nat> = U;
    type Top = UTerm;
}

/// Even numbers but 0: what is doubled is itself not 0, so no number has a leading zero.
#[diagnostic::do_not_recommend]
impl<U: Positive> Nat for UInt<U, B0> {
    const BITS: u32 = U::BITS + 1;
    type IsZero = False;
    type IsOne = False;
    type IsAtMostOne = False;
    type IsPositiveAnd<T: Truth> = T;
    type ZeroOrDynamic = usize;
    type DynamicRem = usize;
    type Twice = UInt<Self, B0>;
    type Succ = UInt<U, B1>;
    type Pred = UInt<U::Pred, B1>;

    type Add<V: Nat> = V::AddEven<U>;
    type AddPositive<V: Positive> = V::AddEven<U>;
    type AddEven<W: Positive> = UInt<W::AddPositive<U>, B0>;
    type AddOdd<W: Nat> = UInt<W::Add<U>, B1>;
    type AddCarry<V: Nat> = V::AddCarryEven<U>;
    type AddCarryEven<W: Positive> = UInt<W::Add<U>, B1>;
    type AddCarryOdd<W: Nat> = UInt<W::AddCarry<U>, B0>;

    type Sub<V: Nat> = V::SubFromEven<U>;
    type SubFromEven<W: Nat> = <W::Sub<U> as Nat>::Twice;
    type SubFromOdd<W: Nat> = UInt<W::Sub<U>, B1>;
    type SubBorrow<V: Nat> = V::SubBorrowFromEven<U>;
    type SubBorrowFromEven<W: Nat> = UInt<W::SubBorrow<U>, B1>;
    type SubBorrowFromOdd<W: Nat> = <W::Sub<U> as Nat>::Twice;

    type Mul<V: Nat> = V::MulOf<Self>;
    type MulOf<W: Positive> = W::Times<Self>;
    type MulOdds<V: Nat> = UInt<<UInt<U::TimesOdd<V>, B0> as Nat>::Add<V>, B1>;

    type Eq<V: Nat> = V::EqToEven<U>;
    type EqToEven<W: Nat> = W::Eq<U>;
    type EqToOdd<W: Nat> = False;

    type IsProduct<W: Nat, V: Nat> = W::TimesIsEven<U, V>;
    type IsOddProduct<W: Nat, V: Nat> = V::OddTimesIsEven<U, W>;
    type TimesIsEven<W: Nat, V: Nat> = W::IsProduct<U, V>;
    type TimesIsOdd<W: Nat, V: Nat> = False;
    type OddTimesIsEven<W: Nat, V: Nat> = W::IsOddProduct<V, U>;
    type OddTimesIsOdd<W: Nat, V: Nat> = False;

    type Less<V: Nat, Tie: Truth> = V::MoreThanEven<U, Tie>;
    type MoreThanEven<W: Nat, Tie: Truth> = W::Less<U, Tie>;
    type MoreThanOdd<W: Nat, Tie: Truth> = W::Less<U, False>;

    type DivOf<W: Nat> = W::HalfDiv<U>;
    type RemOf<W: Nat> = W::HalfRem<U>;
    type Divides<W: Nat> = W::IsTwice<U>;
    type OddDivides<W: Nat> = <W::IsZero as Truth>::Or<W::IsMultipleOfOdd<Self>>;
    type IsTwice<W: Nat> = W::Divides<U>;
    type IsMultipleOfOdd<W: Nat> = U::IsMultipleOfOdd<W>;
    type OddDivOf<W: Nat> = <IsEqual<W, UInt<Self, B1>> as Truth>::OneOrDivide<W, UInt<Self, B1>>;
    type OddRemOf<W: Nat> = <IsEqual<W, UInt<Self, B1>> as Truth>::ZeroOrDivide<W, UInt<Self, B1>>;
    type LongDiv<V: Nat> = StepDiv<U, LeftEven<U, V>, V>;
    type LongRem<V: Nat> = StepRem<LeftEven<U, V>, V>;
    type HalfDiv<W: Nat> = W::DivOf<U>;
    type HalfRem<W: Nat> = <W::RemOf<U> as Nat>::Twice;
    type ExactDivOf<W: Nat> = W::HalfExactDiv<U>;
    type OddExactDivOf<W: Nat> = W::ExactSteps<Self>;
    type HalfExactDiv<W: Nat> = W::ExactDivOf<U>;
    type ExactSteps<W: Nat> = UInt<U::ExactStepsOf<W>, B0>;

    type GcdOf<W: Nat> = <Self::RemOf<W> as Nat>::GcdOf<Self>;
    type Top = <U::Top as Nat>::Twice;
}

#[diagnostic::do_not_recommend]
impl<U: Nat> Nat for UInt<U, B1> {
    const BITS: u32 = U::BITS + 1;
    type IsZero = False;
    type IsOne = U::IsZero;
    type IsAtMostOne = U::IsZero;
    type IsPositiveAnd<T: Truth> = T;
    type ZeroOrDynamic = usize;
    type DynamicRem = U::ZeroOrDynamic;
    type Twice = UInt<Self, B0>;
    type Succ = UInt<U::Succ, B0>;
    type Pred = U::Twice;

    type Add<V: Nat> = V::AddOdd<U>;
    type AddPositive<V: Positive> = V::AddOdd<U>;
    type AddEven<W: Positive> = UInt<W::Add<U>, B1>;
    type AddOdd<W: Nat> = UInt<W::AddCarry<U>, B0>;
    type AddCarry<V: Nat> = V::AddCarryOdd<U>;
    type AddCarryEven<W: Positive> = UInt<W::AddCarry<U>, B0>;
    type AddCarryOdd<W: Nat> = UInt<W::AddCarry<U>, B1>;

    type Sub<V: Nat> = V::SubFromOdd<U>;
    type SubFromEven<W: Nat> = UInt<W::SubBorrow<U>, B1>;
    type SubFromOdd<W: Nat> = <W::Sub<U> as Nat>::Twice;
    type SubBorrow<V: Nat> = V::SubBorrowFromOdd<U>;
    type SubBorrowFromEven<W: Nat> = <W::SubBorrow<U> as Nat>::Twice;
    type SubBorrowFromOdd<W: Nat> = UInt<W::SubBorrow<U>, B1>;

    type Mul<V: Nat> = V::MulOf<Self>;
    type MulOf<W: Positive> = W::Times<Self>;
    type MulOdds<V: Nat> = UInt<<V::MulOdds<U> as Nat>::Add<V>, B1>;

    type Eq<V: Nat> = V::EqToOdd<U>;
    type EqToEven<W: Nat> = False;
    type EqToOdd<W: Nat> = W::Eq<U>;

    type IsProduct<W: Nat, V: Nat> = W::TimesIsOdd<U, V>;
    type IsOddProduct<W: Nat, V: Nat> = V::OddTimesIsOdd<U, W>;
    type TimesIsEven<W: Nat, V: Nat> = V::OddTimesIsEven<W, U>;
    type TimesIsOdd<W: Nat, V: Nat> = V::OddTimesIsOdd<W, U>;
    type OddTimesIsEven<W: Nat, V: Nat> = False;
    type OddTimesIsOdd<W: Nat, V: Nat> = IsEqual<V::MulOdds<U>, UInt<W, B1>>;

    type Less<V: Nat, Tie: Truth> = V::MoreThanOdd<U, Tie>;
    type MoreThanEven<W: Nat, Tie: Truth> = W::Less<U, True>;
    type MoreThanOdd<W: Nat, Tie: Truth> = W::Less<U, Tie>;

    type DivOf<W: Nat> = U::OddDivOf<W>;
    type RemOf<W: Nat> = U::OddRemOf<W>;
    type Divides<W: Nat> = U::OddDivides<W>;
    type OddDivides<W: Nat> = <W::IsZero as Truth>::Or<W::IsMultipleOfOdd<Self>>;
    type IsTwice<W: Nat> = False;
    type IsMultipleOfOdd<W: Nat> = <IsEqual<U, W> as Truth>::Or<<U::Sub<W> as Nat>::IsMultipleOfOdd<W>>;
    type OddDivOf<W: Nat> = <IsEqual<W, UInt<Self, B1>> as Truth>::OneOrDivide<W, UInt<Self, B1>>;
    type OddRemOf<W: Nat> = <IsEqual<W, UInt<Self, B1>> as Truth>::ZeroOrDivide<W, UInt<Self, B1>>;
    type LongDiv<V: Nat> = StepDiv<U, LeftOdd<U, V>, V>;
    type LongRem<V: Nat> = StepRem<LeftOdd<U, V>, V>;
    type HalfDiv<W: Nat> = W::DivOf<U>;
    type HalfRem<W: Nat> = UInt<W::RemOf<U>, B1>;
    type ExactDivOf<W: Nat> = U::OddExactDivOf<W>;
    type OddExactDivOf<W: Nat> = W::ExactSteps<Self>;
    type HalfExactDiv<W: Nat> = UTerm;
    type ExactSteps<W: Nat> = UInt<<U::Sub<W> as Nat>::ExactSteps<W>, B1>;

    type GcdOf<W: Nat> = <Self::RemOf<W> as Nat>::GcdOf<Self>;
    type Top = If<U::IsZero, Self, <U::Top as Nat>::Twice>;
}
