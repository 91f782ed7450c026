//! HLO text, line by line: whatever is put in, nothing panics, and nothing wrong is taken for right.
use proptest::prelude::*;
use tilework::dynamic::Error;
use tilework::hlo::{Line, ReadError, Reader, Scanner, scan_line};
use tilework::xla::Shape;

const DUMPS: [&str; 3] = [
    include_str!("../../examples/hlo/conv_block_f32.v5e.hlo"),
    include_str!("../../examples/hlo/mixed_small_s32.v5e.hlo"),
    include_str!("../../examples/hlo/lay308.v5e.hlo"),
];

fn instructions(text: &str) -> Vec<(u64, String, String, Vec<String>)> {
    let mut scanner = Scanner::new();
    let mut found = Vec::new();
    for line in text.lines() {
        if let Line::Instruction(one) = scanner.line(line).unwrap() {
            let operands = one.operands().map(|operand| operand.name.to_string()).collect();
            found.push((scanner.number(), one.name().to_string(), one.shape_text().to_string(), operands));
        }
    }
    scanner.finish().unwrap();
    found
}

#[test]
fn every_instruction_of_a_dump_is_found() {
    for dump in DUMPS {
        let found = instructions(dump);
        // in a dump, and nowhere else, an instruction is what stands indented before ` = `
        let expected = dump.lines().filter(|line| line.starts_with("  ") && line.contains(" = ")).count();
        assert_eq!(found.len(), expected);
        for (line, name, shape, _) in found {
            let parsed: Result<Shape, Error> = shape.parse();
            assert_eq!(parsed.map(|parsed| parsed.to_string()), Ok(shape), "line {line}: {name}");
        }
    }
}

#[test]
fn operands_are_instructions_of_the_same_computation() {
    let mut names = Vec::new();
    let mut scanner = Scanner::new();
    for line in DUMPS[0].lines() {
        match scanner.line(line).unwrap() {
            Line::Computation(_) => names.clear(),
            Line::Instruction(one) => {
                if !matches!(one.opcode(), "parameter" | "constant") {
                    for operand in one.operands() {
                        assert!(names.contains(&operand.name), "{}: {operand:?}", one.name());
                    }
                }
                names.push(one.name());
            }
            _ => {}
        }
    }
}

#[test]
fn parts_in_every_style() {
    let line = "  r.1 = (s32[], /*index=1*/f32[2, 3]{1, 0:T(8,128)S(1)}) while(%init), condition=%c, body=%b.2, \
                metadata={op_name=\"a, b=(\\\"{\" source_line=3}";
    let Line::Instruction(one) = scan_line(line).unwrap() else { panic!("{line}") };
    assert_eq!(one.shape_text(), "(s32[], /*index=1*/f32[2, 3]{1, 0:T(8,128)S(1)})");
    assert_eq!((one.attribute("body"), one.attribute("bod")), (Some("%b.2"), None));
    assert_eq!(one.attributes().count(), 3);

    let line = "ROOT %f = f32[] fusion(f32[2]{0} %a, /*index=1*/(f32[2], s4[]) %b), kind=kLoop\r";
    let Line::Instruction(one) = scan_line(line).unwrap() else { panic!("{line}") };
    let operands: Vec<_> = one.operands().map(|operand| (operand.name, operand.shape)).collect();
    assert_eq!(operands, [("a", Some("f32[2]{0}")), ("b", Some("(f32[2], s4[])"))]);
    assert_eq!(one.attribute("kind"), Some("kLoop"));

    let line = "%c = b(f32[4]{0}) custom-call(), custom_call_target=\"x\"";
    let Line::Instruction(one) = scan_line(line).unwrap() else { panic!("{line}") };
    assert_eq!((one.shape_text(), one.operands().count()), ("b(f32[4]{0})", 0));

    let Line::Module(module) = scan_line("HloModule jit_f, is_scheduled=true\r").unwrap() else { panic!() };
    assert_eq!((module.name, module.attributes), ("jit_f", "is_scheduled=true"));
    for other in
        ["", "// %a = f32[] add(b)", "1 {file_name_id=1 line=2}", "FileNames", "} x", "%a", "ROOT", "ENTRY"]
    {
        assert_eq!(scan_line(other), Ok(Line::Other), "{other}");
    }
    assert_eq!(scan_line("}, execution_thread=\"host\""), Ok(Line::End));
}

#[test]
fn literals_go_on_in_further_lines() {
    let text = "HloModule m\ne {\n  c = f32[2,2] constant({\n    { 1, 2 },\n    x = 3 }\n  })\n  ROOT n = f32[2,2] negate(c)\n}\n";
    let found = instructions(text);
    assert_eq!(found.iter().map(|(line, ..)| *line).collect::<Vec<_>>(), [3, 7]);
}

