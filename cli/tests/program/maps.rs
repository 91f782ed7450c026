//! `tilework map`: what its verbs print, and how they end.

use std::process::Output;

fn map(arguments: &[&str]) -> Output {
    crate::tilework(&[&["map"], arguments].concat())
}

#[track_caller]
fn prints(arguments: &[&str], expected: &str) {
    assert_eq!(crate::printed(&map(arguments)).trim_end(), expected);
}

#[track_caller]
fn fails(arguments: &[&str], code: i32, expected: &str) {
    crate::refused(&map(arguments), code, expected);
}

#[test]
fn shorter_and_composed_and_at_a_point() {
    let linear = "(d0) -> (d0 floordiv 8 * 8 + d0 mod 8), domain: d0 in [0, 31]";
    prints(&["simplify", linear], "(d0) -> (d0), domain: d0 in [0, 31]");
    let transpose = "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]";
    let place = "(d0, d1) -> (d0 * 4 + d1), domain: d0 in [0, 7], d1 in [0, 3]";
    prints(&["compose", transpose, place], "(d0, d1) -> (d0 + d1 * 4), domain: d0 in [0, 3], d1 in [0, 7]");
    let window = "(d0)[s0] -> (d0 - s0), domain: d0 in [0, 9], s0 in [0, 2]";
    prints(&["eval", window, "4", "1"], "(3)");
    prints(&["eval", window, "4", "-1"], "(5)  outside of the domain");
    fails(&["eval", window, "4"], 2, "error: 1 values, where the map has 2 variables");
    let wrong = map(&["simplify", "(d0) -> (d1)"]);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("this is no indexing map"));
}

#[test]
fn inverses() {
    prints(
        &["inverse", "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 18]"],
        "(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 2], d1 in [0, 7], d0 * 8 + d1 in [0, 18]",
    );
    fails(
        &["inverse", "(d0) -> (d0 floordiv 2), domain: d0 in [0, 9]"],
        1,
        "map       (d0) -> (d0 floordiv 2), domain: d0 in [0, 9]\n\
         refused   map.inverse: not injective: (0) and (1) both give (0)",
    );
}

#[test]
fn equality() {
    let identity = "(d0) -> (d0), domain: d0 in [0, 9]";
    let digits = "(x) -> (x floordiv 4 * 4 + x mod 4), domain: x in [0, 9]";
    prints(&["equal", identity, digits], "same");
    prints(
        &["equal", identity, "(d0) -> (min(d0, 8)), domain: d0 in [0, 9]"],
        "different at (9): (9) and (8)",
    );
    prints(
        &["equal", identity, "(d0) -> (d0), domain: d0 in [0, 8]"],
        "different at (9): (9) and outside of the domain",
    );
    let product = |text: &str| format!("(d0, d1) -> ({text}), domain: d0 in [0, 99999], d1 in [0, 99999]");
    prints(
        &["equal", &product("d0 * d1"), &product("d0 * (d1 + 1) - d0")],
        "unknown: no difference at 8192 points, of more than 1048576, and no proof for the others",
    );
    fails(
        &["equal", identity, "() -> (0)"],
        2,
        "error: map.same_function: (d0) -> (d0) and () -> (0) have not as many variables and results of each kind",
    );
}

#[test]
fn layouts() {
    prints(
        &[
            "layout",
            "(d0, d1) -> ((d0 floordiv 4) * 32 + (d0 mod 4) * 2 + d1), domain: d0 in [0, 10], d1 in [0, 1]",
        ],
        "((4,3),2):((2,32),1) of (11,2)",
    );
    prints(&["layout", "(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 3], d1 in [0, 7]"], "(4,8):(8,1)");
    fails(
        &["layout", "(d0) -> (d0 * d0), domain: d0 in [0, 5]"],
        1,
        "map       (d0) -> (d0 * d0), domain: d0 in [0, 5]\n\
         refused   map.to_layout: dimension 0 is not mixed-radix: coordinate (3) needs 9, modes give 5",
    );
}

#[test]
fn fewer_and_other_symbols() {
    let unused =
        "(d0, d1)[s0, s1] -> (d0, s1), domain: d0 in [0, 9], d1 in [0, 4], s0 in [0, 3], s1 in [0, 2]";
    prints(
        &["remove-unused", unused],
        "(d0, d1)[s0] -> (d0, s0), domain: d0 in [0, 9], d1 in [0, 4], s0 in [0, 2]",
    );
    prints(
        &["remove-unused", "--dimensions", unused],
        "(d0)[s0] -> (d0, s0), domain: d0 in [0, 9], s0 in [0, 2]",
    );
    prints(
        &["rescale", "(d0)[s0] -> (s0), domain: d0 in [0, 3], s0 in [0, 41], s0 mod 6 in [4, 4]"],
        "(d0)[s0] -> (s0 * 6 + 4), domain: d0 in [0, 3], s0 in [0, 6]",
    );
}

/// Every example of the help does what it says.
#[test]
fn examples_of_the_help_run() {
    let help = String::from_utf8(map(&["--help"]).stdout).unwrap();
    let mut examples = 0;
    for line in help.lines().filter_map(|line| line.trim().strip_prefix("tilework map ")) {
        let mut arguments: Vec<&str> = Vec::new();
        for (place, part) in line.split('\'').enumerate() {
            if place % 2 == 1 {
                arguments.push(part);
            } else {
                arguments.extend(part.split_whitespace());
            }
        }
        let output = map(&arguments);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        examples += 1;
    }
    assert_eq!(examples, 8);
}
