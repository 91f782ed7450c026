//! What follows from results is found from them, and nothing else is: relations at every point, and how many values
//! are free.
use crate::map;
use crate::points;
use std::collections::BTreeSet;
use tilework::affine::{IndexingMap, Interval, Points};

fn results(map: &IndexingMap, point: &[i64]) -> Option<Vec<i64>> {
    map.results().iter().map(|result| result.evaluate(point)).collect()
}

/// The inverse relation, which is that of the map at every point.
fn relation_of(map: &IndexingMap) -> IndexingMap {
    let bounds: Vec<Interval> = map.results().iter().map(|result| result.range(&map.bounds())).collect();
    let relation = map.inverse_relation(&bounds).unwrap().simplify(Points::Replace);
    let dims = map.dims().len();
    let wanted: BTreeSet<(Vec<i64>, Vec<i64>)> = points(map.bounds())
        .into_iter()
        .filter(|point| map.contains(point))
        .map(|point| (results(map, &point).unwrap(), point[..dims].to_vec()))
        .collect();
    let found: BTreeSet<(Vec<i64>, Vec<i64>)> = points(relation.bounds())
        .into_iter()
        .filter(|point| relation.contains(point))
        .map(|point| (point[..bounds.len()].to_vec(), results(&relation, &point).unwrap()))
        .collect();
    assert_eq!(found, wanted, "{map}\n{relation}");
    relation
}

/// How many values the symbols of the inverse relation have together.
fn free_values(map: &IndexingMap) -> u64 {
    relation_of(map).range_symbols().iter().map(|symbol| symbol.bounds.len()).product()
}

/// `a` of `(g*a + b) floordiv c` follows while the quotients of its values are all different: while `c` and what `b`
/// spreads are together no more than `g`.
#[test]
fn a_quotient_tells_what_is_divided_by_less_than_its_factor() {
    for (factor, divisor) in (2..=7).flat_map(|factor| (2..=5).map(move |divisor| (factor, divisor))) {
        for (lower, size) in [(0, 1), (0, 2), (-1, 2), (1, 3), (-2, 3)] {
            let upper = lower + size - 1;
            let text = format!(
                "(d0, d1) -> ((d0 * {factor} + d1) floordiv {divisor}), domain: d0 in [-2, 3], d1 in [{lower}, {upper}]"
            );
            let is_told = divisor + size - 1 <= factor;
            if is_told {
                let relation = relation_of(&map(&text));
                let mut symbols = 1..=u32::try_from(relation.range_symbols().len()).unwrap();
                assert!(!symbols.any(|symbol| relation.results()[0].uses(symbol)), "{relation}");
            }
            // with what is added beside it
            let text = format!(
                "(d0, d1) -> ((d0 * {factor} + d1 + 5) floordiv {divisor}, d1), \
                 domain: d0 in [-2, 3], d1 in [{lower}, {upper}]"
            );
            if divisor <= factor {
                assert_eq!(free_values(&map(&text)), 1, "{text}");
            }
        }
    }
}

#[test]
fn residues_of_sums_follow_from_what_is_known_of_their_terms() {
    for (text, free) in [
        // a digit of more than the residue, whose size is no multiple of the modulus
        ("(d0, d1) -> (d0 mod 12, (d0 mod 6 + d1) mod 4), domain: d0 in [0, 35], d1 in [0, 3]", 3),
        (
            "(d0, d1) -> (d0 mod 12, (d0 mod 6 + d1) mod 4, d0 floordiv 12), domain: d0 in [0, 35], d1 in [0, 3]",
            1,
        ),
        ("(d0, d1) -> (d0 mod 4, (d0 + d1) mod 4), domain: d0 in [0, 11], d1 in [0, 3]", 3),
        ("(d0, d1) -> (d0 mod 8, (d0 * 3 + d1) mod 4), domain: d0 in [0, 7], d1 in [0, 3]", 1),
        ("(d0, d1) -> (d0 mod 2, (d0 * 6 + d1 + 5) mod 12), domain: d0 in [0, 7], d1 in [0, 11]", 4),
        ("(d0, d1) -> ((d0 + d1) mod 6, (d0 - d1) mod 6, d0), domain: d0 in [0, 5], d1 in [3, 8]", 1),
        ("(d0, d1) -> (d0 floordiv 4, (d0 + d1) mod 4, d1), domain: d0 in [0, 15], d1 in [0, 9]", 1),
        ("(d0, d1) -> (d0 floordiv 4, (d0 * 3 - d1) mod 4, d1), domain: d0 in [2, 15], d1 in [-3, 9]", 1),
        (
            "(d0, d1) -> ((d0 + d1 floordiv 2) mod 4, d0 floordiv 4, d1), domain: d0 in [0, 15], d1 in [0, 9]",
            1,
        ),
        (
            "(d0, d1) -> ((d0 floordiv 2 + d1) mod 4, d0 floordiv 8, d0 mod 2, d1), domain: d0 in [0, 31], d1 in [0, 9]",
            1,
        ),
        ("(d0) -> ((d0 * 5) mod 8, d0 floordiv 8), domain: d0 in [0, 31]", 1),
        ("(d0) -> ((d0 * 6) mod 8, d0 floordiv 4), domain: d0 in [0, 31]", 1),
        ("(d0) -> ((d0 * 6 + 3) mod 8), domain: d0 in [-5, -2]", 1),
        ("(d0) -> (-(d0 * 3)), domain: d0 in [-5, 5]", 1),
        ("(d0) -> (-(d0 floordiv 3), d0 mod 3), domain: d0 in [-5, 7]", 1),
    ] {
        assert_eq!(free_values(&map(text)), free, "{text}");
    }
}

