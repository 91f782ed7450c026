//! Dynamic leaves that are known to be multiples: what is kept of that, as types; and the questions about it that
//! CuTe's DSL was asked.

use static_assertions::assert_type_eq_all;
use tilework::algebra::{
    ByMode, Coalesce, Complement, Compose, Divide, Invert, Logical, Zipped, max_common_vector, right_inverse,
    try_composition, try_logical_divide, upcast,
};
use tilework::dynamic::{self, DynLayout};
use tilework::int::{
    self, Add, CeilDiv, Div, Gcd, Integer, Max, Min, Mul, Multiple, NextMultiple, Rem, RoundUp, Scalar,
    Scale, SignedMultiple,
};
use tilework::layout::{Exact, Free, Layout as With};
use tilework::prelude::*;
use tilework::tuple::IntTuple;

type By<const N: usize> = <At<N> as Divisor>::Multiple;
type SignedBy<const N: usize> = <At<N> as Divisor>::SignedMultiple;
struct At<const N: usize>;
trait Divisor {
    type Multiple;
    type SignedMultiple;
}
macro_rules! divisors {
    ($($n:literal)*) => { $(
        impl Divisor for At<$n> {
            type Multiple = Multiple<Int!($n)>;
            type SignedMultiple = SignedMultiple<Int!($n)>;
        }
    )* };
}
divisors!(2 3 4 6 8 12 16 24 32 48 64 96 128 192 256 512 1024 4096);

/// `A op B` is `C`, for each operation and pair of integers.
macro_rules! arithmetic {
    ($($Op:ident { $($a:ty, $b:ty => $c:ty;)* })*) => { $( $(
        assert_type_eq_all!($Op<$a, $b>, $c);
    )* )* };
}

arithmetic! {
    Mul { By<64>, Int!(3) => By<192>; Int!(3), By<64> => By<192>; By<64>, By<4> => By<256>; By<64>, usize => By<64>;
         usize, By<64> => By<64>; By<64>, Int!(0) => Int!(0); usize, Int!(64) => usize;
    } Scale { usize, Int!(64) => By<64>; Int!(64), usize => By<64>; usize, usize => usize; usize, Int!(1) => usize;
           By<4>, By<16> => By<64>; Int!(4), Int!(8) => Int!(32); usize, Int!(0) => Int!(0);
    } Add { By<64>, Int!(48) => By<16>; By<64>, By<96> => By<32>; By<64>, Int!(0) => By<64>; By<64>, usize => usize;
         By<64>, Int!(7) => usize; Int!(128), By<64> => By<64>;
    } Div { By<64>, Int!(16) => By<4>; By<64>, Int!(64) => usize; By<64>, Int!(48) => usize; By<64>, Int!(1) => By<64>;
         Int!(64), By<16> => usize; Int!(0), By<16> => Int!(0); By<64>, By<64> => usize;
    } CeilDiv { By<64>, Int!(16) => By<4>; By<64>, Int!(48) => usize; By<64>, usize => usize;
    } Rem { By<64>, Int!(16) => Int!(0); By<64>, Int!(48) => By<16>; By<64>, Int!(7) => usize; By<64>, By<48> => By<16>;
         Int!(48), By<64> => By<16>;
    } Gcd { By<64>, Int!(16) => Int!(16); By<64>, Int!(48) => By<16>; Int!(16), By<64> => Int!(16); By<64>, usize => usize;
         By<64>, By<96> => By<32>;
    } Min { By<64>, Int!(16) => By<16>; By<64>, By<64> => By<64>; By<64>, usize => usize;
    } Max { By<64>, Int!(16) => By<16>; By<64>, Int!(0) => By<64>;
    } RoundUp { By<64>, Int!(16) => By<64>; By<64>, Int!(48) => By<48>; By<64>, By<4> => By<4>; usize, Int!(8) => usize;
    } NextMultiple { usize, Int!(64) => By<64>; usize, Int!(1) => usize; usize, Int!(0) => Int!(0); usize, usize => usize;
         Int!(100), Int!(64) => Int!(128); By<64>, Int!(16) => By<64>; By<64>, Int!(48) => By<48>; Int!(7), By<4> => By<4>; }
}

