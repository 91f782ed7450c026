//! `tilework index`: what is read, and where it goes.
use crate::{printed, with_input};
use std::process::Output;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn run(arguments: &[&str], input: &str) -> Output {
    with_input(arguments, input.as_bytes())
}

fn answer(arguments: &[&str], input: &str) -> String {
    printed(&run(arguments, input))
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
    let value: serde_json::Value = serde_json::from_str(&found).unwrap();
    let [_, slice, call] = &value["instructions"].as_array().unwrap()[..] else { panic!("{found}") };
    assert_eq!((&slice["computation"], &slice["instruction"]), (&"e".into(), &"s".into()));
    let operand = &slice["operands"][0];
    assert_eq!((&operand["utilization"]["read"], &operand["coalesced"]), (&375.into(), &false.into()));
    assert_eq!(operand.get("physical"), None);
    assert_eq!(call["operands"][0]["maps"][0]["unknown"], "what custom-call reads depends on mystery");
    assert_eq!(value["opcodes"].as_array().unwrap().len(), 3);
    // an object a line
    assert_eq!(found.lines().filter(|line| line.starts_with('{')).count(), 1 + 3 + 3);
    let none = answer(&["index", "-", "--json"], "e { p = f32[] parameter(0) }");
    assert!(serde_json::from_str::<serde_json::Value>(&none).is_ok(), "{none}");
}

const SORT: &str = "HloModule m
ENTRY e {
  a = f32[3,4]{1,0} parameter(0)
  b = s32[3,4]{1,0} parameter(1)
  s = (f32[3,4]{1,0}, s32[3,4]{1,0}) sort(a, b), dimensions={1}, to_apply=f
  i = s32[3,4]{1,0} get-tuple-element(s), index=1
  ROOT n = s32[3,4]{1,0} negate(i)
}
";

#[test]
fn what_xla_does_not_tell_is_marked() {
    let legend = "* not in XLA's own analysis";
    let map = "(d0, d1)[s0] -> (d0, s0), domain: d0 in [0, 2], d1 in [0, 3], s0 in [0, 3]";
    let found = answer(&["index", "-"], SORT);
    assert!(found.contains(&format!("for output 1: {map} *")) && found.contains(legend), "{found}");
    assert!(found.contains("{1} (d0, d1) -> (d0, d1), domain: d0 in [0, 2], d1 in [0, 3] *"), "{found}");
    assert!(!answer(&["index", "-", "--xla"], SORT).contains(legend));
    let forward = answer(&["index", "-", "--direction", "input-to-output"], SORT);
    assert!(forward.contains(&format!("to output 0: {map} *")) && forward.contains("goes to"), "{forward}");
    let lines: Vec<String> =
        forward.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert!(lines.iter().any(|line| line == "all 5 4 4 100.0 %"), "{forward}");
    let json = answer(&["index", "-", "--json", "--instruction", "i"], SORT);
    assert!(json.contains("\"beyond_xla\":true") && json.contains("\"element\":[1]"), "{json}");
    assert!(!answer(&["index", "-", "--json", "--instruction", "n"], SORT).contains("beyond_xla"));
}

