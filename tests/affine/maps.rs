//! Indexing maps: every rule by itself, and random maps against their definition at every point of small domains.
use crate::map;
use crate::random::{Random, cases};
use std::collections::{BTreeMap, BTreeSet};
use tilework::affine::{Constraint, Expr, ExprOp, IndexingMap, Interval, Points, Sameness};

/// All points of these intervals, and one beyond on each side.
fn points_around(bounds: &[Interval]) -> Vec<Vec<i64>> {
    let mut points = vec![Vec::new()];
    for interval in bounds {
        let lower = interval.lower.saturating_sub(1);
        let upper = interval.upper.max(interval.lower.saturating_sub(2)).saturating_add(1);
        points = points
            .iter()
            .flat_map(|point| (lower..=upper).map(|value| [&point[..], &[value]].concat()))
            .collect();
    }
    points
}

fn values(map: &IndexingMap, point: &[i64]) -> Vec<Option<i64>> {
    map.results().iter().map(|result| result.evaluate(point)).collect()
}

/// The same points, and at each the same results: where the original has a value that fits, the other has it, too.
pub(crate) fn assert_same(original: &IndexingMap, other: &IndexingMap, context: &str) {
    for point in points_around(&original.bounds()) {
        let inside = original.contains(&point);
        assert_eq!(inside, other.contains(&point), "{context}: at {point:?}\n{original}\n{other}");
        if inside {
            for (was, is) in values(original, &point).into_iter().zip(values(other, &point)) {
                assert!(
                    was.is_none() || was == is,
                    "{context}: at {point:?}: {was:?} {is:?}\n{original}\n{other}"
                );
            }
        }
    }
}

/// Simplifies a map of one result, checks it at every point, and tells the result.
pub(crate) fn simplified(text: &str) -> String {
    let original = map(text);
    let short = original.simplify(Points::Replace);
    assert_same(&original, &short, "simplified");
    assert_same(&original, &original.simplify(Points::Preserve), "simplified with points");
    assert_eq!(short.simplify(Points::Replace), short);
    short.to_string()
}

/// The result of a map over `d0`, `d1`, … in these bounds, simplified.
fn result(expr: &str, bounds: &[[i64; 2]]) -> String {
    let names: Vec<String> = (0..bounds.len()).map(|number| format!("d{number}")).collect();
    let domain =
        names.iter().zip(bounds).map(|(name, [lower, upper])| format!("{name} in [{lower}, {upper}]"));
    let domain: Vec<String> = domain.collect();
    let text = format!("({}) -> ({expr}), domain: {}", names.join(", "), domain.join(", "));
    let short = simplified(&text);
    short[short.find("-> (").unwrap() + 4..short.find("), domain").unwrap()].to_string()
}

/// What stands behind `domain: `, simplified.
fn domain(variables: &str, domain: &str) -> String {
    let short = simplified(&format!("({variables}) -> ({variables}), domain: {domain}"));
    short[short.find("domain: ").map_or(0, |place| place + 8)..].to_string()
}

mod rules_of_results {
    use super::result;

    #[test]
    fn digits_beside_each_other_are_one() {
        assert_eq!(result("d0 mod 2 + ((d0 floordiv 2) mod 3) * 2", &[[-20, 20]]), "d0 mod 6");
        assert_eq!(
            result("((d0 floordiv 4) mod 2) * 3 + ((d0 floordiv 8) mod 4) * 6", &[[0, 99]]),
            "((d0 floordiv 4) mod 8) * 3"
        );
        let apart = "((d0 floordiv 2) mod 3) * 4 + d0 mod 2";
        assert_eq!(result(apart, &[[0, 99]]), apart);
    }

    #[test]
    fn a_multiple_leaves_a_quotient() {
        assert_eq!(result("(d0 * 8 + d1) floordiv 4", &[[-3, 3], [-9, 9]]), "d0 * 2 + d1 floordiv 4");
        assert_eq!(
            result("(d0 * -8 + d1 - 9) floordiv 4", &[[-3, 3], [0, 3]]),
            "(d1 - 9) floordiv 4 - d0 * 2"
        );
    }

    #[test]
    fn a_quotient_with_one_value_is_that() {
        assert_eq!(result("d0 floordiv 8", &[[8, 15]]), "1");
        assert_eq!(result("d0 floordiv 8", &[[-8, -1]]), "-1");
        assert_eq!(result("d0 floordiv 8", &[[-1, 0]]), "d0 floordiv 8");
    }

    #[test]
    fn what_is_less_than_the_step_leaves_a_quotient() {
        assert_eq!(result("(d0 * 4 + d1) floordiv 8", &[[-9, 9], [0, 3]]), "d0 floordiv 2");
        assert_eq!(result("(d0 * 4 + d1) floordiv 8", &[[0, 9], [-1, 2]]), "(d0 * 4 + d1) floordiv 8");
    }

    #[test]
    fn a_quotient_of_a_quotient_is_one() {
        assert_eq!(result("(d0 floordiv 3) floordiv 5", &[[-40, 40]]), "d0 floordiv 15");
        assert_eq!(
            result("(d0 * 2 + d1 floordiv 3) floordiv 5", &[[-9, 9], [-9, 9]]),
            "(d0 * 6 + d1) floordiv 15"
        );
    }

    #[test]
    fn a_quotient_of_a_negated_quotient_is_one() {
        assert_eq!(result("-(d0 floordiv 2 floordiv -7)", &[[-40, 40]]), "(d0 + 12) floordiv 14");
        assert_eq!(result("(9 - d0 floordiv 2) floordiv 3", &[[0, 40]]), "-((d0 - 14) floordiv 6)");
        assert_eq!(
            result("(d1 - d0 floordiv 2) floordiv 3", &[[0, 40], [0, 9]]),
            "(d1 - d0 floordiv 2) floordiv 3"
        );
    }

    #[test]
    fn a_quotient_of_a_remainder_is_a_remainder() {
        assert_eq!(result("(d0 mod 12) floordiv 4", &[[-30, 30]]), "(d0 floordiv 4) mod 3");
        assert_eq!(result("(d0 mod 12) floordiv 5", &[[-30, 30]]), "(d0 mod 12) floordiv 5");
    }

    #[test]
    fn a_multiple_leaves_a_remainder() {
        assert_eq!(result("(d0 * 8 + d1) mod 4", &[[-3, 3], [-9, 9]]), "d1 mod 4");
    }

    #[test]
    fn a_remainder_in_one_period_is_a_difference() {
        assert_eq!(result("d0 mod 8", &[[8, 15]]), "d0 - 8");
        assert_eq!(result("d0 mod 8", &[[-7, -2]]), "d0 + 8");
    }

    #[test]
    fn low_digits_leave_a_remainder() {
        assert_eq!(result("(d0 * 4 + d1) mod 12", &[[-9, 9], [0, 3]]), "(d0 mod 3) * 4 + d1");
    }