/// Every operation on every pair of some integers is what it is on words, and its divisor divides it.
#[test]
fn arithmetic_is_that_of_words() {
    fn check<A: Integer, B: Integer>(a: A, b: B) {
        fn told<C: Integer>(value: C, expected: usize) {
            assert_eq!(value.value(), expected);
            assert!(C::checked_from_isize(expected as isize).is_some_and(|again| again.value() == expected));
        }
        let (x, y) = (a.value(), b.value());
        told(int::mul(a, b), x * y);
        told(int::scale(a, b), x * y);
        told(int::add(a, b), x + y);
        told(int::saturating_sub(a, b), x.saturating_sub(y));
        told(int::div(a, b), x.checked_div(y).unwrap_or(0));
        told(int::rem(a, b), x.checked_rem(y).unwrap_or(0));
        told(int::ceil_div(a, b), if y == 0 { 0 } else { x.div_ceil(y) });
        told(int::round_up(a, b), if y == 0 { 0 } else { x.next_multiple_of(y) });
        told(int::next_multiple(a, b), if y == 0 { 0 } else { x.next_multiple_of(y) });
        told(int::min(a, b), x.min(y));
        told(int::max(a, b), x.max(y));
        let gcd = (1..=x.max(y)).rev().find(|d| x % d == 0 && y % d == 0);
        told(int::gcd(a, b), gcd.unwrap_or(0));
        assert_eq!(a.plus(b).to_isize(), (x + y) as isize);
        assert_eq!(a.times(b).to_isize(), (x * y) as isize);
        assert_eq!(Scalar::product(a, b).to_isize(), (x * y) as isize);
    }
    fn with_each<A: Integer>(a: A) {
        for n in [0, 1, 2, 5] {
            check(a, n);
            check(n, a);
            check(a, Multiple::<Int!(4)>::times(n).unwrap());
            check(a, Multiple::<Int!(6)>::times(n).unwrap());
            check(Multiple::<Int!(16)>::times(n).unwrap(), a);
        }
        check(a, int!(0));
        check(a, int!(1));
        check(a, int!(6));
        check(int!(8), a);
        check(int!(0), a);
    }
    for n in [0, 1, 3, 4] {
        with_each(n);
        with_each(Multiple::<Int!(4)>::times(n).unwrap());
        with_each(Multiple::<Int!(12)>::times(n).unwrap());
    }
    with_each(int!(0));
    with_each(int!(24));
}

type Plus<A, B> = <A as Scalar>::Plus<B>;
type Times<A, B> = <A as Scalar>::Times<B>;
type Product<A, B> = <A as Scalar>::Product<B>;

arithmetic! {
    Plus { SignedBy<64>, SignedBy<96> => SignedBy<32>; SignedBy<64>, Int!(48) => SignedBy<16>; SignedBy<64>, usize => Signed;
         Int!(48), SignedBy<64> => SignedBy<16>; SignedBy<64>, Int!(-48) => SignedBy<16>; usize, SignedBy<64> => Signed;
         Int!(-48), SignedBy<64> => SignedBy<16>; SignedBy<64>, By<48> => SignedBy<16>; By<48>, SignedBy<64> => SignedBy<16>;
         By<64>, Int!(-48) => SignedBy<16>; Int!(-48), By<64> => SignedBy<16>; SignedBy<64>, Signed => Signed;
         SignedBy<64>, Int!(0) => SignedBy<64>; Int!(0), SignedBy<64> => SignedBy<64>; SignedBy<64>, Int!(7) => Signed;
         Signed, SignedBy<64> => Signed; By<64>, Int!(-7) => Signed;
    } Times { SignedBy<64>, Int!(3) => SignedBy<192>; SignedBy<64>, usize => SignedBy<64>; SignedBy<64>, By<4> => SignedBy<256>;
         SignedBy<64>, Int!(0) => Int!(0); Int!(-4), By<16> => SignedBy<64>; Signed, By<4> => SignedBy<4>;
         Int!(-4), usize => Signed; Signed, Int!(4) => Signed; Signed, Int!(0) => Int!(0);
    } Product { SignedBy<64>, SignedBy<3> => SignedBy<192>; SignedBy<64>, Signed => SignedBy<64>; SignedBy<64>, Int!(0) => Int!(0);
         SignedBy<64>, Int!(-3) => SignedBy<192>; Int!(-3), SignedBy<64> => SignedBy<192>; By<64>, Int!(-3) => SignedBy<192>;
         Int!(-3), By<64> => SignedBy<192>; By<4>, SignedBy<16> => SignedBy<64>; usize, SignedBy<4> => SignedBy<4>;
         Signed, SignedBy<4> => SignedBy<4>; Signed, By<4> => SignedBy<4>; Signed, Signed => Signed; Signed, Int!(-4) => Signed;
         Int!(0), SignedBy<4> => Int!(0); Signed, Int!(0) => Int!(0);
    }
}
assert_type_eq_all!(SignedBy<64>, <By<64> as Scalar>::Negated, <SignedBy<64> as Scalar>::Negated);
assert_type_eq_all!(By<64>, <SignedBy<64> as Scalar>::Magnitude, <SignedBy<64> as Scalar>::Descent);

