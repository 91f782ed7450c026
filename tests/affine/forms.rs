//! Both sides of each rule of the simplifier are the same: their difference is simplified to 0, no side gets longer,
//! and the values are those that were there.
use tilework::affine::{Expr, Interval};

fn c(value: i64) -> Expr {
    Expr::constant(value)
}

fn v(number: u32) -> Expr {
    Expr::variable(number)
}

fn quotient(dividend: Expr, divisor: i64) -> Expr {
    dividend.floor_div(c(divisor))
}

fn rest(dividend: Expr, divisor: i64) -> Expr {
    dividend.modulo(c(divisor))
}

fn times(expr: Expr, factor: i64) -> Expr {
    expr.mul(c(factor))
}

/// How many operations are written: a minus in a sum belongs to the sum, that of a number to the number.
fn operators(expr: &Expr) -> usize {
    let text = expr.to_string();
    let words = ["floordiv", "ceildiv", "mod", "min(", "max(", "+", "*", " - ", "-v", "-("];
    words.iter().map(|word| text.matches(word).count()).sum()
}

/// Many values of a variable.
const WIDE: Interval = Interval::new(-13, 14);

/// Each point of these intervals.
fn each_point(bounds: &[Interval], mut visit: impl FnMut(&[i64])) {
    let mut point: Vec<i64> = bounds.iter().map(|bounds| bounds.lower).collect();
    loop {
        visit(&point);
        let Some(next) = (0..point.len()).find(|place| point[*place] < bounds[*place].upper) else { break };
        point[..next].iter_mut().zip(bounds).for_each(|(value, bounds)| *value = bounds.lower);
        point[next] += 1;
    }
}

/// Each side simplified has the same values as both, and is no longer than it was.
fn assert_same_values(lhs: &Expr, rhs: &Expr, bounds: &[Interval]) {
    let context = format!("{lhs} is {rhs} in {bounds:?}");
    let [left, right] = [lhs, rhs].map(|side| {
        let short = side.simplify(bounds);
        assert!(operators(&short) <= operators(side), "{context}: {short}");
        short
    });
    each_point(bounds, |point| {
        let values = [lhs, rhs, &left, &right].map(|expr| expr.evaluate(point));
        assert!(
            values[0].is_some() && values.iter().all(|value| *value == values[0]),
            "{context}: {point:?}"
        );
    });
}

fn assert_same(lhs: &Expr, rhs: &Expr, bounds: &[Interval]) {
    assert_same_values(lhs, rhs, bounds);
    let difference = lhs.clone().sub(rhs.clone()).simplify(bounds);
    assert_eq!(difference, c(0), "{lhs} is {rhs} in {bounds:?}");
}

/// The same, also where nothing is known of the variables.
fn assert_same_everywhere(lhs: &Expr, rhs: &Expr, bounds: &[Interval]) {
    assert_same(lhs, rhs, bounds);
    assert_eq!(lhs.clone().sub(rhs.clone()).canonicalize(), c(0), "{lhs} is {rhs}");
}

/// The first side is the longer one, and becomes as short as the other.
fn assert_shortened(long: &Expr, short: &Expr, bounds: &[Interval]) {
    assert_same_values(long, short, bounds);
    let found = long.simplify(bounds);
    assert!(operators(&found) <= operators(short), "{long} is {short}: {found}");
}

/// Numbers to divide by.
const DIVISORS: [i64; 4] = [2, 3, 4, 6];
/// What is divided.
fn dividends() -> [Expr; 4] {
    [v(0), v(0).add(c(5)), v(0).add(v(1)).sub(c(1)), v(0).mul(v(1))]
}

fn each(mut check: impl FnMut(Expr, i64, i64)) {
    for dividend in dividends() {
        for (one, other) in DIVISORS.iter().flat_map(|one| DIVISORS.iter().map(move |other| (one, other))) {
            check(dividend.clone(), *one, *other);
        }
    }
}

const BOTH: [Interval; 2] = [WIDE, Interval::new(-2, 3)];
const THREE: [Interval; 3] = [WIDE, Interval::new(-2, 3), Interval::new(-3, 1)];

#[test]
fn a_multiple_leaves_a_quotient_and_a_remainder() {
    each(|x, divisor, factor| {
        let sum = times(v(2), divisor * factor).add(x.clone());
        assert_same_everywhere(
            &quotient(sum.clone(), divisor),
            &times(v(2), factor).add(quotient(x.clone(), divisor)),
            &THREE,
        );
        assert_same_everywhere(&rest(sum, divisor), &rest(x, divisor), &THREE);
    });
}

