//! `tilework index`: what each instruction of a dump reads.
mod entry;
mod json;
mod tables;

use crate::failure::Failure;
use clap::ValueEnum;
use entry::Entry;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tilework::dynamic::Error;
use tilework::hlo::{GpuModel, Module, Scope};

/// Tell which elements the instructions of an HLO dump read.
///
/// For each operand: the maps from an index of the output to the indices that are read, which part of the operand is read
/// altogether, and whether the threads of a warp of a GPU read neighbours. Where it is not known what is read, it says why. The
/// last table tells of how many operands it is known, by opcode.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework index dump.hlo
  tilework index dump.hlo --instruction fusion.3
  tilework index dump.hlo --direction input-to-output
  tilework index dump.hlo --json                 for scripts
")]
pub(crate) struct Arguments {
    /// The dump; `-` for standard input.
    file: PathBuf,
    /// Only the instruction of that name.
    #[arg(long, value_name = "NAME")]
    instruction: Option<String>,
    /// From the output to what is read, or from an operand to where it goes.
    #[arg(long, value_enum, default_value_t = Direction::OutputToInput)]
    direction: Direction,
    /// Only maps that XLA's own analysis has.
    #[arg(long)]
    xla: bool,
    /// Answer in JSON: nothing shortened.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Direction {
    OutputToInput,
    InputToOutput,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let (name, text) = read(&arguments.file)?;
    let module = Module::parse(&text).map_err(|error| in_text(&name, &text, error))?;
    let scope = if arguments.xla { Scope::Xla } else { Scope::Extended };
    let gpu = GpuModel::default();
    let of = |computation, number| Entry::of(&module, computation, number, arguments.direction, scope, &gpu);
    let entries: Vec<Entry<'_>> = match &arguments.instruction {
        Some(wanted) => match module.find(wanted) {
            Some((computation, number)) => Vec::from([of(computation, number)]),
            None => return Err(Failure::input(format!("{name}: there is no instruction {wanted}"))),
        },
        None => {
            let all = module.computations.iter();
            all.flat_map(|computation| {
                (0..computation.instructions.len()).map(move |number| of(computation, number))
            })
            .collect()
        }
    };
    if arguments.json {
        json::write(&entries)
    } else {
        tables::write(&entries, arguments.instruction.is_some())
    }
}

fn read(path: &Path) -> Result<(String, String), Failure> {
    if path.as_os_str() == "-" {
        let mut text = String::new();
        io::stdin().lock().read_to_string(&mut text)?;
        return Ok(("standard input".into(), text));
    }
    let name = path.display().to_string();
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::Io(io::Error::new(error.kind(), format!("{name}: {error}"))))?;
    Ok((name, text))
}

/// A mistake in a text, in the line it stands in.
fn in_text(name: &str, text: &str, error: Error) -> Failure {
    let Error::Parse(mut error) = error else { return Failure::input(format!("{name}: {error}")) };
    let before = &text[..error.span.start];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let number = before.matches('\n').count() as u64 + 1;
    let line = text[start..].lines().next().unwrap_or_default();
    error.span = error.span.start - start..(error.span.end - start).min(line.len());
    Failure::in_line(name, number, line, Error::Parse(error))
}