    #[test]
    fn coefficients_are_less_than_the_modulus() {
        assert_eq!(result("(d0 * 17 + d1) mod 16", &[[-9, 9], [-9, 9]]), "(d0 + d1) mod 16");
        assert_eq!(result("(-d0) mod 2", &[[-9, 9]]), "d0 mod 2");
        assert_eq!(result("(d0 * 15 + d1) mod 8", &[[-3, 3], [-9, 9]]), "(d1 - d0) mod 8");
    }

    #[test]
    fn a_remainder_in_a_remainder_goes() {
        assert_eq!(result("(d0 mod 12 + d1) mod 4", &[[-30, 30], [-3, 3]]), "(d0 + d1) mod 4");
        assert_eq!(result("((d0 mod 6) * 2 + d1) mod 4", &[[-30, 30], [-3, 3]]), "(d0 * 2 + d1) mod 4");
    }

    #[test]
    fn quotient_and_remainder_are_the_whole() {
        assert_eq!(result("(d0 floordiv 5) * 5 + d0 mod 5", &[[-30, 30]]), "d0");
        assert_eq!(result("(d0 mod 5) * 3 + (d0 floordiv 5) * 15", &[[-30, 30]]), "d0 * 3");
        assert_eq!(result("((d0 * 7) floordiv 5) * 5 + (d0 * 2) mod 5", &[[-30, 30]]), "d0 * 7");
        assert_eq!(
            result("((d0 mod 2) * 3 + (d0 floordiv 2) * 6 + d1) floordiv 8", &[[-9, 9], [0, 9]]),
            "(d0 * 3 + d1) floordiv 8"
        );
    }

    #[test]
    fn the_whole_without_its_quotient_is_the_remainder() {
        assert_eq!(result("d0 - (d0 floordiv 5) * 5", &[[-30, 30]]), "d0 mod 5");
        assert_eq!(result("d0 * 3 - (d0 floordiv 5) * 5", &[[-30, 30]]), "d0 * 2 + d0 mod 5");
    }

    #[test]
    fn a_quotient_rounded_up_is_one_rounded_down() {
        assert_eq!(result("(d0 + 1) ceildiv 4", &[[-9, 9]]), "d0 floordiv 4 + 1");
        assert_eq!(result("-(d0 ceildiv -4)", &[[-9, 9]]), "d0 floordiv 4");
        assert_eq!(result("-((-d0) ceildiv 8)", &[[-99, 99]]), "d0 floordiv 8");
    }

    #[test]
    fn what_would_be_longer_stays() {
        for expr in [
            "d0 ceildiv 4",
            "d0 ceildiv -4",
            "d0 floordiv -4",
            "(d0 floordiv 2) floordiv -7",
            "(d0 + d1) * 3",
        ] {
            assert_eq!(result(expr, &[[-40, 40], [-9, 9]]), expr);
        }
        assert_eq!(result("(d0 + d1) * 3 + (d0 * 4 + 3) floordiv 4", &[[-9, 9], [-9, 9]]), "d0 * 4 + d1 * 3");
    }

    #[test]
    fn a_negative_divisor_turns_the_dividend() {
        assert_eq!(result("(-d0) floordiv -4", &[[-9, 9]]), "d0 floordiv 4");
        assert_eq!(result("d0 mod -4", &[[-9, 9]]), "d0 mod 4");
    }

    #[test]
    fn an_extreme_whose_side_is_known_is_that() {
        assert_eq!(result("min(d0, d0 + 3)", &[[-9, 9]]), "d0");
        assert_eq!(result("max(d0, d1)", &[[-9, 2], [2, 5]]), "d1");
        assert_eq!(result("max(d0, d1)", &[[-9, 3], [2, 5]]), "max(d0, d1)");
    }

    #[test]
    fn a_number_stands_inside_a_quotient() {
        assert_eq!(result("d0 * 3 - (d0 + 10) floordiv 3", &[[-9, 9]]), "d0 * 3 - (d0 + 10) floordiv 3");
        assert_eq!(result("(d0 * 8 + 8) floordiv 3", &[[-9, 9]]), "(d0 * 8 + 8) floordiv 3");
    }

    #[test]
    fn a_factor_stands_inside_a_remainder() {
        assert_eq!(result("(d0 * 12 + 8) mod 32", &[[-9, 9]]), "(d0 * 12 + 8) mod 32");
        assert_eq!(result("((d0 * 3 + 2) mod 8) * 4", &[[-9, 9]]), "(d0 * 12 + 8) mod 32");
        assert_eq!(result("((d0 + 2) mod 8) * 4", &[[-9, 9]]), "((d0 + 2) mod 8) * 4");
    }
}

mod rules_of_domains {
    use super::domain;

    #[test]
    fn a_multiple_of_a_variable_is_its_bounds() {
        assert_eq!(domain("d0", "d0 in [-9, 9], d0 * 3 + 1 in [-9, 8]"), "d0 in [-3, 2]");
        assert_eq!(domain("d0", "d0 in [-9, 9], d0 * -3 + 1 in [-9, 8]"), "d0 in [-2, 3]");
    }

    #[test]
    fn a_quotient_is_bounds() {
        assert_eq!(domain("d0", "d0 in [-30, 30], d0 floordiv 4 in [-3, 2]"), "d0 in [-12, 11]");
    }

    #[test]
    fn a_small_part_says_nothing() {
        let variables = "d0 in [-9, 9], d1 in [0, 3]";
        assert_eq!(
            domain("d0, d1", &format!("{variables}, d0 * 4 + d1 in [-8, 11]")),
            "d0 in [-2, 2], d1 in [0, 3]"
        );
    }

    #[test]
    fn what_always_holds_says_nothing() {
        let variables = "d0 in [0, 5], d1 in [-1, 3]";
        assert_eq!(domain("d0, d1", &format!("{variables}, d0 + d1 in [-1, 8]")), variables);
        assert_eq!(domain("d0, d1", &format!("{variables}, d0 + d1 in [9, 20]")), "KNOWN EMPTY");
    }

    #[test]
    fn residues_join() {
        let variables = "d0 in [0, 20], d1 in [-9, 9]";
        let joined =
            domain("d0, d1", &format!("{variables}, (d0 + d1) mod 3 in [1, 1], (d0 + d1) mod 4 in [2, 2]"));
        assert_eq!(joined, format!("{variables}, (d0 + d1) mod 12 in [10, 10]"));
        let joined =
            domain("d0, d1", &format!("{variables}, (d0 + d1) mod 6 in [1, 1], (d0 + d1) mod 4 in [2, 2]"));
        assert_eq!(joined, "KNOWN EMPTY");
        for (first, second, both) in [(1, 3, 9), (3, 1, 7), (2, 4, 10), (0, 2, 8)] {
            let residues =
                format!("(d0 + d1) mod 4 in [{first}, {first}], (d0 + d1) mod 6 in [{second}, {second}]");
            let joined = domain("d0, d1", &format!("{variables}, {residues}"));
            assert_eq!(joined, format!("{variables}, (d0 + d1) mod 12 in [{both}, {both}]"));
        }
        let residues = "(d0 + d1) mod 4 in [1, 1], (d0 + d1) mod 10 in [7, 7]";
        let joined = domain("d0, d1", &format!("{variables}, {residues}"));
        assert_eq!(joined, format!("{variables}, (d0 + d1) mod 20 in [17, 17]"));
    }