#[test]
fn low_digits_leave_a_quotient_and_a_remainder() {
    for (low, high) in DIVISORS.iter().flat_map(|low| DIVISORS.iter().map(move |high| (*low, *high))) {
        for shift in [0, low, -3 * low] {
            let sum = times(v(0), low).add(v(1)).add(c(shift));
            let bounds = [WIDE, Interval::of_size(low)];
            let above = v(0).add(c(shift / low));
            assert_same(&quotient(sum.clone(), low * high), &quotient(above.clone(), high), &bounds);
            assert_same(&rest(sum, low * high), &times(rest(above, high), low).add(v(1)), &bounds);
        }
    }
}

#[test]
fn a_quotient_of_a_quotient_is_one() {
    each(|x, inner, outer| {
        assert_same_everywhere(
            &quotient(quotient(x.clone(), inner), outer),
            &quotient(x.clone(), inner * outer),
            &BOTH,
        );
        assert_same_everywhere(
            &quotient(v(2).add(quotient(x.clone(), inner)), outer),
            &quotient(times(v(2), inner).add(x.clone()), inner * outer),
            &THREE,
        );
        for number in [-3, 0, 4] {
            let below = quotient(x.clone(), inner);
            assert_same_everywhere(
                &quotient(c(number).sub(below.clone()), outer),
                &quotient(below.add(c(outer - 1 - number)), outer).neg(),
                &BOTH,
            );
        }
    });
}

#[test]
fn a_quotient_of_a_remainder_is_a_remainder_of_a_quotient() {
    each(|x, low, high| {
        assert_same_everywhere(
            &quotient(rest(x.clone(), low * high), low),
            &rest(quotient(x, low), high),
            &BOTH,
        );
    });
}

#[test]
fn factors_count_modulo_the_modulus() {
    each(|x, modulus, factor| {
        for more in [-2, 1, 3] {
            assert_same_everywhere(
                &rest(times(x.clone(), factor + more * modulus), modulus),
                &rest(times(x.clone(), factor), modulus),
                &BOTH,
            );
        }
        // a multiple of what a remainder leaves out is a multiple of the modulus
        assert_same_everywhere(
            &rest(times(rest(x.clone(), modulus), factor).add(v(2)), modulus * factor),
            &rest(times(x, factor).add(v(2)), modulus * factor),
            &THREE,
        );
    });
}

#[test]
fn a_remainder_and_its_quotient_are_the_whole() {
    each(|x, divisor, factor| {
        for (sign, shift) in [(1, 0), (-1, 0), (1, 2), (-1, -1)] {
            let (factor, other) = (sign * factor, x.clone().add(c(shift * divisor)));
            let low = times(rest(x.clone(), divisor), factor);
            let high = times(quotient(other.clone(), divisor), factor * divisor);
            assert_same_everywhere(&low.clone().add(high.clone()), &times(other.clone(), factor), &BOTH);
            assert_same_everywhere(&low.add(high).add(v(2)), &times(other, factor).add(v(2)), &THREE);
            // what is left is the remainder
            let whole = times(x.clone(), factor);
            let high = times(quotient(x.clone(), divisor), factor * divisor);
            assert_same_everywhere(&whole.sub(high), &times(rest(x.clone(), divisor), factor), &BOTH);
        }
    });
}

#[test]
fn digits_beside_each_other_are_one() {
    each(|x, low, high| {
        for (factor, below) in [(1, 1), (-2, 1), (3, 2), (1, 5)] {
            let x = quotient(x.clone(), below);
            let first = times(rest(x.clone(), low), factor);
            let next = quotient(x.clone(), low);
            assert_same_everywhere(
                &first.clone().add(times(rest(next.clone(), high), factor * low)),
                &times(rest(x.clone(), low * high), factor),
                &BOTH,
            );
            assert_same_everywhere(&first.add(times(next, factor * low)), &times(x, factor), &BOTH);
        }
    });
}

