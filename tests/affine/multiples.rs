//! What every value of an expression is a multiple of, value by value.
use crate::random::{Random, cases};
use tilework::affine::{Expr, ExprOp};

fn c(value: i64) -> Expr {
    Expr::constant(value)
}

fn v(number: u32) -> Expr {
    Expr::variable(number)
}

fn divides(divisor: i64, number: i64) -> bool {
    number == 0 || number.checked_rem(divisor) == Some(0)
}

const DIVISORS: [i64; 14] = [-12, -6, -4, -3, 2, 3, 4, 5, 6, 8, 9, 12, 16, 24];

/// An expression whose numbers have many divisors.
fn random_expr(random: &mut Random, depth: usize) -> Expr {
    if depth == 0 || random.once_in(6) {
        return if random.once_in(2) {
            v(random.below(2))
        } else {
            c(random.of(&[-12, -4, 0, 2, 3, 4, 6, 8]))
        };
    }
    use ExprOp::{Add, CeilDiv, FloorDiv, Max, Min, Mod, Mul};
    let operation = random.of(&[Add, Mul, Mul, Mul, Min, Max, Mod, FloorDiv, CeilDiv]);
    Expr::binary(operation, random_expr(random, depth - 1), random_expr(random, depth - 1))
}

#[test]
fn every_value_is_a_multiple_where_the_form_shows_it() {
    let (mut random, mut shown) = (Random(8), 0);
    for _ in 0..cases(4000) {
        let expr = random_expr(&mut random, 4);
        for divisor in [1, -1, 0].into_iter().chain(DIVISORS) {
            if !expr.is_multiple_of(divisor) {
                continue;
            }
            shown += 1;
            for (x, y) in (-5..=5).flat_map(|x| (-5..=5).map(move |y| (x, y))) {
                let value = expr.evaluate(&[x, y]);
                assert!(value.is_none_or(|value| divides(divisor, value)), "{expr} at {x}, {y}: {divisor}");
            }
        }
    }
    assert!(shown > 10_000, "{shown}");
}

/// Of products of sums the form shows all: the numbers in them, together.
#[test]
fn a_product_is_a_multiple_of_what_divides_its_numbers() {
    for (a, b) in (1..=12).flat_map(|a| (1..=12).map(move |b| (a, b))) {
        let multiple = |number, factor| v(number).mul(c(factor));
        for divisor in DIVISORS {
            let common = |one: i64, other: i64| (1..=one).rfind(|d| one % d == 0 && other % d == 0).unwrap();
            let forms = [
                (multiple(0, a), a),
                (multiple(0, a).mul(multiple(1, b)), a * b),
                (multiple(0, a).add(multiple(1, b)), common(a, b)),
                (multiple(0, a).add(multiple(1, b)).mul(multiple(2, 6)), common(a, b) * 6),
                (multiple(2, 6).mul(multiple(0, a).add(multiple(1, b))), common(a, b) * 6),
                (multiple(0, a).min(multiple(1, b)), common(a, b)),
                (multiple(0, a).max(multiple(1, b)), common(a, b)),
                (multiple(0, a).modulo(multiple(1, b)), common(a, b)),
            ];
            for (expr, number) in forms {
                assert_eq!(expr.is_multiple_of(divisor), divides(divisor, number), "{expr}: {divisor}");
            }
        }
    }
}

#[test]
fn a_quotient_is_a_multiple_where_the_dividend_is_one_of_the_product() {
    for (factor, divisor) in (1..=48).flat_map(|factor| DIVISORS.map(|divisor| (factor, divisor))) {
        for by in [-6, -2, 2, 3, 4] {
            for operation in [ExprOp::FloorDiv, ExprOp::CeilDiv] {
                let expr = Expr::binary(operation, v(0).mul(c(factor)), c(by));
                assert_eq!(expr.is_multiple_of(divisor), divides(by * divisor, factor), "{expr}: {divisor}");
            }
        }
    }
    let variable = v(0).mul(c(12)).floor_div(v(1));
    assert!(!variable.is_multiple_of(2), "{variable}");
}

/// The factors of a product count together, and an extreme is one factor, of which all or nothing is shown.
#[test]
fn an_extreme_is_a_factor() {
    let extreme = v(0).mul(c(6)).max(v(1).mul(c(-6)));
    for (divisor, is_multiple) in [(6, true), (-6, true), (-2, true), (4, false), (12, false)] {
        assert_eq!(extreme.clone().mul(v(2)).is_multiple_of(divisor), is_multiple, "{divisor}");
        assert_eq!(v(2).mul(extreme.clone()).is_multiple_of(divisor), is_multiple, "{divisor}");
    }
    assert!(v(0).max(v(1)).mul(v(2).mul(c(4))).is_multiple_of(4));
}

#[test]
fn multiples_of_extreme_numbers() {
    let half = v(0).mul(c(1 << 62));
    assert!(half.clone().mul(v(1).mul(c(2))).is_multiple_of(i64::MIN));
    assert!(
        half.is_multiple_of(-1 << 62) && !half.is_multiple_of(i64::MIN) && !half.is_multiple_of(i64::MAX)
    );
    assert!(c(i64::MIN).is_multiple_of(i64::MIN) && !c(i64::MIN).is_multiple_of(i64::MAX));
    // the product of the divisors does not fit
    assert!(!half.floor_div(c(i64::MAX)).is_multiple_of(3));
}
