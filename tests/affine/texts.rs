//! Expressions and maps as text: each form, and what is wrong with a text and where.
use crate::map;
use crate::random::{Random, cases};
use tilework::affine::{Expr, ExprOp, IndexingMap, Interval, MAX_DEPTH, VarKind};
use tilework::dynamic::Error;

fn c(value: i64) -> Expr {
    Expr::constant(value)
}

fn v(number: u32) -> Expr {
    Expr::variable(number)
}

fn expr(text: &str) -> Expr {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Parentheses stand where the text would be read otherwise, and a negative factor is a minus.
#[test]
fn each_form_has_its_text() {
    for (expr, text) in [
        (v(0).add(v(1)), "v0 + v1"),
        (v(0).add(v(1)).add(v(2)), "v0 + v1 + v2"),
        (v(0).add(v(1).add(v(2))), "v0 + (v1 + v2)"),
        (v(0).sub(v(1)), "v0 - v1"),
        (v(0).sub(v(1).add(v(2))), "v0 - (v1 + v2)"),
        (v(0).sub(v(1).mul(v(2))), "v0 - v1 * v2"),
        (v(0).sub(v(1).floor_div(c(2))), "v0 - v1 floordiv 2"),
        (v(0).add(c(3)), "v0 + 3"),
        (v(0).add(c(-3)), "v0 - 3"),
        (v(0).add(c(i64::MIN + 1)), "v0 - 9223372036854775807"),
        (v(0).add(c(i64::MIN)), "v0 + -9223372036854775808"),
        (c(3).add(v(0)), "3 + v0"),
        (v(0).add(v(1).mul(c(-3))), "v0 - v1 * 3"),
        (v(0).add(v(1).add(v(2)).mul(c(-3))), "v0 - (v1 + v2) * 3"),
        (v(0).add(v(1).floor_div(c(2)).mul(c(-3))), "v0 - (v1 floordiv 2) * 3"),
        (v(0).add(v(1).mul(v(2)).mul(c(-3))), "v0 - v1 * v2 * 3"),
        (v(0).add(v(1).mul(c(i64::MIN + 1))), "v0 - v1 * 9223372036854775807"),
        (v(0).add(v(1).mul(c(i64::MIN))), "v0 + v1 * -9223372036854775808"),
        (v(0).neg(), "-v0"),
        (v(0).add(v(1)).neg(), "-(v0 + v1)"),
        (v(0).mul(v(1)).neg(), "-(v0 * v1)"),
        (v(0).min(v(1)).neg(), "-min(v0, v1)"),
        (v(0).mul(c(-3)), "v0 * -3"),
        (v(0).mul(v(1)).mul(v(2)), "v0 * v1 * v2"),
        (v(0).mul(v(1).mul(v(2))), "v0 * (v1 * v2)"),
        (v(0).add(v(1)).mul(c(2)), "(v0 + v1) * 2"),
        (v(0).modulo(c(4)).mul(c(2)), "(v0 mod 4) * 2"),
        (v(0).mul(v(1).modulo(c(4))), "v0 * (v1 mod 4)"),
        (v(0).floor_div(c(4)), "v0 floordiv 4"),
        (v(0).ceil_div(c(4)), "v0 ceildiv 4"),
        (v(0).modulo(c(-4)), "v0 mod -4"),
        (v(0).mul(c(2)).floor_div(c(4)), "(v0 * 2) floordiv 4"),
        (v(0).floor_div(v(1).modulo(v(2))), "v0 floordiv (v1 mod v2)"),
        (v(0).max(v(1)).floor_div(c(4)), "max(v0, v1) floordiv 4"),
        (v(0).add(v(1)).min(v(1).mul(c(2))), "min(v0 + v1, v1 * 2)"),
    ] {
        assert_eq!((expr.to_string(), format!("{expr:?}")), (text.to_string(), format!("`{text}`")));
        assert_eq!(text.parse(), Ok(expr), "{text}");
    }
}

/// Any tree of operations is read as what it was.
#[test]
fn a_text_is_its_expression() {
    use ExprOp::{Add, CeilDiv, FloorDiv, Max, Min, Mod, Mul};
    fn drawn(random: &mut Random, depth: usize) -> Expr {
        if depth == 0 || random.once_in(5) {
            return match random.below(3) {
                0 => c(random.of(&[i64::MIN, i64::MIN + 1, -7, -1, 0, 1, 2, i64::MAX])),
                _ => v(random.below(3)),
            };
        }
        let operation = random.of(&[Add, Add, Mul, Mul, FloorDiv, CeilDiv, Mod, Min, Max]);
        Expr::binary(operation, drawn(random, depth - 1), drawn(random, depth - 1))
    }
    let mut random = Random(2);
    for _ in 0..cases(3000) {
        let expr = drawn(&mut random, 4);
        let text = expr.to_string();
        let again = text.parse::<Expr>().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(again.to_string(), text);
        for point in [[0, 0, 0], [1, -2, 3], [-7, 5, 11], [i64::MAX, 2, -1]] {
            assert_eq!(again.evaluate(&point), expr.evaluate(&point), "{text} at {point:?}");
        }
    }
}

/// An expression whose parts are used again and again has no text if that would be too long.
#[test]
fn a_million_operations_are_written_and_no_more() {
    let doubled = |times: usize| (0..times).fold(v(0), |expr, _| expr.clone().min(expr));
    let most = doubled(20).modulo(v(1));
    assert_eq!(most.operations(), 1 << 20);
    assert_eq!(most.to_string().matches(['m', 'v']).count(), (2 << 20) + 1);
    assert_eq!(most.modulo(v(1)).to_string(), "AN EXPRESSION OF 1048577 OPERATIONS");
    assert_eq!(doubled(30).to_string(), "AN EXPRESSION OF 1073741823 OPERATIONS");
    assert_eq!(doubled(40).to_string(), "AN EXPRESSION OF BILLIONS OF OPERATIONS");
}

#[test]
fn words_and_numbers_are_read_as_they_bind() {
    for (text, value) in [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 3 - 2", 5),
        ("7 * 3 floordiv 2", 10),
        ("7 floordiv 2 * 3", 9),
        ("-7 ceildiv 2", -3),
        ("- 7 mod 4", 1),
        ("-(7 mod 4)", -3),
        ("10 - -3", 13),
        ("2--3", 5),
        ("7 floorDiv 2 + 7 ceilDiv 2", 7),
        ("min(3, 5) + max(3, 5) * 10", 53),
        ("--9223372036854775807", i64::MAX),
        ("-9223372036854775808", i64::MIN),
    ] {
        assert_eq!(expr(text), c(value), "{text}");
    }
}

/// As an operand of a chain, an operator counts one level, and so do those that are open around it; parentheses, a
/// minus and an operand count four.
#[test]
fn expressions_nest_so_deep_and_no_deeper() {
    let refused = format!("no more than {MAX_DEPTH} levels of an expression");
    let is_read = |text: &str| match text.parse::<Expr>() {
        Ok(_) => true,
        Err(Error::Parse(error)) => {
            assert_eq!(error.expected, refused, "{text}");
            false
        }
        Err(error) => panic!("{text}: {error}"),
    };
    for operator in [" + ", " - ", " * ", " mod "] {
        let chain = |count: usize| vec!["v0"; count + 1].join(operator);
        assert!(is_read(&chain(MAX_DEPTH - 4)) && !is_read(&chain(MAX_DEPTH - 3)), "{operator}");
        // those of a product do not count in the next one
        let product = ["v0"; 300].join(" * ");
        assert!(is_read(&[&product[..]; 200].join(" + ")));
        assert!(!is_read(&[&product[..]; 211].join(" + ")));
        let inner = format!("({}) * ({})", chain(MAX_DEPTH - 8), chain(MAX_DEPTH - 9));
        assert!(is_read(&inner) && !is_read(&format!("({inner})")), "{operator}");
    }
    for [open, close] in [["(", ")"], ["- ", ""], ["min(v1, ", ")"]] {
        let nested = |count: usize| format!("{}v0{}", open.repeat(count), close.repeat(count));
        assert!(is_read(&nested(MAX_DEPTH / 4 - 1)) && !is_read(&nested(MAX_DEPTH / 4)), "{open}");
    }
}

#[test]
fn what_is_wrong_in_an_expression_is_shown() {
    for (text, error) in [
        ("", "expected a number, a variable or `(`, found the end at position 0"),
        ("v0 +", "expected a number, a variable or `(`, found the end at position 4"),
        ("v0 * )", "expected a number, a variable or `(`, found `)` at position 5"),
        ("(v0", "expected `)`, found the end at position 3"),
        ("v0 + x1", "expected a variable of the map, found `x1` at position 5"),
        ("v+1", "expected a variable of the map, found `v` at position 0"),
        ("min v0", "expected `(`, found `v0` at position 4"),
        ("max(v0)", "expected `,`, found `)` at position 6"),
        ("max(v0, v1, v2)", "expected `)`, found `,` at position 10"),
    ] {
        assert_eq!(text.parse::<Expr>().unwrap_err().to_string(), error, "{text}");
    }
    assert!("v4294967295".parse::<Expr>().is_ok() && "v4294967296".parse::<Expr>().is_err());
}

#[test]
fn what_is_wrong_in_a_map_is_shown() {
    for (text, error) in [
        ("d0 -> (d0)", "expected `(` and the dimensions of a map, found `d0` at position 0"),
        ("(d0, ) -> (d0)", "expected the name of a variable, found `)` at position 5"),
        ("(d0, d0) -> (d0)", "expected a name that no other variable has, found `d0` at position 5"),
        ("(a)[b]{a} -> (a)", "expected a name that no other variable has, found `a` at position 7"),
        ("(mod) -> ()", "expected a name that no other variable has, found `mod` at position 1"),
        ("(d0) - > (d0)", "expected `>`, found `>` at position 7"),
        ("(d0) (d0)", "expected `-`, found `(` at position 5"),
        ("(d0) -> (d1)", "expected a variable of the map, found `d1` at position 9"),
        ("(d0) -> (d0)", "expected the interval of `d0`, found the end at position 12"),
        ("(d0) -> (d0), range: d0", "expected `domain:`, found `range` at position 14"),
        ("(d0) -> (d0), domain d0 in [0, 1]", "expected `:`, found `d0` at position 21"),
        ("(d0) -> (d0), domain: d0 of [0, 1]", "expected `in` and an interval, found `of` at position 25"),
        ("(d0) -> (d0), domain: d0 in 0", "expected `[`, found `0` at position 28"),
        ("(d0) -> (d0), domain: d0 in [0]", "expected `,`, found `]` at position 30"),
        ("(d0) -> (d0), domain: d0 in [0, 1", "expected `]`, found the end at position 33"),
        (
            "(d0, d1) -> (d0), domain: d1 in [0, 1]",
            "expected `d0`, whose interval comes next, found `d1` at position 26",
        ),
        (
            "(d0, d1) -> (d0), domain: d0 in [0, 1], d0 + d1 in [0, 1]",
            "expected `d1`, whose interval comes next, found `d0 + d1` at position 40",
        ),
        (
            "(d0, d1) -> (d0), domain: d0 in [0, 1]",
            "expected the interval of `d1`, found the end at position 38",
        ),
    ] {
        assert_eq!(text.parse::<IndexingMap>().unwrap_err().to_string(), error, "{text}");
    }
    // a comma may end the domain
    assert_eq!(map("(d0) -> (d0), domain: d0 in [0, 1],"), map("(d0) -> (d0), domain: d0 in [0, 1]"));
    assert_eq!(map("() -> ()").to_string(), "() -> ()");
}

/// Of the first names each is looked at, the others are found in a table.
#[test]
fn maps_may_have_many_variables_each_with_its_own_name() {
    for count in [15, 16, 17, 18, 40] {
        let names: Vec<String> = (0..count).map(|number| format!("x{}", (number * 7) % count)).collect();
        let each = |part: &dyn Fn(usize) -> String| (0..count).map(part).collect::<Vec<_>>().join(", ");
        let domain = each(&|number| format!("{} in [0, {number}]", names[number]));
        let reversed = each(&|number| names[count - 1 - number].clone());
        let text = format!("({}) -> ({reversed}), domain: {domain}", names.join(", "));
        let read: Result<IndexingMap, _> = text.parse();
        if (0..count).any(|number| names[..number].contains(&names[number])) {
            assert!(read.is_err(), "{text}");
            continue;
        }
        let read = read.unwrap();
        for (number, name) in names.iter().enumerate() {
            assert_eq!(read.results()[number], v((count - 1 - number) as u32), "{text}");
            assert_eq!(read.bounds()[number], Interval::of_size(number as i64 + 1));
            assert_eq!(read.name(number), Some(name.as_str()));
        }
        let twice = format!("({}, {}) -> ()", names.join(", "), names[count - 1]);
        assert!(
            twice.parse::<IndexingMap>().unwrap_err().to_string().contains("no other variable"),
            "{twice}"
        );
    }
}

/// A name is the usual one only in its place.
#[test]
fn names_that_are_not_the_usual_ones_are_kept() {
    let text = "(d1, d0, d2)[s0, t]{rt0, d7} -> (d1 + t, rt0 * d7), domain: d1 in [0, 1], d0 in [0, 2], d2 in [0, 3], \
                s0 in [0, 4], t in [0, 5], rt0 in [0, 6], d7 in [0, 7], t + d2 in [1, 2]";
    let named = map(text);
    assert_eq!(named.to_string(), text);
    let names: Vec<Option<&str>> = (0..8).map(|variable| named.name(variable)).collect();
    assert_eq!(names, [Some("d1"), Some("d0"), None, None, Some("t"), None, Some("d7"), None]);
    let kinds: Vec<(VarKind, usize)> = (0..7).map(|variable| named.kind(variable)).collect();
    let [d, s, rt] = [VarKind::Dimension, VarKind::Range, VarKind::Runtime];
    assert_eq!(kinds, [(d, 0), (d, 1), (d, 2), (s, 0), (s, 1), (rt, 0), (rt, 1)]);
    let usual = named.clone().without_names();
    assert!(usual == named && (0..7).all(|variable| usual.name(variable).is_none()));
    assert_eq!(usual.function_text(), "(d0, d1, d2)[s0, s1]{rt0, rt1} -> (d0 + s1, rt0 * rt1)");
    assert_eq!(map("(d00) -> (d00), domain: d00 in [0, 1]").name(0), Some("d00"));
    // of two maps put together, names may clash
    let first = map("(x, y) -> (x), domain: x in [0, 1], y in [0, 2]");
    let second = map("(z)[y] -> (z + y), domain: z in [0, 1], y in [0, 3]");
    assert_eq!(
        first.then(&second).unwrap().to_string(),
        "(d0, d1)[s0] -> (d0 + s0), domain: d0 in [0, 1], d1 in [0, 2], s0 in [0, 3]"
    );
    let second = map("(z)[w] -> (z + w), domain: z in [0, 1], w in [0, 3]");
    let both = first.then(&second).unwrap();
    assert_eq!(both.function_text(), "(x, y)[w] -> (x + w)");
    assert_eq!(both.remove_unused_variables().function_text(), "(x)[w] -> (x + w)");
}
