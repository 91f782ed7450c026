//! Every language that can be had here: compiled without a warning, executed, and compared.
use crate::cases::{Case, all};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use tilework::emit::{EmitError, Language, Word};

/// All cases: so many layouts at random in a build that is made for it, fewer in others; or as many as the environment
/// says.
fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    let usual = if cfg!(debug_assertions) { 200 } else { 1000 };
    let said = || std::env::var("TILEWORK_CASES").ok()?.parse().ok();
    // of what is nowhere defined there is nothing to compare
    let is_called = |case: &Case| case.calls.iter().any(|(_, results)| results.is_some());
    CASES.get_or_init(|| all(said().unwrap_or(usual)).into_iter().filter(is_called).collect())
}

/// A folder of its own for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emit").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// The functions of all cases in a language, and which case each is of; with the words that they are over.
struct Program {
    text: String,
    functions: Vec<(usize, Word)>,
}

fn program(cases: &[Case], language: Language) -> Program {
    let mut program = Program { text: String::new(), functions: Vec::new() };
    for (number, case) in cases.iter().enumerate() {
        match case.function.emit(language, &format!("f{number}")) {
            Ok(emitted) => {
                program.text += &emitted.text;
                program.functions.push((number, emitted.word));
            }
            Err(EmitError::TooWide { .. }) if language == Language::Wgsl => {}
            // the way back to a coordinate of no modes
            Err(EmitError::Map(_)) if case.name == "():() back" => {}
            Err(error) => panic!("{} in {language}: {error}", case.name),
        }
    }
    program
}

/// Whether a word holds all of these: other calls cannot be written down.
fn fits(word: Word, values: &[i64]) -> bool {
    values.iter().all(|value| match word {
        Word::U32 => u32::try_from(*value).is_ok(),
        Word::I32 => i32::try_from(*value).is_ok(),
        Word::U64 => u64::try_from(*value).is_ok(),
        Word::I64 => true,
    })
}

/// The most arguments, and the most results.
const MOST: usize = 8;

/// Calls, each of a number for the function and its arguments, and what is expected: inside or not, and the results.
fn calls(cases: &[Case], functions: &[(usize, Word)]) -> (Vec<[i64; MOST + 1]>, Vec<[i64; MOST + 1]>) {
    let (mut given, mut expected) = (Vec::new(), Vec::new());
    for (number, (case, word)) in functions.iter().enumerate() {
        for (arguments, results) in &cases[*case].calls {
            if !fits(*word, arguments) {
                continue;
            }
            let (mut call, mut answer) = ([0; MOST + 1], [0; MOST + 1]);
            call[0] = i64::try_from(number).unwrap();
            call[1..=arguments.len()].copy_from_slice(arguments);
            if let Some(results) = results {
                answer[0] = 1;
                answer[1..=results.len()].copy_from_slice(results);
            }
            given.push(call);
            expected.push(answer);
        }
    }
    (given, expected)
}

/// Runs a program that reads calls and writes answers, and compares these with what is expected.
fn compare(cases: &[Case], functions: &[(usize, Word)], program: &mut Command) {
    let (given, expected) = calls(cases, functions);
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let bytes: Vec<u8> = given.iter().flatten().flat_map(|value| value.to_ne_bytes()).collect();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    assert!(output.status.success(), "{}", output.status);
    let answers: Vec<i64> =
        output.stdout.chunks_exact(8).map(|bytes| i64::from_ne_bytes(bytes.try_into().unwrap())).collect();
    assert_eq!(answers.len(), expected.len() * (MOST + 1));
    for ((call, expected), answer) in given.iter().zip(&expected).zip(answers.chunks_exact(MOST + 1)) {
        let case = &cases[functions[usize::try_from(call[0]).unwrap()].0];
        assert_eq!(answer, expected, "{} at {:?}: {:?}", case.name, &call[1..], case.function);
    }
    let inside = expected.iter().filter(|answer| answer[0] == 1).count();
    println!("{} functions, {} calls, {inside} inside", functions.len(), expected.len());
    assert!(inside > 10 * functions.len(), "most functions are called inside");
}

