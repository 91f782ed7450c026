//! Whatever text is read: no panic, no endless loop, and errors that point into the text.
//!
//! Texts are real ones, mutated from a seed. `TILEWORK_CASES` sets how many are tried.
use crate::dumps::DUMPS;
use crate::random::{Random, cases};
use std::time::{Duration, Instant};
use tilework::affine::{Expr, IndexingMap, MAX_DEPTH, Points};
use tilework::dynamic::Error;
use tilework::hlo::{Line, Module, Scope, input_to_output, output_to_input, proves_bitcast, scan_line};
use tilework::xla::{LinearIndex, Shape, Tiling};

const MAPS: [&str; 5] = [
    "(d0, d1)[s0]{rt0} -> (d0 + s0, d1 * 2 + rt0), domain: d0 in [0, 9], d1 in [0, 3], s0 in [0, 1], rt0 in [0, 5], d0 + s0 in [0, 8]",
    "(d0) -> (-((d0 * -11 - 3) floordiv 11) + 9, min(d0, 4) ceildiv 3), domain: d0 in [-5, 122], d0 mod 8 in [3, 3]",
    "(th_x, bl_x)[vector] -> (((bl_x * 128 + th_x) floordiv 8) mod 4), domain: th_x in [0, 127], bl_x in [0, 9], vector in [0, 3]",
    "() -> ()",
    "(d0, d1, d2) -> (max(d0, d1) * d2, d1 - d2 * 2), domain: d0 in [0, 9], d1 in [0, 9], d2 in [0, 9]",
];

const PIECES: [&str; 30] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "=",
    "->",
    "%",
    "\"",
    "/*",
    "*/",
    "//",
    "\\",
    "-",
    "*",
    " ",
    "\n",
    "é",
    "\u{0}",
    "0",
    "9223372036854775808",
    "-9223372036854775808",
    "ROOT",
    "ENTRY",
    "mod",
    " floordiv ",
    "<=",
];

