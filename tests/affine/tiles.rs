//! What tiles of any size read, tile by tile.
use crate::points;
use std::collections::BTreeSet;
use tilework::affine::{IndexingMap, Interval, SymbolicTile, Variable};
use tilework::dynamic::Error;

pub(crate) fn tile(text: &str) -> SymbolicTile {
    let map: IndexingMap = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    SymbolicTile::of(&map).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(text: &str) -> String {
    match SymbolicTile::of(&text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))) {
        Err(Error::Inexact { reason, .. }) => reason.to_string(),
        other => panic!("{text}: {other:?}"),
    }
}

fn bounds(variables: &[Variable]) -> impl Iterator<Item = Interval> + '_ {
    variables.iter().map(|variable| variable.bounds)
}

/// Whether the tile at a place reads its strided range: all of it and nothing else.
fn reads_range(
    map: &IndexingMap,
    tile: &SymbolicTile,
    sizes: &[i64],
    place: &[i64],
    runtime: &[i64],
) -> bool {
    let first: Vec<i64> = place.iter().zip(sizes).map(|(place, size)| place * size).collect();
    let offset = map.evaluate(&first, &vec![0; map.range_symbols().len()], runtime).unwrap();
    if place.iter().all(|place| *place == 0) {
        assert_eq!(tile.offset.evaluate(sizes, &[], runtime).unwrap(), offset, "{map}\n{tile}");
    }
    let [size, stride] = [&tile.size, &tile.stride].map(|map| map.evaluate(sizes, &[], &[]).unwrap());
    let told: BTreeSet<Vec<i64>> = points(size.iter().map(|size| Interval::of_size(*size)))
        .into_iter()
        .map(|index| (0..index.len()).map(|dim| offset[dim] + stride[dim] * index[dim]).collect())
        .collect();
    let own = first.iter().zip(sizes).map(|(first, size)| Interval::new(*first, first + size - 1));
    let symbols = points(bounds(map.range_symbols()));
    let read: BTreeSet<Vec<i64>> = points(own)
        .iter()
        .flat_map(|dims| {
            symbols.iter().map(move |range| map.evaluate(dims, range, runtime).unwrap().to_vec())
        })
        .collect();
    told == read
}

/// How many sizes that divide the domain are exact, and how many more read their range at each place all the same.
pub(crate) fn exact_sizes(text: &str) -> (usize, usize) {
    let (map, tile): (IndexingMap, _) = (text.parse().unwrap(), tile(text));
    let extents: Vec<i64> = bounds(map.dims()).map(|bounds| bounds.upper + 1).collect();
    let (mut exact, mut others) = (0, 0);
    for sizes in points(extents.iter().map(|extent| Interval::new(1, *extent))) {
        if extents.iter().zip(&sizes).any(|(extent, size)| extent % size != 0) {
            continue;
        }
        let places =
            points(extents.iter().zip(&sizes).map(|(extent, size)| Interval::of_size(extent / size)));
        let runtime = points(bounds(map.runtime_symbols()));
        let is_range = places
            .iter()
            .all(|place| runtime.iter().all(|runtime| reads_range(&map, &tile, &sizes, place, runtime)));
        let is_exact = tile.is_exact(&sizes);
        assert!(is_range || !is_exact, "{text}\n{tile}\n{sizes:?}");
        exact += usize::from(is_exact);
        others += usize::from(is_range && !is_exact);
    }
    (exact, others)
}

#[test]
fn a_division_by_zero_is_no_range() {
    assert_eq!(refused("(d0) -> (d0 floordiv 0), domain: d0 in [0, 7]"), "v0 floordiv 0 is no strided range");
}