/// Every operation on every pair of some scalars is what it is on words, and what is known of the result divides it.
#[test]
fn signed_arithmetic_is_that_of_words() {
    fn told<C: Scalar>(value: C, expected: isize) {
        assert_eq!(value.to_isize(), expected);
        // of a type that says a divisor, nothing else is taken
        assert!(C::checked_from_isize(expected).is_some_and(|again| again == value));
    }
    fn alone<A: Scalar>(a: A) {
        let x = a.to_isize();
        told(a.negated(), -x);
        told(a.magnitude(), x.abs());
        told(a.descent(), (-x).max(0));
        told(a.loose(), x);
        told(a.product(a.sign()), x.abs());
        for n in [0, 1, 5] {
            told(a.times(n), x * n as isize);
            told(a.times(Multiple::<Int!(6)>::times(n).unwrap()), x * 6 * n as isize);
        }
        told(a.times(int!(0)), 0);
        told(a.times(int!(6)), x * 6);
    }
    fn check<A: Scalar, B: Scalar>(a: A, b: B) {
        let (x, y) = (a.to_isize(), b.to_isize());
        told(a.plus(b), x + y);
        told(b.plus(a), x + y);
        told(a.product(b), x * y);
        told(b.product(a), x * y);
    }
    fn with_each<A: Scalar>(a: A) {
        alone(a);
        for n in [-5, -1, 0, 2] {
            check(a, Signed(n));
            check(a, SignedMultiple::<Int!(4)>::times(n).unwrap());
            check(a, SignedMultiple::<Int!(6)>::times(n).unwrap());
            check(a, n.unsigned_abs());
            check(a, Multiple::<Int!(10)>::times(n.unsigned_abs()).unwrap());
        }
        check(a, int!(0));
        check(a, int!(6));
        check(a, int!(-1));
        check(a, int!(-8));
    }
    for n in [-4, -1, 0, 3] {
        with_each(Signed(n));
        with_each(SignedMultiple::<Int!(12)>::times(n).unwrap());
        with_each(SignedMultiple::<Int!(1)>::times(n).unwrap());
        with_each(-Multiple::<Int!(4)>::times(n.unsigned_abs()).unwrap());
        with_each(n.unsigned_abs());
    }
    with_each(int!(24));
    with_each(int!(-24));
    with_each(int!(0));
}

#[test]
fn signed_multiples_are_checked_when_they_come_in() {
    type By64 = SignedBy<64>;
    for value in -200..=200 {
        match By64::new(value) {
            Ok(n) => assert_eq!((n.value(), n.quotient() * 64, value % 64), (value, value, 0)),
            Err(error) => {
                assert_ne!(value % 64, 0);
                assert_eq!(error.to_string(), format!("{value} is no multiple of 64"));
            }
        }
        assert_eq!(By64::try_from(value).ok(), By64::new(value).ok());
        assert_eq!(By64::times(value).unwrap().quotient(), value);
    }
    // the ends of the range, from which nothing wraps around
    type Quarter = SignedMultiple<Int!(4611686018427387904)>;
    assert_eq!(Quarter::times(-2).map(|n| (n.value(), n.quotient())), Some((isize::MIN, -2)));
    assert!(Quarter::times(2).is_none() && Quarter::times(-3).is_none());
    assert!(By64::times(1 << 57).is_none() && By64::times(-(1 << 57) - 1).is_none());
    assert_eq!(By64::times(-(1 << 57)).unwrap().value(), isize::MIN);
    assert_eq!(SignedMultiple::<Int!(1)>::times(isize::MIN).map(|n| n.quotient()), Some(isize::MIN));
    assert!(Layout::try_new((2,), (By64::new(isize::MIN).unwrap(),)).is_err());
    let n = By64::new(-448).unwrap();
    assert!(
        n == Signed(-448) && n < int!(-447) && int!(-448) == n && n != SignedBy::<32>::new(-480).unwrap()
    );
    assert_eq!((isize::from(n), -n, format!("{n:?}")), (-448, By64::new(448).unwrap(), "-7*_64".into()));
}

