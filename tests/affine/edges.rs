//! What maps refuse, when two are equal or the same function, and layouts at the edge of what is one.
use crate::map;
use tilework::affine::{Constraint, Expr, IndexingMap, Interval, Points, Sameness};
use tilework::dynamic::Error;

fn v(number: u32) -> Expr {
    Expr::variable(number)
}

#[test]
fn a_map_has_the_variables_of_its_expressions() {
    let three = Interval::of_size(3);
    let made = |result: Expr, constraint: Expr| {
        let constraint = Constraint { expr: constraint, bounds: three };
        IndexingMap::new(&[three], &[three], &[three], vec![v(0), result], vec![constraint])
    };
    let all = v(0).add(v(1)).add(v(2));
    assert_eq!(
        made(all.clone(), all.clone()).unwrap().to_string(),
        "(d0)[s0]{rt0} -> (d0, d0 + s0 + rt0), domain: d0 in [0, 2], s0 in [0, 2], rt0 in [0, 2], \
         d0 + s0 + rt0 in [0, 2]"
    );
    let refused = "map: there is no variable 3 among 3, in v0 * v3";
    let unknown = v(0).mul(v(3));
    assert_eq!(made(unknown.clone(), all.clone()).unwrap_err().to_string(), refused);
    assert_eq!(made(all, unknown).unwrap_err().to_string(), refused);
}

#[test]
fn values_are_given_for_each_kind_of_variable() {
    let map = map("(d0, d1)[s0] -> (d0 + s0, d1), domain: d0 in [0, 9], d1 in [0, 4], s0 in [0, 2]");
    assert_eq!(map.evaluate(&[4, 1], &[2], &[]).unwrap()[..], [6, 1]);
    for (dims, range, runtime) in
        [(&[4][..], &[2][..], &[][..]), (&[4, 1], &[], &[2]), (&[4, 1, 2], &[], &[])]
    {
        assert_eq!(
            map.evaluate(dims, range, runtime).unwrap_err().to_string(),
            format!(
                "map.evaluate: values for [{}, {}, {}] dimensions, range and runtime symbols, where there are [2, 1, 0]",
                dims.len(),
                range.len(),
                runtime.len()
            )
        );
    }
    assert_eq!(
        map.evaluate(&[i64::MAX, 0], &[1], &[]).unwrap_err().to_string(),
        "map.evaluate: v0 + v2 has no value of 64 bits at [9223372036854775807, 0, 1]"
    );
    assert_eq!(map.of_result(1).unwrap().function_text(), "(d0, d1)[s0] -> (d1)");
    assert_eq!(map.of_result(2).unwrap_err().to_string(), "map: there is no result 2 of 2");
    for (point, is_inside) in [
        (&[9, 4, 2][..], true),
        (&[0, 0, 0], true),
        (&[10, 4, 2], false),
        (&[9, 4, 3], false),
        (&[9, 4], false),
        (&[9, 4, 2, 0], false),
    ] {
        assert_eq!(map.contains(point), is_inside, "{point:?}");
    }
    let less =
        map.clone().with_bounds(0, Interval::new(3, 12)).with_constraint(v(1).add(v(2)), Interval::new(1, 2));
    assert_eq!(less.bounds()[0], Interval::new(3, 9));
    assert!(less.contains(&[3, 0, 1]) && !less.contains(&[2, 0, 1]) && !less.contains(&[3, 0, 0]));
}

#[test]
fn equal_maps_have_equal_parts() {
    let one =
        "(d0)[s0] -> (d0 + s0), domain: d0 in [0, 9], s0 in [0, 3], d0 + s0 in [1, 8], d0 mod 2 in [0, 0]";
    let original = map(one);
    for (from, to, is_equal) in [
        ("d0 + s0 in [1, 8], d0 mod 2 in [0, 0]", "d0 mod 2 in [0, 0], d0 + s0 in [1, 8]", true),
        ("(d0)[s0]", "(d0, s0)", false),
        ("(d0)[s0]", "(d0){s0}", false),
        ("-> (d0 + s0)", "-> (s0 + d0)", false),
        ("-> (d0 + s0)", "-> (d0 + s0, d0)", false),
        ("s0 in [0, 3]", "s0 in [0, 4]", false),
        ("in [1, 8]", "in [1, 7]", false),
        (", d0 mod 2 in [0, 0]", "", false),
        ("in [0, 0]", "in [0, 0], d0 in [1, 2]", false),
        // as many, but one of them twice
        ("d0 mod 2 in [0, 0]", "d0 + s0 in [1, 8]", false),
    ] {
        let other = map(&one.replace(from, to));
        assert_eq!([original == other, other == original], [is_equal; 2], "{from} {to}");
    }
}