#[test]
fn mistakes_have_a_line_and_a_place() {
    let error = |text: &str| {
        let mut scanner = Scanner::new();
        let mut lines = text.lines();
        let error = loop {
            match lines.next() {
                Some(line) => match scanner.line(line) {
                    Ok(_) => {}
                    Err(error) => break error,
                },
                None => break scanner.finish().unwrap_err(),
            }
        };
        error.to_string()
    };
    let header = "HloModule m\ne {\n";
    let in_line = [
        ("  a = ", "line 3: expected a shape such as `f32[2,3]`, found the end at position 6"),
        ("  a = f32[2,", "line 3: expected the bracket that ends the shape, found the end at position 12"),
        ("  a = f32[2]{0", "line 3: expected the bracket that ends the shape, found the end at position 14"),
        ("  a = f32[2]{0}", "line 3: expected an operation such as `add`, found the end at position 15"),
        ("  a = f32[2]{0} add", "line 3: expected `(` and the operands, found the end at position 19"),
        ("  a = 5", "line 3: expected a shape such as `f32[2,3]`, found `5` at position 6"),
        ("  a = é", "line 3: expected a shape such as `f32[2,3]`, found `é` at position 6"),
    ];
    for (line, message) in in_line {
        assert_eq!(error(&format!("{header}{line}\n}}\n")), message);
    }
    let cut_off = "has no end: the text is cut off";
    assert_eq!(error(header), format!("line 2: computation e, which begins in line 2, {cut_off}"));
    assert_eq!(
        error("e {\n  a = f32[] parameter(0)\nHloModule n\n"),
        format!("line 3: computation e, which begins in line 1, {cut_off}")
    );
    // outside of a computation there may be anything
    assert_eq!(Scanner::new().line("time = 5 seconds"), Ok(Line::Other));
}

#[test]
fn a_dump_that_is_cut_off_is_no_dump() {
    let dump = DUMPS[2];
    let begin = dump.find("ENTRY").unwrap();
    let end = dump.rfind('}').unwrap();
    let header_end = begin + dump[begin..].find('\n').unwrap();
    for cut in header_end..end {
        let mut scanner = Scanner::new();
        let lines =
            dump[..cut].lines().map(|line| scanner.line(line).map(|_| ())).collect::<Result<Vec<()>, _>>();
        assert!(lines.is_err() || scanner.finish().is_err(), "cut at {cut}");
    }
}

#[test]
fn a_reader_goes_on_behind_what_is_no_text() {
    let mut reader = Reader::new(&b"HloModule m\n\xff\xfe\ne {\n  a = f32[] parameter(0)\n}"[..]);
    let mut lines = 0;
    let error = loop {
        match reader.next_line() {
            Ok(line) => assert!(line.is_some()),
            Err(error) => break error,
        }
        lines += 1;
    };
    assert_eq!(
        (lines, error.to_string().as_str()),
        (1, "line 2: no text, byte 0xff at position 0 is no UTF-8")
    );
    assert!(matches!(error, ReadError::NotText { line: 2, position: 0, byte: 0xff }));
    let mut opcodes = Vec::new();
    while let Some(line) = reader.next_line().unwrap() {
        if let Line::Instruction(one) = line {
            opcodes.push(one.opcode().to_string());
        }
    }
    assert_eq!((opcodes, reader.number(), reader.bytes()), (vec!["parameter".to_string()], 5, 45));
}

proptest! {
    #[test]
    fn any_line_is_something(line in "\\PC*") {
        let _ = scan_line(&line);
    }

    #[test]
    fn any_line_of_these_parts_is_something(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "ROOT ", "ENTRY ", "%", "a.1", " ", " = ", "=", "f32", "[", "]", "2", ",", "{", "}", ":", "T", "(", ")", "\"", "\\",
                "/*", "*/", "//", "add", "é", "\t", "b(", "HloModule ",
            ]),
            0..30,
        ),
    ) {
        let line = parts.concat();
        let mut scanner = Scanner::new();
        for text in ["e {", line.as_str(), line.as_str(), "}"] {
            if let Ok(Line::Instruction(one)) = scanner.line(text) {
                let parts = one.operands().count() + one.attributes().count();
                prop_assert!(parts <= line.len());
                prop_assert!(!one.opcode().is_empty() && !one.name().is_empty());
                let _ = one.shape();
            }
        }
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut reader = Reader::new(&bytes[..]);
        for _ in 0..=bytes.len() {
            match reader.next_line() {
                Ok(None) => break,
                Ok(Some(_)) | Err(ReadError::NotText { .. } | ReadError::Scan(_)) => {}
                Err(error) => panic!("{error}"),
            }
        }
        prop_assert_eq!(reader.bytes(), bytes.len() as u64);
    }
}
