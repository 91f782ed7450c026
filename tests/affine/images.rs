//! How many indices a map leads to, against all of its points.
use crate::map;
use crate::random::{Random, cases};
use std::collections::BTreeSet;
use tilework::affine::{IndexingMap, Interval, MOST_POINTS};
use tilework::dynamic::Error;

fn len(text: &str) -> u64 {
    map(text).image_len().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The results at each point of the domain, in any order.
fn indices(map: &IndexingMap) -> Vec<Vec<i64>> {
    let mut points = vec![Vec::new()];
    for Interval { lower, upper } in map.bounds() {
        let longer = |point: &Vec<i64>| {
            (lower..=upper).map(|value| [&point[..], &[value]].concat()).collect::<Vec<_>>()
        };
        points = points.iter().flat_map(longer).collect();
    }
    points.retain(|point| map.contains(point));
    let at = |point: &Vec<i64>| map.results().iter().map(|result| result.evaluate(point).unwrap()).collect();
    points.iter().map(at).collect()
}

/// Up to four variables, of which some stand in no result and some in several; sums, quotients and constraints.
fn random_map(random: &mut Random) -> IndexingMap {
    let count = 1 + random.below(4);
    let kinds = [1 + random.below(count), random.below(2)];
    let (dims, range) = (kinds[0], kinds[1].min(count - kinds[0]));
    let names: Vec<String> = (0..count).map(|number| format!("v{number}")).collect();
    let sum = |random: &mut Random| {
        let term = |random: &mut Random| format!("v{} * {}", random.below(count), random.within(-4, 6));
        let terms: Vec<String> = (0..1 + random.below(3)).map(|_| term(random)).collect();
        format!("{} + {}", terms.join(" + "), random.within(-3, 3))
    };
    let results: Vec<String> = (0..random.below(4))
        .map(|_| match random.below(6) {
            0 => format!("({}) floordiv 3", sum(random)),
            1 => random.within(-9, 9).to_string(),
            _ => sum(random),
        })
        .collect();
    let mut domain: Vec<String> = names
        .iter()
        .map(|name| {
            let (lower, size) = (random.within(-3, 3), random.within(1, 6));
            let size = if random.once_in(30) { 0 } else { size };
            format!("{name} in [{lower}, {}]", lower + size - 1)
        })
        .collect();
    if random.once_in(3) {
        domain.push(format!("{} in [-5, {}]", sum(random), random.within(-5, 9)));
    }
    let [dims, range, runtime] =
        [&names[..dims], &names[dims..dims + range], &names[dims + range..]].map(|names| names.join(", "));
    let symbols = |names: &str, open: &str, close: &str| match names {
        "" => String::new(),
        names => format!("{open}{names}{close}"),
    };
    map(&format!(
        "({dims}){}{} -> ({}), domain: {}",
        symbols(&range, "[", "]"),
        symbols(&runtime, "{", "}"),
        results.join(", "),
        domain.join(", ")
    ))
}

#[test]
fn the_image_is_that_of_all_points() {
    let mut random = Random(3);
    for _ in 0..cases(1500) {
        let map = random_map(&mut random);
        let wanted = indices(&map);
        let mut found = Vec::new();
        map.each_index(&mut |index| found.push(index.to_vec())).unwrap();
        let distinct: BTreeSet<&Vec<i64>> = wanted.iter().collect();
        assert_eq!(map.image_len(), Ok(distinct.len() as u64), "{map}");
        let sorted = |mut indices: Vec<Vec<i64>>| {
            indices.sort();
            indices
        };
        assert_eq!(sorted(found), sorted(wanted), "{map}");
    }
}

/// Runs, and sums that are all different, are counted without trying points, of which there are too many.
#[test]
fn sums_of_multiples_are_counted_whatever_their_size() {
    let domain = "domain: d0 in [0, 999999], d1 in [-7, 999992]";
    for (results, wanted) in [
        ("d0, d1", 1_000_000_000_000),
        ("d0 + d1", 1_999_999),
        ("d0 - d1", 1_999_999),
        ("d0 * 1000000 + d1 * -1", 1_000_000_000_000),
        ("d0 * 999999 + d1", 999_999 * 999_999 + 1_000_000),
        ("d0 * 2000001 + d1 * 2", 1_000_000_000_000),
        ("d0 * 3 + d1 * 6 + 5", 2_999_998),
        ("d0, d0 * 5 + 1, 7", 1_000_000),
        ("5, 6", 1),
        ("", 1),
    ] {
        assert_eq!(len(&format!("(d0, d1) -> ({results}), {domain}")), wanted, "{results}");
    }
    // a third one that is as far as the first two reach, or one further
    let domain = "domain: d0 in [0, 1999], d1 in [0, 1999], d2 in [0, 1999]";
    assert_eq!(len(&format!("(d0, d1, d2) -> (d0 * 2 + d1 * 4001 + d2 * 8005999), {domain}")), 8_000_000_000);
    assert_eq!(len(&format!("(d0, d1, d2) -> (d0 * 2 + d1 * 4000 + d2 * 8000000), {domain}")), 8_000_000_000);
    assert_eq!(len("(d0) -> (d0), domain: d0 in [5, 4]"), 0);
}

#[test]
fn a_number_of_indices_that_does_not_fit_is_refused() {
    let wide = "d0 in [0, 4294967295]";
    let text = |last: i64| format!("(d0, d1) -> (d0, d1), domain: {wide}, d1 in [0, {last}]");
    assert_eq!(len(&text((1 << 31) - 1)), 1 << 63);
    let all = map(&text((1 << 32) - 1));
    assert_eq!(all.image_len(), Err(Error::Overflow { quantity: "the number of indices" }));
}

#[test]
fn at_most_so_many_points_are_tried() {
    let refused = |error: Error| {
        assert_eq!(error.to_string(), format!("image: more than {MOST_POINTS} points would be tried"));
    };
    assert_eq!(MOST_POINTS, 1024 * 1024);
    // the first point that meets a constraint is enough
    let square = |last: i64| {
        map(&format!("(d0, d1) -> (), domain: d0 in [0, 1023], d1 in [0, {last}], d0 * d1 in [7, 7]"))
    };
    assert_eq!(square(1023).image_len(), Ok(1));
    refused(square(1024).image_len().unwrap_err());
    let mut visited = 0;
    let each = |last: i64| map(&format!("(d0) -> (), domain: d0 in [1, {last}]"));
    each(1 << 20).each_index(&mut |index| visited += 1 + index.len()).unwrap();
    assert_eq!(visited as u64, MOST_POINTS);
    refused(each((1 << 20) + 1).each_index(&mut |index| panic!("{index:?}")).unwrap_err());
}

#[test]
fn an_index_has_a_value() {
    let large = map("(d0) -> (d0 * 4), domain: d0 in [2305843009213693951, 2305843009213693952]");
    let mut visited = Vec::new();
    let error = large.each_index(&mut |index| visited.push(index.to_vec())).unwrap_err();
    assert_eq!(error.to_string(), "image: v0 * 4 has no value of 64 bits");
    assert_eq!(visited, [[9_223_372_036_854_775_804]]);
}
