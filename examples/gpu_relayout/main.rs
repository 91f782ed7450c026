//! Moves a matrix between two layouts on the first device of OpenCL, and compares with the host:
//! `cargo run --features emit --example gpu_relayout -- '(1000,500):(500,1)' '(1000,500):(1,1000)'`.
//!
//! The kernel is printed by [`RelayoutKernel`], and run by a program in C beside this one, as any program would run it.
//! Where there is no device, or no compiler, it says so.
use std::error::Error;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use tilework::dynamic::{DynLayout, Swizzled};
use tilework::emit::{Language, RelayoutKernel};
use tilework::kernel::relayout::Plan;

/// The host, which runs kernels `k0`, `k1`, ... of a file.
const HOST: &str = include_str!("../../tests/emit/opencl_relayout.c");
const OPENCL: &str = include_str!("../../tests/emit/opencl.h");

const BYTES: usize = 2;

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let usual = ["(1000,501):(501,1)", "((16,63),(16,32)):((16,256),(1,16128)) of (1000,501)"];
    let [from, to]: [DynLayout; 2] = match &given[..] {
        [from, to] => [from.parse()?, to.parse()?],
        _ => [usual[0].parse()?, usual[1].parse()?],
    };
    let kernel = RelayoutKernel::new(&Swizzled::from(from.clone()), &Swizzled::from(to.clone()), BYTES)?;
    let emitted = kernel.emit(Language::OpenCl, "k0")?;
    println!("{}", emitted.text);

    let folder = std::env::temp_dir().join(format!("gpu_relayout-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let outcome = on_device(&folder, &from, &to, &emitted.text, [emitted.grid[0], kernel.threads() as u64]);
    std::fs::remove_dir_all(&folder)?;
    outcome
}

/// Runs a kernel over so many blocks of so many threads, and compares what it writes with what the host does.
fn on_device(
    folder: &Path,
    from: &DynLayout,
    to: &DynLayout,
    text: &str,
    [blocks, threads]: [u64; 2],
) -> Result<(), Box<dyn Error>> {
    std::fs::write(folder.join("host.c"), HOST)?;
    std::fs::write(folder.join("opencl.h"), OPENCL)?;
    std::fs::write(folder.join("kernel.cl"), text)?;
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-O1", "host.c", "-o", "host", "-lOpenCL"]).current_dir(folder);
    let is_built = compiler.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    let program = folder.join("host");
    if !is_built || !Command::new(&program).arg("--devices").status()?.success() {
        println!("no device of OpenCL here, or no compiler with its headers: the kernel is not run");
        return Ok(());
    }

    // places of the padding, too
    let size =
        |layout: &DynLayout| usize::try_from(layout.clone().padded().cosize()).map(|size| size * BYTES);
    let source: Vec<u8> = (0..size(from)?).map(|place| (place * 7 % 251) as u8).collect();
    let mut expected = vec![0; size(to)?];
    Plan::from_dynamic(from, to, 8 * u32::try_from(BYTES)?)?.run_bytes(&source, &mut expected)?;

    let mut child = Command::new(program)
        .arg("kernel.cl")
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let (mut input, mut output) =
        (child.stdin.take().ok_or("no input")?, child.stdout.take().ok_or("no output")?);
    for number in [0, blocks, threads, source.len() as u64, expected.len() as u64] {
        input.write_all(&number.to_ne_bytes())?;
    }
    input.write_all(&source)?;
    input.write_all(&vec![0; expected.len()])?;
    drop(input);
    let mut written = Vec::new();
    output.read_to_end(&mut written)?;
    assert!(child.wait()?.success(), "the device refused the kernel");
    assert!(written == expected, "the device and the host differ");
    println!("{} bytes moved on the device, as on the host", written.len());
    Ok(())
}