#[test]
fn sizes_are_exact_where_each_tile_reads_its_range() {
    for text in [
        "(d0, d1) -> (d0 floordiv 6, d0 mod 6, d1), domain: d0 in [0, 11], d1 in [0, 3]",
        "(d0) -> (d0 floordiv 12, (d0 floordiv 4) mod 3, d0 mod 4), domain: d0 in [0, 23]",
        "(d0, d1, d2) -> (d0 * 12 + d1 * 4 + d2), domain: d0 in [0, 1], d1 in [0, 2], d2 in [0, 3]",
        "(d0, d1, d2) -> (d0 * 12 - d1 * 4 - d2 + 23), domain: d0 in [0, 1], d1 in [0, 2], d2 in [0, 3]",
        "(d0, d1, d2) -> (d1 * 30 + d2 * 5 + d0), domain: d0 in [0, 3], d1 in [0, 3], d2 in [0, 5]",
        "(d0, d1)[s0] -> (d0 * 2 + s0, d1 * 3), domain: d0 in [0, 5], d1 in [0, 3], s0 in [0, 1]",
        "(d0)[s0] -> (d0 * 2 + s0 * 12), domain: d0 in [0, 5], s0 in [0, 2]",
        "(d0)[s0] -> (d0 * 2 + s0), domain: d0 in [0, 5], s0 in [0, 2]",
        "(d0)[s0] -> (d0, s0 floordiv 2, s0 mod 2), domain: d0 in [0, 5], s0 in [0, 5]",
        "(d0, d1) -> (d0 * 2 + d1 floordiv 2, (d1 mod 2) * 4 + 1), domain: d0 in [0, 3], d1 in [0, 3]",
        "(d0, d1) -> (5, -d1 + 3), domain: d0 in [0, 3], d1 in [0, 3]",
        "(d0, d1) -> (d0, 3), domain: d0 in [0, 3], d1 in [0, 0]",
        "(d0, d1){rt0} -> (d0 + rt0 * 2 - 1, d1, rt0), domain: d0 in [0, 3], d1 in [0, 0], rt0 in [0, 2]",
        "(d0)[s0]{rt0, rt1} -> (d0 * 3 + rt1, s0 - rt0), domain: d0 in [0, 3], s0 in [0, 1], rt0 in [0, 2], rt1 in [3, 4]",
    ] {
        let (exact, others) = exact_sizes(text);
        assert!(exact > 0 && others == 0, "{text}: {exact} are exact, {others} more are ranges");
    }
    // tiles of three, some of which begin at an odd place and read two elements there, too
    assert_eq!(exact_sizes("(d0) -> ((d0 floordiv 2) mod 3), domain: d0 in [0, 11]"), (4, 1));
    // and tiles of twelve: two of the eights, as if they were one and a half
    assert_eq!(exact_sizes("(d0) -> (d0 mod 4, d0 floordiv 8), domain: d0 in [0, 47]"), (7, 1));
}

#[test]
fn a_tile_of_no_element_or_of_more_than_there_are_is_not_exact() {
    let tile = tile("(d0, d1) -> (d0, d1), domain: d0 in [0, 7], d1 in [0, 3]");
    assert!(tile.alternatives.is_empty());
    assert!(tile.is_exact(&[8, 4]) && tile.is_exact(&[1, 1]));
    for sizes in [&[0, 4][..], &[8, 0], &[9, 4], &[8, 5], &[8]] {
        assert!(!tile.is_exact(sizes), "{sizes:?}");
    }
}

