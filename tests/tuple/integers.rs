//! Integers: typed arithmetic equals `u128` arithmetic, in every mix of static and dynamic.

use static_assertions::{assert_eq_size, assert_type_eq_all};
use tilework::int::nat::{
    CeilQuotient, Difference, Divides, ExactQuotient, Gcd, IsEqual, IsLess, IsProduct, Maximum, Minimum, Nat,
    Product, Quotient, Remainder, Sum,
};
use tilework::int::{self, Add, CeilDiv, Div, Max, Min, Mul, Rem, RoundUp, SaturatingSub, Truth};
use tilework::prelude::*;

/// A type-level number as a value: the low 64 digits, and how many digits there are.
fn value_of<U: Nat>() -> (u64, u32) {
    (U::U64, U::BITS)
}

fn expected(value: u128) -> (u64, u32) {
    (value as u64, u128::BITS - value.leading_zeros())
}

/// The number in a static integer.
trait Static {
    type Nat: Nat;
}
impl<U: Nat> Static for Int<U> {
    type Nat = U;
}

/// Calls a macro with every pair of the numbers in two lists.
macro_rules! pairs {
    ($call:ident; [$($a:literal)*]; $b:tt) => { $(pairs!(@ $call $a $b);)* };
    (@ $call:ident $a:literal [$($b:literal)*]) => { $($call!($a $b);)* };
}

fn gcd_of(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd_of(b, a % b) }
}

macro_rules! nat_arithmetic {
    ($a:literal $b:literal) => {{
        type A = <Int!($a) as Static>::Nat;
        type B = <Int!($b) as Static>::Nat;
        let (a, b): (u128, u128) = ($a, $b);
        assert_eq!((value_of::<A>(), value_of::<B>()), (expected(a), expected(b)), "the literal itself");
        assert_eq!(value_of::<Sum<A, B>>(), expected(a + b), "{a} + {b}");
        assert_eq!(value_of::<Difference<A, B>>(), expected(a.saturating_sub(b)), "{a} - {b}");
        assert_eq!(value_of::<Product<A, B>>(), expected(a * b), "{a} * {b}");
        assert_eq!(value_of::<Quotient<A, B>>(), expected(a.checked_div(b).unwrap_or(0)), "{a} / {b}");
        assert_eq!(value_of::<Remainder<A, B>>(), expected(a.checked_rem(b).unwrap_or(0)), "{a} % {b}");
        assert_eq!(
            value_of::<CeilQuotient<A, B>>(),
            expected(if b == 0 { 0 } else { a.div_ceil(b) }),
            "ceil {a} / {b}"
        );
        assert_eq!(value_of::<Minimum<A, B>>(), expected(a.min(b)));
        assert_eq!(value_of::<Maximum<A, B>>(), expected(a.max(b)));
        assert_eq!(value_of::<Gcd<A, B>>(), expected(gcd_of(a, b)), "gcd {a} {b}");
        assert_eq!(IsLess::<A, B>::VALUE, a < b);
        assert_eq!(Divides::<A, B>::VALUE, a == 0 || b % a == 0, "{a} divides {b}");
        assert!(Divides::<A, Product<A, B>>::VALUE, "{a} divides {a} * {b}");
        if b != 0 {
            assert_eq!(value_of::<ExactQuotient<Product<A, B>, B>>(), expected(a), "{a} * {b} / {b}");
        }
        assert_eq!(IsEqual::<A, B>::VALUE, a == b);
        assert!(IsProduct::<Product<A, B>, A, B>::VALUE, "{a} * {b} is {a} * {b}");
        assert_eq!(IsProduct::<Product<A, A>, A, B>::VALUE, a * a == a * b, "{a} * {a} is {a} * {b}");
        assert_eq!(IsProduct::<A, A, B>::VALUE, a == a * b, "{a} is {a} * {b}");
        assert_eq!(IsProduct::<B, A, A>::VALUE, b == a * a, "{b} is {a} * {a}");
        assert!(!IsProduct::<Sum<Product<A, B>, typenum::U1>, A, B>::VALUE, "{a} * {b} + 1 is {a} * {b}");
        assert!(!IsProduct::<Sum<Product<A, B>, typenum::U2>, A, B>::VALUE, "{a} * {b} + 2 is {a} * {b}");
    }};
}

#[test]
fn nat_arithmetic_is_that_of_u128() {
    pairs!(nat_arithmetic; [4 5 6 9 11 13 15 21 31 33 45 63 64]; [3 5 9 11 15 21 30 31 60 105 128]);
    pairs!(nat_arithmetic; [0 1 2 3 7 16 97 12288 4294967311]; [0 1 2 3 7 16 97 12288 4294967311]);
    pairs!(nat_arithmetic; [0 1 97 4611686018427387904 9223372036854775807]; [4611686018427387904 9223372036854775807]);
    pairs!(nat_arithmetic; [4611686018427387904 9223372036854775807]; [0 1 2 3]);
}

/// One operation, in the four mixes.
macro_rules! mixes {
    ($verb:ident, $a:literal, $b:literal) => {
        let expected: usize = int::$verb($a as usize, $b as usize);
        assert_eq!(usize::value_of(int::$verb(int!($a), int!($b))), expected);
        assert_eq!(usize::value_of(int::$verb(int!($a), $b)), expected);
        assert_eq!(usize::value_of(int::$verb($a, int!($b))), expected);
    };
}

trait ValueOf {
    fn value_of<I: Integer>(i: I) -> usize {
        i.value()
    }
}
impl ValueOf for usize {}