#[test]
fn operators_keep_what_is_known() {
    let n = Multiple::<Int!(64)>::new(448).unwrap();
    let (sum, product): (By<16>, By<192>) = (n + int!(48), int!(3) * n);
    let (tiles, rest): (By<4>, Int!(0)) = (n / int!(16), n % int!(16));
    let (less, words): (By<64>, usize) = (n - int!(64), n - 1);
    assert_eq!([sum.value(), product.value(), tiles.value(), less.value(), words], [496, 1344, 28, 384, 447]);
    assert_eq!(rest, int!(0));
    assert!(n > 447 && n == 448 && int!(448) == n && n != Multiple::<Int!(48)>::new(480).unwrap());
    assert_eq!(usize::from(n), 448);
    assert_eq!(Multiple::<Int!(64)>::try_from(449).unwrap_err().to_string(), "449 is no multiple of 64");
}

#[test]
fn what_is_printed_reads_back() {
    let n = 7;
    let layout: Layout!((?{div=64}, 8, ?):(8, 1, ?{div = 512})) = layout!((n*_64, 8, n):(8, 1, {n + 1}*_512));
    assert_eq!(layout.to_string(), "(7*_64,_8,7):(_8,_1,8*_512)");
    assert_eq!(layout!((7*_64, 8, {7}):(8, 1, 8*_512)).to_string(), "(7*_64,_8,7):(_8,_1,8*_512)");
    let read: DynLayout = layout.to_string().parse().unwrap();
    assert_eq!((read.clone(), read.to_string()), (layout.to_dynamic(), "(448,8,7):(8,1,4096)".into()));
    let back: Layout!((?{div=64}, 8, ?):(8, 1, ?{div=512})) = (&read).try_into().unwrap();
    assert_eq!(back, layout);
    let back = layout!((8, n):({-Multiple::<Int!(64)>::times(n).unwrap()}, 1));
    assert_eq!(back.to_string(), "(_8,7):(-7*_64,_1)");
    assert_eq!(back.to_string().parse::<DynLayout>().unwrap(), back.to_dynamic());
    let other: DynLayout = "(450,8,7):(8,1,4096)".parse().unwrap();
    assert!(<Layout!((?{div=64}, 8, ?):(8, 1, ?{div=512}))>::try_from(&other).is_err());

    assert_eq!(shape!(2 * _4, (3, n)).notation().to_string(), "(2*_4,(_3,7))");
    assert_eq!(<Shape!(?{div=64}, (8, ?)) as IntTuple>::RANK, 2);
    assert_eq!(stride!(1, 2 * _4), (int!(1), Multiple::<Int!(4)>::of(int!(8))));
    assert!("(9223372036854775807*_2):(1)".parse::<DynLayout>().is_err());
    assert!("(7*):(1)".parse::<DynLayout>().is_err());
}

macro_rules! coalesced {
    ($([$($layout:tt)*] => [$($to:tt)*];)*) => { $(
        assert_type_eq_all!(<Layout!($($layout)*) as Coalesce>::Coalesced, Layout!($($to)*));
    )* };
}

coalesced! {
    [(16, ?):(8, 128)] => [?{div=16}:8];
    [(16, ?{div=4}):(8, 128)] => [?{div=64}:8];
    [(2, 4, ?):(1, 2, 8)] => [?{div=8}:1];
    [(16, ?{div=4}):(8, 64)] => [(16, ?{div=4}):(8, 64)];
    [(?{div=4}, 16):(8, ?{div=32})] => [(?{div=4}, 16):(8, ?{div=32})];
}

macro_rules! composed {
    ($([$($lhs:tt)*] o [$($rhs:tt)*] => [$($to:tt)*];)*) => { $(
        assert_type_eq_all!(<Layout!($($lhs)*) as Compose<Layout!($($rhs)*)>>::Composed, Layout!($($to)*));
    )* };
}

