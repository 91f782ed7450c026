//! How fast `tilework report` reads, and in how much memory: `cargo run --release -p tilework-bench -- --report
//! [FOLDER]`.
//!
//! The dumps of a folder, or the ones in `examples/hlo`, are put one behind another to 200 MB, and the program reads
//! that.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const BYTES: u64 = 200_000_000;
const ROUNDS: usize = 5;

/// Prints the rate of the fastest of some runs, and the most memory that one of them took.
pub(crate) fn report(folder: Option<PathBuf>) -> Result<(), Box<dyn Error>> {
    let folder = folder.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/hlo"));
    let program = build()?;
    let input = std::env::temp_dir().join(format!("tilework-report-{}.hlo", std::process::id()));
    let measured = concatenate(&folder, &input).and_then(|bytes| Ok((bytes, runs(&program, &input)?)));
    fs::remove_file(&input)?;
    let (bytes, runs) = measured?;
    let megabytes = bytes as f64 / 1e6;
    for run in &runs {
        println!("{megabytes:.0} MB in {:.3} s: {:.0} MB/s", run.seconds, megabytes / run.seconds);
    }
    let fastest = runs.iter().map(|run| run.seconds).fold(f64::INFINITY, f64::min);
    println!("report_megabytes_per_second {:.0}", megabytes / fastest);
    if let Some(peak) = runs.iter().filter_map(|run| run.peak_kilobytes).max() {
        println!("report_peak_memory_kilobytes {peak}");
    }
    Ok(())
}

/// Builds the program, and says where it is: beside this one.
fn build() -> Result<PathBuf, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo).args(["build", "--release", "-p", "tilework-cli"]).status()?;
    if !built.success() {
        return Err("the program could not be built".into());
    }
    Ok(std::env::current_exe()?.with_file_name(format!("tilework{}", std::env::consts::EXE_SUFFIX)))
}

/// Writes the dumps of a folder again and again until there is enough; the bytes that were written.
fn concatenate(folder: &Path, to: &Path) -> Result<u64, Box<dyn Error>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "hlo"));
    paths.sort();
    let dumps: Vec<Vec<u8>> = paths.iter().map(fs::read).collect::<Result<_, _>>()?;
    if dumps.iter().all(Vec::is_empty) {
        return Err(format!("{}: no dumps, files that end in .hlo", folder.display()).into());
    }
    let mut output = BufWriter::new(File::create(to)?);
    let mut written = 0;
    for dump in dumps.iter().cycle() {
        output.write_all(dump)?;
        output.write_all(b"\n")?;
        written += dump.len() as u64 + 1;
        if written >= BYTES {
            break;
        }
    }
    output.flush()?;
    Ok(written)
}

struct Run {
    seconds: f64,
    peak_kilobytes: Option<u64>,
}

fn runs(program: &Path, input: &Path) -> Result<Vec<Run>, Box<dyn Error>> {
    (0..ROUNDS).map(|_| run(program, input)).collect()
}

fn run(program: &Path, input: &Path) -> Result<Run, Box<dyn Error>> {
    let start = Instant::now();
    let mut child = Command::new(program).arg("report").arg(input).stdout(Stdio::null()).spawn()?;
    let mut peak_kilobytes = None;
    let status = loop {
        peak_kilobytes = peak(child.id()).or(peak_kilobytes);
        match child.try_wait()? {
            Some(status) => break status,
            None => thread::sleep(Duration::from_millis(2)),
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    if status.success() { Ok(Run { seconds, peak_kilobytes }) } else { Err(format!("{status}").into()) }
}

/// The most memory a process had so far, where Linux tells.
fn peak(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