/// A call of a function of C or one of its kin, as statements.
fn c_call(case: &Case, number: usize, word: Word, results: usize, language: Language) -> String {
    let integer = match (language, word) {
        (Language::C, Word::U32) => "uint32_t",
        (Language::C, Word::I32) => "int32_t",
        (Language::C, Word::U64) => "uint64_t",
        (Language::C, Word::I64) => "int64_t",
        (Language::Cuda | Language::Hip, Word::U64) => "unsigned long long",
        (Language::Cuda | Language::Hip, Word::I64) => "long long",
        (_, Word::U32) => "unsigned",
        (_, Word::I32) => "int",
        (_, Word::U64) => "ulong",
        (_, Word::I64) => "long",
    };
    let wide = if language == Language::OpenCl { "long" } else { "int64_t" };
    let arguments: Vec<String> =
        (0..case.function.arguments().len()).map(|place| format!("({integer})in[{}]", place + 1)).collect();
    let arguments = arguments.join(", ");
    let mut text = format!("out[0] = f{number}_contains({arguments}); ");
    if results == 1 {
        write!(text, "if (out[0]) out[1] = ({wide})f{number}({arguments});").unwrap();
    } else {
        let pointer = if arguments.is_empty() { "r".to_string() } else { format!("{arguments}, r") };
        write!(text, "if (out[0]) {{ {integer} r[{}]; f{number}({pointer}); ", results.max(1)).unwrap();
        (0..results).for_each(|place| write!(text, "out[{}] = ({wide})r[{place}]; ", place + 1).unwrap());
        text += "}";
    }
    text
}

/// How many numbers a function gives, as its calls say.
fn results(case: &Case) -> usize {
    case.calls.iter().find_map(|(_, results)| results.as_ref().map(Vec::len)).unwrap_or(1)
}

/// The functions with a call of each, which a mark stands in front of, and a table of the calls.
fn table_of_calls(cases: &[Case], language: Language, mark: &str) -> Program {
    let Program { mut text, functions } = program(cases, language);
    for (number, word) in &functions {
        let call = c_call(&cases[*number], *number, *word, results(&cases[*number]), language);
        writeln!(
            text,
            "{mark} static void call{number}(const int64_t *in, int64_t *out) {{ (void)in; {call} }}"
        )
        .unwrap();
    }
    writeln!(text, "{mark} static void (*const calls[])(const int64_t *, int64_t *) = {{").unwrap();
    functions.iter().for_each(|(number, _)| writeln!(text, "call{number},").unwrap());
    text += "};\n";
    Program { text, functions }
}

/// Compiles what is C or one of its kin with the host's compiler, so that what overflows ends it, and compares.
fn with_compiler(cases: &[Case], language: Language, compiler: &mut Command, prelude: &str) {
    let Program { text, functions } = table_of_calls(cases, language, "");
    let source = format!(
        "#include <stdbool.h>\n#include <stdint.h>\n#include <stdio.h>\n{prelude}\n{text}\
         int main(void) {{\n    int64_t in[{0}];\n    while (fread(in, sizeof in, 1, stdin) == 1) {{\n        \
         int64_t out[{0}] = {{0}};\n        calls[in[0]](in, out);\n        fwrite(out, sizeof out, 1, stdout);\n    \
         }}\n    return 0;\n}}\n",
        MOST + 1
    );
    let folder = folder(language.name());
    let file = if language == Language::C { "all.c" } else { "all.cc" };
    std::fs::write(folder.join(file), source).unwrap();
    let status = compiler
        .args(["-pedantic", "-Wall", "-Wextra", "-Werror", "-Wno-type-limits", "-Wno-long-long", "-O0"])
        .args([
            "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero",
            "-fsanitize-undefined-trap-on-error",
        ])
        .args([file, "-o", "all"])
        .current_dir(&folder)
        .status();
    assert!(status.unwrap().success(), "{}", folder.join(file).display());
    compare(cases, &functions, &mut Command::new(folder.join("all")));
}

#[test]
fn c99() {
    if !is_there("cc") {
        println!("no cc here: skipped");
        return;
    }
    with_compiler(cases(), Language::C, Command::new("cc").arg("-std=c99"), "");
}

/// On the host, where they are C++.
#[test]
fn cuda_hip_and_metal_on_the_host() {
    if !is_there("c++") {
        println!("no c++ here: skipped");
        return;
    }
    let cases = cases();
    let marks = "#define __host__\n#define __device__\n";
    let metal = include_str!("metal.h");
    for (language, prelude) in [(Language::Cuda, marks), (Language::Hip, marks), (Language::Metal, metal)] {
        with_compiler(cases, language, Command::new("c++").arg("-std=c++14"), prelude);
    }
}