composed! {
    [?{div=64}:3] o [16:2] => [16:6];
    [8:?{div=64}] o [4:2] => [4:?{div=128}];
    [(?{div=64}, 8):(8, 1)] o [16:1] => [16:8];
    [(?{div=64}, 8):(8, 1)] o [16:4] => [16:32];
    [(?{div=64}, 8):(?{div=8}, 1)] o [(16, 4):(1, 16)] => [(16, 4):(?{div=8}, ?{div=128})];
    [(?{div=64}, 8):(8, 1)] o [48:1] => [(?, ?):(8, ?)];
    [(8, ?{div=4}):(1, 16)] o [?{div=64}:1] => [(8, ?{div=8}):(1, 16)];
    [(8, ?{div=4}):(1, 16)] o [?{div=12}:1] => [(?, ?):(1, 16)];
    [((16, 2), ?{div=4}):((16, 1), 512)] o [?{div=64}:32] => [?{div=64}:512];
    [8:{SignedBy<64>}] o [4:2] => [4:{SignedBy<128>}];
    [(?{div=64}, 8):({SignedBy<8>}, 1)] o [(16, 4):(1, 16)] => [(16, 4):({SignedBy<8>}, {SignedBy<128>})];
    [8:?{div=64}] o [(4):(-2)] => [(4):({SignedBy<128>})];
    [?{div=64}:-3] o [16:?{div=4}] => [16:{SignedBy<12>}];
}

type Flipped = Layout!((8, 64):({SignedBy<64>}, 1));
assert_type_eq_all!(
    <Flipped as Divide<Zipped, ByMode<(Int!(2), Int!(16))>>>::Divided,
    Layout!(((2, 16), (4, 4)):(({SignedBy<64>}, 1), ({SignedBy<128>}, 16)))
);

type Rows = Layout!((?{div=64}, 8):(8, 1));
assert_type_eq_all!(
    <Rows as Divide<Logical, ByMode<(Int!(16), Free)>>>::Divided,
    With<Shape!((16, ?{div=4}), 8), Stride!((8, 128), 1), Exact>
);
assert_type_eq_all!(
    <Rows as Divide<Zipped, ByMode<(Int!(16), Int!(4))>>>::Divided,
    Layout!(((16, 4), (?{div=4}, 2)):((8, 1), (128, 4)))
);
assert_type_eq_all!(<Layout!(?{div=64}:3) as Divide<Logical, Int!(64)>>::Divided, Layout!((64, ?):(3, 192)));
assert_type_eq_all!(
    <Layout!(?{div=64}:1) as Divide<Logical, Layout!(4:2)>>::Divided,
    Layout!((4, (2, ?{div=8})):(2, (1, 8)))
);
assert_type_eq_all!(<Layout!(4:2) as Complement<By<64>>>::Complement, Layout!((2, ?{div=8}):(1, 8)));
assert_type_eq_all!(
    <Layout!((?{div=64}, 8):(8, 1)) as Invert>::Right,
    Layout!((8, ?{div=64}):(?{div=64}, 1))
);
assert_type_eq_all!(<Layout!((8, ?{div=4}):(1, 16)) as Invert>::Left, Layout!((16, ?{div=4}):(1, 8)));

/// A tile that divides what the extent is a multiple of divides the extent: nothing is refused, and nothing is cut.
#[test]
fn divisions_by_a_divisor_are_exact() {
    for times in [0, 1, 7] {
        let layout = layout!((times*_64, 8):(8, 1));
        let tiled = try_logical_divide(layout, tiler!(16, 4)).unwrap();
        assert_eq!(tiled.to_string(), format!("((_16,{}*_4),(_4,_2)):((_8,_128),(_1,_4))", times));
        for i in 0..layout.rows() {
            assert_eq!(tiled.offset((i, 5)), 8 * i + 5);
        }
        let zipped = zipped_divide(layout, tiler!(16, _));
        assert_eq!(zipped.size(), times * 512);
    }
    let plain = 448;
    assert_eq!(zipped_divide(layout!((plain, 8):(8, 1)), tiler!(16, _)).size(), 3584);
}