#[test]
fn an_empty_domain_is_known_where_one_part_shows_it() {
    for (domain, is_empty) in [
        ("d0 in [0, 0], d1 in [0, 3]", false),
        ("d0 in [0, -1], d1 in [0, 3]", true),
        ("d0 in [0, 3], d1 in [4, 3]", true),
        ("d0 in [0, 3], d1 in [0, 3], d0 + d1 in [2, 1]", true),
        ("d0 in [0, 3], d1 in [0, 3], d0 + d1 in [2, 2]", false),
        ("d0 in [0, 3], d1 in [0, 3], 5 in [5, 6]", false),
        ("d0 in [0, 3], d1 in [0, 3], 5 in [6, 7]", true),
    ] {
        let map = map(&format!("(d0, d1) -> (d0), domain: {domain}"));
        assert_eq!(map.is_known_empty(), is_empty, "{domain}");
        assert_eq!(map.to_string() == "KNOWN EMPTY", is_empty, "{domain}");
    }
}

/// Only what is not met already becomes a constraint of two maps together.
#[test]
fn compositions_have_the_constraints_that_are_not_met() {
    let second = map("(a, b) -> (a + b), domain: a in [0, 4], b in [-1, 2]");
    for (first, domain) in [
        ("(d0) -> (d0, 2), domain: d0 in [0, 4]", "d0 in [0, 4]"),
        ("(d0) -> (d0, -1), domain: d0 in [1, 3]", "d0 in [1, 3]"),
        ("(d0) -> (d0, 0), domain: d0 in [0, 5]", "d0 in [0, 5], d0 in [0, 4]"),
        ("(d0) -> (d0, 0), domain: d0 in [-1, 4]", "d0 in [-1, 4], d0 in [0, 4]"),
        ("(d0) -> (d0 mod 2, 0), domain: d0 in [0, 3]", "d0 in [0, 3], d0 mod 2 in [0, 4]"),
    ] {
        let composed = map(first).then(&second).unwrap().to_string();
        assert!(composed.ends_with(&format!(", domain: {domain}")), "{composed}");
    }
    let outside = map("(d0) -> (d0, 3), domain: d0 in [0, 4]").then(&second).unwrap();
    assert!(outside.is_known_empty());
    assert_eq!(
        map("(d0) -> (d0), domain: d0 in [0, 4]").then(&second).unwrap_err().to_string(),
        "map.compose: 1 results cannot be the 2 dimensions of the second map"
    );
}

#[test]
fn residues_of_symbols_are_their_steps() {
    let steps = |text: &str| map(text).rescale_symbols().to_string();
    assert_eq!(
        steps(
            "(d0)[s0] -> (s0 - d0), domain: d0 in [0, 3], s0 in [-7, 12], s0 mod 5 in [3, 3], s0 + d0 in [-7, 9]"
        ),
        "(d0)[s0] -> (s0 * 5 - d0 + 3), domain: d0 in [0, 3], s0 in [-2, 1], d0 + s0 * 5 in [-10, 6]"
    );
    // a dimension keeps its residue
    let text = "(d0)[s0] -> (d0 + s0), domain: d0 in [3, 8], s0 in [0, 1], d0 mod 5 in [3, 3]";
    assert_eq!(steps(text), text);
    assert_eq!(
        steps(
            "(d0)[s0]{rt0} -> (s0), domain: d0 in [0, 1], s0 in [0, 5], rt0 in [0, 8], rt0 mod 3 in [1, 1], s0 mod 2 in [1, 1]"
        ),
        "(d0)[s0]{rt0} -> (s0 * 2 + 1), domain: d0 in [0, 1], s0 in [0, 2], rt0 in [0, 2]"
    );
}

