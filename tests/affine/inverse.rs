//! Inverses of maps, and when two maps are the same function, point by point.
use crate::map;
use crate::random::{Random, cases};
use std::collections::BTreeMap;
use tilework::affine::{Expr, IndexingMap, Interval, Points, Sameness};
use tilework::dynamic::{DynLayout, Error, Swizzle};
use tilework::xla::{LinearIndex, Shape, Tiling};

/// All points of these intervals, and some beyond.
fn points(bounds: &[Interval], beyond: i64) -> Vec<Vec<i64>> {
    bounds.iter().fold(vec![Vec::new()], |points, interval| {
        let values = interval.lower - beyond..=interval.upper + beyond;
        points.iter().flat_map(|point| values.clone().map(|value| [&point[..], &[value]].concat())).collect()
    })
}

fn results(map: &IndexingMap, point: &[i64]) -> Vec<i64> {
    map.results().iter().map(|result| result.evaluate(point).unwrap()).collect()
}

/// The inverse gives every point back, and is defined at the image only.
pub(crate) fn assert_inverse(original: &IndexingMap, inverse: &IndexingMap) {
    let count = original.variables().len() - original.runtime_symbols().len();
    let mut image = BTreeMap::new();
    for point in points(&original.bounds(), 0).into_iter().filter(|point| original.contains(point)) {
        let there = [results(original, &point), point[count..].to_vec()].concat();
        assert!(inverse.contains(&there), "{original}\n{inverse}\nwithout {there:?}, of {point:?}");
        assert_eq!(results(inverse, &there), point[..count], "{original}\n{inverse}\nat {there:?}");
        image.insert(there, point);
    }
    let bounds = inverse.bounds();
    if bounds.iter().map(|bounds| bounds.len() + 2).product::<u64>() <= 300_000 {
        for there in points(&bounds, 1) {
            assert_eq!(
                inverse.contains(&there),
                image.contains_key(&there),
                "{original}\n{inverse}\n{there:?}"
            );
        }
    }
    if !original.runtime_symbols().is_empty() {
        return;
    }
    let back = original.then(inverse).unwrap().simplify(Points::Replace);
    for point in points(&original.bounds(), 0) {
        assert_eq!(original.contains(&point), back.contains(&point), "{original}\n{inverse}\n{back}");
        assert!(!back.contains(&point) || results(&back, &point) == point[..count], "{original}\n{back}");
    }
}

fn inverse(text: &str) -> String {
    let original = map(text);
    let inverse = original.inverse().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_inverse(&original, &inverse);
    inverse.to_string()
}