/// The same function with leaves that are known to be multiples and with plain ones.
#[test]
fn divisors_change_no_value() {
    for n in 0..4 {
        let (known, plain) = (layout!((n*_16, 6):(6, 1)), layout!(({ n * 16 }, 6):(6, 1)));
        assert_eq!(known.to_dynamic(), plain.to_dynamic());
        assert!(known.offsets().eq(plain.offsets()));
        let rhs = layout!((4, 2):(2, 8));
        match (try_composition(known, rhs), try_composition(plain, rhs)) {
            (Ok(known), Ok(plain)) => assert!(known.offsets().eq(plain.offsets())),
            (known, plain) => assert!(n == 0 && known.is_err() && plain.is_err()),
        }
        let wide =
            (upcast(layout!((8, 6):(1, n*_16)), int!(4)), upcast(layout!((8, 6):(1, { n * 16 })), int!(4)));
        let _: &Layout!((2, 6):(1, ?{div=4})) = &wide.0;
        assert!(wide.0.offsets().eq(wide.1.offsets()));
        let pitch = n.cast_signed() * 16;
        let known = upcast(layout!((8, 6):(1, {-Multiple::<Int!(16)>::times(n).unwrap()})), int!(4));
        let _: &Layout!((2, 6):(1, {SignedBy<4>})) = &known;
        assert!(known.offsets().eq(upcast(layout!((8, 6):(1, {Signed(-pitch)})), int!(4)).offsets()));
        let back = SignedBy::<16>::new(-pitch).unwrap();
        let (known, plain) = (layout!((5, 6):({back}, 1)), layout!((5, 6):({Signed(-pitch)}, 1)));
        assert_eq!(known.to_dynamic(), plain.to_dynamic());
        let same: Layout!((5, 6):({SignedBy<16>}, 1)) = (&plain.to_dynamic()).try_into().unwrap();
        assert!(same == known && known.offsets().eq(plain.offsets()));
        for (i, j) in [(0, 0), (4, 1), (3, 5)] {
            assert_eq!(known.offset((i, j)), Signed(j as isize - pitch * i as isize));
        }
    }
    let other: DynLayout = "(5,6):(-40,1)".parse().unwrap();
    assert!(<Layout!((5, 6):({SignedBy<16>}, 1))>::try_from(&other).is_err());
}

#[test]
fn vectors_of_dynamic_rows() {
    let (n, pitch) = (3, 5);
    let (from, to) = (layout!((n*_16, 8):(1, pitch*_16)), layout!((n*_16, 8):(1, { n * 16 })));
    let sixteen: Int!(16) = max_common_vector(from, to);
    let whole: Int!(8) = max_common_vector(layout!((8, n):(1, 8)), layout!((n*_8, 1):(1, 0)));
    assert_eq!((sixteen, whole), (int!(16), int!(8)));
    // a tile that divides only some values is exact where it divides this one
    assert_eq!(logical_divide(layout!(n*_16:1), layout!(3:1)).to_string(), "(_3,16):(_1,_3)");
    let tiles = logical_divide(layout!(pitch*_16:1), layout!(3:1));
    assert_eq!(tiles.to_string(), "(_3,27):(_1,_3) of (5*_16) by (_1@0,_3@0)");
    assert!(!tiles.is_exact());
}

/// <https://github.com/NVIDIA/cutlass/issues/3469>: the dynamic mode goes on as the static ones do, and the divisor is
/// not lost. What is one mode can be composed with any shape.
#[test]
fn cutlass_3469_coalesce_of_a_dynamic_shape() {
    let columns = 8192;
    let simple = coalesce(layout!((16, { columns / 128 }):(8, 128)));
    let _: &Layout!(?{div=16}:8) = &simple;
    assert_eq!(simple.to_string(), "64*_16:_8");
    assert_eq!(simple.to_dynamic(), dynamic::coalesce(&"(16,64):(8,128)".parse().unwrap()).unwrap());

    let rows = 256;
    let flat: Layout!(?{div=192}:1) = coalesce(layout!((192, rows):(1, 192)));
    let tile: Layout!((256, 192):(1, 256)) = composition(flat, layout!((256, 192):(1, 256)));
    assert_eq!(tile.offset((3, 5)), int::mul(5, 256) + 3);
}