    /// Numbers move out of a sum as long as the bounds without them fit, or nothing of the sum can be beyond.
    #[test]
    fn bounds_near_the_last_number_are_those_of_the_sum() {
        let (least, most) = (i64::MIN, i64::MAX);
        let large = "d0 in [0, 99999]";
        let text = format!("(d0) -> (d0), domain: {large}, d0 * d0 + {most} in [-5, 5]");
        assert_eq!(super::map(&text).simplify(super::Points::Replace).to_string(), "KNOWN EMPTY");
        let any = format!("d0 in [{least}, {most}]");
        let text = format!("(d0) -> (d0), domain: {any}, d0 + 3 in [5, 9]");
        let short = super::map(&text).simplify(super::Points::Replace).to_string();
        assert_eq!(short, "(d0) -> (d0), domain: d0 in [2, 6]");
        // there is no value where the sum does not fit, so the number stays
        let text = format!("(d0) -> (d0), domain: {any}, d0 + {most} in [-5, 5]");
        assert_eq!(super::map(&text).simplify(super::Points::Replace).to_string(), text);
    }

    #[test]
    fn residues_are_of_a_variable() {
        assert_eq!(
            domain("d0", "d0 in [-9, 9], (d0 - 3) mod 7 in [0, 0]"),
            "d0 in [-4, 3], d0 mod 7 in [3, 3]"
        );
        assert_eq!(
            domain("d0", "d0 in [-9, 9], (d0 * 3 + 1) mod 7 in [5, 5]"),
            "d0 in [-8, 6], d0 mod 7 in [6, 6]"
        );
        assert_eq!(
            domain("d0", "d0 in [-9, 9], (d0 * 4 + 2) mod 6 in [0, 0]"),
            "d0 in [-8, 7], d0 mod 3 in [1, 1]"
        );
        assert_eq!(domain("d0", "d0 in [-9, 9], (d0 * 4 + 1) mod 6 in [0, 0]"), "KNOWN EMPTY");
        assert_eq!(
            domain("d0, d1", "d0 in [-9, 9], d1 in [0, 9], (d0 + d1 + 5) mod 4 in [0, 0]"),
            "d0 in [-9, 9], d1 in [0, 9], (d0 + d1) mod 4 in [3, 3]"
        );
    }

    #[test]
    fn constraints_tell_of_each_other() {
        let variables = "d0 in [0, 28], d1 in [0, 9]";
        assert_eq!(
            domain("d0, d1", &format!("{variables}, d0 mod 4 in [0, 0], (d0 + d1 * 2) mod 4 in [2, 2]")),
            "d0 in [0, 28], d1 in [1, 9], d0 mod 4 in [0, 0], d1 mod 2 in [1, 1]"
        );
        let variables = "d0 in [0, 9], d1 in [0, 9], d2 in [0, 3]";
        assert_eq!(
            domain("d0, d1, d2", &format!("{variables}, d0 + d1 in [5, 5], d0 + d1 + d2 in [0, 7]")),
            "d0 in [0, 5], d1 in [0, 5], d2 in [0, 2], d0 + d1 in [5, 5]"
        );
        assert_eq!(
            domain("d0, d1, d2", &format!("{variables}, d0 + d1 in [2, 5], d0 + d1 + d2 in [0, 8]")),
            "d0 in [0, 5], d1 in [0, 5], d2 in [0, 3], d0 + d1 in [2, 5]"
        );
    }

    #[test]
    fn residues_trim_bounds() {
        assert_eq!(
            domain("d0", "d0 in [-5, 122], d0 mod 8 in [3, 3]"),
            "d0 in [-5, 115], d0 mod 8 in [3, 3]"
        );
        assert_eq!(domain("d0", "d0 in [-12, -3], d0 mod 8 in [7, 7]"), "d0 in [-9, -9]");
    }

    /// The least number that fits is no open end above.
    #[test]
    fn a_lower_end_may_be_the_greatest_number() {
        let text =
            "d0 in [0, 9], d0 * 1000 + 9223372036854770000 in [9223372036854775807, 9223372036854775807]";
        // from 6 on it does not fit, and is no point
        assert_eq!(domain("d0", text), "KNOWN EMPTY");
        let text = "d0 in [0, 9], (d0 + 9223372036854775800) floordiv 9223372036854775807 in [1, 4]";
        assert!(domain("d0", text).contains("floordiv"));
        let text = "d0 in [9223372036854775800, 9223372036854775807], d0 ceildiv 2 in [4611686018427387903, 4611686018427387903]";
        assert!(domain("d0", text).starts_with("d0 in ["));
    }

    #[test]
    fn sums_trim_bounds() {
        assert_eq!(
            domain("d0, d1", "d0 in [-20, 20], d1 in [0, 3], d0 * 2 + d1 in [-5, 8]"),
            "d0 in [-4, 4], d1 in [0, 3], d0 * 2 + d1 in [-5, 8]"
        );
    }
}

/// A random map: small domains, negative bounds, every operation, and mostly the forms that real maps have.
struct Maker {
    random: Random,
}

impl Maker {
    fn interval(&mut self) -> Interval {
        let lower = self.random.within(-6, 5);
        let size = if self.random.once_in(60) { 0 } else { self.random.within(1, 7) };
        Interval::new(lower, lower + size - 1)
    }

    fn divisor(&mut self) -> Expr {
        let usual = [2, 2, 3, 4, 4, 5, 6, 8, 12, 16];
        Expr::constant(match self.random.below(40) {
            0 => 0,
            1 => 1,
            2 | 3 => -self.random.of(&usual),
            _ => self.random.of(&usual),
        })
    }

    fn leaf(&mut self, variables: usize) -> Expr {
        if variables == 0 || self.random.once_in(5) {
            Expr::constant(self.random.within(-20, 20))
        } else {
            Expr::variable(self.random.below(variables) as u32)
        }
    }

    fn expr(&mut self, variables: usize, depth: usize) -> Expr {
        if depth == 0 || self.random.once_in(8) {
            return self.leaf(variables);
        }
        let inner = |maker: &mut Self| maker.expr(variables, depth - 1);
        let lhs = inner(self);
        match self.random.below(32) {
            0..10 => lhs.add(inner(self)),
            10..12 => lhs.sub(inner(self)),
            12..19 => lhs.mul(Expr::constant(self.random.within(-8, 16))),
            19 => lhs.mul(inner(self)),
            20..25 => lhs.floor_div(self.divisor()),
            25..29 => lhs.modulo(self.divisor()),
            29 => lhs.ceil_div(self.divisor()),
            30 => lhs.min(inner(self)),
            _ => match self.random.below(3) {
                0 => lhs.floor_div(inner(self)),
                1 => lhs.modulo(inner(self)),
                _ => lhs.max(inner(self)),
            },
        }
    }