#[test]
fn only_the_outputs_that_have_to_do_with_an_operand_are_told_of() {
    let count = 200;
    let parameters: String =
        (0..count).map(|number| format!("p{number} = f32[8] parameter({number})\n")).collect();
    let names: Vec<String> = (0..count).map(|number| format!("p{number}")).collect();
    let shapes = vec!["f32[8]"; count].join(", ");
    let dump = format!("e {{ {parameters} ROOT t = ({shapes}) tuple({}) }}", names.join(", "));
    for direction in ["output-to-input", "input-to-output"] {
        let found = answer(&["index", "-", "--json", "--instruction", "t", "--direction", direction], &dump);
        let value: serde_json::Value = serde_json::from_str(&found).unwrap();
        let operand = &value["instructions"][0]["operands"][7];
        let [map] = &operand["maps"].as_array().unwrap()[..] else { panic!("{operand}") };
        assert_eq!((&map["output"], &map["map"]), (&7.into(), &"(d0) -> (d0), domain: d0 in [0, 7]".into()));
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

const TILES: &str = "f {
  p = f32[16,256]{1,0:T(8,128)} parameter(0)
  ROOT n = f32[16,256]{1,0:T(8,128)} negate(p)
}
ENTRY e {
  p = f32[16,256]{1,0:T(8,128)} parameter(0)
  r = f32[2,8,256]{2,1,0:T(8,128)} reshape(p)
  c = bf16[16,256]{1,0:T(8,128)(2,1)} convert(p)
  ROOT t = bf16[16,256]{0,1:T(8,128)(2,1)} copy(c)
}
";

#[test]
fn places_in_memory() {
    let found = answer(&["index", "-", "--physical", "--computation", "e"], TILES);
    let lines: Vec<String> =
        found.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let domain = "d0 in [0, 4095]";
    for wanted in [
        "computation e, the entry",
        &format!("in memory (d0) -> (d0), domain: {domain}"),
        &format!(
            "in memory (d0) -> ((d0 floordiv 256) * 256 + (d0 floordiv 2) mod 128 + (d0 mod 2) * 128), domain: {domain}"
        ),
    ] {
        assert!(lines.iter().any(|line| line == wanted), "{wanted}\n{found}");
    }
    assert!(lines.iter().any(|line| line.starts_with("r reshape") && line.ends_with("nothing")), "{found}");
    assert!(lines.iter().any(|line| line.starts_with("t copy") && line.ends_with("elements")), "{found}");
    let one = answer(&["index", "-", "--physical", "--instruction", "%c"], TILES);
    assert!(one.contains("p: from byte to byte: (d0) -> "), "{one}");
    let moved = answer(&["index", "-", "--physical", "--instruction", "t"], TILES);
    assert!(moved.contains("c: the element for index [1, 0] moves from place 1 to place 2"), "{moved}");
    let json = answer(&["index", "-", "--physical", "--json", "--instruction", "r"], TILES);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let operand = &value["instructions"][0]["operands"][0];
    assert_eq!(operand["moves"], serde_json::json!({ "proven": true }));
    assert_eq!(operand["maps"][0]["physical"]["places"], "(d0) -> (d0), domain: d0 in [0, 4095]");
    let backwards =
        answer(&["index", "-", "--physical", "--direction", "input-to-output", "--instruction", "r"], TILES);
    assert!(backwards.contains("in memory (d0) -> (d0)"), "{backwards}");
}

#[test]
fn names_that_are_near_or_not_clear() {
    let error = |arguments: &[&str]| {
        let output = run(&[&["index", "-"], arguments].concat(), TILES);
        assert_eq!(output.status.code(), Some(2));
        text(&output.stderr)
    };
    let found = error(&["--instruction", "p"]);
    assert!(
        found.contains("instruction p is in 2 computations: f, e; choose with --computation NAME"),
        "{found}"
    );
    answer(&["index", "-", "--instruction", "p", "--computation", "%e"], TILES);
    let module = "e { fusion.12 = f32[] parameter(0) copy.3 = f32[] negate(fusion.12) }";
    let missing = |name: &str| text(&run(&["index", "-", "--instruction", name], module).stderr);
    assert!(missing("fusoin.12").contains("no instruction fusoin.12; did you mean fusion.12?"));
    assert!(missing("copy").contains("no instruction copy; did you mean copy.3?"));
    assert!(missing("zebra").trim_end().ends_with("no instruction zebra"));
    assert!(error(&["--computation", "main"]).contains("there is no computation main"));
}

#[test]
fn many_instructions_are_answered_block_by_block() {
    let lines: String = (0..3000).map(|number| format!("a{number} = f32[8] negate(p)\n")).collect();
    let dump = format!("ENTRY e {{ p = f32[8] parameter(0)\n{lines}}}");
    let found = answer(&["index", "-"], &dump);
    assert_eq!(found.matches(" negate ").count(), 3000);
    assert!(found.contains("all") && found.contains("3001"), "{}", &found[found.len() - 300..]);
    let json = answer(&["index", "-", "--json"], &dump);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["instructions"].as_array().unwrap().len(), 3001);
}

#[test]
fn outputs_that_read_alike_have_a_line_together() {
    let count = 10;
    let parameters: String =
        (0..count).map(|number| format!("p{number} = f32[8,4] parameter({number})\n")).collect();
    let names: Vec<String> = (0..count).map(|number| format!("p{number}")).collect();
    let (names, zeros) = (names.join(", "), vec!["z"; count].join(", "));
    let shapes = vec!["f32[4]"; count].join(", ");
    let dump = format!(
        "e {{ {parameters} z = f32[] constant(0) ROOT r = ({shapes}) reduce({names}, {zeros}), dimensions={{0}}, to_apply=f }}"
    );
    let found = answer(&["index", "-", "--instruction", "r"], &dump);
    let map = "(d0)[s0] -> (s0, d0), domain: d0 in [0, 3], s0 in [0, 7]";
    assert_eq!(found.matches(&format!("for outputs 0 to 9: {map}")).count(), count, "{found}");
    let forward = answer(&["index", "-", "--instruction", "r", "--direction", "input-to-output"], &dump);
    assert!(forward.contains("to outputs 0 to 9: (d0, d1) -> (d1)"), "{forward}");
    // scripts have an object for each output
    let json = answer(&["index", "-", "--json", "--instruction", "r"], &dump);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let maps = value["instructions"][0]["operands"][3]["maps"].as_array().unwrap();
    let outputs: Vec<u64> = maps.iter().map(|map| map["output"].as_u64().unwrap()).collect();
    assert_eq!(outputs, (0..10).collect::<Vec<_>>());
    assert!(maps.iter().all(|found| found["map"] == map));
}

#[test]
fn numbers_that_are_no_places_are_told_of() {
    let slice = "e { p = f32[10] parameter(0) a = s32[] parameter(1) ROOT s = f32[4] dynamic-slice(p, a), dynamic_slice_sizes={4} }";
    let found = answer(&["index", "-", "--instruction", "s"], slice);
    let place = "rt0 is read from parameter(1) of e at (d0) -> (), domain: d0 in [0, 3]";
    assert!(
        found.contains(&format!("{place}; the nearest place in [0, 6] stands for any other number")),
        "{found}"
    );
    let json = answer(&["index", "-", "--json"], slice);
    assert!(json.contains("\"outside\":{\"clamped\":[0,6]}"), "{json}");
    let scatter = "e { p = f32[10] parameter(0) i = s32[2,1] parameter(1) u = f32[2] parameter(2)
        ROOT s = f32[10] scatter(p, i, u), update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=f }";
    let found = answer(&["index", "-", "--instruction", "s"], scatter);
    assert!(found.contains("; other numbers are no place"), "{found}");
    assert!(answer(&["index", "-", "--json"], scatter).contains("\"outside\":\"dropped\""));
}
