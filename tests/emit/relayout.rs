//! Relayout kernels, executed and compared element by element with the twin.
use crate::kernels::{KernelCase, all, drawn};
use crate::languages::{folder, has_cuda, is_there, nvcc, opencl_host};
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use tilework::dynamic::Swizzled;
use tilework::emit::{Language, RelayoutKernel};

/// All pairs of eight layouts of a matrix whose sides are odd, some others, and some at random; with
/// `TILEWORK_KERNELS=all` more sizes, all widths, and a thousand at random.
pub(crate) fn cases() -> &'static [KernelCase] {
    static CASES: OnceLock<Vec<KernelCase>> = OnceLock::new();
    CASES.get_or_init(|| match std::env::var("TILEWORK_KERNELS").as_deref() {
        Ok("all") => {
            let sizes = [(100, 50), (64, 128), (33, 17), (129, 65), (1, 77), (256, 96), (48, 1)];
            all(&sizes, &[1, 2, 4, 8, 16]).into_iter().chain(drawn(1000)).collect()
        }
        _ => all(&[(67, 45)], &[2]).into_iter().chain(drawn(20)).collect(),
    })
}

/// Hands each kernel with its bytes to a program, and compares what comes back.
fn serve(cases: &[KernelCase], grids: &[u64], program: &mut Command) {
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    for (number, (case, blocks)) in cases.iter().zip(grids).enumerate() {
        let (source, before) = (case.source(), case.before());
        let numbers =
            [number, usize::try_from(*blocks).unwrap(), case.kernel.threads(), source.len(), before.len()];
        let mut job: Vec<u8> = numbers.iter().flat_map(|number| (*number as u64).to_ne_bytes()).collect();
        job.extend(source);
        job.extend(&before);
        input.write_all(&job).unwrap();
        let mut written = vec![0; before.len()];
        input.flush().unwrap();
        if let Err(error) = output.read_exact(&mut written) {
            panic!("{}: {error}", case.name);
        }
        case.compare(&written);
    }
    drop(input);
    assert!(child.wait().unwrap().success());
    println!("{} kernels", cases.len());
}

/// The kernels of all cases in a language, named `k0`, `k1`, and so on, and how many blocks each has.
pub(crate) fn program(cases: &[KernelCase], language: Language) -> (String, Vec<u64>) {
    let (mut text, mut grids) = (String::new(), Vec::new());
    for (number, case) in cases.iter().enumerate() {
        let emitted = case.kernel.emit(language, &format!("k{number}"));
        let emitted = emitted.unwrap_or_else(|error| panic!("{} in {language}: {error}", case.name));
        assert_eq!(emitted.grid[1], 1);
        text += &emitted.text;
        text.push('\n');
        grids.push(emitted.grid[0]);
    }
    (text, grids)
}

/// A program of so many kernels, with a header that says how they are called.
fn cuda(header: &str, kernels: &str, count: usize) -> String {
    let mut source = format!("#include \"{header}\"\n{kernels}\nstatic void (*const bodies[])() = {{\n");
    (0..count).for_each(|number| writeln!(source, "    [] {{ call(k{number}); }},").unwrap());
    source + "};\nint main() { return serve(bodies); }\n"
}

/// Thread by thread up to each barrier, as C++.
#[test]
fn cuda_and_hip_on_the_host() {
    if !is_there("c++") {
        println!("no c++ here: skipped");
        return;
    }
    let cases = cases();
    let (text, grids) = program(cases, Language::Cuda);
    assert_eq!(text, program(cases, Language::Hip).0, "HIP reads what CUDA reads");
    let source = cuda("cuda.h", &text, cases.len());
    let folder = folder("relayout-cuda");
    std::fs::write(folder.join("cuda.h"), include_str!("cuda.h")).unwrap();
    std::fs::write(folder.join("all.cc"), source).unwrap();
    let status = Command::new("c++")
        .args(["-std=c++17", "-O1", "-fno-strict-aliasing", "-Wall", "-Wextra", "-Werror"])
        .args([
            "-fsanitize=alignment,bounds,shift",
            "-fsanitize-undefined-trap-on-error",
            "all.cc",
            "-o",
            "all",
        ])
        .current_dir(&folder)
        .status();
    assert!(status.unwrap().success(), "{}", folder.join("all.cc").display());
    serve(cases, &grids, &mut Command::new(folder.join("all")));
}

/// On the first device of NVIDIA; some hundred kernels a program, so that they are compiled side by side.
#[test]
fn cuda_on_a_device() {
    if !has_cuda() {
        println!("no nvcc or no device of NVIDIA here: skipped");
        return;
    }
    std::thread::scope(|scope| {
        for (part, cases) in cases().chunks(256).enumerate() {
            scope.spawn(move || {
                let (text, grids) = program(cases, Language::Cuda);
                let folder = folder(&format!("relayout-device-{part}"));
                let program = nvcc(&folder, &cuda("device.cuh", &text, cases.len()));
                serve(cases, &grids, &mut Command::new(program));
            });
        }
    });
}