    /// A chain of divisions, remainders and extremes inside of each other, with sums in between.
    fn nest(&mut self, variables: usize, depth: usize) -> Expr {
        let mut expr = self.leaf(variables);
        for _ in 0..depth {
            let other =
                if self.random.once_in(4) { self.nest(variables, depth / 2) } else { self.leaf(variables) };
            expr = match self.random.below(16) {
                0..3 => expr.add(other.mul(Expr::constant(self.random.within(-6, 6)))),
                3 => expr.mul(Expr::constant(self.random.within(-6, 9))),
                4..8 => expr.floor_div(self.divisor()),
                8..12 => expr.modulo(self.divisor()),
                12 | 13 => expr.ceil_div(self.divisor()),
                14 => expr.min(other),
                _ => expr.max(other),
            };
        }
        expr
    }

    /// Parts of the same divisions, which rules put together.
    fn pieces(&mut self, variables: usize) -> Expr {
        let whole = if self.random.once_in(2) { self.leaf(variables) } else { self.expr(variables, 2) };
        let mut sum = Expr::constant(self.random.within(-9, 9));
        for _ in 0..self.random.within(2, 4) {
            let divisor = self.random.within(2, 6);
            let shift =
                Expr::constant(if self.random.once_in(3) { divisor * self.random.within(-2, 2) } else { 0 });
            let dividend = whole.clone().add(shift);
            let factor = self.random.of(&[1, 1, -1, 2, 3, divisor, -divisor, 2 * divisor]);
            let part = match self.random.below(4) {
                0 => dividend.modulo(Expr::constant(divisor)),
                1 => dividend.floor_div(Expr::constant(divisor)),
                2 => dividend,
                _ => self.leaf(variables),
            };
            sum = sum.add(part.mul(Expr::constant(factor)));
        }
        match self.random.below(4) {
            0 => sum.floor_div(self.divisor()),
            1 => sum.modulo(self.divisor()),
            _ => sum,
        }
    }

    /// The index of a place in row-major order, from the place of another index.
    fn rearranged(&mut self, variables: usize) -> Expr {
        let linear = (0..variables).fold(Expr::constant(self.random.within(-3, 3)), |linear, number| {
            linear.mul(Expr::constant(self.random.of(&[2, 3, 4, 8]))).add(Expr::variable(number as u32))
        });
        let stride = self.random.of(&[1, 2, 3, 4, 6, 8]);
        let digit = linear
            .clone()
            .floor_div(Expr::constant(stride))
            .modulo(Expr::constant(self.random.of(&[2, 3, 4])));
        if self.random.once_in(2) {
            digit
        } else {
            digit.mul(Expr::constant(stride)).add(linear.modulo(Expr::constant(stride)))
        }
    }

    fn results(&mut self, variables: usize, count: usize) -> Vec<Expr> {
        let depth = self.random.below(5);
        let result = |_| match self.random.below(8) {
            0 | 1 => self.rearranged(variables),
            2 => self.nest(variables, depth + 1),
            3 => self.pieces(variables),
            _ => self.expr(variables, depth),
        };
        (0..count).map(result).collect()
    }

    fn map(&mut self, dims: usize, results: usize) -> IndexingMap {
        let (range, runtime) = (self.random.below(3), usize::from(self.random.once_in(3)));
        let mut intervals = |count| (0..count).map(|_| self.interval()).collect::<Vec<_>>();
        let (dim_bounds, range_bounds, runtime_bounds) =
            (intervals(dims), intervals(range), intervals(runtime));
        let variables = dims + range + runtime;
        let results = self.results(variables, results);
        let constraints = (0..self.random.below(3)).map(|_| self.constraint(variables)).collect();
        IndexingMap::new(&dim_bounds, &range_bounds, &runtime_bounds, results, constraints).unwrap()
    }

    fn constraint(&mut self, variables: usize) -> Constraint {
        let number = Expr::constant;
        let (modulus, divisor) = (self.random.within(2, 7), self.random.within(1, 5));
        let expr = match self.random.below(8) {
            0 | 1 if variables > 0 => {
                Expr::variable(self.random.below(variables) as u32).modulo(number(modulus))
            }
            2 => self.pieces(variables).modulo(number(modulus)),
            3 => self.expr(variables, 2).floor_div(number(divisor)),
            4 => self.nest(variables, 3),
            5 => self.pieces(variables),
            _ => self.expr(variables, 3),
        };
        let is_residue = matches!(&expr, Expr::Binary(node) if node.operation == ExprOp::Mod);
        let lower = self.random.within(-12, 8);
        let bounds = match self.random.below(8) {
            _ if is_residue && !self.random.once_in(4) => Interval::point(self.random.within(0, modulus - 1)),
            0 => Interval::new(i64::MIN, lower + 8),
            1 => Interval::new(lower, i64::MAX),
            2 => Interval::point(lower / 2),
            _ => Interval::new(lower, lower + self.random.within(-1, 16)),
        };
        Constraint { expr, bounds }
    }
}

fn random_map(seed: u64) -> IndexingMap {
    let mut maker = Maker { random: Random(seed) };
    let (dims, results) = (maker.random.below(4), 1 + maker.random.below(3));
    maker.map(dims, results)
}

fn is_small(map: &IndexingMap) -> bool {
    map.bounds().iter().map(|bounds| bounds.len() as usize + 2).product::<usize>() <= 4000
}

#[test]
fn simplified_maps_are_the_same_everywhere() {
    let mut tried = 0;
    for seed in 0..cases(3000) as u64 {
        let original = random_map(seed);
        if !is_small(&original) {
            continue;
        }
        tried += 1;
        for mode in [Points::Replace, Points::Preserve] {
            let short = original.simplify(mode);
            assert_same(&original, &short, &format!("seed {seed}, {mode:?}"));
        }
    }
    println!("{tried} maps are small enough");
}

#[test]
fn simplifying_twice_changes_nothing() {
    let mut changed = 0;
    let count = cases(3000) as u64;
    for seed in 0..count {
        let once = random_map(seed).simplify(Points::Replace);
        let twice = once.simplify(Points::Replace);
        if once != twice {
            changed += 1;
            eprintln!("seed {seed}\n{once}\n{twice}");
        }
    }
    // one in a million has summands in another order
    assert!(changed * 100_000 <= count, "{changed} of {count}");
}

/// A coefficient that is reduced may join with a quotient.
#[test]
fn reduced_remainders_are_joined() {
    let expr = "((d0 + 3) floordiv 2) * 2 - d0 * 5 - d1";
    assert_eq!(result(&format!("({expr}) mod 4"), &[[-9, 9], [2, 3]]), "(-((d0 + 1) mod 2) - d1 + 3) mod 4");
}

