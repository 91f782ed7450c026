//! Small maps, each the smallest one found that becomes something else without some condition of a rule.
//!
//! What they become is written in a file, and is checked by its definition at every point.
use crate::inverse::assert_inverse;
use crate::map;
use crate::maps::{assert_composition, assert_same, relation, simplified};
use crate::points;
use crate::tiles::{self, exact_sizes};
use tilework::affine::{Expr, IndexingMap, Interval, Points};

/// An operation and what it is asked of, and in the next line what it gives.
const CASES: &str = include_str!("smallest.txt");

fn with_points(original: &IndexingMap) -> String {
    let short = original.simplify(Points::Preserve);
    assert_same(original, &short, "with points");
    short.to_string()
}

/// The results, each by itself.
fn canonical(original: &IndexingMap) -> String {
    let short: Vec<Expr> = original.results().iter().map(Expr::canonicalize).collect();
    for point in points(original.bounds()) {
        for (short, result) in short.iter().zip(original.results()) {
            assert_eq!(short.evaluate(&point), result.evaluate(&point), "{short} of {original} at {point:?}");
        }
    }
    short.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn inverse(original: &IndexingMap) -> String {
    match original.inverse() {
        Ok(inverse) => {
            assert_inverse(original, &inverse);
            inverse.to_string()
        }
        Err(error) => error.to_string(),
    }
}

fn inverse_relation(original: &IndexingMap) -> String {
    let bounds: Vec<Interval> =
        original.results().iter().map(|result| result.range(&original.bounds())).collect();
    let inverse = original.inverse_relation(&bounds).unwrap().simplify(Points::Replace);
    let wanted = relation(original).into_iter().map(|[from, to, runtime]| [to, from, runtime]).collect();
    assert_eq!(relation(&inverse), wanted, "{original}\n{inverse}");
    inverse.to_string()
}

fn composition(maps: &str) -> String {
    let (first, second) = maps.split_once(" then ").expect("two maps");
    let (first, second) = (map(first), map(second));
    let composed = first.then(&second).unwrap();
    assert_composition(&first, &second, &composed, maps);
    let short = composed.simplify(Points::Replace);
    assert_same(&composed, &short, maps);
    short.to_string()
}

fn tile(text: &str) -> String {
    exact_sizes(text);
    let tile = tiles::tile(text);
    let [offset, size, stride] = [&tile.offset, &tile.size, &tile.stride].map(results);
    let constraints = tile.constraints_text();
    let of_sizes = if constraints.is_empty() { String::new() } else { format!(" where {constraints}") };
    format!("offset {offset}, size {size}, stride {stride}{of_sizes}")
}

fn results(map: &IndexingMap) -> String {
    let texts: Vec<String> = map.results().iter().map(ToString::to_string).collect();
    format!("({})", texts.join(", "))
}

fn rescaled(original: &IndexingMap) -> String {
    let rescaled = original.rescale_symbols();
    assert_eq!(relation(&rescaled), relation(original), "{original}\n{rescaled}");
    rescaled.to_string()
}

fn answer(operation: &str, asked: &str) -> String {
    match operation {
        "simplify" => simplified(asked),
        "simplify, keep points" => with_points(&map(asked)),
        "canonicalize" => canonical(&map(asked)),
        "inverse" => inverse(&map(asked)),
        "inverse relation" => inverse_relation(&map(asked)),
        "composition" => composition(asked),
        "tile" => tile(asked),
        "rescale" => rescaled(&map(asked)),
        other => panic!("there is no operation {other}"),
    }
}

#[test]
fn small_maps_become_what_is_written() {
    let mut others = String::new();
    let mut lines = CASES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    while let Some(asked) = lines.next() {
        let (operation, of) = asked.split_once(": ").expect("an operation");
        let wanted = lines.next().and_then(|line| line.strip_prefix("    = ")).expect("what it gives");
        let found = answer(operation, of);
        if found != wanted {
            others += &format!("{asked}\n    = {found}\n");
        }
    }
    assert!(others.is_empty(), "these are not what is written:\n{others}");
}
