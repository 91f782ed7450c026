//! Layouts: tables, places, algebra, and answers to requests.
use crate::{fails, printed, prints, program, tilework, with_input};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

fn eval(input: &[u8]) -> String {
    printed(&with_input(&["eval"], input))
}

#[test]
fn show_draws_the_seed_table() {
    prints(
        &["show", "(2,3):(3,1)"],
        "
(2,3):(3,1)
      0   1   2
    +---+---+---+
 0  | 0 | 1 | 2 |
    +---+---+---+
 1  | 3 | 4 | 5 |
    +---+---+---+

size        6 coordinates
cosize      6
injective   yes
contiguous  yes
holes       0
",
    );
}

#[test]
fn the_algebra_takes_shapes_of_xla() {
    prints(
        &["divide", "f32[16,256]{1,0:T(8,128)}", "<8,128>", "--form", "zipped"],
        "
layout    ((8,2),(128,2)):((128,2048),(1,1024))
tiler     <8:1,128:1>
result    ((8,128),(2,2)):((128,1),(2048,1024))
",
    );
    prints(
        &["inverse", "f32[2,8]{0,1:T(4,1)}"],
        "
layout    (2,(4,2)):(4,(1,8))
result    (4,2,2):(2,1,8)
",
    );
}

#[test]
fn show_prints_padding() {
    prints(
        &["show", "zN:f16", "100x50", "--no-table"],
        "
zN of 100x50, 16-bit elements, fractals of 16x16: row-major inside, column-major between
((16,7),(16,4)):((16,256),(1,1792)) of (100,50)

size        7168 coordinates
cosize      7168
extent      (100,50), 5000 elements
padding     2168 elements, 4336 bytes, 30.2 % of the size
bytes       14336
injective   yes
contiguous  yes
holes       0
",
    );
}

#[test]
fn a_format_is_named_by_words_or_colons() {
    let shown = |arguments: &[&str]| printed(&tilework(arguments));
    let expected = shown(&["show", "zN:f16", "20x3"]);
    assert!(expected.starts_with("zN of 20x3"), "{expected}");
    for words in [&["show", "zN f16 20x3"][..], &["show", "zN f16", "20x3"], &["show", "zN:f16:20x3"]] {
        assert_eq!(shown(words), expected);
    }
    fails(
        &["show", "zN f16"],
        2,
        "error: how large is the matrix in zN f16? Say for example `zN:f16:100x50`",
    );
}