#[test]
fn digits_of_several_sizes_are_joined() {
    let map = "(d0, d1) -> (((d0 * 12 + d1) floordiv 8) * 8 + ((d0 * 2 + d1 floordiv 2) mod 4) * 2 + d1 mod 2), \
               domain: d0 in [0, 1], d1 in [0, 11]";
    let short = "(d0, d1) -> (d0 * 12 + d1), domain: d0 in [0, 1], d1 in [0, 11]";
    assert_eq!(map.parse::<IndexingMap>().unwrap().simplify(Points::Replace).to_string(), short);
}

mod rules_of_constraints {
    use super::simplified;

    /// The results over `d0`, `d1` and `d2` with a constraint.
    fn results(results: &str, bounds: [i64; 3], constraint: &str) -> String {
        let domain: Vec<String> =
            bounds.iter().enumerate().map(|(dim, upper)| format!("d{dim} in [0, {upper}]")).collect();
        let short =
            simplified(&format!("(d0, d1, d2) -> ({results}), domain: {}, {constraint}", domain.join(", ")));
        short[short.find("-> (").unwrap() + 4..short.find("), domain").unwrap()].to_string()
    }

    #[test]
    fn a_residue_counts_in_sums() {
        let with = |expr: &str| results(expr, [31, 9, 0], "d0 mod 4 in [0, 0]");
        assert_eq!(with("d0 mod 4 + d1"), "d1");
        assert_eq!(with("(d0 + d1) mod 4"), "d1 mod 4");
        assert_eq!(with("(d0 floordiv 4) * 4"), "d0");
        assert_eq!(with("(d0 floordiv 4) * 8 + d1"), "d0 * 2 + d1");
        // as a sum of two quotients it would be longer
        assert_eq!(with("(d0 + d1) floordiv 4"), "(d0 + d1) floordiv 4");
        let with = |expr: &str| results(expr, [31, 3, 0], "d0 mod 4 in [0, 0]");
        assert_eq!(with("(d0 + d1) mod 4"), "d1");
        assert_eq!(with("(d0 + d1) floordiv 4"), "d0 floordiv 4");
        assert_eq!(with("(d0 + d1) mod 8"), "d0 mod 8 + d1");
        assert_eq!(results("(d0 - 3) floordiv 7", [17, 0, 0], "d0 mod 7 in [3, 3]"), "d0 floordiv 7");
        assert_eq!(results("(d0 floordiv 7) * 7", [17, 0, 0], "d0 mod 7 in [3, 3]"), "d0 - 3");
    }

    #[test]
    fn several_residues_count() {
        let with = |expr: &str| results(expr, [31, 9, 0], "d0 mod 8 in [0, 3]");
        assert_eq!(with("(d0 floordiv 4) mod 2"), "0");
        assert_eq!(with("(d0 + 4) floordiv 8"), "d0 floordiv 8");
        assert_eq!(with("(d0 + 4) mod 8"), "d0 mod 8 + 4");
        assert_eq!(with("(d0 mod 8 + d1 * 4) floordiv 4"), "d1");
        // of a quotient alone, not of one among others
        assert_eq!(with("(d0 floordiv 4 + d1) mod 2"), "(d0 floordiv 4 + d1) mod 2");
        assert_eq!(with("((d0 floordiv 4) * 3 + 1) mod 4"), "(-(d0 floordiv 4) + 1) mod 4");
    }

    /// What two residues are together may be more than a digit.
    #[test]
    fn residues_carry() {
        let with = |expr: &str| results(expr, [31, 31, 3], "d0 mod 4 in [2, 3], d1 mod 4 in [2, 3]");
        assert_eq!(with("(d0 + d1) floordiv 8"), "(d0 + d1) floordiv 8");
        assert_eq!(with("(d0 + d1) mod 8"), "(d0 + d1) mod 8");
        assert_eq!(with("(d0 + d1 * 4) floordiv 8"), "(d0 + d1 * 4) floordiv 8");
    }

    #[test]
    fn a_sum_with_one_value_counts_in_longer_sums() {
        let with = |expr: &str| results(expr, [31, 31, 31], "d0 + d1 in [16, 16]");
        assert_eq!(with("d0 + d1 + d2"), "d2 + 16");
        assert_eq!(with("(d0 + d1 + d2) mod 8"), "d2 mod 8");
        assert_eq!(with("(d0 + d1 + d2) floordiv 8"), "d2 floordiv 8 + 2");
        assert_eq!(with("(d0 * 3 + d1 * 3 + d2) mod 8"), "d2 mod 8");
        let with = |expr: &str| results(expr, [31, 63, 0], "d0 * 2 - d1 in [0, 0]");
        assert_eq!(with("d1 floordiv 2"), "d0");
        assert_eq!(with("d1 mod 2"), "0");
        assert_eq!(with("d0 * 2 - d1 + d2 + 1"), "1");
    }

    #[test]
    fn a_sum_with_few_values_counts_in_longer_sums() {
        let with = |expr: &str| results(expr, [31, 31, 3], "d0 - d1 in [0, 4]");
        assert_eq!(with("(d0 - d1 + d2) floordiv 8"), "0");
        assert_eq!(with("min(d0 - d1 + d2, 7)"), "d0 - d1 + d2");
    }
}

#[test]
fn a_constraint_tells_what_its_sum_is() {
    let short = |results: &str, constraint: &str| {
        let text = format!("(d0, d1) -> ({results}), domain: d0 in [0, 9], d1 in [0, 9], {constraint}");
        text.parse::<IndexingMap>().unwrap().simplify(Points::Replace).function_text()
    };
    assert_eq!(short("d0 * 2 + d1 * 2 + 1", "d0 + d1 in [5, 5]"), "(d0, d1) -> (11)");
    assert_eq!(
        short("(d1 - d0) floordiv 4, (d0 - d1) mod 4", "d0 - d1 in [0, 3]"),
        "(d0, d1) -> ((d1 - d0) floordiv 4, d0 - d1)"
    );
    assert_eq!(short("(d0 - d1) floordiv 4", "d0 - d1 in [0, 4]"), "(d0, d1) -> ((d0 - d1) floordiv 4)");
    // the sum with the constraint is not the constraint itself
    let same = "(d0, d1) -> (d0), domain: d0 in [0, 9], d1 in [0, 9], d0 + d1 in [5, 5]";
    let simplified = same.parse::<IndexingMap>().unwrap().simplify(Points::Replace);
    assert!(simplified.contains(&[2, 3]) && !simplified.contains(&[2, 4]), "{simplified}");
}

#[test]
fn text_is_the_map() {
    for seed in 0..cases(3000) as u64 {
        let original = random_map(seed);
        if original.is_known_empty() {
            continue;
        }
        assert_eq!(map(&original.to_string()), original, "seed {seed}: {original}");
    }
}