#[test]
fn what_is_no_strided_range_is_refused() {
    for (text, reason) in [
        ("(d0) -> (d0), domain: d0 in [5, 4]", "the map has no points"),
        ("(d0) -> (d0), domain: d0 in [0, 7], d0 mod 2 in [0, 0]", "v0 mod 2 is bound to [0, 0]"),
        ("(d0) -> (d0), domain: d0 in [3, 7]", "variable 0 is in [3, 7], which does not begin at 0"),
        (
            "(d0)[s0] -> (d0, s0), domain: d0 in [0, 7], s0 in [-1, 7]",
            "variable 1 is in [-1, 7], which does not begin at 0",
        ),
        ("(d0, d1) -> (d0 * d1), domain: d0 in [0, 7], d1 in [0, 7]", "v0 * v1 is no strided range"),
        (
            "(d0) -> ((d0 * 5 + 3) floordiv 6), domain: d0 in [0, 7]",
            "(v0 * 5 + 3) floordiv 6 is no strided range",
        ),
        // digits that are not cut between whole ones
        ("(d0) -> ((d0 mod 6) mod 4), domain: d0 in [0, 23]", "(v0 mod 6) mod 4 is no strided range"),
        ("(d0) -> (d0, d0), domain: d0 in [0, 7]", "variable 0 is used twice"),
        ("(d0) -> (d0 mod 4, (d0 floordiv 2) mod 4), domain: d0 in [0, 23]", "variable 0 is used twice"),
        ("(d0) -> (d0 mod 4 + (d0 mod 6) * 8), domain: d0 in [0, 23]", "variable 0 is used twice"),
        // three elements of stride 1, and as many of stride 2, do not continue each other
        (
            "()[s0, s1] -> (s0 * 2 + s1), domain: s0 in [0, 2], s1 in [0, 2]",
            "no size of a tile gives a strided range",
        ),
    ] {
        assert_eq!(refused(text), reason, "{text}");
    }
}

/// Pairs of a quotient and a remainder, each of another dimension: a condition of two alternatives for each.
fn pairs(count: usize) -> String {
    let each = |part: &dyn Fn(usize) -> String| (0..count).map(part).collect::<Vec<_>>().join(", ");
    let (dims, bounds) = (each(&|dim| format!("d{dim}")), each(&|dim| format!("d{dim} in [0, 3]")));
    format!("({dims}) -> ({}), domain: {bounds}", each(&|dim| format!("d{dim} floordiv 2")))
}

#[test]
fn at_most_256_alternatives_are_told_apart() {
    assert_eq!(tile(&pairs(8)).alternatives.len(), 256);
    assert_eq!(refused(&pairs(9)), "more than 256 alternatives");
}

/// A tile that fits the eights fits the twos: to see that, each size is tried, if they are not too many.
#[test]
fn a_condition_that_follows_from_others_is_left_out() {
    let text = |upper| {
        format!("(d0) -> (d0 floordiv 8, (d0 floordiv 2) mod 4, d0 mod 2), domain: d0 in [0, {upper}]")
    };
    let (few, many) = (tile(&text(4095)), tile(&text(4096)));
    assert_eq!(few.constraints_text(), "8 mod d0 in [0, 0] || d0 mod 8 in [0, 0]");
    assert_eq!(many.alternatives.len(), 4);
    for size in 1..=4095 {
        let fits = size % 8 == 0 || 8 % size == 0;
        assert_eq!([few.is_exact(&[size]), many.is_exact(&[size])], [fits; 2], "{size}");
    }
}

#[test]
fn a_tile_is_printed_with_what_there_is() {
    let plain = tile("(d0) -> (d0 * 2 + 1), domain: d0 in [0, 3]");
    assert_eq!(plain.to_string(), "offset_map: (d0) -> (1) size_map: (d0) -> (d0) stride_map: (d0) -> (2)");
    let all = tile(
        "(d0){rt0, rt1} -> (d0 floordiv 2 + rt1, rt0), domain: d0 in [0, 3], rt0 in [0, 1], rt1 in [2, 5]",
    );
    assert_eq!(
        all.to_string(),
        "offset_map: (d0){rt0, rt1} -> (rt1, rt0) size_map: (d0) -> ((d0 + 1) floordiv 2, 1) \
         stride_map: (d0) -> (1, 0) rt_vars: rt0 in [0, 1], rt1 in [2, 5] \
         constraints: 2 mod d0 in [0, 0] || d0 mod 2 in [0, 0]"
    );
}