/// <https://github.com/NVIDIA/cutlass/issues/3470>: a dynamic extent on the right is composed as a static one is; with
/// a divisor it keeps it. So are the coordinates of that layout.
#[test]
fn cutlass_3470_composition_with_a_dynamic_shape() {
    let lhs = layout!((4096, 8192):(1, 4096));
    let columns = 1024;
    let composed: Layout!((32, ?{div=16}, 8, 128):(1, 32768, 4096, 32)) =
        composition(lhs, layout!((32, { columns / 128 }*_16, 8, 128):(1, 32768, 4096, 32)));
    assert_eq!(composed.to_string(), "(_32,8*_16,_8,_128):(_1,_32768,_4096,_32)");
    let plain: Layout!((32, ?, 8, 128):(1, 32768, 4096, 32)) =
        composition(lhs, layout!((32, { columns / 8 }, 8, 128):(1, 32768, 4096, 32)));
    assert_eq!(plain.to_dynamic(), composed.to_dynamic());
    let by_axis = "(32,128,8,128):(1@0,8@1,1@1,32@0)".parse().unwrap();
    assert_eq!(dynamic::composition(&lhs.to_dynamic(), &by_axis).unwrap(), composed.to_dynamic());
}

/// <https://github.com/NVIDIA/cutlass/issues/3471>: the inverse of a dynamic layout is what it is for each value.
#[test]
fn cutlass_3471_right_inverse_of_dynamic_sizes() {
    let columns = 8192;
    let layout = layout!((16, columns):(1, 16));
    let inverse: Layout!(?{div=16}:1) = right_inverse(layout);
    assert_eq!(inverse.size(), 131_072);
    let rows: Layout!((64, ?{div=16}):(?{div=16}, 1)) = right_inverse(layout!((5*_16, 64):(64, 1)));
    assert_eq!(rows.to_string(), "(_64,5*_16):(5*_16,_1)");
    assert_eq!(rows.to_dynamic(), dynamic::right_inverse(&"(80,64):(64,1)".parse().unwrap()).unwrap());
}

/// <https://github.com/NVIDIA/cutlass/issues/3454>: a swizzled layout whose extent is no power of two is sliced, and
/// each element of the slice is where it was.
#[test]
fn cutlass_3454_slice_of_a_swizzled_layout() {
    let swizzled = Swizzle::<3, 4, 3>::new().compose(layout!((10, 2):(2, 1)));
    assert_eq!(swizzled.to_string(), "Sw<3,4,3> o _0 o (_10,_2):(_2,_1)");
    for j in 0..2 {
        let slice = swizzled.slice(crd!(_, j));
        assert!(slice.offsets().eq((0..10).map(|i| swizzled.offset((i, j)))), "{slice}");
    }
    let twin: dynamic::Swizzled = swizzled.to_string().replace('_', "").parse().unwrap();
    assert_eq!(twin.offset(&"(3,1)".parse().unwrap()).unwrap(), swizzled.offset((3, 1)) as i64);
}

/// Tensors, tiles and kernels over such leaves are those over any.
#[test]
fn kernels_take_multiples() {
    let n = 3;
    let (rows, columns) = (layout!((n*_4, 6):(6, 1)), layout!((n*_4, 6):(1, n*_4)));
    let data: Vec<u32> = (0..72).collect();
    let from = View::new(&data, rows).unwrap();
    let mut to = VecTensor::filled(columns, 0).unwrap();
    copy(&from, &mut to.view_mut()).unwrap();
    for i in 0..12 {
        for j in 0..6 {
            assert_eq!(to[(i, j)], from[(i, j)]);
        }
    }
    // tiles of a size that is a multiple are cropped at the edge as others are
    for (size, tiles) in [(4, 3), (8, 2)] {
        let height = Multiple::<Int!(4)>::new(size).unwrap();
        for tile in 0..tiles {
            let part = rows.tile(height, int!(6), tile, 0).unwrap();
            assert_eq!(part.rows(), size.min(12 - size * tile));
            let plain = rows.tile(size, int!(6), tile, 0).unwrap();
            assert!(part.offsets().eq(plain.offsets()));
        }
        assert!(rows.tile(height, int!(6), tiles, 0).is_err());
    }
    let (row, start) = columns.slice(crd!(_, 2));
    assert_eq!((row.to_string(), start.value()), ("(3*_4):(_1)".into(), 24));
}