fn sameness(lhs: &str, rhs: &str) -> String {
    map(lhs).same_function(&map(rhs)).unwrap().to_string()
}

#[test]
fn functions_of_other_variables_are_not_compared() {
    let text = "(d0)[s0]{rt0} -> (d0), domain: d0 in [0, 1], s0 in [0, 1], rt0 in [0, 1]";
    for other in [
        "(d0, s0){rt0} -> (d0)",
        "(d0)[s0, rt0] -> (d0)",
        "(d0){s0, rt0} -> (d0)",
        "(d0)[s0]{rt0} -> (d0, d0)",
    ] {
        let second = map(&format!("{other}, domain: d0 in [0, 1], s0 in [0, 1], rt0 in [0, 1]"));
        let error = map(text).same_function(&second).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "map.same_function: (d0)[s0]{{rt0}} -> (d0) and {} have not as many variables and results of each kind",
                second.function_text()
            )
        );
    }
}

/// What stands in no result and no constraint is tried at one place, what stands in one of the maps is not.
#[test]
fn variables_count_where_one_of_two_maps_has_them() {
    let domain = "domain: d0 in [0, 9], d1 in [0, 99999999]";
    let cubes = ["d0 * d0 * d0", "d0 * d0 * (d0 + 1) - d0 * d0"];
    let [lhs, rhs] = cubes.map(|cube| format!("(d0, d1) -> ({cube}), {domain}"));
    assert_eq!(sameness(&lhs, &rhs), "same");
    let domain = "domain: d0 in [0, 9], d1 in [0, 9]";
    let [plain, other] = cubes.map(|cube| format!("(d0, d1) -> ({cube}), {domain}"));
    assert_eq!(
        sameness(&plain, &other.replace("[0, 9]", "[0, 8]").replace("d0 in [0, 8]", "d0 in [0, 9]")),
        "different at (0, 9): (0) and outside of the domain"
    );
    let used = format!("(d0, d1) -> (max(d1 * d1, 10) - 10 + d0 * d0 * d0), {domain}");
    assert_eq!(sameness(&used, &plain), "different at (0, 4): (6) and (0)");
    assert_eq!(sameness(&plain, &used), "different at (0, 4): (0) and (6)");
    let bound = format!("{plain}, d1 * d1 in [0, 20]");
    assert_eq!(sameness(&bound, &plain), "different at (0, 5): outside of the domain and (0)");
    assert_eq!(sameness(&plain, &bound), "different at (0, 5): (0) and outside of the domain");
}

/// A result that does not fit is like any other one.
#[test]
fn results_that_do_not_fit_do_not_differ() {
    let large = "(d0) -> (d0, d0 * 9223372036854775807), domain: d0 in [0, 3]";
    assert_eq!(
        sameness(large, "(d0) -> (min(d0, 2), min(d0, 1) * 9223372036854775807), domain: d0 in [0, 3]"),
        "different at (3): (3, no value) and (2, 9223372036854775807)"
    );
    let same = map(large).same_function(&map(&large.replace("d0 * 9", "min(d0, 1) * 9")));
    assert_eq!(same, Ok(Sameness::Same));
}

