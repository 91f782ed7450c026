//! "Zero cost" as a test: the machine code of generic kernels against that of their hand-written twins.
//!
//! `tests/codegen/kernels.rs` is compiled as it would be in a release build, and the assembly is read: a typed kernel
//! has at most the instructions of its twin, no path to a panic, and no division. Of kernels over dynamic extents,
//! `tests/codegen/dynamic.rs`, the loops are read, for each kind of processor. How many instructions each has stands in
//! `tests/codegen/counts.txt`; with `TILEWORK_RENEW` set, the table is written anew.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// The instructions of every function, by name; aliases of merged functions included.
fn functions(assembly: &str) -> BTreeMap<String, Vec<String>> {
    let mut functions = BTreeMap::<String, Vec<String>>::new();
    let mut aliases = Vec::new();
    let mut current: Option<String> = None;
    for line in assembly.lines() {
        let text = line.trim();
        let alias =
            text.strip_prefix(".set ").and_then(|set| set.split_once(',')).or_else(|| text.split_once(" = "));
        if let Some((alias, target)) = alias {
            aliases.push((alias.trim().to_owned(), target.trim().to_owned()));
        } else if let Some(label) = text.strip_suffix(':') {
            if !label.starts_with('.') {
                functions.entry(label.to_owned()).or_default();
                current = Some(label.to_owned());
            }
        } else if text.starts_with(".cfi_endproc") {
            current = None;
        } else if let Some(name) = &current
            && !text.is_empty()
            && !text.starts_with(['.', '#', ';'])
        {
            functions.get_mut(name).expect("entered at its label").push(text.to_owned());
        }
    }
    for (alias, target) in aliases {
        if let Some(body) = functions.get(&target).cloned() {
            functions.insert(alias, body);
        }
    }
    functions
}

/// The assembly of an example for the processor that is the default.
fn assembly_of(example: &'static str) -> String {
    assembly_for(example, cfg!(target_arch = "x86_64").then_some("x86-64"))
}

/// The assembly of an example for a processor, compiled once.
fn assembly_for(example: &'static str, processor: Option<&'static str>) -> String {
    static COMPILED: Mutex<BTreeMap<(&str, Option<&str>), String>> = Mutex::new(BTreeMap::new());
    let mut compiled = COMPILED.lock().expect("no compilation has failed");
    compiled.entry((example, processor)).or_insert_with(|| compile(example, processor)).clone()
}

fn compile(example: &str, processor: Option<&str>) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("{example}-{}.s", processor.unwrap_or("default")));
    let output = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["rustc", "--quiet", "--release", "-p", "tilework", "--example", example, "--"])
        .args(["-C", "codegen-units=1", "-C", "debuginfo=0"])
        .args(processor.map(|name| format!("-Ctarget-cpu={name}")))
        .arg("--emit")
        .arg(format!("asm={}", out.display()))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::read_to_string(&out).expect("the assembly was written")
}

fn jumps_to_a_panic(instruction: &str) -> bool {
    let leaves = instruction.starts_with("call") || instruction.starts_with("jmp");
    leaves
        && ["panic", "expect_failed", "unwrap_failed", "outside", "_fail"]
            .iter()
            .any(|name| instruction.contains(name))
}

fn divides(instruction: &str) -> bool {
    ["div", "idiv", "udiv", "sdiv"].iter().any(|name| {
        instruction.split_whitespace().next().is_some_and(|op| op.trim_end_matches(['l', 'q', 'w']) == *name)
    })
}

#[test]
fn typed_kernels_compile_to_the_code_of_their_twins() {
    let functions = functions(&assembly_of("codegen_kernels"));
    let mut report = format!("{:<24} {:>6} {:>6}\n", "kernel", "typed", "hand");
    let mut wrong = Vec::new();
    let mut pairs = 0;
    for (name, typed) in &functions {
        let Some(kernel) = name.strip_prefix("typed_") else { continue };
        let hand = &functions[&format!("hand_{kernel}")];
        pairs += 1;
        report += &format!("{kernel:<24} {:>6} {:>6}\n", typed.len(), hand.len());
        if typed.len() > hand.len() {
            wrong.push(format!("{kernel}: {} instructions, by hand {}", typed.len(), hand.len()));
        }
        if let Some(call) = typed.iter().find(|i| jumps_to_a_panic(i)) {
            wrong.push(format!("{kernel} can panic: {call}"));
        }
        if let Some(division) = typed.iter().find(|i| divides(i)) {
            wrong.push(format!("{kernel} divides: {division}"));
        }
    }
    println!("{report}");
    assert!(pairs >= 12, "the kernels were not found in the assembly");
    assert!(wrong.is_empty(), "{report}\n{}", wrong.join("\n"));
}

