//! Maps that move digits of numbers: what they are taken apart into, and what is missing, is all that is told.
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
        points(&self.map.bounds()).into_iter().map(|point| {
            let results = self.map.evaluate(&point, &[], &[]).unwrap().to_vec();
            (point, results)
        })
    }
}

fn points(bounds: &[Interval]) -> Vec<Vec<i64>> {
    bounds.iter().fold(vec![Vec::new()], |points, bounds| {
        let longer = |point: &Vec<i64>| {
            let values = bounds.lower..=bounds.upper;
            values.map(|value| [&point[..], &[value]].concat()).collect::<Vec<_>>()
        };
        points.iter().flat_map(longer).collect()
    })
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

/// Symbols have as many values together as the digits that are missing, and lead to each point once.
#[test]
fn missing_digits_are_symbols() {
    let mut random = Random(22);
    for _ in 0..cases(100) {
        let digits = DigitMap::random(&mut random, 3);
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
            let found: BTreeSet<Vec<i64>> = points(&symbols)
                .iter()
                .map(|values| relation.evaluate(&results, values, &[]).unwrap().to_vec())
                .collect();
            assert_eq!(found, wanted, "{}\n{relation}\n{results:?}", digits.map);
        }
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
