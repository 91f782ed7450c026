//! `tilework index` and `tilework map`.
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilework"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // a program that stops early has not read everything
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn answer(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

const MODULE: &str = "HloModule m
ENTRY e {
  p = f32[10,20,50]{2,1,0} parameter(0)
  s = f32[5,3,25]{2,1,0} slice(p), slice={[5:10:1], [3:20:7], [0:50:2]}
  ROOT c = f32[5,3,25]{2,1,0} custom-call(s), custom_call_target=\"mystery\"
}
";

#[test]
fn a_dump_as_a_table() {
    let found = answer(&["index", "-"], MODULE);
    let lines: Vec<String> =
        found.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for wanted in [
        "p parameter reads nothing",
        "s slice p (d0, d1, d2) -> (d0 + 5, d1 * 7 + 3, d2 * 2), domain: d0 in [0, 4], d1 in [0, 2], d2 in [0, 24] 3.8 % no",
        "c custom-call s unknown: what custom-call reads depends on mystery",
        "all 3 2 1 50.0 %",
    ] {
        assert!(lines.iter().any(|line| line == wanted), "{wanted}\n{found}");
    }
}

#[test]
fn one_instruction_with_all_that_is_known() {
    let found = answer(&["index", "-", "--instruction", "s"], MODULE);
    assert!(found.contains("p: 375 of 10000 elements are read"), "{found}");
    assert!(found.contains("p: a warp reads"), "{found}");
    let backwards = answer(&["index", "-", "--instruction", "s", "--direction", "input-to-output"], MODULE);
    assert!(backwards.contains("(d0, d1, d2) -> (d0 - 5, "), "{backwards}");
}

#[test]
fn a_dump_as_json() {
    let found = answer(&["index", "-", "--json"], MODULE);
    for wanted in
        ["\"read\": 375", "\"elements\": 10000", "\"coalesced\": false", "\"unknown\": \"what custom-call"]
    {
        assert!(found.contains(wanted), "{wanted}\n{found}");
    }
}

#[test]
fn mistakes_are_pointed_at() {
    let missing = run(&["index", "-", "--instruction", "nobody"], MODULE);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("standard input: there is no instruction nobody"));
    let wrong = run(&["index", "-"], "HloModule m\nENTRY e {\n  ROOT p = f33[2] parameter(0)\n}\n");
    assert_eq!(wrong.status.code(), Some(2));
    let error = text(&wrong.stderr);
    assert!(
        error.contains("standard input, line 3: this is no HLO") && error.contains("found `f33`"),
        "{error}"
    );
    for cut in 0..MODULE.len() {
        assert_ne!(run(&["index", "-"], &MODULE[..cut]).status.code(), Some(101), "{}", &MODULE[..cut]);
    }
}

#[test]
fn maps() {
    let linear = "(d0) -> (d0 floordiv 8 * 8 + d0 mod 8), domain: d0 in [0, 31]";
    assert_eq!(answer(&["map", "simplify", linear], ""), "(d0) -> (d0), domain: d0 in [0, 31]\n");
    let transpose = "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]";
    let place = "(d0, d1) -> (d0 * 4 + d1), domain: d0 in [0, 7], d1 in [0, 3]";
    assert_eq!(
        answer(&["map", "compose", transpose, place], ""),
        "(d0, d1) -> (d0 + d1 * 4), domain: d0 in [0, 3], d1 in [0, 7]\n"
    );
    let window = "(d0)[s0] -> (d0 - s0), domain: d0 in [0, 9], s0 in [0, 2]";
    assert_eq!(answer(&["map", "eval", window, "4", "1"], ""), "(3)\n");
    assert_eq!(answer(&["map", "eval", window, "4", "-1"], ""), "(5)  outside of the domain\n");
    let wrong = run(&["map", "eval", window, "4"], "");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("1 values, where the map has 2 variables"));
    assert!(text(&run(&["map", "simplify", "(d0) -> (d1)"], "").stderr).contains("this is no indexing map"));
}