/// `r*(x mod c)` inside of a quotient by `g`, where `r*c = k*g`.
#[test]
fn a_quotient_takes_the_rest_of_a_remainder_inside() {
    each(|x, divisor, factor| {
        for (part, sign) in [(1, 1), (1, -1), (2, 1)] {
            let by = divisor * part;
            let step = factor * part;
            // r*c = step*divisor = factor*by
            let inside = |x: Expr| times(x, step).add(v(2));
            let with_rest = times(quotient(inside(rest(x.clone(), divisor)), by), sign);
            let outside = times(quotient(x.clone(), divisor), sign * factor);
            assert_same_everywhere(
                &with_rest.add(outside),
                &times(quotient(inside(x.clone()), by), sign),
                &THREE,
            );
        }
    });
}

/// The same in sums of at most 8 terms, and of quotients of at most 64 operations: longer ones are not looked into.
#[test]
fn a_quotient_takes_inside_in_short_sums() {
    let sum_of = |variables: std::ops::Range<u32>| variables.map(v).fold(c(0), Expr::add);
    let with = |dividend: Expr, others: Expr| {
        let inside = |x: Expr| quotient(times(x, 3).add(dividend.clone()), 6);
        let long = times(quotient(v(0), 4), 2).add(others.clone()).add(inside(rest(v(0), 4)));
        (long.canonicalize(), inside(v(0)).add(others).canonicalize())
    };
    for others in 0..10 {
        let (found, short) = with(v(1), sum_of(2..2 + others));
        assert_eq!(found == short, others + 2 <= 8, "{found}");
    }
    for inside in 58..66 {
        let (found, short) = with(sum_of(1..1 + inside), c(0));
        // a remainder, a factor, and a plus before each variable
        assert_eq!(found == short, inside + 2 <= 64, "{found}");
    }
}

#[test]
fn signs_and_roundings_are_those_of_one_form() {
    each(|x, divisor, factor| {
        let pairs = [
            (x.clone().ceil_div(c(divisor)), quotient(x.clone().add(c(divisor - 1)), divisor)),
            (x.clone().ceil_div(c(-divisor)), quotient(x.clone(), divisor).neg()),
            (quotient(x.clone(), -divisor), quotient(x.clone().neg(), divisor)),
            (rest(x.clone(), -divisor), rest(x.clone(), divisor)),
        ];
        for (lhs, rhs) in pairs {
            assert_same_everywhere(&lhs, &rhs, &BOTH);
            assert_same_everywhere(&times(lhs, factor).add(v(2)), &times(rhs, factor).add(v(2)), &THREE);
        }
    });
}

/// Numbers go where they take no operator, and factors where they are already.
#[test]
fn numbers_leave_quotients_and_factors_remainders() {
    each(|x, divisor, factor| {
        for number in [-7, -1, 2, 5] {
            let sum = x.clone().add(c(1));
            let inside = quotient(sum.clone().add(c(number * divisor)), divisor);
            let outside = quotient(sum, divisor).add(c(number));
            assert_shortened(&outside, &inside, &BOTH);
            assert_shortened(&times(outside.clone(), factor), &times(inside.clone(), factor), &BOTH);
            assert_shortened(&v(2).add(outside), &v(2).add(inside), &THREE);
            if number % divisor != 0 && x == v(0) {
                let turned = quotient(c(number).sub(v(0)), divisor);
                let straight = quotient(v(0).add(c(divisor - 1 - number)), divisor);
                assert_shortened(&times(turned.clone(), -factor), &times(straight.clone(), factor), &BOTH);
                assert_shortened(&v(2).sub(turned), &v(2).add(straight), &THREE);
            }
        }
        let scaled = times(v(0), 2).sub(times(v(1), 3)).add(c(1));
        let (short, long) = (rest(times(scaled.clone(), factor), divisor * factor), rest(scaled, divisor));
        assert_shortened(&times(long, factor), &short.simplify(&BOTH), &BOTH);
        assert_same_everywhere(
            &times(rest(x.clone(), divisor), factor),
            &rest(times(x, factor), divisor * factor),
            &BOTH,
        );
    });
}

/// Of a variable without bounds nothing is known that fits: its expressions become shorter all the same.
#[test]
fn variables_without_bounds_are_simplified() {
    let tripled = times(v(0), 3).add(v(0));
    assert_eq!(tripled.simplify(&[]), times(v(0), 4));
    let both = times(v(1), 3).add(v(0)).add(v(1));
    assert_eq!(both.simplify(&[Interval::of_size(4)]), v(0).add(times(v(1), 4)));
    // of one that may be any number it is known what does not fit
    assert_eq!(tripled.simplify(&[Interval::ALL]), tripled);
}