/// As what they are, to PTX and to the instructions of AMD; clang knows both without another package.
#[test]
fn cuda_and_hip_for_the_device() {
    let cases = cases();
    let marks = "#define __host__ __attribute__((host))\n#define __device__ __attribute__((device))\n";
    for (language, name, target) in [
        (Language::Cuda, "cuda", ["--cuda-gpu-arch=sm_70", "-nocudainc", "-nocudalib"]),
        (Language::Hip, "hip", ["--offload-arch=gfx90a", "-nogpuinc", "-nogpulib"]),
    ] {
        let folder = folder(&format!("{name}-device"));
        let compile = |source: &str| {
            std::fs::write(folder.join("all.cc"), source).unwrap();
            let mut clang = Command::new("clang++");
            clang.args([
                "-x",
                name,
                "--cuda-device-only",
                "-S",
                "-O1",
                "-std=c++14",
                "-Wall",
                "-Wextra",
                "-Werror",
            ]);
            clang.args(["-Wno-unknown-cuda-version"]).args(target).args(["all.cc", "-o", "all.s"]);
            clang.current_dir(&folder).stdout(Stdio::null()).stderr(Stdio::piped()).output()
        };
        if !compile("").is_ok_and(|output| output.status.success()) {
            println!("no clang for {name} here: skipped");
            continue;
        }
        let Program { text, functions } = program(cases, language);
        let mut source = format!("{marks}{text}");
        for (number, word) in &functions {
            // so that every function is needed
            let (case, integer) =
                (&cases[*number], if word.bits() == 32 { "unsigned" } else { "unsigned long long" });
            let arguments = vec!["n"; case.function.arguments().len()].join(", ");
            writeln!(
                source,
                "__device__ bool use{number}({integer} n) {{ (void)n; return f{number}_contains({arguments}); }}"
            )
            .unwrap();
            if results(case) == 1 {
                writeln!(
                    source,
                    "__device__ {integer} get{number}({integer} n) {{ (void)n; return ({integer})f{number}({arguments}); }}"
                )
                .unwrap();
            }
        }
        let output = compile(&source).unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        println!("{name}: {} functions", functions.len());
    }
}

/// Whether a device of NVIDIA is here, and a compiler for it.
pub(crate) fn has_cuda() -> bool {
    let device = Command::new("nvidia-smi").stdout(Stdio::null()).stderr(Stdio::null()).status();
    is_there("nvcc") && device.is_ok_and(|status| status.success())
}

/// Compiles a program for the first device of NVIDIA, in a folder.
pub(crate) fn nvcc(folder: &Path, source: &str) -> PathBuf {
    std::fs::write(folder.join("device.cuh"), include_str!("device.cuh")).unwrap();
    std::fs::write(folder.join("all.cu"), source).unwrap();
    let mut compiler = Command::new("nvcc");
    compiler.args(["-std=c++17", "-arch=native", "all.cu", "-o", "all"]).current_dir(folder);
    assert!(compiler.status().unwrap().success(), "{}", folder.join("all.cu").display());
    folder.join("all")
}

/// On the first device of NVIDIA, a thread a call.
#[test]
fn cuda_on_a_device() {
    if !has_cuda() {
        println!("no nvcc or no device of NVIDIA here: skipped");
        return;
    }
    let cases = cases();
    let Program { text, functions } = table_of_calls(cases, Language::Cuda, "__device__");
    let source = format!(
        "#include \"device.cuh\"\n{text}\
         __global__ void all(const int64_t *in, int64_t *out, uint64_t count) {{\n    \
         const uint64_t at = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x;\n    \
         if (at < count) calls[in[{0} * at]](in + {0} * at, out + {0} * at);\n}}\n\
         int main() {{ return answer<{0}>(all); }}\n",
        MOST + 1
    );
    compare(cases, &functions, &mut Command::new(nvcc(&folder("cuda-on-a-device"), &source)));
}