/// The text with some bytes taken out, doubled, moved, or with pieces put in.
fn mutated(random: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(24)).min(bytes.len());
        match random.below(6) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes.truncate(at),
            2 => {
                let part = bytes[at..end].to_vec();
                let target = random.below(bytes.len() + 1);
                bytes.splice(target..target, part);
            }
            3 if at < bytes.len() => bytes[at] = (random.next() & 0x7f) as u8,
            4 => {
                let digits: Vec<usize> =
                    (0..bytes.len()).filter(|place| bytes[*place].is_ascii_digit()).collect();
                if let Some(&place) = digits.get(random.below(digits.len().max(1))) {
                    bytes[place] = b'0' + random.below(10) as u8;
                }
            }
            _ => {
                let piece = random.of(&PIECES).bytes();
                bytes.splice(at..at, piece);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn assert_points_into(text: &str, error: &Error) {
    if let Error::Parse(error) = error {
        assert!(text.get(error.span.clone()).is_some(), "{error}: {:?} of {text}", error.span);
    }
}

/// Runs what reads one text, and tells if it takes long.
fn quickly(text: &str, read: impl FnOnce()) {
    let start = Instant::now();
    read();
    assert!(start.elapsed() < Duration::from_secs(120), "{:?}: {text}", start.elapsed());
}

#[test]
fn maps_from_any_text() {
    let mut random = Random(1);
    let mut read = 0;
    for _ in 0..cases(20_000) {
        let original = random.of(&MAPS);
        let text = mutated(&mut random, original);
        quickly(&text, || match text.parse::<IndexingMap>() {
            Ok(map) => {
                read += 1;
                if !map.is_known_empty() {
                    assert_eq!(map.to_string().parse::<IndexingMap>().as_ref(), Ok(&map), "{text}");
                }
                map.simplify(Points::Replace).to_string();
                map.rescale_symbols().remove_unused_variables().symbols_to_dimensions();
                let _ = map.to_layout();
            }
            Err(error) => assert_points_into(&text, &error),
        });
        if let Err(error) = text.parse::<Expr>() {
            assert_points_into(&text, &error);
        }
    }
    assert!(read > 1000, "{read}");
}

#[test]
fn shapes_from_any_text() {
    let shapes: Vec<&str> = DUMPS
        .iter()
        .flat_map(|dump| dump.lines())
        .filter_map(|line| line.split_once(" = ")?.1.split_once(' '))
        .map(|(shape, _)| shape)
        .chain(["(f32[3,<=5]{1,0:T(2,2)S(1)}, token[], s4[9]{0:T(*,8)(4,1)E(4)})"])
        .collect();
    let mut random = Random(2);
    let mut read = 0;
    for _ in 0..cases(20_000) {
        let original = random.of(&shapes);
        let text = mutated(&mut random, original);
        quickly(&text, || match text.parse::<Shape>() {
            Ok(shape) => {
                read += 1;
                assert_eq!(
                    shape.to_string().parse::<Shape>().map(|again| again == shape),
                    Ok(true),
                    "{text}"
                );
                if let Some(Ok(places)) = shape.as_array().map(|array| LinearIndex::new(array, Tiling::All)) {
                    let _ = places.to_map().to_layout();
                    places.to_inverse_map();
                }
            }
            Err(error) => assert_points_into(&text, &error),
        });
    }
    assert!(read > 1000, "{read}");
}

#[test]
fn modules_from_any_text() {
    let mut random = Random(3);
    // most of a dump is alike: its computations, each by itself, are read faster
    let texts: Vec<String> = DUMPS
        .iter()
        .flat_map(|dump| dump.split("\n\n"))
        .filter(|part| part.contains(" = ") && part.len() < 6000)
        .map(str::to_string)
        .collect();
    let mut read = 0;
    for _ in 0..cases(3000) {
        let original = random.of(&texts);
        let text = mutated(&mut random, &original);
        quickly(&text, || match Module::parse(&text) {
            Ok(module) => {
                read += 1;
                let printed = module.to_string();
                assert!(Module::parse(&printed).is_ok_and(|again| again == module), "{text}\n{printed}");
                for computation in &module.computations {
                    for (number, instruction) in computation.instructions.iter().enumerate() {
                        output_to_input(&module, computation, number, 0, Scope::Extended);
                        for operand in 0..instruction.operands.len() {
                            input_to_output(&module, computation, number, operand, Scope::Extended);
                        }
                        let is_large = |shape: &Shape| {
                            shape.as_array().is_none_or(|array| !matches!(array.elements(), Ok(..=100_000)))
                        };
                        if matches!(instruction.opcode, "copy" | "reshape" | "transpose")
                            && !is_large(&instruction.shape)
                        {
                            let _ = proves_bitcast(&module, computation, number);
                        }
                    }
                }
            }
            Err(error) => assert_points_into(&text, &error),
        });
    }
    assert!(read > 100, "{read}");
}

const SHAPES: [&str; 10] = [
    "f32[]",
    "f32[8,128]{1,0:T(8,128)}",
    "bf16[3,5]{0,1:T(8,128)(2,1)S(1)}",
    "s4[<=7,?]{1,0:T(*,8)E(4)}",
    "pred[2]",
    "token[]",
    "(f32[2]{0}, (s32[], u8[0]{0}))",
    "()",
    "b(f32[4]{0})",
    "(f32[], f32[], f32[], f32[], f32[], /*index=5*/f32[])",
];

const ATTRIBUTES: [&str; 14] = [
    "dimensions={1,0}",
    "metadata={op_name=\"jit(f)/a\\\"b}\" source_line=3}",
    "backend_config={\"a\":[\"1\",{\"b\":null}]}",
    "sharding={devices=[2,1]<=[2] last_tile_dims={manual}}",
    "sharding={mesh['x'=2], [{'x'}, {?}]}",
    "replica_groups=mesh['x'=2] {'x'}",
    "replica_groups=[2,2]<=[4]T(1,0)",
    "control-predecessors={%a, %b}",
    "slice={[0:10:2], [3:5]}",
    "window={size=3x3 pad=1_1x-1_0}",
    "dim_labels=b01f_01io->b01f",
    "frontend_attributes={a=\"b\",m={e = #sdy.mesh<[]>}}",
    "/*index=5*/ is_stable=true",
    "padding=1_4_1x4_8_0",
];

const ARGUMENTS: [&str; 6] =
    ["0", "{...}", "{ {1, -2}, {inf, nan} }", "(1, {true, false})", "-1.5e-07", "\"a)\\\"\""];

/// A module that can be read.
fn written(random: &mut Random) -> String {
    let percent = random.of(&["%", ""]);
    let mut text = String::from(random.of(&[
        "",
        "HloModule m\n\n",
        "HloModule m, is_scheduled=true, a={{0}: (0, {})}\n",
    ]));
    text +=
        random.of::<&str>(&["", "", "FileNames\n1 \"a.py\"\n\nStackFrames\n1 {file_location_id=1}\n\n\n"]);
    let computations = 1 + random.below(3);
    for computation in 0..computations {
        let entry = if computation + 1 == computations && random.once_in(2) { "ENTRY " } else { "" };
        let signature = random.of(&["", "(p: f32[8]) -> f32[8] ", "() -> (f32[], s32[<=2]{0}) "]);
        text += &format!("{entry}{percent}c.{computation} {signature}{{\n");
        let instructions = 1 + random.below(5);
        for number in 0..instructions {
            let root = if number + 1 == instructions && random.once_in(2) { "ROOT " } else { "" };
            let shape = random.of(&SHAPES);
            let operands: Vec<String> = (0..random.below(1 + number.min(3)))
                .map(|_| {
                    let shape =
                        if random.once_in(2) { format!("{} ", random.of(&SHAPES)) } else { String::new() };
                    format!("{shape}{percent}i-{}", random.below(number))
                })
                .collect();
            let (opcode, arguments) = match random.below(3) {
                0 => (random.of(&["parameter", "constant"]), random.of(&ARGUMENTS).to_string()),
                _ => (random.of(&["add", "copy-start", "fusion", "new"]), operands.join(", ")),
            };
            text += &format!("  {root}{percent}i-{number} = {shape} {opcode}({arguments})");
            for _ in 0..random.below(3) {
                text += &format!(", {}", random.of(&ATTRIBUTES));
            }
            text.push('\n');
        }
        text += random.of::<&str>(&["}\n\n", "}, execution_thread=\"host\"\n\n"]);
    }
    text
}

/// Reads, prints, and reads again; whether it can be read.
fn round_trip(text: &str) -> bool {
    match Module::parse(text) {
        Ok(module) => {
            let printed = module.to_string();
            assert!(Module::parse(&printed).is_ok_and(|again| again == module), "{text}\n{printed}");
            true
        }
        Err(error) => {
            assert_points_into(text, &error);
            false
        }
    }
}

#[test]
fn written_modules_and_pieces_of_dumps_with_errors() {
    let mut random = Random(5);
    let pieces: Vec<String> = DUMPS
        .iter()
        .flat_map(|dump| dump.split("\n\n"))
        .filter(|part| part.contains(" = "))
        .flat_map(|part| {
            let lines: Vec<&str> = part.lines().collect();
            lines.chunks(6).map(|lines| lines.join("\n")).collect::<Vec<_>>()
        })
        .filter(|part| part.len() < 3000)
        .collect();
    let mut read = 0;
    let cases = cases(10_000);
    for case in 0..cases {
        let text = if case % 2 == 0 {
            let text = written(&mut random);
            assert!(round_trip(&text), "{text}");
            mutated(&mut random, &text)
        } else {
            // operands that the piece does not have stand before it
            let piece = random.of(&pieces);
            let body = mutated(&mut random, &piece);
            let header = if body.contains('{') && body.contains(") -> ") {
                ""
            } else {
                "e {\n  %p = f32[] parameter(0)\n"
            };
            format!("{header}{body}\n}}\n")
        };
        quickly(&text, || read += usize::from(round_trip(&text)));
        for line in text.lines() {
            if let Err(error) = scan_line(line) {
                assert_points_into(line, &Error::Parse(error));
            }
        }
    }
    println!("{read} of {cases} with errors can be read");
    assert!(read * 50 > cases, "{read}");
}

#[test]
fn whole_dumps_with_errors() {
    let mut random = Random(4);
    for _ in 0..cases(200) {
        let original = random.of(&DUMPS);
        let text = mutated(&mut random, original);
        if let Err(error) = Module::parse(&text) {
            assert_points_into(&text, &error);
        }
    }
}

#[test]
fn fusions_that_call_each_other_end() {
    let fusion = |name: &str, called: &str| {
        format!(
            "{name} {{\n p = f32[8] parameter(0)\n a = f32[8] fusion(p), kind=kLoop, calls={called}\n \
             b = f32[8] fusion(a), kind=kLoop, calls={called}\n ROOT c = f32[8] add(a, b)\n}}\n"
        )
    };
    let itself = fusion("ENTRY f", "f");
    let many: String =
        (0..64).rev().map(|number| fusion(&format!("f{number}"), &format!("f{}", number + 1))).collect();
    let deep = format!("f64 {{\n p = f32[8] parameter(0)\n ROOT n = f32[8] negate(p)\n}}\n{many}");
    for (text, is_known) in [(itself, false), (deep, true)] {
        let module = Module::parse(&text).unwrap();
        let entry = module.entry();
        quickly("fusions", || {
            assert_eq!(output_to_input(&module, entry, 1, 0, Scope::Xla)[0].is_some(), is_known);
        });
    }
}

#[test]
fn long_texts_take_linear_time() {
    let many = 200_000;
    let names: Vec<String> = (0..many).map(|number| format!("n{number}")).collect();
    let domain: Vec<String> = names.iter().map(|name| format!("{name} in [0, 1]")).collect();
    let map = format!("({}) -> (n5), domain: {}", names.join(", "), domain.join(", "));
    quickly("a map of many names", || {
        assert_eq!(map.parse::<IndexingMap>().map(|map| map.dims().len()), Ok(many));
    });
    let parsed: IndexingMap = map.parse().unwrap();
    quickly("its text", || assert_eq!(parsed.to_string(), map));
    let one = "v0 + ".repeat(many) + "1";
    quickly("a long sum", || assert!(one.parse::<Expr>().is_err()));
    for open in ["(", "-", "min(", "-("] {
        let deep = open.repeat(many) + "v0";
        quickly("a deep expression", || assert!(deep.parse::<Expr>().is_err()));
    }
    let (open, close) = ("(".repeat(MAX_DEPTH / 4 - 1), ")".repeat(MAX_DEPTH / 4 - 1));
    assert_eq!(format!("{open}v0{close}").parse(), Ok(Expr::variable(0)));
    assert!(format!("({open}v0{close})").parse::<Expr>().is_err());
    for (chain, operators) in
        [(" floordiv 2", 1), (" * d1 mod 7", 2), (" + d0 * d1 floordiv 3", 1), (" mod 9 floordiv d1", 2)]
    {
        let chain = chain.repeat((MAX_DEPTH - 8) / operators);
        let text = format!("(d0, d1) -> (d0{chain}), domain: d0 in [-99, 999], d1 in [1, 9]");
        let map: IndexingMap = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        quickly("a long chain", || assert!(!map.simplify(Points::Replace).to_string().is_empty()));
        quickly("its layout", || drop(map.to_layout()));
    }
}

/// Modules with one part many times: whether they can be read, the front, the part, and the back.
const LONG: [(bool, &str, &str, &str); 52] = [
    (false, "", "/* */ ", ""),
    (false, "", "// ", ""),
    (false, "", "// \n", ""),
    (false, "", "/* ", ""),
    (false, "", "/* / ", ""),
    (false, "HloModule ", "a", ""),
    (false, "HloModule m, ", "a=(,", ""),
    (true, "HloModule m", ", a={b}", "\ne { p = f32[] parameter(0) }"),
    (true, "FileNames", "\n1 \"a\"", "\ne { p = f32[] parameter(0) }"),
    (true, "", "FileNames ", "e { p = f32[] parameter(0) }"),
    (true, "FileNames\n1 ", "1 ", "\ne { p = f32[] parameter(0) }"),
    (true, "e { p = f32[] parameter(0), ", "/* , ", "}"),
    (true, "e { p = f32[] parameter(0)", ", /* */", "}"),
    (true, "e { p = f32[] parameter(0), x=", " ", "{1} }"),
    (true, "e { p = f32[] parameter(0), x=", " {}", "}"),
    (false, "e { p = f32[] parameter(0), x=", " {", "}"),
    (false, "e { p = f32[] parameter(0), x={", "{", ""),
    (false, "e { p = f32[] parameter(0), x={", "}", "}"),
    (false, "e { p = f32[] parameter(0)", ", x={\"", "}"),
    (false, "e { p = f32[] parameter(0), x=", "\"", "\"}"),
    (false, "e { p = f32[] parameter(0), x=\"", "\\", "}"),
    (true, "e { p = f32[] parameter(0)", ",", "}"),
    (true, "e { p = f32[] parameter(0)", ", x=\"\"", "}"),
    (true, "e { ROOT ", "p", " = f32[] parameter(0) }"),
    (false, "e { ", "p ", " = f32[] parameter(0) }"),
    (true, "e { p = f32[] parameter(0) r = () tuple(p", ", p", ") }"),
    (true, "e { p = f32[] parameter(0) r = () tuple(p", ", f32[] p", ") }"),
    (true, "e { p = f32[] parameter(0) r = () tuple(p", ", /*index=5*/p", ") }"),
    (false, "e { p = f32[] parameter(0) r = () tuple(p", ", ", ") }"),
    (false, "e { p = f32[] parameter(0) r = () tuple(", "(", ") }"),
    (false, "e { p = f32[] parameter(0) r = () tuple(", "q", ") }"),
    (false, "e { p = ", "(", "f32[] parameter(0) }"),
    (true, "e { p = (f32[]", ", f32[2]{0}", ") parameter(0) }"),
    (false, "e { p = (", "f", "32[]) parameter(0) }"),
    (false, "e { p = ", "f", "32[] parameter(0) }"),
    (true, "e { p = f32[1", ",1", "] parameter(0) }"),
    (false, "e { p = f32[1", ",999999999", "] parameter(0) }"),
    (false, "e { p = f32[1", "1", "] parameter(0) }"),
    (true, "e { p = f32[1]{0:T(1)", "(1)", "} parameter(0) }"),
    (true, "e { p = f32[1]{0:T(1", ",1", ")} parameter(0) }"),
    (false, "e { p = f32[1]{0", ",0", "} parameter(0) }"),
    (false, "e { p = f32[1]{", "{", "} parameter(0) }"),
    (true, "e { p = f32[] parameter(0) ROOT r = f32[] ", "o", "(p) }"),
    (true, "e { p = f32[] constant({", "{1},\n", "}) }"),
    (false, "e { p = f32[] constant(", "(", ") }"),
    (true, "e { ROOT p = f32[] parameter(0) ", "", "}"),
    (true, "e (p: f32[]", ", p: f32[]", ") -> f32[] { p = f32[] parameter(0) }"),
    (false, "e ", "(", ") -> f32[] { p = f32[] parameter(0) }"),
    (false, "e () -> ", "(", "f32[] { p = f32[] parameter(0) }"),
    (false, "", "{", ""),
    (false, "", "é", ""),
    (false, "e { p = f32[] parameter(0) }", "}", ""),
];

#[test]
fn long_modules_take_linear_time() {
    let many = cases(200_000);
    for (is_read, front, part, back) in LONG {
        let text = [front, &part.repeat(many), back].concat();
        let shown = format!("{front:?} {part:?}");
        quickly(&shown, || match Module::parse(&text) {
            Ok(module) => {
                let printed = module.to_string();
                assert!(Module::parse(&printed).is_ok_and(|again| again == module), "{shown}");
                module.entry().root().attributes.iter().count();
            }
            Err(error) => {
                assert!(!is_read, "{shown}: {error}");
                assert_points_into(&text, &error);
                assert!(error.to_string().len() < 400, "{shown}");
            }
        });
        quickly(&shown, || {
            if let Ok(Line::Instruction(line)) = scan_line(&text[front.find("p =").unwrap_or(0)..]) {
                line.operands().count();
                line.attributes().count();
            }
        });
    }
    let names = |text: fn(usize) -> String| (0..many).map(text).collect::<String>();
    let texts = [
        names(|number| format!("f{number} {{ p = f32[] parameter(0) }}\n")),
        format!("e {{ {} }}", names(|number| format!("p{number} = f32[{number}]{{0}} iota()\n"))),
        format!("e {{ {} }}", names(|number| format!("p{number} = f32[]constant(\"(\")\n"))),
        format!("e {{ {} }}", names(|number| format!("p{number} = f32[] c(), x=/* \" */1\n"))),
        format!("FileNames\n{} e {{ p = f32[] parameter(0) }}", names(|number| format!("{number} /*\n"))),
    ];
    for text in texts {
        let shown: String = text.chars().take(60).collect();
        quickly(&shown, || drop(Module::parse(&text).map(|module| module.to_string())));
    }
}