/// Each result of the second map at the results of the first one.
pub(crate) fn assert_composition(
    first: &IndexingMap,
    second: &IndexingMap,
    composed: &IndexingMap,
    context: &str,
) {
    let [range, runtime] = [
        [second.range_symbols().len(), first.range_symbols().len()],
        [second.runtime_symbols().len(), first.runtime_symbols().len()],
    ];
    for point in points_around(&composed.bounds()) {
        let (index, symbols) = point.split_at(first.dims().len());
        let (range_values, runtime_values) = symbols.split_at(range[0] + range[1]);
        let (range_of_second, range_of_first) = range_values.split_at(range[0]);
        let (runtime_of_second, runtime_of_first) = runtime_values.split_at(runtime[0]);
        let at_first = [index, range_of_first, runtime_of_first].concat();
        let between: Option<Vec<i64>> = values(first, &at_first).into_iter().collect();
        // where there is no value in between, there may be one in the end: a product with 0
        let Some(between) = between else { continue };
        let at_second = [&between[..], range_of_second, runtime_of_second].concat();
        let inside = first.contains(&at_first) && second.contains(&at_second);
        assert_eq!(composed.contains(&point), inside, "{context}: {point:?}\n{first}\n{second}\n{composed}");
        for (of_second, of_both) in values(second, &at_second).into_iter().zip(values(composed, &point)) {
            assert!(of_second.is_none() || of_second == of_both, "{context}: {point:?}\n{first}\n{second}");
        }
    }
}

#[test]
fn composition_is_the_definition() {
    for seed in 0..cases(1500) as u64 {
        let mut maker = Maker { random: Random(seed) };
        let (dims, between, results) =
            (maker.random.below(3), 1 + maker.random.below(2), 1 + maker.random.below(2));
        let (first, second) = (maker.map(dims, between), maker.map(between, results));
        let composed = first.then(&second).unwrap();
        if is_small(&composed) {
            assert_composition(&first, &second, &composed, &format!("seed {seed}"));
        }
    }
}

/// The results for each index, or for all.
fn image(map: &IndexingMap, dims: usize) -> BTreeSet<(Vec<i64>, Vec<Option<i64>>)> {
    let inside = points_around(&map.bounds()).into_iter().filter(|point| map.contains(point));
    inside.map(|point| (point[..dims].to_vec(), values(map, &point))).collect()
}

/// Whether all results have a value in the domain.
fn is_total(map: &IndexingMap) -> bool {
    let points = points_around(&map.bounds());
    let has_constraints = |point: &Vec<i64>| {
        map.constraints().iter().all(|constraint| constraint.expr.evaluate(point).is_some())
    };
    points.iter().all(|point| has_constraints(point) && values(map, point).iter().all(Option::is_some))
}

#[test]
fn other_forms_have_the_same_image() {
    for seed in 0..cases(3000) as u64 {
        let original = random_map(seed);
        if !is_small(&original) || !is_total(&original) {
            continue;
        }
        let dims = original.dims().len();
        let of_each = image(&original, dims);
        let check = |other: &IndexingMap, what: &str| {
            assert_eq!(image(other, dims), of_each, "seed {seed}, {what}\n{original}\n{other}");
        };
        check(&original.rescale_symbols(), "rescaled");
        if of_each.is_empty() {
            continue;
        }
        check(&original.remove_unused_symbols(), "without unused symbols");
        let short = original.remove_unused_variables();
        let all: BTreeSet<_> = of_each.iter().map(|(_, values)| (Vec::new(), values.clone())).collect();
        assert_eq!(image(&short, 0), all, "seed {seed}, without unused variables\n{original}\n{short}");
        let flat = original.symbols_to_dimensions();
        assert_eq!(
            (flat.dims().len(), flat.variables().len()),
            (original.variables().len(), flat.dims().len())
        );
        assert_same(&original, &flat, "symbols as dimensions");
        for place in 0..original.results().len() {
            let part = original.of_result(place).unwrap();
            assert_same(
                &original.clone().simplify(Points::Replace).of_result(place).unwrap(),
                &part.simplify(Points::Replace),
                "a result",
            );
        }
        assert!(original.of_result(original.results().len()).is_err());
    }
}

/// The pairs of an index and a result that belong together, with the values of the runtime symbols.
pub(crate) fn relation(map: &IndexingMap) -> BTreeSet<[Vec<i64>; 3]> {
    let (dims, runtime) = (map.dims().len(), map.variables().len() - map.runtime_symbols().len());
    let inside = points_around(&map.bounds()).into_iter().filter(|point| map.contains(point));
    inside
        .filter_map(|point| {
            let results: Option<Vec<i64>> = values(map, &point).into_iter().collect();
            Some([point[..dims].to_vec(), results?, point[runtime..].to_vec()])
        })
        .collect()
}

#[test]
fn inverse_relations_are_the_inverse() {
    let mut tried = 0;
    for seed in 0..cases(3000) as u64 {
        let original = random_map(seed);
        if !is_small(&original) || !is_total(&original) {
            continue;
        }
        let bounds: Vec<Interval> = original.results().iter().map(|_| Interval::new(-4, 9)).collect();
        let inverse = original.inverse_relation(&bounds).unwrap();
        let short = inverse.simplify(Points::Replace);
        let wanted: BTreeSet<_> = relation(&original)
            .into_iter()
            .filter(|[_, index, _]| index.iter().zip(&bounds).all(|(entry, bounds)| bounds.contains(*entry)))
            .map(|[from, to, runtime]| [to, from, runtime])
            .collect();
        for (map, what) in [(&inverse, "as it is"), (&short, "simplified")] {
            if map.bounds().iter().map(|bounds| bounds.len() as f64 + 2.0).product::<f64>() > 10_000.0 {
                continue;
            }
            tried += 1;
            let found: BTreeSet<_> = relation(map)
                .into_iter()
                .filter(|[index, ..]| {
                    index.iter().zip(&bounds).all(|(entry, bounds)| bounds.contains(*entry))
                })
                .collect();
            assert_eq!(found, wanted, "seed {seed}, {what}\n{original}\n{map}");
        }
    }
    assert!(tried > 500, "{tried} maps are small enough");
    let map = map("(d0) -> (d0), domain: d0 in [0, 3]");
    assert!(map.inverse_relation(&[]).unwrap_err().to_string().contains("0 bounds for the 1 results"));
}