/// On the first device of OpenCL.
#[test]
fn opencl() {
    let folder = folder("relayout-opencl");
    let Some(host) = opencl_host(&folder, include_str!("opencl_relayout.c")) else {
        println!("no OpenCL here: skipped");
        return;
    };
    let cases = cases();
    let (text, grids) = program(cases, Language::OpenCl);
    std::fs::write(folder.join("all.cl"), text).unwrap();
    serve(cases, &grids, Command::new(host).arg("all.cl").current_dir(&folder));
}

/// Transposes of whole tiles have wide accesses, whole sectors, and no conflicts.
#[test]
fn tiles_are_free_of_conflicts() {
    // a warp puts rows of 64 words by 8 bytes: of 16 it would get from half of the banks
    for (bytes, at_once) in [(1, [16; 2]), (2, [16; 2]), (4, [8, 16]), (8, [8; 2]), (16, [16; 2])] {
        let case = KernelCase::new("(256,512):(512,1)", "(256,512):(1,256)", bytes);
        for (side, bytes) in [case.kernel.source(), case.kernel.destination()].into_iter().zip(at_once) {
            assert_eq!(side.bytes, bytes, "{}", case.name);
            assert_eq!(side.sectors, side.least_sectors, "{}", case.name);
            assert_eq!((side.ways, side.wavefronts), (1, side.least_wavefronts), "{}", case.name);
            // every word is put once and got once, those of small units turned in registers
            assert_eq!(side.wavefronts * 128, case.kernel.stage_bytes(), "{}", case.name);
        }
        assert!((1..=16 << 10).contains(&case.kernel.stage_bytes()), "{}", case.name);
    }
    // what is together on both sides moves as one, without a stage
    let copy = KernelCase::new("(64,64):(64,1)", "(64,64):(80,1)", 2);
    assert_eq!((copy.kernel.unit_bytes(), copy.kernel.stage_bytes()), (16, 0));
    assert_eq!([copy.kernel.source().sectors, copy.kernel.destination().sectors], [256; 2]);
    // the same over F2, and upside down
    for (from, to) in [("(64,64):(F64,F1)", "(64,64):(80,1)"), ("(64,64):(-64,1)", "(64,64):(F128,F1)")] {
        let copy = KernelCase::new(from, to, 2);
        assert_eq!((copy.kernel.unit_bytes(), copy.kernel.stage_bytes()), (16, 0), "{}", copy.name);
        assert_eq!(
            [copy.kernel.source().sectors, copy.kernel.destination().sectors],
            [256; 2],
            "{}",
            copy.name
        );
    }
}

#[test]
fn what_is_no_relayout() {
    let refusal = |from: &str, to: &str, bytes| {
        let [from, to] = [from, to].map(|text| text.parse::<Swizzled>().unwrap());
        RelayoutKernel::new(&from, &to, bytes).unwrap_err().to_string()
    };
    for (from, to, bytes, reason) in [
        ("(4,4):(4,1)", "(4,4):(1,4)", 3, "relayout: elements of 3 bytes: kernels move 1, 2, 4, 8 or 16"),
        ("(4,4):(4,1)", "(4,5):(1,4)", 4, "relayout: the source has (4,4) elements, the destination (4,5)"),
        (
            "Sw<1,0,1> o (4,4):(-4,1)",
            "(4,4):(1,4)",
            4,
            "relayout: the place -12 of (4,4):(-4,1) cannot be swizzled",
        ),
        ("(4,4):(1@0,1@1)", "(4,4):(1,4)", 4, "relayout: the stride 1@0 is no place"),
        (
            "(4,4):(4,1)",
            "(4,4):(1,1)",
            4,
            "relayout: several coordinates of the destination (4,4):(1,1) have one place",
        ),
        // padding would be where elements are
        (
            "(3,4):(4,1)",
            "(4,4):(1,3) of (3,4)",
            4,
            "relayout: several coordinates of the destination (4,4):(1,3) of (3,4) have one place",
        ),
    ] {
        assert_eq!(refusal(from, to, bytes), reason);
    }
    let kernel = KernelCase::new("(4,4):(4,1)", "(4,4):(1,4)", 4).kernel;
    assert_eq!(
        kernel.emit(Language::Rust, "f").unwrap_err().to_string(),
        "relayout: Rust has no kernels here: cuda, hip, opencl and wgsl have"
    );
    assert!(kernel.emit(Language::Wgsl, "fn").is_err());
}
