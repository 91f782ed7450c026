//! Maps that move digits of numbers: what they are taken apart into, and what is missing, is all that is told.
use crate::points;
use crate::random::{Random, cases};
use std::collections::{BTreeMap, BTreeSet};
use tilework::affine::{Expr, IndexingMap, Interval, Points};

fn c(value: i64) -> Expr {
    Expr::constant(value)
}

/// A map whose results are numbers made of digits of its dimensions, and how many values the digits have together
/// that are in no result.
struct DigitMap {
    map: IndexingMap,
    missing: u64,
}

impl DigitMap {
    /// With any shifts of results; one digit in `drops` is missing, of 0 none.
    fn random(random: &mut Random, drops: usize) -> Self {
        let mut digits: Vec<(Expr, i64)> = Vec::new();
        let mut bounds = Vec::new();
        for number in 0..1 + random.below(3u32) {
            let sizes: Vec<i64> = (0..1 + random.below(3)).map(|_| random.within(2, 4)).collect();
            let size: i64 = sizes.iter().product();
            bounds.push(Interval::of_size(size));
            let whole = Expr::variable(number);
            let mut low = 1;
            for own in sizes {
                let quotient = whole.clone().floor_div(c(low));
                digits.push((if low * own == size { quotient } else { quotient.modulo(c(own)) }, own));
                low *= own;
            }
        }
        random.shuffle(&mut digits);
        let mut missing = 1;
        digits.retain(|(_, size)| {
            let is_missing = drops > 0 && random.once_in(drops);
            missing *= if is_missing { *size as u64 } else { 1 };
            !is_missing
        });
        let mut results = Vec::new();
        while !digits.is_empty() {
            let mut result = c(if random.once_in(3) { random.within(-4, 4) } else { 0 });
            let mut stride = if random.once_in(3) { random.within(-3, -1) } else { random.within(1, 2) };
            for (digit, size) in digits.drain(..(1 + random.below(3)).min(digits.len())) {
                result = result.add(digit.mul(c(stride)));
                // there may be a gap
                stride *= size + i64::from(random.once_in(4));
            }
            results.push(result);
        }
        DigitMap { map: IndexingMap::new(&bounds, &[], &[], results, Vec::new()).unwrap(), missing }
    }

    /// All points, each with its results.
    fn points(&self) -> impl Iterator<Item = (Vec<i64>, Vec<i64>)> {
        points(self.map.bounds()).into_iter().map(|point| {
            let results = self.map.evaluate(&point, &[], &[]).unwrap().to_vec();
            (point, results)
        })
    }
}

#[test]
fn all_digits_have_an_inverse() {
    let mut random = Random(21);
    for _ in 0..cases(100) {
        let digits = DigitMap::random(&mut random, 0);
        let inverse = digits.map.inverse().unwrap_or_else(|error| panic!("{}\n{error}", digits.map));
        for (point, results) in digits.points() {
            assert_eq!(inverse.evaluate(&results, &[], &[]).unwrap()[..], point, "{}\n{inverse}", digits.map);
        }
    }
}

/// The symbols of the inverse relation have so many values together, and lead to each point of an index once.
fn assert_missing(digits: &DigitMap) {
    let bounds: Vec<Interval> =
        digits.map.results().iter().map(|result| result.range(&digits.map.bounds())).collect();
    let relation = digits.map.inverse_relation(&bounds).unwrap().simplify(Points::Replace);
    let symbols: Vec<Interval> = relation.range_symbols().iter().map(|symbol| symbol.bounds).collect();
    let count: u64 = symbols.iter().map(|symbol| symbol.len()).product();
    assert_eq!(count, digits.missing, "{}\n{relation}", digits.map);
    let mut points_of: BTreeMap<Vec<i64>, BTreeSet<Vec<i64>>> = BTreeMap::new();
    for (point, results) in digits.points() {
        points_of.entry(results).or_default().insert(point);
    }
    for (results, wanted) in points_of {
        let found: BTreeSet<Vec<i64>> = points(symbols.clone())
            .iter()
            .map(|values| relation.evaluate(&results, values, &[]).unwrap().to_vec())
            .collect();
        assert_eq!(found, wanted, "{}\n{relation}\n{results:?}", digits.map);
    }
}

#[test]
fn missing_digits_are_symbols() {
    let mut random = Random(22);
    for _ in 0..cases(100) {
        assert_missing(&DigitMap::random(&mut random, 3));
    }
}

/// The low digit of a place in row-major order, whose size is not that of the dimensions.
#[test]
fn a_missing_digit_of_a_place_is_a_symbol() {
    for (rows, columns, low) in [(2, 6, 4), (4, 6, 4), (6, 4, 3), (6, 6, 4), (4, 9, 6)] {
        let place = Expr::variable(0).mul(c(columns)).add(Expr::variable(1));
        let bounds = [rows, columns].map(Interval::of_size);
        let map = IndexingMap::new(&bounds, &[], &[], vec![place.floor_div(c(low))], Vec::new()).unwrap();
        assert_missing(&DigitMap { map, missing: low as u64 });
    }
}

/// A range symbol stays one rather than a dimension, and what follows has rather no factor.
#[test]
fn what_follows_from_a_sum() {
    for (text, wanted) in [
        ("(d0, d1) -> (d0 * 2 + d1), domain: d0 in [0, 9], d1 in [0, 7]", "(s0, d0 - s0 * 2)"),
        ("(d0, d1) -> (d0 + d1 * 2), domain: d0 in [0, 9], d1 in [0, 7]", "(d0 - s0 * 2, s0)"),
        ("(d0)[s0] -> (d0 * 2 + s0), domain: d0 in [0, 9], s0 in [0, 4]", "((d0 - s0) floordiv 2)"),
    ] {
        let map: IndexingMap = text.parse().unwrap();
        let range = map.results()[0].range(&map.bounds());
        let relation = map.inverse_relation(&[range]).unwrap().simplify(Points::Replace);
        assert_eq!(relation.function_text(), format!("(d0)[s0] -> {wanted}"), "{text}");
    }
}

/// `(k*d + s) mod n` has another value at each of `n / gcd(k, n)` successive places.
#[test]
fn residues_of_one_period_have_an_inverse() {
    for (modulus, factor) in [4, 6, 9, 12, 16].into_iter().flat_map(|n| (1..=2 * n).map(move |k| (n, k))) {
        let common = (1..=modulus).rfind(|d| modulus % d == 0 && factor % d == 0).unwrap();
        for (sign, lower, shift) in [(1, 0, 0), (-1, 0, 5), (1, -7, 5), (-1, 3, 0)] {
            let period = Interval::new(lower, lower + modulus / common - 1);
            let residue = Expr::variable(0).mul(c(sign * factor)).add(c(shift)).modulo(c(modulus));
            let map = IndexingMap::new(&[period], &[], &[], vec![residue], Vec::new()).unwrap();
            let inverse = map.inverse().unwrap_or_else(|error| panic!("{map}\n{error}"));
            for place in period.lower..=period.upper {
                let value = map.evaluate(&[place], &[], &[]).unwrap();
                assert_eq!(inverse.evaluate(&value, &[], &[]).unwrap()[..], [place], "{map}\n{inverse}");
            }
        }
    }
}