#[test]
fn swizzled_layouts_are_drawn_and_asked() {
    prints(
        &["show", "Sw<1,0,2> o (3,4):(4,1)"],
        "
Sw<1,0,2> o 0 o (3,4):(4,1)
       0    1    2    3
    +----+----+----+----+
 0  |  0 |  1 |  2 |  3 |
    +----+----+----+----+
 1  |  5 |  4 |  7 |  6 |
    +----+----+----+----+
 2  |  8 |  9 | 10 | 11 |
    +----+----+----+----+

size        12 coordinates
cosize      12
injective   yes
contiguous  yes
holes       0
",
    );
    let output = tilework(&["show", "Sw<1,0,2>o 5 o6:1", "--no-table"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("Sw<1,0,2> o 5 o 6:1\n") && text.contains("holes       1\n"), "{text}");
    prints(&["offset", "Sw<2,0,3> o (8,8):(8,1)", "(1,0)"], "9\n");
    prints(&["coord", "Sw<2,0,3> o (8,8):(8,1)", "9"], "(1,0)\n");
    fails(
        &["coord", "Sw<2,0,3> o (8,8):(8,1)", "-9"],
        1,
        "no coordinate of Sw<2,0,3> o 0 o (8,8):(8,1) has the offset -9",
    );
    fails(
        &["show", "Sw<2,0,3> o (3"],
        2,
        "
error: this is no swizzled layout
  |
  | Sw<2,0,3> o (3
  |               ^ expected `,` or `)`, found the end
",
    );
    fails(&["show", "Sw<1,0,2> o 4:-1"], 2, "error: swizzle: the offset -1 is negative");
    fails(
        &["inverse", "Sw<2,0,3> o 8:1"],
        2,
        "error: Sw<2,0,3> o 8:1 is swizzled, and this is no place for a swizzle: give the layout behind it",
    );
}

#[test]
fn the_algebra_works_behind_a_swizzle() {
    prints(
        &["compose", "Sw<2,0,3> o 4 o (8,8):(8,1)", "(4,2):(8,1)"],
        "\
lhs       Sw<2,0,3> o 4 o (8,8):(8,1)
rhs       (4,2):(8,1)
result    Sw<2,0,3> o 4 o (4,2):(1,8)
",
    );
    let last = |arguments: &[&str], result: &str| {
        let output = tilework(arguments);
        assert_eq!(
            printed(&output).lines().last(),
            Some(format!("result    {result}").as_str()),
            "{arguments:?}"
        );
    };
    last(&["divide", "Sw<3,0,3> o (8,8):(8,1)", "<4,2>"], "Sw<3,0,3> o 0 o ((4,2),(2,4)):((8,32),(1,2))");
    last(
        &["product", "Sw<1,0,2> o (4,2):(2,1)", "(2,3):(3,1)", "--form", "blocked"],
        "Sw<1,0,2> o 0 o ((4,2),(2,3)):((2,24),(1,8))",
    );
    last(&["coalesce", "Sw<1,0,2> o (4,(2,8)):(1,(4,8))"], "Sw<1,0,2> o 0 o 64:1");
}

#[test]
fn tables_that_nobody_reads_are_refused() {
    for layout in ["(100000,1000):(1000,1)", "Sw<2,0,3> o (100000,1000):(1000,1)"] {
        let asked =
            ["show", layout, "--rows", "4294967295", "--columns", "4294967295", "--pages", "4294967295"];
        let told = "error: draw: 100000000 cells, at most 1048576 are drawn: fewer rows, columns or pages are wanted";
        fails(&asked, 2, told);
    }
    let shape = ["show", "f32[100000,1000]{1,0:T(8,128)}", "--rows", "100000", "--columns", "1024"];
    assert_eq!(tilework(&shape).status.code(), Some(2));
    // a million is not too much
    let output = tilework(&["show", "(1000,1000):(1000,1)", "--rows", "1000", "--columns", "1000"]);
    assert!(output.status.success() && output.stdout.len() > 10_000_000);
}

#[test]
fn every_operation_has_a_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let svg = folder.path().join("steps.svg").to_str().expect("a name").to_owned();
    for (arguments, result) in [
        (&["complement", "(2,2):(1,6)", "24"][..], "result: (3,2):(2,12)"),
        (&["inverse", "(4,8):(8,1)"], "result: (8,4):(4,1)"),
        (&["coalesce", "(2,(1,6)):(1,(6,2))"], "result: 12:1"),
        (&["compose", "(6,2):(8,2)", "(4,3):(3,1)"], "result: ((2,2),3):((24,2),8)"),
    ] {
        printed(&tilework(&[arguments, &["--svg", &svg]].concat()));
        let drawn = std::fs::read_to_string(&svg).unwrap();
        assert!(drawn.starts_with("<svg ") && drawn.contains(result), "{arguments:?}\n{drawn}");
    }
}

#[test]
fn pictures_go_into_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let (svg, html) = (at("zn.svg"), at("zn.html"));
    let shown = tilework(&["show", "zN:f16", "40x20", "--svg", &svg, "--html", &html, "--color-by", "bank"]);
    assert!(shown.status.success(), "{shown:?}");
    let (svg, html) = (std::fs::read_to_string(svg).unwrap(), std::fs::read_to_string(html).unwrap());
    assert!(svg.starts_with("<svg ") && svg.contains("colour: bank:32x4"));
    assert!(html.contains(&svg) && html.contains("contiguous  yes"));
    for (arguments, expected) in [
        (&["show", "(4,4):(4,1)", "--to", "(4,4):(1,4)", "--svg"][..], "memory after"),
        (&["show", "((4,8),2):((16,1),8)", "--tile", "(8,8)", "--color-by", "thread", "--svg"], "T14V1"),
        (&["divide", "24:3", "4:2", "--svg"], "rest: (2,3):(1,8)"),
        (&["compose", "(6,2):(8,2)", "(4,3):(3,1)", "--svg"], "result: ((2,2),3):((24,2),8)"),
        (&["product", "(2,2):(4,1)", "6:1", "--svg"], "block: (2,2):(4,1)"),
    ] {
        let file = at("steps.svg");
        let output = tilework(&[arguments, &[&file]].concat());
        assert!(output.status.success(), "{output:?}");
        assert!(std::fs::read_to_string(&file).unwrap().contains(expected), "{arguments:?}");
    }
    // what cannot be written leaves nothing behind
    let missing = at("no/such.svg");
    assert_eq!(tilework(&["show", "4:1", "--svg", &missing]).status.code(), Some(2));
    let before = std::fs::read_dir(folder.path()).unwrap().count();
    fails(
        &["show", "(4,4):(4,1)", "--to", "(4,5):(1,4)", "--svg", &at("moves.svg")],
        2,
        "error: moves: (4,4):(4,1) has the extents [4, 4], (4,5):(1,4) has [4, 5]",
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), before);
    fails(&["show", "4:1", "--to", "4:2"], 2, "error: --to draws into a file: say --svg FILE or --html FILE");
    assert_eq!(tilework(&["show", "4:1", "--color-by", "bank:0x4"]).status.code(), Some(2));
}