fn refused(text: &str) -> String {
    match map(text).inverse() {
        Err(error @ Error::Inexact { .. }) => error.to_string(),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn permutations_signs_and_shifts() {
    assert_eq!(
        inverse("(d0, d1, d2) -> (d2, d0, d1), domain: d0 in [0, 1], d1 in [0, 2], d2 in [0, 3]"),
        "(d0, d1, d2) -> (d1, d2, d0), domain: d0 in [0, 3], d1 in [0, 1], d2 in [0, 2]"
    );
    assert_eq!(
        inverse("(d0, d1) -> (-d0 + 7, d1 - 5), domain: d0 in [0, 7], d1 in [5, 15]"),
        "(d0, d1) -> (-d0 + 7, d1 + 5), domain: d0 in [0, 7], d1 in [0, 10]"
    );
}

#[test]
fn strides_leave_residues() {
    assert_eq!(
        inverse("(d0) -> (d0 * 7 + 3), domain: d0 in [0, 2]"),
        "(d0) -> (d0 floordiv 7), domain: d0 in [3, 17], d0 mod 7 in [3, 3]"
    );
    assert_eq!(
        inverse("(d0) -> (d0 * -2 + 3), domain: d0 in [0, 2]"),
        "(d0) -> ((-d0) floordiv 2 + 2), domain: d0 in [-1, 3], d0 mod 2 in [1, 1]"
    );
    // a slice, and the way back from it
    assert_eq!(
        inverse("(d0) -> ((d0 - 3) floordiv 7), domain: d0 in [3, 17], (d0 - 3) mod 7 in [0, 0]"),
        "(d0) -> (d0 * 7 + 3), domain: d0 in [0, 2]"
    );
}

#[test]
fn reshapes() {
    assert_eq!(
        inverse("(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 3], d1 in [0, 7]"),
        "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]"
    );
    assert_eq!(
        inverse("(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]"),
        "(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 3], d1 in [0, 7]"
    );
    assert_eq!(
        inverse(
            "(d0, d1, d2) -> (d0 * 2 + d1 floordiv 2, (d1 mod 2) * 4 + d2), domain: d0 in [0, 1], d1 in [0, 3], d2 in [0, 3]"
        ),
        "(d0, d1) -> (d0 floordiv 2, (d0 mod 2) * 2 + d1 floordiv 4, d1 mod 4), domain: d0 in [0, 3], d1 in [0, 7]"
    );
}

/// Symbols where nothing more follows, in the order of the variables: digits that are missing, or variables.
#[test]
fn relations_have_symbols_where_nothing_follows() {
    let relation = |text: &str| {
        let original = map(text);
        let bounds: Vec<Interval> =
            original.results().iter().map(|result| result.range(&original.bounds())).collect();
        original.inverse_relation(&bounds).unwrap().simplify(Points::Replace).to_string()
    };
    assert_eq!(
        relation("(d0, d1, d2) -> (d1), domain: d0 in [0, 9], d1 in [0, 19], d2 in [0, 29]"),
        "(d0)[s0, s1] -> (s0, d0, s1), domain: d0 in [0, 19], s0 in [0, 9], s1 in [0, 29]"
    );
    assert_eq!(
        relation("(d0) -> (d0 floordiv 8), domain: d0 in [0, 31]"),
        "(d0)[s0] -> (d0 * 8 + s0), domain: d0 in [0, 3], s0 in [0, 7]"
    );
    assert_eq!(
        relation("(d0) -> (d0 mod 8), domain: d0 in [0, 31]"),
        "(d0)[s0] -> (d0 + s0 * 8), domain: d0 in [0, 7], s0 in [0, 3]"
    );
    assert_eq!(
        relation("(d0, d1) -> (d0 + d1), domain: d0 in [0, 9], d1 in [0, 9]"),
        "(d0)[s0] -> (d0 - s0, s0), domain: d0 in [0, 18], s0 in [0, 9], d0 - s0 in [0, 9]"
    );
    assert_eq!(
        relation(
            "(d0, d1) -> ((d0 - 1) floordiv 2, d1 - 4), domain: d0 in [1, 7], d1 in [4, 7], (d0 - 1) mod 2 in [0, 0]"
        ),
        "(d0, d1) -> (d0 * 2 + 1, d1 + 4), domain: d0 in [0, 3], d1 in [0, 3]"
    );
}

#[test]
fn tilings() {
    assert_eq!(
        inverse("(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 18]"),
        "(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 2], d1 in [0, 7], d0 * 8 + d1 in [0, 18]"
    );
    for text in [
        "bf16[20,300]{1,0:T(8,128)(2,1)}",
        "f32[5,7]{0,1:T(2,4)}",
        "s8[33,130]{1,0:T(8,128)(4,1)}",
        "f32[3,5,9]{2,1,0:T(2,4)}",
        "f32[3,4,5]{2,1,0:T(*,4)}",
    ] {
        let shape: Shape = text.parse().unwrap();
        let places = LinearIndex::new(shape.as_array().unwrap(), Tiling::All).unwrap().to_map();
        let inverse = places.inverse().unwrap_or_else(|error| panic!("{text} {places}: {error}"));
        assert_inverse(&places, &inverse);
    }
}

#[test]
fn pads() {
    assert_eq!(
        inverse("(d0) -> ((d0 - 1) floordiv 2), domain: d0 in [1, 7], (d0 - 1) mod 2 in [0, 0]"),
        "(d0) -> (d0 * 2 + 1), domain: d0 in [0, 3]"
    );
}

#[test]
fn range_symbols_are_found_and_runtime_symbols_stay() {
    assert_eq!(
        inverse("(d0)[s0] -> (s0, d0), domain: d0 in [0, 9], s0 in [0, 255]"),
        "(d0, d1) -> (d1, d0), domain: d0 in [0, 255], d1 in [0, 9]"
    );
    assert_eq!(
        inverse("(d0, d1){rt0} -> (d0 + rt0, d1), domain: d0 in [0, 3], d1 in [0, 2], rt0 in [0, 4]"),
        "(d0, d1){rt0} -> (d0 - rt0, d1), domain: d0 in [0, 7], d1 in [0, 2], rt0 in [0, 4], d0 - rt0 in [0, 3]"
    );
}

#[test]
fn points_and_nothing() {
    assert_eq!(
        inverse("(d0, d1) -> (d1), domain: d0 in [4, 4], d1 in [0, 2]"),
        "(d0) -> (4, d0), domain: d0 in [0, 2]"
    );
    assert_eq!(inverse("() -> ()"), "() -> ()");
    assert_eq!(inverse("() -> (3)"), "(d0) -> (), domain: d0 in [3, 3]");
    let nothing = map("(d0) -> (d0, d0), domain: d0 in [0, -1]").inverse().unwrap();
    assert!(nothing.is_known_empty() && (nothing.dims().len(), nothing.results().len()) == (2, 1));
}

#[test]
fn residues_of_few_values() {
    inverse("(d0) -> (d0 mod 8), domain: d0 in [5, 12]");
    inverse("(d0) -> ((d0 * 5) mod 8), domain: d0 in [5, 12]");
    inverse("(d0) -> ((d0 * 3 + 1) mod 27, d0 mod 3), domain: d0 in [0, 8], d0 mod 3 in [1, 1]");
    inverse("(d0, d1) -> ((d0 + d1) mod 4, d1), domain: d0 in [0, 3], d1 in [0, 9]");
    inverse("(d0, d1) -> (d0 + d1, d1), domain: d0 in [0, 3], d1 in [0, 9]");
    inverse("(d0, d1) -> (d0 + d1, d0 - d1), domain: d0 in [0, 3], d1 in [0, 9]");
    inverse(
        "(d0, d1) -> ((d0 * 3 + d1) floordiv 5, (d0 * 3 + d1) mod 5), domain: d0 in [0, 3], d1 in [0, 2]",
    );
    inverse("(d0) -> (d0 mod 4, d0 floordiv 2), domain: d0 in [-9, 9]");
}

#[test]
fn swizzles() {
    for (bits, base, shift) in [(1, 0, 1), (2, 0, 2), (2, 1, 3), (3, 0, 3), (2, 0, -2), (2, 1, -3), (3, 4, 3)]
    {
        for layout in ["(8,16):(16,1)", "(16,8):(1,16)", "256:1", "(8,(4,4)):(16,(1,4))"] {
            let swizzle = Swizzle::new(bits, base, shift).unwrap();
            let layout: DynLayout = layout.parse().unwrap();
            let swizzled = swizzle.compose(layout);
            let places = IndexingMap::try_from(&swizzled).unwrap();
            let inverse = places.inverse().unwrap_or_else(|error| panic!("{swizzled} {places}: {error}"));
            assert_inverse(&places, &inverse);
        }
    }
}

#[test]
fn refusals_have_two_points() {
    assert_eq!(
        refused("(d0, d1) -> (d0 + d1), domain: d0 in [0, 2], d1 in [0, 2]"),
        "map.inverse: not injective: (0, 1) and (1, 0) both give (1)"
    );
    assert_eq!(
        refused("(d0, d1) -> (d0), domain: d0 in [0, 999999999], d1 in [0, 999999999]"),
        "map.inverse: not injective: (0, 0) and (0, 1) both give (0)"
    );
    assert_eq!(
        refused("(d0)[s0] -> (d0 + s0), domain: d0 in [0, 9], s0 in [0, 2]"),
        "map.inverse: not injective: (0, 1) and (1, 0) both give (1)"
    );
    assert_eq!(
        refused("(d0) -> (d0 floordiv 2), domain: d0 in [0, 9999999999]"),
        "map.inverse: not injective: (0) and (1) both give (0)"
    );
    assert_eq!(
        refused("(d0) -> (d0 * d0), domain: d0 in [0, 99]"),
        "map.inverse: variable 0 of (d0) -> (d0 * d0) is not found from the results"
    );
}

/// A map over small sizes of the forms that real maps have, injective or not.
fn random_map(random: &mut Random) -> IndexingMap {
    let dims = 1 + random.below(3);
    let sizes: Vec<i64> = (0..dims).map(|_| random.within(1, 9)).collect();
    let starts: Vec<i64> =
        (0..dims).map(|_| if random.once_in(3) { random.within(-5, 5) } else { 0 }).collect();
    let mut order: Vec<usize> = (0..dims).collect();
    random.shuffle(&mut order);
    let mut stride = 1;
    let mut linear = vec![];
    for &dim in &order {
        let stretch = if random.once_in(4) { random.within(1, 3) } else { 1 };
        let sign = if random.once_in(5) { -1 } else { 1 };
        linear.push(format!("d{dim} * {}", sign * stride * stretch));
        stride *= stretch * if random.once_in(12) { random.within(1, sizes[dim]) } else { sizes[dim] };
    }
    let linear = format!("({} + {})", linear.join(" + "), random.within(-4, 9));
    let mut exprs: Vec<String> = match random.below(4) {
        0 => (0..dims).map(|dim| format!("d{dim}")).collect(),
        1 => vec![linear],
        2 => {
            let radix = random.within(2, 6);
            vec![format!("{linear} floordiv {radix}"), format!("{linear} mod {radix}")]
        }
        _ => {
            let (low, high) = (random.within(2, 4), random.within(2, 5));
            vec![
                format!("({linear} floordiv {low}) mod {high}"),
                format!("{linear} mod {low}"),
                format!("{linear} floordiv {}", low * high),
            ]
        }
    };
    if random.once_in(3) {
        let dim = random.below(dims);
        let radix = random.within(2, 4);
        let found = format!("d{dim}");
        if let Some(place) = exprs.iter().position(|expr| *expr == found) {
            exprs[place] = format!("{found} floordiv {radix}");
            exprs.push(format!("({found} mod {radix}) * {} - {}", random.within(1, 3), random.within(0, 3)));
        } else {
            exprs.push(format!("{found} mod {radix}"));
        }
    }
    let names: Vec<String> = (0..dims).map(|dim| format!("d{dim}")).collect();
    let mut domain: Vec<String> = (0..dims)
        .map(|dim| format!("d{dim} in [{}, {}]", starts[dim], starts[dim] + sizes[dim] - 1))
        .collect();
    if random.once_in(4) {
        let modulus = random.within(2, 4);
        let dim = random.below(dims);
        domain.push(format!("d{dim} mod {modulus} in [{0}, {0}]", random.within(0, modulus - 1)));
    }
    if random.once_in(4) {
        domain.push(format!("d0 + d{} in [-2, {}]", dims - 1, random.within(2, 12)));
    }
    map(&format!("({}) -> ({}), domain: {}", names.join(", "), exprs.join(", "), domain.join(", ")))
}

#[test]
fn inverses_are_exact_or_refused() {
    let mut random = Random(5);
    let (mut found, mut injective) = (0, 0);
    for _ in 0..cases(2000) {
        let original = random_map(&mut random);
        let mut image = BTreeMap::new();
        let mut is_injective = true;
        for point in points(&original.bounds(), 0).into_iter().filter(|point| original.contains(point)) {
            is_injective &= image.insert(results(&original, &point), point).is_none();
        }
        injective += usize::from(is_injective);
        match original.inverse() {
            Ok(inverse) => {
                assert!(is_injective, "{original}\n{inverse}");
                assert_inverse(&original, &inverse);
                found += 1;
            }
            Err(error) if is_injective => {
                assert!(!error.to_string().contains("both give"), "{original}: {error}");
                if std::env::var("TILEWORK_SHOW").is_ok() {
                    eprintln!("{original}: {error}");
                }
            }
            Err(error) => assert!(error.to_string().contains("both give"), "{original}: {error}"),
        }
    }
    println!("{found} inverses of {injective} injective maps");
    assert!(found * 100 > injective * 97, "{found} of {injective}");
}

/// What may not fit in 64 bits is shown; as a relation, each variable is a symbol.
#[test]
fn an_inverse_of_large_numbers_is_refused() {
    let text = "(d0) -> ((d0 * 3) mod 4611686018427387904), domain: d0 in [0, 4611686018427387903]";
    let reason = refused(text);
    assert!(reason.ends_with(" may not fit in 64 bits") && reason.contains("d0 * "), "{reason}");
    let relation = map(text).inverse_relation(&[Interval::of_size(1 << 62)]).unwrap();
    assert_eq!(relation.results(), [Expr::variable(1)]);
    assert_eq!(relation.range_symbols()[0].bounds, Interval::of_size(1 << 62));
    assert!(relation.contains(&[21, 7]) && !relation.contains(&[21, 8]), "{relation}");
    let text = "(d0){rt0} -> ((d0 * 3) mod 4611686018427387904 + rt0), domain: d0 in [0, 4611686018427387903], \
                rt0 in [0, 1]";
    let relation = map(text).inverse_relation(&[Interval::of_size(1 << 62)]).unwrap();
    assert_eq!((relation.results(), relation.range_symbols().len()), (&[Expr::variable(1)][..], 1));
    assert!(relation.contains(&[22, 7, 1]) && !relation.contains(&[21, 7, 1]), "{relation}");
}

/// A point that is tried twice is no other point.
#[test]
fn points_are_compared_with_others_only() {
    let reason = refused("(d0) -> (d0 * d0), domain: d0 in [0, 3000000000]");
    assert!(reason.ends_with("is not found from the results"), "{reason}");
}

/// A difference of equations is new once, in whatever form it comes again: otherwise there are ever more of them.
#[test]
fn equations_do_not_become_ever_more() {
    let text = "(d0, d1)[s0] -> (d0 * 5 + (d0 floordiv 5) * 8 + 1, \
                (-d1) mod 5 - (d0 * 16 - 67) floordiv 3 - (d0 floordiv 3) * 12 - d1 * 2 - s0 * 4), \
                domain: d0 in [0, 7], d1 in [0, 1], s0 in [0, 1]";
    assert!(refused(text).ends_with("is not found from the results"));
    let relation = map(text).inverse_relation(&[Interval::new(1, 44), Interval::new(-45, 27)]).unwrap();
    assert_eq!(relation.range_symbols().len(), 3, "{relation}");
}

fn sameness(lhs: &str, rhs: &str) -> String {
    map(lhs).same_function(&map(rhs)).unwrap().to_string()
}

#[test]
fn the_same_function() {
    let same = |lhs: &str, rhs: &str| assert_eq!(sameness(lhs, rhs), "same", "{lhs}\n{rhs}");
    same(
        "(d0) -> (d0 mod 4 + (d0 floordiv 4) * 4), domain: d0 in [0, 9]",
        "(d0) -> (d0), domain: d0 in [0, 9]",
    );
    // a domain in other words
    same(
        "(d0, d1) -> (d0), domain: d0 in [0, 999999], d1 in [0, 999999], d0 + d1 in [5, 9]",
        "(d0, d1) -> (d0), domain: d0 in [0, 9], d1 in [0, 9], d1 + d0 in [5, 9], d0 * 2 + d1 * 2 in [9, 18]",
    );
    // what is known of residues
    same(
        "(d0) -> ((d0 floordiv 8) * 8 + 3), domain: d0 in [0, 99999999999], d0 mod 8 in [3, 3]",
        "(d0) -> (d0), domain: d0 in [0, 99999999999], d0 mod 8 in [3, 3]",
    );
    // forms that differ, and their difference
    same(
        "(d0) -> (d0 ceildiv 4), domain: d0 in [0, 99999999999]",
        "(d0) -> ((d0 + 3) floordiv 4), domain: d0 in [0, 99999999999]",
    );
    // point by point
    same("(d0) -> (d0 * d0 - d0 * (d0 - 1)), domain: d0 in [0, 99]", "(d0) -> (d0), domain: d0 in [0, 99]");
    same("(d0) -> (d0), domain: d0 in [5, 4]", "(d0) -> (7), domain: d0 in [0, 9], d0 * 2 in [3, 3]");
    same(
        "(d0)[s0]{rt0} -> (s0), domain: d0 in [0, 3], s0 in [0, 4], rt0 in [0, 1]",
        "(a)[b]{c} -> (b), domain: a in [0, 3], b in [0, 4], c in [0, 1]",
    );
}

#[test]
fn another_function() {
    assert_eq!(
        sameness("(d0) -> (d0), domain: d0 in [0, 9]", "(d0) -> (min(d0, 8)), domain: d0 in [0, 9]"),
        "different at (9): (9) and (8)"
    );
    assert_eq!(
        sameness(
            "(d0) -> (d0), domain: d0 in [0, 8], d0 mod 2 in [0, 0]",
            "(d0) -> (d0 * 2), domain: d0 in [0, 8], d0 mod 2 in [0, 0]"
        ),
        "different at (2): (2) and (4)"
    );
    assert_eq!(
        sameness(
            "(d0, d1, d2) -> (d0, d0), domain: d0 in [0, 0], d1 in [0, 0], d2 in [0, 0]",
            "(d0, d1, d2) -> (d0, d2), domain: d0 in [0, 0], d1 in [0, 1], d2 in [0, 0]"
        ),
        "different at (0, 1, 0): outside of the domain and (0, 0)"
    );
    assert_eq!(
        sameness(
            "(d0) -> (d0), domain: d0 in [0, 9]",
            "(d0) -> (d0), domain: d0 in [0, 9], d0 mod 2 in [0, 0]"
        ),
        "different at (1): (1) and outside of the domain"
    );
    assert_eq!(
        sameness(
            "(d0) -> (d0), domain: d0 in [5, 4]",
            "(d0) -> (d0), domain: d0 in [999999999998, 999999999999]"
        ),
        "different at (999999999998): outside of the domain and (999999999998)"
    );
    assert_eq!(
        sameness(
            "(d0) -> (d0), domain: d0 in [999999999998, 999999999999]",
            "(d0) -> (d0), domain: d0 in [0, 9], d0 * 2 in [3, 3]"
        ),
        "different at (999999999998): (999999999998) and outside of the domain"
    );
    assert_eq!(
        sameness(
            "(d0) -> (d0), domain: d0 in [0, 9], d0 * 2 in [3, 3]",
            "(d0) -> (d0), domain: d0 in [999999999998, 999999999999]"
        ),
        "different at (999999999998): outside of the domain and (999999999998)"
    );
    let box_of = "domain: d0 in [0, 999999], d1 in [0, 999999]";
    let found =
        sameness(&format!("(d0, d1) -> (d1), {box_of}"), &format!("(d0, d1) -> (min(d1, 999998)), {box_of}"));
    assert!(found.ends_with(", 999999): (999999) and (999998)"), "{found}");
    assert!(
        sameness(
            "(d0, d1) -> (d0 * d1), domain: d0 in [0, 999999], d1 in [0, 999999]",
            "(d0, d1) -> ((d0 + 1) * d1 - d1), domain: d0 in [0, 999999], d1 in [0, 999999]"
        )
        .starts_with("unknown: no difference at 8192 points")
    );
    assert!(map("(d0) -> (d0), domain: d0 in [0, 3]").same_function(&map("() -> (0)")).is_err());
}

#[test]
fn sameness_is_the_definition() {
    let mut random = Random(6);
    let mut counts = [0, 0];
    for _ in 0..cases(1000) {
        let (lhs, mut rhs) = (random_map(&mut random), random_map(&mut random));
        if random.once_in(2) {
            rhs = lhs.simplify(Points::Replace);
        }
        let Ok(found) = lhs.same_function(&rhs) else { continue };
        let bounds: Vec<Interval> =
            lhs.bounds().iter().zip(rhs.bounds()).map(|(lhs, rhs)| lhs.union(rhs)).collect();
        let value = |map: &IndexingMap, point: &[i64]| map.contains(point).then(|| results(map, point));
        let is_same = points(&bounds, 0).iter().all(|point| value(&lhs, point) == value(&rhs, point));
        counts[usize::from(is_same)] += 1;
        match found {
            Sameness::Same => assert!(is_same, "{lhs}\n{rhs}"),
            Sameness::Different(difference) => {
                assert!(value(&lhs, &difference.point) != value(&rhs, &difference.point), "{lhs}\n{rhs}");
            }
            Sameness::Unknown(reason) => panic!("{lhs}\n{rhs}\n{reason}"),
        }
    }
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

/// A quotient of multiples that are at least as far apart as it is wide is another one for each of them.
#[test]
fn quotients_that_skip_numbers() {
    assert_eq!(
        inverse("(d0) -> ((d0 * 7) floordiv 4), domain: d0 in [0, 9]").split(", domain").next().unwrap(),
        "(d0) -> ((d0 * 4 + 6) floordiv 7)"
    );
    for factor in (-12..=12i64).filter(|factor| *factor != 0) {
        for divisor in [-9, -4, -2, 2, 3, 4, 5, 9i64] {
            for shift in [-5, 0, 3] {
                for operation in ["floordiv", "ceildiv"] {
                    let text = format!(
                        "(d0) -> ((d0 * {factor} + {shift}) {operation} {divisor}), domain: d0 in [-3, 9]"
                    );
                    let original = map(&text);
                    let found = original.inverse();
                    // even where it is narrower, each quotient may come from one index only
                    let all: Vec<i64> = points(&original.bounds(), 0)
                        .iter()
                        .map(|point| results(&original, point)[0])
                        .collect();
                    let is_injective =
                        all.iter().collect::<std::collections::BTreeSet<_>>().len() == all.len();
                    match found {
                        Ok(found) => assert_inverse(&original, &found),
                        Err(error) => {
                            assert!(!is_injective && factor.abs() < divisor.abs(), "{text}: {error}");
                        }
                    }
                }
            }
        }
    }
    // in sums, in quotients, behind remainders, with what other results tell; and so many that not all points are tried
    for text in [
        "(d0, d1) -> (((d0 * 7) floordiv 4) * 3 + d1), domain: d0 in [0, 9], d1 in [0, 2]",
        "(d0, d1) -> ((d0 * 7 + d1) floordiv 4, d1), domain: d0 in [0, 9], d1 in [0, 20]",
        "(d0, d1) -> ((d0 * 7 - d1 * 3) floordiv 5, d1 * 2), domain: d0 in [0, 9], d1 in [0, 5]",
        "(d0) -> ((((d0 * 7) floordiv 4) * 9) floordiv 5), domain: d0 in [0, 9]",
        "(d0) -> ((((d0 * 7) floordiv 4) * 9 + 2) floordiv -5), domain: d0 in [-4, 9]",
        "(d0, d1) -> ((d0 * 20 + d1 * 5) floordiv 3), domain: d0 in [0, 6], d1 in [0, 3]",
        "(d0) -> ((d0 * 7) floordiv 4 + d0), domain: d0 in [0, 9]",
        "(d0)[s0] -> ((d0 * 7) floordiv 4, (s0 * 5) floordiv 3), domain: d0 in [0, 5], s0 in [0, 5]",
        "(d0){rt0} -> ((d0 * 7 + rt0) floordiv 4), domain: d0 in [0, 9], rt0 in [0, 9]",
    ] {
        inverse(text);
    }
    let large = "(d0, d1) -> ((d0 * 7 + d1) floordiv 4, d1), domain: d0 in [0, 99999999], d1 in [0, 99999]";
    let large = map(large);
    let back = large.inverse().unwrap();
    for point in [[0, 0], [99_999_999, 99_999], [12_345_678, 999]] {
        assert_eq!(results(&back, &results(&large, &point)), point);
    }
}