#[test]
fn analyses_of_static_layouts_add_nothing() {
    let assembly = assembly_of("codegen_analyses");
    let functions = functions(&assembly);
    assert!(
        functions.keys().all(|name| name.starts_with("typed_") || name.starts_with("hand_")),
        "{functions:#?}"
    );
    for kernel in ["column", "bytes"] {
        let (typed, hand) = (&functions[&format!("typed_{kernel}")], &functions[&format!("hand_{kernel}")]);
        assert!(!hand.is_empty());
        assert_eq!(typed, hand, "{kernel}: with and without analyses");
    }
    // no table, and no text of a message
    let data = assembly.lines().filter(|line| line.contains(".rodata") || line.contains(".data"));
    assert_eq!(data.collect::<Vec<&str>>(), Vec::<&str>::new(), "the analyses leave data");
}

/// The innermost loops of a function: from a label to the jump back to it, with no other such pair between them. Back
/// to where a panic begins is no loop.
fn innermost_loops(lines: &[String]) -> Vec<&[String]> {
    let target = |line: &String| {
        let (jump, label) = line.split_once(char::is_whitespace)?;
        jump.starts_with('j').then(|| label.trim().to_owned())
    };
    let mut loops: Vec<(usize, usize)> = Vec::new();
    for (end, line) in lines.iter().enumerate() {
        let start =
            target(line).and_then(|label| lines[..end].iter().rposition(|line| *line == format!("{label}:")));
        let begins_panic = |start: usize| {
            lines[start + 1..]
                .iter()
                .take_while(|line| !line.ends_with(':') && !line.starts_with("jmp"))
                .any(|line| line.contains("refuse"))
        };
        if let Some(start) = start
            && !begins_panic(start)
            && !loops.iter().any(|&(inner, _)| inner >= start)
        {
            loops.push((start, end));
        }
    }
    loops.into_iter().map(|(start, end)| &lines[start..=end]).collect()
}

/// The lines of every function, with the labels in it.
fn lines_of(assembly: &str) -> BTreeMap<String, Vec<String>> {
    let mut functions = BTreeMap::<String, Vec<String>>::new();
    let mut current = None;
    for text in assembly.lines().map(str::trim) {
        match text.strip_suffix(':') {
            Some(name) if !name.starts_with('.') => current = Some(name.to_owned()),
            _ if text.starts_with(".cfi") => {}
            _ => {
                if let Some(name) = &current {
                    functions.entry(name.clone()).or_default().push(text.to_owned());
                }
            }
        }
    }
    functions
}

/// The lines of a loop but those that leave it for a panic, wherever the compiler puts them.
fn without_panics(lines: &[String]) -> Vec<&String> {
    let ends = |line: &String| line.ends_with(':') || line.starts_with("jmp");
    let blocks = lines.split_inclusive(ends);
    blocks.filter(|block| !block.iter().any(|line| line.contains("refuse"))).flatten().collect()
}

/// What a loop over elements must not do: call, divide, or store into the frame, as it would to prepare a message.
fn costs(instruction: &str) -> bool {
    let stores = instruction.starts_with("mov") && instruction.ends_with("(%rsp)");
    instruction.starts_with("call") || divides(instruction) || stores
}