/// The results at all points, each with the point that it is of, if it is of one only.
#[test]
fn inverses_of_any_maps() {
    let (mut found, mut injective) = (0, 0);
    for seed in 0..cases(2000) as u64 {
        let original = random_map(seed);
        if !is_small(&original) || !is_total(&original) {
            continue;
        }
        let count = original.variables().len() - original.runtime_symbols().len();
        let mut points_of: BTreeMap<Vec<i64>, Vec<i64>> = BTreeMap::new();
        let mut is_injective = true;
        for point in points_around(&original.bounds()).into_iter().filter(|point| original.contains(point)) {
            let results: Vec<i64> = values(&original, &point).into_iter().flatten().collect();
            is_injective &= points_of.insert([&results, &point[count..]].concat(), point).is_none();
        }
        injective += usize::from(is_injective);
        let Ok(inverse) = original.inverse() else { continue };
        found += 1;
        let context = format!("seed {seed}\n{original}\n{inverse}");
        assert!(is_injective, "{context}");
        for (there, point) in &points_of {
            assert!(inverse.contains(there), "{context}\n{there:?}");
            let back: Vec<i64> = values(&inverse, there).into_iter().flatten().collect();
            assert_eq!(back, point[..count], "{context}\n{there:?}");
        }
        if is_small(&inverse) {
            for there in points_around(&inverse.bounds()) {
                assert_eq!(inverse.contains(&there), points_of.contains_key(&there), "{context}\n{there:?}");
            }
        }
    }
    println!("{found} inverses of {injective} injective maps");
}