#[test]
fn show_never_floods_the_terminal() {
    for layout in
        ["(100000,100000):(1,100000)", "1000000000000:1", "(9,9,9,9,9,9):(1,9,81,729,6561,59049)", "():()"]
    {
        let output = tilework(&["show", layout]);
        assert!(output.status.success());
        assert!(output.stdout.len() < 64 * 1024, "{layout}: {}", output.stdout.len());
    }
}

#[test]
fn offsets_and_coordinates() {
    prints(&["offset", "((4,2),(4,3)):((4,16),(1,32))", "(1,5)"], "37\n");
    prints(&["offset", "zN:f16", "100x50", "(17,20)"], "2068\n");
    // without the parentheses around all of it
    prints(&["offset", "((4,2),(4,3)):((4,16),(1,32))", "1,5"], "37\n");
    prints(&["offset", "((4,2),(4,3)):((4,16),(1,32))", "(1,0),(1, 1)"], "37\n");
    prints(&["offset", "f32[3,5]{1,0:T(2,2)}", "2,3"], "17  byte 68\n");
    prints(&["coord", "(3,5):(1@0,1@1)", "1,2"], "(1,2)\n");
    prints(&["coord", "(3,5):(1@0,1@1)", "2@1"], "(0,2)\n");
    prints(
        &["complement", "(2,2):(1,6)", "4,6"],
        "layout    (2,2):(1,6)\ncotarget  24\nresult    (3,2):(2,12)\n",
    );
    fails(&["coord", "(4,8):(8,1)", "1,5"], 2, "error: the offset (1,5) is a tuple, an integer is wanted");
    prints(&["offset", "zN:f16", "100x50", "(100,0)"], "1600  (padding: outside the extent (100,50))\n");
    prints(&["coord", "((4,2),(4,3)):((4,16),(1,32))", "37"], "(1,5)  ((1,0),(1,1))\n");
    prints(&["coord", "(3,2):(1,-3)", "-3"], "(0,1)\n");
    fails(&["coord", "(2,4):(12,1)", "5"], 1, "no coordinate of (2,4):(12,1) has the offset 5");
}

