//! `tilework relayout`: files of arrays in another layout.
//!
//! What may enter: the formats of files (`npy`, `safetensors`), the layouts that can be asked for (`notation`, `tag`,
//! `recipes`) and for which arrays (`rules`), how they lie in a file (`stored`) and what the file says about them
//! (`record`), and the way of the bytes (`mapped`, `pieces`, `output`, `verify`). `contents` and the two formats know
//! each other: it reads by them, and they make it.
mod answer;
mod contents;
#[allow(unsafe_code, reason = "files are mapped into memory; what can happen to them is said there")]
mod mapped;
mod notation;
mod npy;
mod output;
mod pieces;
mod progress;
mod recipes;
mod record;
mod rules;
mod safetensors;
mod stop;
mod stored;
mod tag;
mod transfer;
mod verify;
mod workers;

use crate::failure::{Failure, mistake};
use crate::input::unreadable;
use answer::Answer;
use contents::Contents;
use mapped::Mapped;
use output::Output;
use rules::Rules;
use std::fs::File;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;
use stop::Stop;
use transfer::transfers;

const EXAMPLES: &str = r#"Examples:
  tilework relayout model.safetensors npu.safetensors --to ascend.nz --tensor '*.weight'
  tilework relayout npu.safetensors back.safetensors --to C --verify      no padding, all bytes as before
  tilework relayout a.npy b.npy --to '{1,0:T(8,128)(2,1)}'
  tilework relayout b.npy c.npy --to '((4,25),(4,13)):((4,16),(1,400)) of (100,50)'
  tilework relayout raw.npy a.npy --from 'zN of (100,50)' --to C          where the file does not say it
  tilework relayout model.safetensors out.safetensors --rules layouts.toml

A file of rules, the first one that names an array counts:
  [recipes]
  mine = "tile_to_shape((4,8):(8,1),(1,0))"
  by-width = { 16 = "zN", 8 = "aB32b" }
  [[rule]]
  tensor = "*.experts.*.weight"
  to = "by-width""#;

/// Write the arrays of a file in another layout.
///
/// Reads an .npy or a .safetensors file of any size and writes one of the same format. An array is stored as it lies in
/// memory: its dimensions are the physical ones, the outermost first, its padding is 0. What layout that is, the file
/// says itself: in the metadata of .safetensors, in a comment in the header of .npy. So the way back is `--to C`: it
/// crops the padding and gives every byte and the shape back.
///
/// A layout may be for fewer dimensions than an array has: the ones in front are a batch then, such as a stack of
/// experts. Bytes are moved, not looked at: big-endian numbers stay so. Of two elements of 4 bits in a byte, the first
/// one is in the lower bits.
///
/// The output appears under its name when all of it is on the disk. Whatever happens before, the old file is as it was.
/// A program that is killed leaves at most a hidden file whose name ends in `.tilework-incomplete`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", recipes::help()))]
pub(crate) struct Arguments {
    /// The file that is read.
    input: PathBuf,
    /// The file that is written.
    #[arg(required_unless_present = "plan")]
    output: Option<PathBuf>,
    /// The layout: a recipe, C, F, an order of the dimensions (1,0), a format of TLA, a layout of XLA or CuTe,
    /// tile_to_shape(BLOCK,ORDER), or a tag of oneDNN.
    #[arg(long, value_name = "LAYOUT", required_unless_present = "rules")]
    to: Option<String>,
    /// The layout that the arrays have, where the file does not say it, and their shape: 'zN of (100,50)'.
    #[arg(long, value_name = "LAYOUT", requires = "to")]
    from: Option<String>,
    /// Only arrays whose names are like this: `*` stands for any text, `?` for a letter, `[ab]` for one of these.
    #[arg(long, value_name = "PATTERN", requires = "to")]
    tensor: Vec<String>,
    /// Layouts by the names of arrays, in TOML.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Read the output back and compare it with the input before it gets its name.
    #[arg(long)]
    verify: bool,
    /// Do not wait until the output is on the disk, as `cp` does not: it is there in whole unless the machine stops.
    #[arg(long)]
    no_sync: bool,
    /// Say how each array would be moved, and write nothing.
    #[arg(long)]
    plan: bool,
    /// Move so many pieces at a time; without it, one for each processor, 8 at most.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Answer in JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let to = arguments.to.as_deref();
    let rules = Rules::new(&arguments.tensor, to, arguments.from.as_deref(), arguments.rules.as_ref())?;
    let start = Instant::now();
    let name = arguments.input.display().to_string();
    let input = open(&arguments.input)?;
    let stem = arguments.input.file_stem().unwrap_or_default().to_string_lossy();
    let contents = Contents::read(&name, &stem, &input)?;
    let (transfers, mut result) = transfers(contents, &rules).map_err(|failure| failure.within(&name))?;
    let header = result.header()?;
    let length = result.tensors.last().map_or(header.len(), |last| last.bytes.end);
    if let (Some(path), false) = (&arguments.output, arguments.plan) {
        let stop = Stop::on_signals().map_err(|error| mistake!("{error}"))?;
        let output = Output::create(path, &input, length as u64)?;
        output.write_at(0, &header)?;
        let threads = arguments.threads.unwrap_or_else(all_processors);
        let bar = progress::bar("moved", length as u64);
        let written = pieces::write(&input, &transfers, &result, &output, threads, &bar, &stop);
        bar.finish_and_clear();
        written?;
        if arguments.verify {
            let bar = progress::bar("compared", length as u64);
            let compared =
                verify::verify(&input, &transfers, &result, &output.mapped()?, threads, &bar, &stop);
            bar.finish_and_clear();
            compared?;
        }
        if input.has_changed().map_err(|error| unreadable(&name, &error))? {
            return Err(mistake!(
                "{name}: another program changed it while it was read; nothing was written"
            ));
        }
        stop.check()?;
        output.complete(!arguments.no_sync)?;
    }
    let answer = Answer {
        input: &arguments.input,
        output: arguments.output.as_deref().filter(|_| !arguments.plan),
        transfers: &transfers,
        result: &result,
        bytes_read: input.len(),
        bytes_written: length,
        time: start.elapsed(),
        is_verified: arguments.verify,
    };
    match (arguments.json, arguments.plan) {
        (true, with_plans) => answer.json(with_plans),
        (false, true) => answer.plans(),
        (false, false) => answer.for_people(),
    }
}

fn open(path: &Path) -> Result<Mapped, Failure> {
    let name = path.display().to_string();
    let unreadable = |error| unreadable(&name, &error);
    let file = File::open(path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(mistake!("{name}: this is a folder, a file is wanted"));
    }
    if !metadata.is_file() {
        return Err(mistake!("{name}: this is no file: only files can be mapped into memory"));
    }
    Mapped::new(file).map_err(unreadable)
}

/// The processors, as far as they are worth it: memory is busy with fewer.
fn all_processors() -> NonZeroUsize {
    const MOST: NonZeroUsize = NonZeroUsize::new(8).unwrap();
    thread::available_parallelism().map_or(NonZeroUsize::MIN, |found| found.min(MOST))
}