/// Where all values have one quotient, it is a number.
#[test]
fn a_quotient_in_one_period_is_a_number() {
    for (divisor, period) in (2..=5).flat_map(|divisor| (-3..=3).map(move |period| (divisor, period))) {
        for (first, last) in (0..divisor).flat_map(|first| (first..divisor).map(move |last| (first, last))) {
            let start = period * divisor;
            let bounds = [Interval::new(start + first, start + last)];
            assert_same(&quotient(v(0), divisor), &c(period), &bounds);
            assert_same(&rest(v(0), divisor), &v(0).sub(c(start)), &bounds);
            // one beyond on either side has another quotient
            for beyond in
                [Interval::new(start - 1, start + last), Interval::new(start + first, start + divisor)]
            {
                for expr in [quotient(v(0), divisor), rest(v(0), divisor)] {
                    assert_eq!(expr.simplify(&[beyond]), expr, "{beyond}");
                }
            }
        }
    }
}

/// `c*(z floordiv c)` is less than `z` by less than `c`.
#[test]
fn what_quotients_leave_out_may_not_matter() {
    for (divisor, factor) in DIVISORS.iter().flat_map(|one| [1, 2, -1, -2].map(move |factor| (*one, factor)))
    {
        // z - c*(z floordiv c) is in 0..c, whatever z is
        let rounded = times(quotient(v(0), divisor), factor * divisor);
        let gap = rounded.sub(times(v(0), factor));
        let values = Interval::of_size(divisor).mul(Interval::point(-factor));
        for by in 1..=13 {
            for shift in -by..=by {
                let sum = gap.clone().add(v(1)).add(c(shift));
                let all = values.add(Interval::of_size(2)).add(Interval::point(shift));
                let quotients = all.floor_div(by);
                if let Some(one) = quotients.as_point() {
                    assert_same(&quotient(sum, by), &c(one), &[WIDE, Interval::of_size(2)]);
                }
            }
        }
    }
}

/// An extreme is one operand where no value of the other one is beyond, and both, in either order, where it depends.
#[test]
fn an_extreme_is_an_operand_where_it_is_known() {
    for (lower, upper) in (-4..=4).flat_map(|lower| (lower..=4).map(move |upper| (lower, upper))) {
        let bounds = [WIDE, Interval::new(lower, upper)];
        let (one, other) = (times(v(0), 3).add(v(1)), times(v(0), 3));
        for (lhs, rhs) in [(&one, &other), (&other, &one)] {
            let (least, most) = (lhs.clone().min(rhs.clone()), lhs.clone().max(rhs.clone()));
            match (lower >= 0, upper <= 0) {
                (true, true) => {
                    assert_same(&least, &other, &bounds);
                    assert_same(&most, &other, &bounds);
                }
                (true, false) => {
                    assert_same(&least, &other, &bounds);
                    assert_same(&most, &one, &bounds);
                }
                (false, true) => {
                    assert_same(&least, &one, &bounds);
                    assert_same(&most, &other, &bounds);
                }
                (false, false) => {
                    assert_same(&least, &rhs.clone().min(lhs.clone()), &bounds);
                    assert_same(&most, &rhs.clone().max(lhs.clone()), &bounds);
                    assert!(least.simplify(&bounds).to_string().starts_with("min("));
                    assert!(most.simplify(&bounds).to_string().starts_with("max("));
                }
            }
        }
    }
}

/// Factors stand in one order, numbers behind them.
#[test]
fn products_have_one_form() {
    let factors = [v(0), v(1), v(2), v(0).add(v(1))];
    let pairs =
        || factors.iter().flat_map(|one| factors.iter().map(move |other| (one.clone(), other.clone())));
    for ((one, other), last) in pairs().flat_map(|pair| factors.clone().map(|last| (pair.clone(), last))) {
        let product = one.clone().mul(other.clone()).mul(last.clone());
        let turned = last.clone().mul(other.clone().mul(one.clone()));
        assert_same_everywhere(&product, &turned, &THREE);
        if [&one, &other, &last].iter().all(|factor| matches!(factor, Expr::Variable(_))) {
            let multiple = times(one, 2).mul(times(other.mul(last), -3));
            assert_same_everywhere(&times(product, -6), &multiple, &THREE);
        }
    }
}
