//! `tilework relayout`: files of arrays in another layout.
//!
//! What may enter: the formats of files (`npy`, `safetensors`), the layouts that can be asked for (`notation`,
//! `recipes`) and for which arrays (`rules`), how they lie in a file (`stored`) and what the file says about them
//! (`record`), which part of an array a device has (`shard`, `part`), and the way of the bytes (`read`, `job`,
//! `transfer`, `moved`, `mapped`, `windows`, `pieces`, `write`, `output`, `verify`).
mod answer;
mod contents;
mod job;
#[allow(unsafe_code, reason = "files are mapped into memory; what can happen to them is said there")]
mod mapped;
mod moved;
mod notation;
mod npy;
mod output;
mod part;
mod pieces;
mod progress;
mod read;
mod recipes;
mod record;
mod rules;
mod safetensors;
mod shard;
mod stop;
mod stored;
mod transfer;
mod verify;
mod windows;
mod workers;
mod write;

use crate::failure::{Failure, mistake};
use crate::input::unreadable;
use answer::Answer;
use contents::Format;
use job::Job;
use mapped::Mapped;
use output::Output;
use rules::Rules;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;
use stop::Stop;

const EXAMPLES: &str = r#"Examples:
  tilework relayout model.safetensors npu.safetensors --to ascend.nz --tensor '*.weight'
  tilework relayout npu.safetensors back.safetensors --to C --verify      no padding, all bytes as before
  tilework relayout a.npy b.npy --to '{1,0:T(8,128)(2,1)}'
  tilework relayout b.npy c.npy --to '((4,25),(4,13)):((4,16),(1,400)) of (100,50)'
  tilework relayout tile.npy stage.npy --to 'Sw<3,3,3> o (64,64):(64,1)'
  tilework relayout raw.npy a.npy --from 'zN of (100,50)' --to C          where the file does not say it
  tilework relayout model.safetensors out.safetensors --rules layouts.toml
  tilework relayout model.safetensors part.safetensors --to tpu --tensor '*.weight' --shard 'devices=[2,4]<=[8]'

A file of rules, the first one that names an array counts:
  [recipes]
  mine = "tile_to_shape((4,8):(8,1),(1,0))"
  by-width = { 16 = "zN", 8 = "aB32b" }
  [[rule]]
  tensor = "*.experts.*.weight"
  to = "by-width"
  shard = "devices=[8,1]<=[8]""#;

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
    /// Cut the arrays into parts, one file for each device: OUTPUT.device0, OUTPUT.device1, .. in front of its ending.
    #[arg(long, value_name = "SHARDING", requires = "to")]
    shard: Option<String>,
    /// Read the output back and compare it with the input before it gets its name. Whether --from is true is not
    /// known.
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

/// Answers when all is done, array by array: what is written is not kept.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (to, from, shard) = (&arguments.to, &arguments.from, &arguments.shard);
    let rules = Rules::new(
        &arguments.tensor,
        to.as_deref(),
        from.as_deref(),
        shard.as_deref(),
        arguments.rules.as_ref(),
    )?;
    let start = Instant::now();
    let name = arguments.input.display().to_string();
    let input = open(&arguments.input)?;
    let stem = arguments.input.file_stem().unwrap_or_default().to_string_lossy();
    let contents = read::read(&name, &stem, &input)?;
    check_ending(arguments.output.as_deref(), contents.format)?;
    rules.check(&contents.tensors).map_err(|failure| failure.within(&name))?;
    let devices: Vec<Option<usize>> =
        rules.devices()?.map_or(vec![None], |count| (0..count).map(Some).collect());
    let job = |device: Option<usize>| {
        let path = arguments.output.as_deref().map(|path| of_device(path, device));
        Job::new(&contents, &rules, path, device).map_err(|failure| failure.within(&name))
    };
    let jobs = devices.into_iter().map(job).collect::<Result<Vec<_>, _>>()?;
    if !arguments.plan {
        write(arguments, &input, &jobs)?;
    }
    let (time, is_verified) = (start.elapsed(), arguments.verify);
    let answers: Vec<Answer<'_>> = jobs
        .iter()
        .map(|job| Answer { input: &arguments.input, job, is_written: !arguments.plan, time, is_verified })
        .collect();
    let mut text = BufWriter::new(anstream::stdout().lock());
    if arguments.json {
        answer::write_json(&mut text, &answers, arguments.plan)?;
    } else {
        for answer in &answers {
            answer.write_table(&mut text)?;
            if arguments.plan {
                answer.write_plans(&mut text)?;
            }
        }
    }
    text.flush()?;
    Ok(())
}

/// Writes all files; the first one gets its name when the last one is complete.
fn write(arguments: &Arguments, input: &Mapped, jobs: &[Job<'_>]) -> Result<(), Failure> {
    let stop = Stop::on_signals().map_err(|error| mistake!("{error}"))?;
    let mut outputs = Vec::new();
    for job in jobs {
        if let Some(path) = &job.path {
            outputs.push(Output::create(path, input, job.length as u64)?);
        }
    }
    mapped::clean_up_when_shortened(outputs.iter().map(Output::temporary))
        .map_err(|error| mistake!("{error}"))?;
    let threads = arguments.threads.unwrap_or_else(all_processors);
    for (job, output) in jobs.iter().zip(&outputs) {
        write::write(job, input, output, threads, arguments.verify, &stop)?;
    }
    let name = arguments.input.display().to_string();
    if input.has_changed().map_err(|error| unreadable(&name, &error))? {
        return Err(mistake!("{name}: another program changed it while it was read; nothing was written"));
    }
    if !arguments.no_sync {
        outputs.iter().try_for_each(Output::sync)?;
    }
    stop.check()?;
    outputs.into_iter().try_for_each(Output::complete)
}

/// Refuses a name that says that the output is of the other format.
fn check_ending(output: Option<&Path>, format: Format) -> Result<(), Failure> {
    let ending = output.and_then(Path::extension).and_then(OsStr::to_str);
    let formats = [Format::Npy, Format::SafeTensors];
    let is_other = |other: &Format| *other != format && ending == Some(other.ending());
    match (output, formats.into_iter().any(|other| is_other(&other))) {
        (Some(output), true) => Err(mistake!(
            "{}: the output is of the format of the input, .{}",
            output.display(),
            format.ending()
        )),
        _ => Ok(()),
    }
}

/// The name of the file of a device: `model.device3.safetensors`.
fn of_device(path: &Path, device: Option<usize>) -> PathBuf {
    let Some(device) = device else { return path.to_path_buf() };
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!(".device{device}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
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