#[test]
fn digits_join_from_below_and_above() {
    for (text, free) in [
        ("(d0) -> (d0 floordiv 6, d0 mod 2, (d0 floordiv 2) mod 3), domain: d0 in [0, 35]", 1),
        ("(d0) -> (d0 floordiv 4, d0 mod 8), domain: d0 in [0, 31]", 1),
        ("(d0) -> (d0 mod 8, (d0 floordiv 4) mod 4, d0 floordiv 8), domain: d0 in [0, 63]", 1),
        ("(d0) -> (d0 floordiv 12, d0 mod 4), domain: d0 in [0, 47]", 3),
        ("(d0) -> ((d0 floordiv 3) mod 4), domain: d0 in [0, 23]", 6),
        ("(d0) -> (d0 mod 4, (d0 floordiv 8) mod 2), domain: d0 in [0, 31]", 4),
        ("(d0) -> (d0 mod 6), domain: d0 in [7, 12]", 1),
        ("(d0) -> ((d0 floordiv 2) mod 3, d0 mod 2), domain: d0 in [-4, 1]", 1),
        ("(d0, d1) -> (d0 * 2 + d1 floordiv 3, d1 mod 3), domain: d0 in [0, 5], d1 in [0, 5]", 1),
        (
            "(d0, d1) -> ((d0 * 2 + d1 floordiv 3) floordiv 4, (d0 * 6 + d1) mod 12), domain: d0 in [0, 5], d1 in [0, 5]",
            1,
        ),
        ("(d0, d1, d2) -> (d0 * 12 + d1 * 4 + d2), domain: d0 in [0, 2], d1 in [0, 2], d2 in [0, 3]", 1),
        ("(d0, d1, d2) -> (d0 * 12 - d1 * 4 + d2), domain: d0 in [0, 2], d1 in [0, 2], d2 in [-1, 2]", 1),
        ("(d0, d1) -> ((d0 * 4 + d1) floordiv 2), domain: d0 in [0, 5], d1 in [0, 3]", 2),
    ] {
        assert_eq!(free_values(&map(text)), free, "{text}");
    }
}

#[test]
fn equations_are_eliminated() {
    for (text, free) in [
        ("(d0, d1) -> (d0 + d1, d0 - d1), domain: d0 in [0, 5], d1 in [0, 5]", 1),
        ("(d0, d1) -> (d0 * 2 + d1 * 3, d0 * 3 + d1 * 5), domain: d0 in [0, 5], d1 in [-3, 5]", 1),
        ("(d0, d1) -> (d0 * 4 + d1 * 6, d0 * 6 + d1 * 10), domain: d0 in [0, 5], d1 in [-3, 5]", 1),
        (
            "(d0, d1, d2) -> (d0 + d1 + d2, d1 - d2, d0 + d1), domain: d0 in [0, 3], d1 in [0, 4], d2 in [0, 3]",
            1,
        ),
        ("(d0, d1, d2) -> (d0 + d1, d1 + d2), domain: d0 in [0, 9], d1 in [0, 3], d2 in [0, 9]", 4),
        ("(d0)[s0] -> (d0 + s0, s0), domain: d0 in [0, 9], s0 in [0, 3]", 1),
        ("(d0, d1) -> (d0), domain: d0 in [0, 9], d1 in [0, 9], d0 + d1 in [7, 7]", 1),
        ("(d0, d1) -> (d1 - d0 * 2), domain: d0 in [0, 9], d1 in [0, 9], d0 + d1 in [7, 7]", 1),
    ] {
        assert_eq!(free_values(&map(text)), free, "{text}");
    }
}
