//! `tilework index`: what each instruction of a dump reads.
mod choose;
mod counts;
mod entry;
pub(crate) mod json;
mod physical;
mod sharded;
mod tables;

use crate::failure::{Failure, mistake};
use crate::input::Source;
use choose::{Chosen, choose};
pub(crate) use entry::Direction;
use entry::Entry;
use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use tilework::dynamic::Error;
use tilework::hlo::{GpuModel, Module, Scope};

/// List which elements the instructions of an HLO dump read.
///
/// For each operand: the maps from an index of the output to the indices that are read, which part of the operand is
/// read altogether, and whether the threads of a warp of a GPU read neighbours. Where it is not known what is read, it
/// says why. Maps that XLA's own analysis does not have are marked. The last table counts the operands of which it is
/// known, by opcode.
///
/// With --physical, maps also lead to places in memory, in elements with padding: which place of the operand is read
/// for which place of the output, all tiles counted. Of a copy, reshape, transpose or bitcast the column `moves` says
/// whether every element is proven to stay where it is: `nothing` moves, or `elements` do, or `?`, it is not known.
///
/// The dump is in memory as a whole: at most 1 GiB, and at most 256 MiB in a line.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework index dump.hlo
  tilework index dump.hlo --instruction fusion.3
  tilework index dump.hlo --computation main.5 --physical
  tilework index dump.hlo --direction input-to-output
  tilework index dump.hlo --json                 for scripts

JSON: {\"instructions\": [...], \"opcodes\": [...]}, an object a line.
  instruction  computation, instruction, opcode, shape, operands
  operand      instruction, shape, maps [{map, output?, runtime_variables?, replica_id?, element?, beyond_xla?}, or
               {unknown, output?}], utilization {read, elements, fraction}, coalesced?, warp [{elements, bytes, sectors,
               transactions, ideal_transactions}], or {unknown} in their place; output is there if there is not only
               one; with --physical each map also has physical {offsets, places, bytes?}, and an operand
               moves {proven, index?, from?, to?}, or {unknown} in their place
  opcode       opcode, instructions, operands, known, coalesced: counts
  runtime variable  source, map, outside: {\"clamped\": [lower, upper]}, the nearest of these numbers stands for any
               other, or \"dropped\", nothing is there
  What is not known is {\"unknown\": reason}. Fields are added, and never change their meaning.
")]
pub(crate) struct Arguments {
    /// The dump; `-` for standard input.
    file: PathBuf,
    /// Only the instruction of that name, with or without `%`, and all that is known of it.
    #[arg(long, value_name = "NAME")]
    instruction: Option<String>,
    /// Only the computation of that name.
    #[arg(long, value_name = "NAME")]
    computation: Option<String>,
    /// From the output to what is read, or from an operand to where it goes.
    #[arg(long, value_enum, default_value_t = Direction::OutputToInput)]
    direction: Direction,
    /// Only maps that XLA's own analysis has.
    #[arg(long)]
    xla: bool,
    /// Add the places in memory, with all tiles.
    #[arg(long)]
    physical: bool,
    /// Answer in JSON: nothing shortened.
    #[arg(long)]
    json: bool,
}

/// So many instructions are in memory at once.
const BLOCK: usize = 1024;

/// Answers while it goes through the dump: what is written is not kept.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let source = Source::of(&arguments.file);
    let (name, text) = (source.name(), source.read_text()?);
    let module = Module::parse(&text).map_err(|error| in_text(&name, &text, error))?;
    let chosen = choose(&module, &name, arguments.computation.as_deref(), arguments.instruction.as_deref())?;
    let is_single = arguments.instruction.is_some();
    let scope = if arguments.xla { Scope::Xla } else { Scope::Extended };
    let gpu = GpuModel::default();
    let mut output = BufWriter::new(anstream::stdout().lock());
    let mut counts = BTreeMap::new();
    if arguments.json {
        write!(output, "{{\n\"instructions\": [\n")?;
    }
    let mut is_first = true;
    for Chosen { computation, numbers } in chosen {
        if !arguments.json && !is_single {
            let entry = if computation.is_entry { ", the entry" } else { "" };
            writeln!(output, "computation {}{entry}", computation.name)?;
        }
        for block in numbers.clone().step_by(BLOCK) {
            let of = |number| {
                let entry = Entry::of(&module, computation, number, arguments.direction, scope, &gpu);
                if arguments.physical {
                    entry.with_physical(number, arguments.direction, scope)
                } else {
                    entry
                }
            };
            let entries: Vec<Entry<'_>> = (block..numbers.end.min(block + BLOCK)).map(of).collect();
            counts::count(&mut counts, &entries);
            if arguments.json {
                for entry in &entries {
                    write!(output, "{}", if is_first { "" } else { ",\n" })?;
                    json::write_instruction(&mut output, entry)?;
                    is_first = false;
                }
            } else {
                output.write_all(tables::write(&entries, arguments.direction, is_single)?.as_bytes())?;
            }
        }
        if !arguments.json && !is_single {
            writeln!(output)?;
        }
    }
    if arguments.json {
        write!(output, "\n],\n\"opcodes\": [\n{}\n]\n}}\n", json::opcodes(&counts))?;
    } else if !is_single {
        output.write_all(tables::summary(&counts).as_bytes())?;
    }
    output.flush()?;
    Ok(())
}

/// A mistake in a text, in the line it stands in.
fn in_text(name: &str, text: &str, error: Error) -> Failure {
    let Error::Parse(mut error) = error else { return mistake!("{name}: {error}") };
    let before = &text[..error.span.start];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let number = before.matches('\n').count() as u64 + 1;
    let line = text[start..].lines().next().unwrap_or_default();
    error.span = error.span.start - start..(error.span.end - start).min(line.len());
    Failure::in_line(name, number, line, Error::Parse(error))
}