#[test]
fn mistakes_are_pointed_at() {
    fails(
        &["show", "(2,3x):(3,1)"],
        2,
        "
error: this is no layout
  |
  | (2,3x):(3,1)
  |     ^ expected `,` or `)`, found `x`
",
    );
    fails(
        &["offset", "(2,3):(3,1)", "(1,"],
        2,
        "
error: this is no coordinate
  |
  | (1,
  |    ^ expected an integer, found the end
",
    );
    fails(&["offset", "(2,3):(3,1)", "6"], 2, "error: offset: coordinate 6 is outside the size 6");
    fails(
        &["show", "zN:f16"],
        2,
        "error: how large is the matrix in zN:f16? Say for example `zN:f16:100x50`",
    );
    fails(&["show", "zN", "100x50"], 2, "error: zN needs the type of its elements: `zN:f16 100x50`");
    fails(&["show", "zN"], 2, "error: how large is the matrix in zN? Say for example `zN:f16:100x50`");
    fails(
        &["show", "zn:f16:100x50"],
        2,
        "error: there is no format zn, but zN; known are RowMajor, ColumnMajor, VectorLayout, zN, nZ, zZ, nN, L0C, Weight4BitnZ, \
         PaddingRowMajor, PaddingColumnMajor",
    );
    fails(
        &["show", "(4,8)"],
        2,
        "
error: this is no layout; one is a shape and a stride, such as (4,8):(8,1)
  |
  | (4,8)
  |      ^ expected `:`, found the end
",
    );
}

#[test]
fn algebra_prints_operands_steps_and_result() {
    prints(
        &["compose", "(6,2):(8,2)", "(4,3):(3,1)"],
        "
lhs       (6,2):(8,2)
rhs       (4,3):(3,1)
result    ((2,2),3):((24,2),8)
",
    );
    prints(
        &["divide", "24:3", "4:2"],
        "
layout    24:3
tiler     4:2
rest      (2,3):(1,8)  (complement of the tiler in 24)
result    (4,(2,3)):(6,(3,24))
",
    );
    prints(
        &["divide", "zN:f16:100x50", "<32,32>", "--form", "zipped"],
        "
layout    ((16,7),(16,4)):((16,256),(1,1792)) of (100,50)
tiler     <32:1,32:1>
result    ((32,(16,2)),(4,2)):((16,(1,1792)),(512,3584)) of (100,50) by ((1@0,(1@1,16@1)),(32@0,32@1))
overhangs 5000 of 8192 coordinates are valid
",
    );
    prints(
        &["product", "(2,5):(5,1)", "(3,4):(1,3)", "--form", "blocked"],
        "
block     (2,5):(5,1)
tiler     (3,4):(1,3)
result    ((2,3),(5,4)):((5,10),(1,30))
",
    );
    prints(
        &["complement", "4:2", "24"],
        "
layout    4:2
cotarget  24
result    (2,3):(1,8)
",
    );
    prints(&["inverse", "(4,8):(8,1)"], "layout    (4,8):(8,1)\nresult    (8,4):(4,1)\n");
    prints(&["coalesce", "(2,(1,6)):(1,(6,2))"], "layout    (2,(1,6)):(1,(6,2))\nresult    12:1\n");
}

#[test]
fn algebra_says_which_step_refused() {
    fails(
        &["compose", "(6,2):(1,7)", "(3,2):(2,3)"],
        1,
        "
lhs       (6,2):(1,7)
rhs       (3,2):(2,3)
refused   composition: no layout over (3,2) equals (6,2):(1,7) o (3,2):(2,3), digits carry in mode 1 of (3,2):(2,3): \
         coordinate (2,1) needs 8, modes give 7
",
    );
    fails(
        &["complement", "(4,4):(1,2)", "32"],
        1,
        "
layout    (4,4):(1,2)
cotarget  32
refused   complement: the stride 2 in (4,4):(1,2) overlaps with smaller ones, which span 4
",
    );
    fails(
        &["divide", "8:1", "<4,>"],
        2,
        "
error: this is no layout or tiler
  |
  | <4,>
  |    ^ expected an integer, found `>`
",
    );
}

#[test]
fn help_has_examples() {
    for command in [
        "show",
        "offset",
        "coord",
        "compose",
        "divide",
        "product",
        "complement",
        "inverse",
        "coalesce",
        "eval",
    ] {
        let output = tilework(&[command, "--help"]);
        assert!(String::from_utf8(output.stdout).unwrap().contains("Example"), "{command}");
    }
    assert_eq!(tilework(&["show"]).status.code(), Some(2));
}

#[test]
fn eval_answers_the_protocol() {
    let request = r#"{"id": 1, "op": "layout.offsets", "layout": "(2,3):(3,1)"}"#;
    assert_eq!(eval(request.as_bytes()), "{\"id\":1,\"result\":[0,3,1,4,2,5]}\n");
}

#[test]
fn eval_lists_the_first_offsets() {
    let listed = |request: &str| -> Vec<i64> {
        let answer: Value = serde_json::from_str(&eval(request.as_bytes())).unwrap();
        serde_json::from_value(answer["result"].clone()).unwrap()
    };
    let request = r#"{"op": "layout.offsets", "layout": "100:2"}"#;
    assert_eq!(listed(request).len(), 64);
    assert!(eval(request.as_bytes()).contains(r#""left_off":36"#), "{}", eval(request.as_bytes()));
    assert_eq!(listed(r#"{"op": "layout.offsets", "layout": "1000000000000000:3"}"#).last(), Some(&189));
    assert_eq!(listed(r#"{"op": "layout.offsets", "layout": "100:2", "limit": 1000}"#).last(), Some(&198));
    let swizzled = r#"{"op": "swizzle.offsets", "swizzle": "Sw<2,0,2>", "offset": 0, "layout": "100:1"}"#;
    assert_eq!(listed(swizzled).len(), 64);
    let all = r#"{"op": "layout.offsets", "layout": "2000000:1", "limit": 2000000}"#;
    assert!(eval(all.as_bytes()).contains("at most 1048576 are listed at once"));
}

#[test]
fn eval_answers_for_one_coordinate_and_for_two_layouts() {
    let answer =
        |request: &Value| -> Value { serde_json::from_str(&eval(request.to_string().as_bytes())).unwrap() };
    let of_one = |verb: &str, layout: &str| json!({ "op": format!("layout.{verb}"), "layout": layout });
    let of_two = |verb: &str, lhs, rhs| json!({ "op": format!("layout.{verb}"), "lhs": lhs, "rhs": rhs });
    assert_eq!(answer(&of_one("is_injective", "(2,4):(2,1)"))["result"], false);
    assert_eq!(answer(&of_one("is_contiguous", "(2,4):(4,1)"))["result"], true);
    assert_eq!(answer(&of_two("same_by_index", "(2,6):(1,2)", "12:1"))["result"], true);
    assert_eq!(answer(&of_two("same_by_coordinate", "(2,6):(1,2)", "12:1"))["result"], false);
    let mut asked = of_one("coordinates_of", "(2,4):(2,1)");
    asked["offset"] = json!(2);
    assert_eq!(answer(&asked)["result"], json!(["(1,0)", "(0,2)"]));
    let mut asked = of_one("offset", "((16,7),(16,4)):((16,256),(1,1792)) of (100,50)");
    asked["coord"] = json!("(17,20)");
    assert_eq!(answer(&asked)["result"], 2068);
    asked["coord"] = json!("(100,0)");
    assert_eq!(answer(&asked)["error"]["kind"], "invalid");
}

#[test]
fn eval_says_what_is_valid_of_a_layout_that_overhangs() {
    for (request, answer) in [
        (
            r#"{"op": "layout.logical_divide", "layout": "10:1", "tiler": "4"}"#,
            r#"{"id":null,"overhangs":"(4,3):(1,4) of (10) by (1@0,4@0)","result":"(4,3):(1,4)"}"#,
        ),
        (
            r#"{"op": "layout.logical_divide", "layout": "(10,7):(1,10)", "tiler": "<4,_>"}"#,
            r#"{"id":null,"overhangs":"((4,3),7):((1,4),10) of (10,7)","result":"((4,3),7):((1,4),10)"}"#,
        ),
        (
            r#"{"op": "layout.select", "layout": "(4,4):(1,4) of (3,4)", "modes": [1, 0]}"#,
            r#"{"id":null,"overhangs":"(4,4):(4,1) of (4,3)","result":"(4,4):(4,1)"}"#,
        ),
    ] {
        assert_eq!(eval(request.as_bytes()), format!("{answer}\n"));
    }
}

#[test]
fn eval_says_what_the_library_says_of_strides_that_do_not_move() {
    for (shape, stride) in [("(2,(1,4))", "(4,(4,1))"), ("(3,1)", "(1,1)"), ("(_1,_1)", "(1,1)")] {
        let request = format!(r#"{{"op":"tuple.compact_row_major","shape":"{shape}"}}"#);
        assert_eq!(eval(request.as_bytes()), format!("{{\"id\":null,\"result\":\"{stride}\"}}\n"));
    }
}

#[test]
fn eval_answers_every_line() {
    let deep = format!("{{\"id\":1,\"op\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let deep_tuple = format!(r#"{{"op":"tuple.rank","tuple":"{}"}}"#, "(".repeat(1_000_000));
    let lines: [(&[u8], &str); 16] = [
        (b"nonsense", "parse"),
        (b"\xff\xfe", "parse"),
        (b"[1]", "request"),
        (b"{}", "request"),
        (br#"{"op": 7}"#, "request"),
        (br#"{"op": "layout.nothing"}"#, "unsupported"),
        (br#"{"op": "nothing"}"#, "unsupported"),
        (br#"{"op": "layout.size"}"#, "request"),
        (br#"{"op": "layout.size", "layout": 5}"#, "request"),
        (br#"{"op": "layout.size", "layout": "(2"}"#, "parse"),
        (br#"{"op": "layout.size", "layout": "2:1", "more": 1}"#, "request"),
        (br#"{"op": "layout.take", "layout": "2:1", "begin": -1, "end": 99999999999999999999}"#, "request"),
        (
            br#"{"op": "layout.offsets", "layout": "1000000000000000:1", "limit": 1000000000000000}"#,
            "request",
        ),
        (
            br#"{"op": "tla.crd2offset", "coord": "9223372036854775807", "shape": "4", "stride": "2"}"#,
            "invalid",
        ),
        (deep.as_bytes(), "parse"),
        (deep_tuple.as_bytes(), "parse"),
    ];
    let input: Vec<u8> = lines.iter().flat_map(|(line, _)| [line, b"\n  \n".as_slice()].concat()).collect();
    let answers = eval(&input);
    assert_eq!(answers.lines().count(), lines.len());
    for (answer, (line, kind)) in answers.lines().zip(lines) {
        let shown = String::from_utf8_lossy(&line[..line.len().min(80)]);
        assert!(answer.contains(&format!(r#""kind":"{kind}""#)), "{shown}: {answer}");
    }
}

#[test]
fn eval_echoes_any_id() {
    for id in ["null", "\"x\"", "[1,{\"a\":2.50}]", "123456789012345678901234567890", "-0.10e+400"] {
        let request = format!(r#"{{"id":{id},"op":"tuple.rank","tuple":"4"}}"#);
        assert_eq!(eval(request.as_bytes()), format!("{{\"id\":{id},\"result\":1}}\n"));
    }
}

#[test]
fn eval_answers_before_it_waits() {
    let mut child = program().arg("eval").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for round in 0..3 {
        writeln!(stdin, r#"{{"id":{round},"op":"tuple.rank","tuple":"4"}}"#).unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), format!("{{\"id\":{round},\"result\":1}}"));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}