/// Two maps of the same variables, and what is the same or not at each point.
#[test]
fn sameness_of_any_maps() {
    let mut counts = [0, 0];
    for seed in 0..cases(2000) as u64 {
        let lhs = random_map(seed);
        let mut maker = Maker { random: Random(!seed) };
        let rhs = match maker.random.below(3) {
            0 => lhs.simplify(Points::Replace),
            1 => lhs.clone().with_constraint(maker.expr(lhs.variables().len(), 2), Interval::new(-8, 30)),
            _ => {
                let results = lhs.results().iter().map(|result| {
                    if maker.random.once_in(3) {
                        result.canonicalize().add(Expr::constant(0))
                    } else {
                        result.clone()
                    }
                });
                let results = results.collect();
                let bounds = |kind: &[tilework::affine::Variable]| -> Vec<Interval> {
                    kind.iter().map(|variable| variable.bounds).collect()
                };
                let constraints =
                    lhs.constraints().iter().skip(usize::from(maker.random.once_in(2))).cloned();
                IndexingMap::new(
                    &bounds(lhs.dims()),
                    &bounds(lhs.range_symbols()),
                    &bounds(lhs.runtime_symbols()),
                    results,
                    constraints.collect(),
                )
                .unwrap()
            }
        };
        if !is_small(&lhs) {
            continue;
        }
        let at = |map: &IndexingMap, point: &[i64]| map.contains(point).then(|| values(map, point));
        let differ = |point: &[i64]| match (at(&lhs, point), at(&rhs, point)) {
            (None, None) => false,
            (Some(lhs), Some(rhs)) => {
                lhs.iter().zip(&rhs).any(|(lhs, rhs)| lhs != rhs && lhs.is_some() && rhs.is_some())
            }
            _ => true,
        };
        let is_same = !points_around(&lhs.bounds()).iter().any(|point| differ(point));
        counts[usize::from(is_same)] += 1;
        match lhs.same_function(&rhs).unwrap() {
            Sameness::Same => assert!(is_same, "seed {seed}\n{lhs}\n{rhs}"),
            Sameness::Different(difference) => {
                assert!(differ(&difference.point), "seed {seed}\n{lhs}\n{rhs}");
            }
            Sameness::Unknown(reason) => panic!("seed {seed}\n{lhs}\n{rhs}\n{reason}"),
        }
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

/// How many operators a text has: a minus is none where it belongs to a number.
fn operators(text: &str) -> usize {
    let words = ["floordiv", "ceildiv", "mod", "min(", "max(", "+", "*", "- "];
    let minus = |(place, _): &(usize, &str)| {
        text[place + 1..].starts_with(|next: char| {
            next == 'd' || next == 's' || next == 'r' || next == 'v' || next == '(' || next == 'm'
        })
    };
    words.iter().map(|word| text.matches(word).count()).sum::<usize>()
        + text.match_indices('-').filter(minus).count()
}

/// How many operators results and constraints have.
pub(crate) fn length(map: &IndexingMap) -> usize {
    let constraints = map.constraints().iter().map(|Constraint { expr, .. }| expr);
    map.results().iter().chain(constraints).map(|expr| operators(&expr.to_string())).sum()
}

#[test]
fn nothing_is_longer_than_it_was() {
    for seed in 0..cases(6000) as u64 {
        let original = random_map(seed);
        for result in original.results() {
            for short in [result.simplify(&original.bounds()), result.canonicalize()] {
                assert!(
                    operators(&short.to_string()) <= operators(&result.to_string()),
                    "seed {seed}\n{result}\n{short}"
                );
            }
        }
        for points in [Points::Replace, Points::Preserve] {
            let short = original.simplify(points);
            assert!(length(&short) <= length(&original), "seed {seed}\n{original}\n{short}");
        }
    }
}

#[test]
fn empty_domains_are_seen() {
    let mut empty = 0;
    for seed in 0..cases(8000) as u64 {
        let original = random_map(seed);
        if !is_small(&original) {
            continue;
        }
        let is_empty = !points_around(&original.bounds()).iter().any(|point| original.contains(point));
        empty += usize::from(is_empty);
        assert_eq!(original.simplify(Points::Replace).is_known_empty(), is_empty, "seed {seed}\n{original}");
    }
    assert!(empty > 100, "{empty}");
}

#[test]
fn variables_that_cancel_are_not_needed() {
    for expr in ["5 + d0 - d0", "d0 + 5 - d0", "d0 * 3 + 5 - d0 * 3"] {
        let removed = map(&format!("(d0) -> ({expr}), domain: d0 in [0, 9]")).remove_unused_variables();
        assert_eq!(removed.to_string(), "() -> (5)");
    }
}

/// Sizes with a product of these factors, in any order.
fn sizes_of(random: &mut Random, factors: &[i64]) -> Vec<i64> {
    let mut factors = factors.to_vec();
    random.shuffle(&mut factors);
    let mut sizes = vec![1];
    for factor in factors {
        if random.once_in(2) {
            sizes.push(1);
        }
        *sizes.last_mut().unwrap() *= factor;
    }
    sizes
}

/// From an index of sizes `from` to the index of sizes `to` at the same place in row-major order.
fn reshape(from: &[i64], to: &[i64]) -> IndexingMap {
    let number = Expr::constant;
    let linear = from.iter().zip(0..).fold(number(0), |linear, (size, dimension)| {
        linear.mul(number(*size)).add(Expr::variable(dimension))
    });
    let mut stride = 1;
    let mut results = vec![];
    for (place, &size) in to.iter().enumerate().rev() {
        let quotient = linear.clone().floor_div(number(stride));
        results.insert(0, if place == 0 { quotient } else { quotient.modulo(number(size)) });
        stride *= size;
    }
    let bounds: Vec<Interval> = from.iter().map(|&size| Interval::of_size(size)).collect();
    IndexingMap::new(&bounds, &[], &[], results, vec![]).unwrap()
}

/// Digits join, whatever was reduced first: several reshapes are no longer than one, and each goes back without
/// symbols.
#[test]
fn chains_of_reshapes_are_one_reshape() {
    for seed in 0..cases(400) as u64 {
        let mut random = Random(seed);
        let factors: Vec<i64> = (0..3 + random.below(4)).map(|_| random.of(&[2, 2, 2, 3, 3, 5])).collect();
        let shapes: Vec<Vec<i64>> =
            (0..3 + random.below(2)).map(|_| sizes_of(&mut random, &factors)).collect();
        let (first, last) = (&shapes[0], &shapes[shapes.len() - 1]);
        let direct = reshape(first, last);
        let steps = || shapes.windows(2).map(|pair| reshape(&pair[0], &pair[1]));
        let together = steps().reduce(|chain, next| chain.then(&next).unwrap()).unwrap();
        let one_by_one = steps().map(|step| step.simplify(Points::Replace));
        let one_by_one =
            one_by_one.reduce(|chain, next| chain.then(&next).unwrap().simplify(Points::Replace)).unwrap();
        let longest = length(&direct.simplify(Points::Replace));
        let bounds: Vec<Interval> = last.iter().map(|&size| Interval::of_size(size)).collect();
        for chain in [direct, together, one_by_one] {
            let short = chain.simplify(Points::Replace);
            assert!(length(&short) <= longest, "seed {seed}, {shapes:?}\n{short}");
            let back = chain.inverse_relation(&bounds).unwrap();
            assert!(back.range_symbols().is_empty(), "seed {seed}, {shapes:?}\n{chain}\n{back}");
            let there_and_back = short.then(&back).unwrap();
            for point in points_around(&chain.bounds()).into_iter().filter(|point| chain.contains(point)) {
                let again: Vec<_> = point.iter().map(|value| Some(*value)).collect();
                assert_eq!(
                    values(&there_and_back, &point),
                    again,
                    "seed {seed}, {shapes:?}\n{chain}\n{back}"
                );
            }
        }
    }
}

#[test]
fn evaluation_is_checked() {
    let no_value = [
        ("v0 + 1", i64::MAX),
        ("v0 * 2", i64::MIN),
        ("v0 floordiv -1", i64::MIN),
        ("v0 ceildiv -1", i64::MIN),
        ("v0 mod -1", i64::MIN),
        ("5 floordiv v0", 0),
        ("5 ceildiv v0", 0),
        ("5 mod v0", 0),
        ("v1", 0),
    ];
    for (text, value) in no_value {
        assert_eq!(text.parse::<Expr>().unwrap().evaluate(&[value]), None, "{text}");
    }
    for (lhs, rhs) in
        (-9..=9).flat_map(|lhs| (-9..=9).map(move |rhs| (lhs, rhs))).filter(|(_, rhs)| *rhs != 0)
    {
        let exact = f64::from(lhs) / f64::from(rhs);
        let (lhs, rhs) = (i64::from(lhs), i64::from(rhs));
        assert_eq!(ExprOp::FloorDiv.apply(lhs, rhs), Some(exact.floor() as i64));
        assert_eq!(ExprOp::CeilDiv.apply(lhs, rhs), Some(exact.ceil() as i64));
        let rest = ExprOp::Mod.apply(lhs, rhs).unwrap();
        assert!((0..rhs.abs()).contains(&rest) && (lhs - rest) % rhs == 0);
    }
    let map = map("(d0)[s0] -> (d0 + s0), domain: d0 in [0, 3], s0 in [0, 1]");
    assert!(map.evaluate(&[1], &[], &[]).is_err() && map.evaluate(&[i64::MAX], &[1], &[]).is_err());
    assert_eq!(map.evaluate(&[9], &[9], &[]).unwrap()[..], [18]);
}

const OPERATIONS: [ExprOp; 7] =
    [ExprOp::Add, ExprOp::Mul, ExprOp::FloorDiv, ExprOp::CeilDiv, ExprOp::Mod, ExprOp::Min, ExprOp::Max];

/// Numbers at the ends of 64 bits: nothing overflows, and what has a value keeps it.
#[test]
fn huge_numbers_are_no_harm() {
    let huge = [
        i64::MIN,
        i64::MIN + 1,
        i64::MIN / 2,
        -3,
        -1,
        0,
        1,
        2,
        1 << 32,
        i64::MAX / 2,
        i64::MAX - 1,
        i64::MAX,
    ];
    for seed in 0..cases(4000) as u64 {
        let mut maker = Maker { random: Random(seed) };
        let mut number = || maker.random.of(&huge);
        let ends = [[number(), number()], [number(), number()]];
        let bounds = ends.map(|[a, b]| Interval::new(a.min(b), a.max(b)));
        let mut expr = Expr::variable(0);
        for _ in 0..4 {
            let operation = maker.random.of(&OPERATIONS);
            let other = match maker.random.below(3) {
                0 => Expr::variable(maker.random.below(2) as u32),
                1 => Expr::constant(maker.random.of(&huge)),
                _ => Expr::constant(maker.random.within(-4, 16)),
            };
            expr = Expr::binary(operation, expr, other);
        }
        let limits = [maker.random.of(&huge), maker.random.of(&huge)];
        let constraint = Constraint {
            expr: expr.clone(),
            bounds: Interval::new(limits[0].min(limits[1]), limits[0].max(limits[1])),
        };
        let original = IndexingMap::new(&bounds, &[], &[], vec![expr], vec![constraint]).unwrap();
        let short = original.simplify(Points::Replace);
        if !original.is_known_empty() {
            assert_eq!(map(&original.to_string()), original, "seed {seed}");
        }
        let candidates = |interval: Interval| {
            let near =
                huge.iter().flat_map(|value| [value.saturating_sub(1), *value, value.saturating_add(1)]);
            near.filter(move |value| interval.contains(*value)).collect::<Vec<_>>()
        };
        for a in candidates(bounds[0]) {
            for b in candidates(bounds[1]) {
                let (was, is) = (values(&original, &[a, b])[0], values(&short, &[a, b])[0]);
                let inside = original.contains(&[a, b]);
                assert_eq!(inside, short.contains(&[a, b]), "seed {seed}: at {a}, {b}\n{original}\n{short}");
                assert!(
                    !inside || was.is_none() || is == was,
                    "seed {seed}: at {a}, {b}: {was:?} {is:?}\n{original}\n{short}"
                );
            }
        }
        original.rescale_symbols().remove_unused_variables();
    }
}

#[test]
fn a_residue_in_one_period_is_a_number() {
    let map = "(d0) -> (d0), domain: d0 in [0, 1], (d0 + 1) mod 2 in [0, 0]";
    let short = "(d0) -> (1), domain: d0 in [1, 1]";
    assert_eq!(map.parse::<IndexingMap>().unwrap().simplify(Points::Replace).to_string(), short);
}