#[test]
#[cfg_attr(not(target_arch = "x86_64"), ignore = "reads the code of x86-64")]
fn loops_over_dynamic_extents_only_work() {
    let mut wrong = Vec::new();
    for processor in ["x86-64", "x86-64-v3", "x86-64-v4", "native"] {
        let functions = lines_of(&assembly_for("codegen_dynamic", Some(processor)));
        let kernels: Vec<_> = functions.iter().filter(|(name, _)| name.starts_with("dynamic_")).collect();
        assert_eq!(kernels.len(), 16, "the kernels were not found in the assembly");
        for (name, lines) in kernels {
            let loops = innermost_loops(lines);
            assert!(!loops.is_empty(), "{name} has no loop");
            let instructions = loops.into_iter().flat_map(without_panics);
            for instruction in instructions.filter(|line| costs(line)) {
                wrong.push(format!("{processor}: {name}: {instruction}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The processors whose instructions are counted: the native one is another on every machine.
const COUNTED: [&str; 3] = ["x86-64", "x86-64-v3", "x86-64-v4"];

/// A row for each kernel, with its instructions on each processor, under the compiler that made them.
fn counted() -> String {
    let rustc = Command::new("rustc").arg("--version").output().expect("rustc runs").stdout;
    let mut counts = BTreeMap::<String, Vec<usize>>::new();
    for processor in COUNTED {
        for example in ["codegen_kernels", "codegen_dynamic"] {
            for (name, instructions) in functions(&assembly_for(example, Some(processor))) {
                if ["typed_", "hand_", "dynamic_"].iter().any(|kind| name.starts_with(kind)) {
                    counts.entry(name).or_default().push(instructions.len());
                }
            }
        }
    }
    let [base, v3, v4] = COUNTED;
    let mut table = String::from_utf8(rustc).expect("a version is text");
    table += &format!("{:<36} {base:>10} {v3:>10} {v4:>10}\n", "instructions");
    for (name, row) in counts {
        assert_eq!(row.len(), COUNTED.len(), "{name} is not compiled for all processors");
        table += &format!("{name:<36} {:>10} {:>10} {:>10}\n", row[0], row[1], row[2]);
    }
    table
}

#[test]
#[cfg_attr(
    not(all(target_arch = "x86_64", target_os = "linux")),
    ignore = "counts the instructions of x86-64"
)]
fn kernels_have_as_many_instructions_as_the_table_says() {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "codegen", "counts.txt"].iter().collect();
    let found = counted();
    if std::env::var_os("TILEWORK_RENEW").is_some() {
        return std::fs::write(path, found).expect("the table is written");
    }
    let table = std::fs::read_to_string(path).expect("the table is there");
    let rows = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (expected, found) = (rows(&table), rows(&found));
    let gone = expected.iter().filter(|row| !found.contains(row)).map(|row| format!("- {row}\n"));
    let new = found.iter().filter(|row| !expected.contains(row)).map(|row| format!("+ {row}\n"));
    let differences: String = gone.chain(new).collect();
    assert!(
        differences.is_empty(),
        "tests/codegen/counts.txt says otherwise; if that is right: TILEWORK_RENEW=1 cargo test --test codegen\n{differences}"
    );
}

/// The largest frame that is probed page by page without a loop: the loop takes a register, which the pinned compiler
/// may place where the register is in use; and threads may have little stack.
const LARGEST_FRAME: u64 = 32 << 10;

/// The bytes that a function takes from the stack, as far as its instructions say how many.
fn frame(instructions: &[String]) -> u64 {
    let taken = |instruction: &String| {
        let (number, register) =
            instruction.strip_prefix("subq")?.trim().strip_prefix('$')?.split_once(',')?;
        if register.trim() == "%rsp" { number.parse::<u64>().ok() } else { None }
    };
    instructions.iter().filter_map(taken).sum()
}

/// Whether the stack is probed in a loop: its end is computed in the register that the loop takes.
fn probes_in_a_loop(instructions: &[String]) -> bool {
    instructions.iter().any(|text| text.split_once('%').is_some_and(|(_, to)| to == "rsp, %r11"))
}

#[test]
#[cfg_attr(not(target_arch = "x86_64"), ignore = "reads the prologues of x86-64")]
fn kernels_have_small_frames() {
    let functions = functions(&assembly_of("codegen_frames"));
    assert!(functions.keys().filter(|name| name.starts_with("product_of_")).count() >= 6);
    let (mut largest, mut wrong) = ((0, ""), Vec::new());
    for (name, instructions) in &functions {
        let bytes = frame(instructions);
        largest = largest.max((bytes, name));
        if bytes > LARGEST_FRAME || probes_in_a_loop(instructions) {
            wrong.push(format!("{name}: {bytes} bytes"));
        }
    }
    println!("{} functions, the largest frame has {} bytes: {}", functions.len(), largest.0, largest.1);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_reader_of_assembly_sees_panics_divisions_and_merged_functions() {
    let functions = functions(
        "typed_a:\n\t.cfi_startproc\n\tdivq\t%rcx\n\tcallq\t*_ZN4core9panicking5panic17h@GOTPCREL(%rip)\n\t.cfi_endproc\n\
         .set hand_a, typed_a\nhand_b = typed_a\n",
    );
    assert_eq!(functions["hand_a"], functions["typed_a"]);
    assert_eq!(functions["hand_b"], functions["typed_a"]);
    assert!(divides(&functions["typed_a"][0]));
    assert!(jumps_to_a_panic(&functions["typed_a"][1]));
    assert!(!divides("movq %rax, %rdi"));
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let large =
        lines("movq\t%rsp, %r11\nsubq\t$81920, %r11\nsubq\t$4096, %rsp\nsubq\t$520, %rsp\nsubq\t$8, %rax");
    assert_eq!((frame(&large), probes_in_a_loop(&large)), (4616, true));
    assert!(!probes_in_a_loop(&large[2..]));
}