macro_rules! every_mix {
    ($a:literal $b:literal) => {{
        mixes!(add, $a, $b);
        mixes!(saturating_sub, $a, $b);
        mixes!(mul, $a, $b);
        mixes!(div, $a, $b);
        mixes!(rem, $a, $b);
        mixes!(ceil_div, $a, $b);
        mixes!(round_up, $a, $b);
        mixes!(min, $a, $b);
        mixes!(max, $a, $b);
        mixes!(gcd, $a, $b);
    }};
}

#[test]
fn static_and_dynamic_operands_agree() {
    pairs!(every_mix; [0 1 2 3 12 97 4096]; [0 1 2 3 12 97 4096]);
}

#[test]
fn dynamic_operations_are_the_definitions() {
    for a in 0..40usize {
        for b in 0..40usize {
            assert_eq!(int::ceil_div(a, b), if b == 0 { 0 } else { a.div_ceil(b) });
            assert_eq!(int::round_up(a, b), if b == 0 { 0 } else { a.next_multiple_of(b) });
            assert_eq!(int::gcd(a, b) as u128, gcd_of(a as u128, b as u128));
            assert_eq!(int::div(a, b), a.checked_div(b).unwrap_or(0));
            assert_eq!(int::rem(a, b), a.checked_rem(b).unwrap_or(0));
        }
    }
}

type Zero = Int!(0);
type One = Int!(1);

// What the static operand decides alone is static; the rest is dynamic.
assert_type_eq_all!(
    Zero,
    Mul<Zero, usize>,
    Mul<usize, Zero>,
    Div<Zero, usize>,
    Rem<Zero, usize>,
    Rem<usize, One>,
    CeilDiv<Zero, usize>,
    RoundUp<Zero, usize>,
    Min<Zero, usize>,
    Min<usize, Zero>,
    SaturatingSub<Zero, usize>
);
assert_type_eq_all!(
    usize,
    Mul<One, usize>,
    Mul<usize, One>,
    Add<Zero, usize>,
    Add<usize, Zero>,
    Div<usize, One>,
    CeilDiv<usize, One>,
    Max<Zero, usize>,
    Min<Int!(5), usize>,
    Rem<usize, Int!(5)>,
    Add<Int!(5), usize>,
    Mul<usize, usize>
);
assert_type_eq_all!(One, int::Gcd<One, usize>, int::Gcd<usize, One>);
// Written and computed numbers are one type, also beyond typenum's tables.
assert_type_eq_all!(Int!(12288), Mul<Int!(96), Int!(128)>, RoundUp<Int!(12161), Int!(128)>, Add<Int!(12287), One>);
assert_type_eq_all!(Int!(4611686018427387904), Mul<Int!(4294967296), Int!(1073741824)>);
// Signs: a sum is signed as soon as one summand may be negative, and static sums know their sign.
assert_type_eq_all!(<Int!(3) as Scalar>::Plus<Int!(-5)>, Int!(-2));
assert_type_eq_all!(<Int!(-3) as Scalar>::Plus<Int!(5)>, Int!(2));
assert_type_eq_all!(<Int!(-3) as Scalar>::Plus<Int!(3)>, <Int!(-3) as Scalar>::Times<Zero>, Zero);
assert_type_eq_all!(<Int!(-3) as Scalar>::Times<Int!(4)>, Int!(-12));
assert_type_eq_all!(<Int!(-3) as Scalar>::Times<usize>, <usize as Scalar>::Plus<Signed>, Signed);
assert_eq_size!((), Int!(12288), Int!(-3), ((Int!(4), Int!(2)), Int!(3)));
assert_eq_size!(usize, (Int!(4), (usize, Int!(2))), Signed);

#[test]
fn signed_sums_are_those_of_isize() {
    macro_rules! number {
        ([$($literal:tt)*]) => { int!($($literal)*) };
    }
    macro_rules! sums {
        (@ $a:tt $($b:tt)*) => { $(
            let (a, b) = (number!($a), number!($b));
            let sum = a.to_isize() + b.to_isize();
            assert_eq!(a.plus(b).to_isize(), sum);
            assert_eq!(a.plus(Signed(b.to_isize())).to_isize(), sum);
            assert_eq!(Signed(a.to_isize()).plus(b).to_isize(), sum);
            assert_eq!(Signed(a.to_isize()).plus(Signed(b.to_isize())).to_isize(), sum);
            assert_eq!(a.plus(5usize).to_isize(), a.to_isize() + 5);
            assert_eq!(5usize.plus(b).to_isize(), 5 + b.to_isize());
            assert_eq!(b.times(3usize).to_isize(), 3 * b.to_isize());
            assert_eq!(b.times(int!(3)).to_isize(), 3 * b.to_isize());
            assert_eq!(b.magnitude().value(), b.to_isize().unsigned_abs());
            assert_eq!(Scalar::descent(b).value(), (-b.to_isize()).max(0) as usize);
        )* };
        ($($a:tt)*) => { $( sums!(@ $a [-12] [-3] [-1] [0] [1] [3] [12]); )* };
    }
    sums!([-12][-3][-1][0][1][3][12]);
}

#[test]
fn multiples_are_negated() {
    let n = int::Multiple::<Int!(64)>::new(448).unwrap();
    let [back, zero]: [int::SignedMultiple<Int!(64)>; 2] = [-n, -int::Multiple::<Int!(64)>::new(0).unwrap()];
    assert!(back == Signed(-448) && zero == Signed(0) && -back == Signed(448));
}