#[test]
fn maps_that_are_no_layouts_are_refused() {
    let refused = |text: &str| map(text).to_layout().unwrap_err().to_string();
    for (text, reason) in [
        ("(d0) -> (), domain: d0 in [0, 3]", "a map without results is no layout"),
        (
            "(d0) -> (d0), domain: d0 in [0, 5], d0 * 2 in [3, 3]",
            "no point is in the domain, though no dimension is empty",
        ),
        ("(d0) -> (d0), domain: d0 in [-1, 5]", "dimension 0 begins at -1, and a layout at 0"),
        (
            "(d0, d1) -> (d0 + d1), domain: d0 in [0, 5], d1 in [0, 3], d0 + d1 in [0, 7]",
            "the domain is no box: d0 + d1 is in [0, 7]",
        ),
        (
            "(d0, d1) -> (d0, d0 * 2 + d1), domain: d0 in [0, 8], d1 in [0, 3]",
            "dimension 0 moves along the axes 0 and 1 at once",
        ),
        // an odd index is wrong alone, and the two are together
        (
            "(d0, d1) -> ((d0 * 2 + d1 floordiv 2) mod 5), domain: d0 in [0, 1], d1 in [0, 7]",
            "dimensions 0 and 1 are not additive: coordinate (1,6) needs 0, modes give 5",
        ),
    ] {
        assert_eq!(refused(text), format!("map.to_layout: {reason}"), "{text}");
    }
    assert_eq!(
        map("(d0) -> (d0), domain: d0 in [0, 9223372036854775807]").to_layout(),
        Err(Error::Overflow { quantity: "the size of a dimension" })
    );
    assert!(map("(d0) -> (d0), domain: d0 in [0, 9223372036854775806]").to_layout().is_ok());
    let fits = map("(d0) -> (d0 * 4), domain: d0 in [0, 2305843009213693951]").to_layout();
    assert!(fits.is_ok(), "{fits:?}");
    assert_eq!(
        map("(d0) -> (d0 * 4), domain: d0 in [0, 2305843009213693952]").to_layout(),
        Err(Error::Overflow { quantity: "a result of the map" })
    );
}

#[test]
fn a_layout_has_the_sizes_of_the_domain() {
    for (text, layout) in [
        ("(d0) -> ((d0 floordiv 5) * 100 + d0 mod 5), domain: d0 in [0, 22]", "((5,5)):((1,100)) of (23)"),
        ("(d0) -> ((d0 floordiv 5) * 100 + d0 mod 5), domain: d0 in [0, 24]", "((5,5)):((1,100))"),
        ("(d0, d1) -> (d1 * 3), domain: d0 in [0, 0], d1 in [0, 3]", "(1,4):(0,3)"),
        // where a dimension has no value there are no elements, wherever its bounds are
        ("(d0) -> (d0), domain: d0 in [5, 4]", "(0):(0)"),
        ("(d0, d1) -> (d0 + 9), domain: d0 in [5, 4], d1 in [0, 3]", "(0,4):(0,0)"),
        ("(d0, d1)[s0] -> (s0), domain: d0 in [0, -1], d1 in [0, 3], s0 in [0, 7]", "(0,4):(0,0)"),
    ] {
        let map = map(text);
        let found = map.to_layout().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(found.to_string(), layout, "{text}");
        assert_eq!(
            found.logical_size(),
            map.dims().iter().map(|dim| dim.bounds.len() as i64).product::<i64>(),
            "{text}"
        );
    }
}

/// Inverses where nothing is to be found, and where a part does not fit.
#[test]
fn inverses_of_nothing_have_nothing() {
    let nothing = map(
        "(d0)[s0]{rt0} -> (d0, 7, s0), domain: d0 in [0, 4], s0 in [0, 2], rt0 in [3, 5], d0 * 2 in [3, 3]",
    );
    let bounds = [Interval::of_size(5), Interval::new(2, 9), Interval::of_size(3)];
    let relation = nothing.inverse_relation(&bounds).unwrap();
    assert_eq!(
        (relation.bounds()[..].to_vec(), relation.results().len()),
        ([&bounds[..], &[Interval::new(3, 5)]].concat(), 1)
    );
    assert!(relation.is_known_empty() && relation.dims().len() == 3 && relation.range_symbols().is_empty());
    let inverse = nothing.inverse().unwrap();
    assert_eq!((inverse.dims().len(), inverse.runtime_symbols().len(), inverse.results().len()), (3, 1, 2));
    assert!(inverse.is_known_empty() && inverse.simplify(Points::Replace).is_known_empty());
    assert_eq!(
        map("(d0) -> (d0, d0), domain: d0 in [0, 3]").inverse_relation(&bounds).unwrap_err().to_string(),
        "map.inverse_relation: 3 bounds for the 2 results of (d0) -> (d0, d0), domain: d0 in [0, 3]"
    );
}