#[test]
fn rust() {
    let cases = cases();
    let Program { text, functions } = program(cases, Language::Rust);
    let mut source =
        format!("#![deny(warnings)]\n#![allow(dead_code)]\nuse std::io::{{Read, Write}};\n\n{text}");
    for (number, word) in &functions {
        let case = &cases[*number];
        let arguments: Vec<String> =
            (0..case.function.arguments().len()).map(|place| format!("a[{}] as {word}", place + 1)).collect();
        let (arguments, count) = (arguments.join(", "), results(case));
        let assign = match count {
            1 => format!("r[1] = f{number}({arguments}) as i64;"),
            _ => format!("for (r, v) in r[1..].iter_mut().zip(f{number}({arguments})) {{ *r = v as i64; }}"),
        };
        let name = if case.function.arguments().is_empty() { "_" } else { "a" };
        writeln!(
            source,
            "fn call{number}({name}: &[i64; {0}], r: &mut [i64; {0}]) {{ if f{number}_contains({arguments}) {{ r[0] = 1; {assign} }} }}",
            MOST + 1
        )
        .unwrap();
    }
    write!(source, "static CALLS: [fn(&[i64; {0}], &mut [i64; {0}]); {1}] = [", MOST + 1, functions.len())
        .unwrap();
    functions.iter().for_each(|(number, _)| write!(source, "call{number}, ").unwrap());
    write!(
        source,
        "];\nfn main() {{\n    let mut bytes = Vec::new();\n    std::io::stdin().read_to_end(&mut bytes).unwrap();\n    \
         let mut out = Vec::new();\n    for call in bytes.chunks_exact(8 * {0}) {{\n        let mut a = [0; {0}];\n        \
         for (a, b) in a.iter_mut().zip(call.chunks_exact(8)) {{ *a = i64::from_ne_bytes(b.try_into().unwrap()); }}\n        \
         let mut r = [0; {0}];\n        CALLS[a[0] as usize](&a, &mut r);\n        \
         out.extend(r.iter().flat_map(|r| r.to_ne_bytes()));\n    }}\n    std::io::stdout().write_all(&out).unwrap();\n}}\n",
        MOST + 1
    )
    .unwrap();
    let folder = folder("rust");
    std::fs::write(folder.join("all.rs"), source).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    // what overflows panics
    let status = Command::new(rustc)
        .args(["--edition", "2024", "-C", "debug-assertions=on", "-C", "opt-level=0", "all.rs", "-o", "all"])
        .current_dir(&folder)
        .status();
    assert!(status.unwrap().success());
    compare(cases, &functions, &mut Command::new(folder.join("all")));
}

/// Compiles a program that runs kernels on the first device there is, in a folder; none, if there is no device.
pub(crate) fn opencl_host(folder: &Path, source: &str) -> Option<PathBuf> {
    std::fs::write(folder.join("host.c"), source).unwrap();
    std::fs::write(folder.join("opencl.h"), include_str!("opencl.h")).unwrap();
    let host = Command::new("cc")
        .args(["-std=c99", "-O1", "host.c", "-o", "host", "-lOpenCL"])
        .current_dir(folder)
        .stderr(Stdio::null())
        .status();
    let program = folder.join("host");
    let has_device = || Command::new(&program).arg("--devices").status().is_ok_and(|status| status.success());
    (host.is_ok_and(|status| status.success()) && has_device()).then_some(program)
}

#[test]
fn opencl() {
    let folder = folder("opencl");
    let Some(host) = opencl_host(&folder, include_str!("opencl.c")) else {
        println!("no OpenCL here: skipped");
        return;
    };
    let cases = cases();
    let Program { text, functions } = program(cases, Language::OpenCl);
    let mut source = text;
    writeln!(source, "static void call(const long *in, long *out) {{\nswitch (in[0]) {{").unwrap();
    for (place, (number, word)) in functions.iter().enumerate() {
        let call = c_call(&cases[*number], *number, *word, results(&cases[*number]), Language::OpenCl);
        writeln!(source, "case {place}: {{ {call} }} break;").unwrap();
    }
    write!(
        source,
        "}}\n}}\n__kernel void run(__global const long *given, __global long *answers) {{\n    \
         long in[{0}], out[{0}];\n    const size_t at = get_global_id(0) * {0};\n    \
         for (int i = 0; i < {0}; i++) {{ in[i] = given[at + i]; out[i] = 0; }}\n    call(in, out);\n    \
         for (int i = 0; i < {0}; i++) answers[at + i] = out[i];\n}}\n",
        MOST + 1
    )
    .unwrap();
    std::fs::write(folder.join("all.cl"), source).unwrap();
    let mut host = Command::new(host);
    compare(cases, &functions, host.arg("all.cl").current_dir(&folder));
}
