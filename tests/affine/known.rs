//! What is known of variables and of sums, in small expressions and in large ones.
use tilework::affine::{Expr, IndexingMap, Interval, Points};

fn c(value: i64) -> Expr {
    Expr::constant(value)
}

fn v(number: u32) -> Expr {
    Expr::variable(number)
}

/// The results of a map over `d0` to `d3`, simplified.
fn results(text: &str, domain: &str, points: Points) -> String {
    let text = format!("(d0, d1, d2, d3) -> ({text}), domain: {domain}");
    let map: IndexingMap = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let short = map.simplify(points).to_string();
    let place = |mark| short.find(mark).unwrap();
    short[place("-> (") + 4..place("), domain")].to_string()
}

/// So often the parts stand in a large sum.
const TIMES: i64 = 300;

/// A sum of many quotients and variables: a multiple of one of each.
fn large() -> Expr {
    (0..TIMES).fold(c(0), |sum, _| sum.add(v(1)).add(v(0).add(v(1)).floor_div(c(4))))
}

#[test]
fn large_sums_are_as_short_as_small_ones() {
    let bounds = [Interval::new(-20, 20), Interval::point(3)];
    // a multiple of 4 goes into the quotient: (v0 + 3) floordiv 4 + 3
    assert_eq!(large().simplify(&bounds).to_string(), "((v0 + 15) floordiv 4) * 300");
    assert_eq!(large().canonicalize().to_string(), "((v0 + v1) floordiv 4) * 300 + v1 * 300");
    let map = IndexingMap::new(&bounds, &[], &[], vec![large()], vec![]).unwrap();
    let short = |points| map.simplify(points).function_text();
    assert_eq!(short(Points::Replace), "(d0, d1) -> (((d0 + 15) floordiv 4) * 300)");
    assert_eq!(short(Points::Preserve), "(d0, d1) -> (((d0 + 3) floordiv 4) * 300 + d1 * 300)");
    // where it might not fit, it stays
    let far = [Interval::new(-20, i64::MAX / 4), Interval::new(0, i64::MAX / 300)];
    assert_eq!(large().simplify(&far), large());
}

#[test]
fn what_has_one_value_stays_outside_of_quotients_if_points_are_preserved() {
    let variables = "d0 in [0, 9], d1 in [3, 3], d2 in [0, 9], d3 in [0, 9]";
    let kept = |text: &str| results(text, variables, Points::Preserve);
    assert_eq!(kept("(d0 + d1) floordiv 4 + d1"), "(d0 + 3) floordiv 4 + d1");
    assert_eq!(kept("(d0 + d1) mod 4 + d1"), "(d0 + 3) mod 4 + d1");
    assert_eq!(kept("max(d0, d1)"), "max(d0, d1)");
    let sum = "d0 in [0, 5], d1 in [0, 5], d2 in [0, 9], d3 in [0, 9], d0 + d1 in [5, 5]";
    let kept = |text: &str| results(text, sum, Points::Preserve);
    assert_eq!(kept("d0 + d1 + d2"), "d0 + d1 + d2");
    assert_eq!(kept("(d0 + d1 + d2) floordiv 8"), "(d2 + 5) floordiv 8");
    assert_eq!(results("d0 + d1 + d2", sum, Points::Replace), "d2 + 5");
}

/// What constraints tell of several parts counts together.
#[test]
fn several_constraints_count_in_one_sum() {
    let variables = "d0 in [-9, 9], d1 in [-9, 9], d2 in [-9, 9], d3 in [0, 9]";
    let extremes = format!("{variables}, max(d0, d1) in [0, 3], min(d0, d2) in [0, 3]");
    let short = |text: &str| results(text, &extremes, Points::Replace);
    assert_eq!(short("(max(d0, d1) + min(d0, d2) + d3 * 8) floordiv 8"), "d3");
    assert_eq!(short("(max(d0, d1) * 2 + d3 * 8) floordiv 8"), "d3");
    assert_eq!(short("(max(d0, d1) + d3 * 4) floordiv 8"), "d3 floordiv 2");
    let difference = format!("{variables}, d0 - d1 in [0, 4]");
    let short = |text: &str| results(text, &difference, Points::Replace);
    assert_eq!(short("(d0 - d1 + d3 * 8) floordiv 16"), "d3 floordiv 2");
    assert_eq!(short("(d0 * -2 + d1 * 2 + d3 * 16 + 8) floordiv 32"), "d3 floordiv 2");
}

/// A result with others added inside, which are in 0..32, and what it is.
type InLongSum = fn(others: &str, count: i64) -> [String; 2];

/// What constraints tell counts in sums of at most 16 terms.
#[test]
fn constraints_count_in_short_sums() {
    let cases: [(&str, InLongSum); 3] = [
        ("d0 + d1 in [5, 5]", |others, _| [format!("d0 + d1{others}"), format!("5{others}")]),
        ("d0 - d1 in [0, 3]", |others, count| {
            let sum = format!("d0 - d1{others}");
            [format!("min({sum}, {})", 3 + 31 * count), sum]
        }),
        ("d0 mod 4 in [0, 0]", |others, _| {
            let others = others.replace(" +", " + 4 *");
            ["d0 + d1", "d0"].map(|first| format!("({first}{others}) floordiv 8"))
        }),
    ];
    for (constraint, in_long_sum) in cases {
        for count in 10..20 {
            let names: Vec<String> = (0..count + 2).map(|number| format!("d{number}")).collect();
            let others: String = names[2..].iter().map(|name| format!(" + {name}")).collect();
            let bounds: String = names[2..].iter().map(|name| format!("{name} in [0, 31], ")).collect();
            let [found, wanted] = in_long_sum(&others, count).map(|result| {
                let text = format!(
                    "({}) -> ({result}), domain: d0 in [0, 31], d1 in [0, 3], {bounds}{constraint}",
                    names.join(", ")
                );
                text.parse::<IndexingMap>().unwrap().simplify(Points::Replace)
            });
            assert_eq!(found == wanted, count + 2 <= 16, "{found}\n{wanted}");
        }
    }
}
