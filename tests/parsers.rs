//! Whatever text is read: no panic, no endless loop, and errors that point into the text.
//!
//! Texts are real ones, mutated from a seed. `TILEWORK_CASES` sets how many are tried.
#[path = "common/random.rs"]
mod random;

use random::{Random, cases};
use std::time::{Duration, Instant};
use tilework::affine::{Expr, IndexingMap, MAX_DEPTH, Points};
use tilework::dynamic::Error;
use tilework::hlo::{Module, Scope, input_to_output, output_to_input, proves_bitcast};
use tilework::xla::{LinearIndex, Shape, Tiling};

const DUMPS: [&str; 8] = [
    include_str!("../examples/hlo/conv_block_f32.v5e.hlo"),
    include_str!("../examples/hlo/lay042.v5e.hlo"),
    include_str!("../examples/hlo/lay308.v5e.hlo"),
    include_str!("../examples/hlo/mixed_small_s32.v5e.hlo"),
    include_str!("../examples/hlo/quant_mm_odd.v5e.hlo"),
    include_str!("../examples/hlo/relayout0.v5e.hlo"),
    include_str!("../examples/hlo/relayout3.v5e.hlo"),
    include_str!("../examples/hlo/shuffle_f32.v5e.hlo"),
];

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
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}: {text}", start.elapsed());
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
        let text = mutated(&mut random, original);
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
    for text in [itself, deep] {
        let module = Module::parse(&text).unwrap();
        let entry = module.entry();
        quickly("fusions", || assert!(output_to_input(&module, entry, 1, 0, Scope::Xla)[0].is_none()));
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
    let comments = "/* */ ".repeat(many);
    quickly("comments", || assert!(Module::parse(&comments).is_err()));
    let open = "ENTRY e {\n a = f32[] parameter(0), m={".to_string() + &"{".repeat(many);
    quickly("open brackets", || assert!(Module::parse(&open).is_err()));
}
