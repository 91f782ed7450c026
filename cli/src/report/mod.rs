//! `tilework report`: where the bytes of HLO dumps go.
mod census;
mod counted;
mod input;
mod json;
mod largest;
mod names;
mod relayout;
mod resharding;
mod shapes;
mod sharded;
mod tables;
mod totals;

use crate::failure::Failure;
use crate::suggest::chip;
use census::Census;
use std::path::PathBuf;
use tilework::xla::Chip;

/// List which arrays of HLO dumps waste memory, and what would save it.
///
/// Reads the text that XLA writes with --xla_dump_to, of any size. For every array it counts the bytes of the elements
/// and the bytes with the padding of tiles. Values are counted once each: results of bitcast, tuple and
/// get-tuple-element, the parameters of called computations, and whatever is inside fusions have no memory of their
/// own. The sums are over all values; they are not the memory that is in use at one time.
///
/// Where instructions have a sharding with tiles, it counts what a device holds of their arrays too. A module that is
/// scheduled has been cut into the parts of one device before, so that its shapes are those already. Where an
/// instruction only changes a sharding, `copy` or a custom call to Sharding, it counts what moves at least, what
/// replicating the array would move, and which collective does it alone: where none does, XLA replicates unless it
/// finds a sequence of them.
///
/// Where the chip is no TPU, arrays whose layout has no tiles are counted in the tiles that its matrix unit reads, zN
/// or TILE_LAYOUT, and what another of its layouts would save. The rule and its source are printed below the sums.
///
/// A line has at most 256 MiB.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tilework report module_0001.jit_step.after_optimizations.txt
  tilework report dumps/ --top 50               all modules in a folder
  tilework report dump.txt --chip tenstorrent   in tiles of 32 by 32
  zcat dump.hlo.gz | tilework report - --json   for scripts
")]
pub(crate) struct Arguments {
    /// Dumps, or folders with dumps; `-` for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// List at most so many arrays, computations and relayouts.
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// The generation of the TPU whose layouts are compared, or another chip.
    #[arg(long, value_name = "CHIP", default_value = "v5e", value_parser = chip())]
    chip: Chip,
    /// Leave out lines that cannot be read and computations that are cut off, and say so.
    #[arg(long)]
    lenient: bool,
    /// Answer in JSON: exact numbers, nothing shortened.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let sources = input::sources(&arguments.files)?;
    let mut census = Census::new(arguments.top, arguments.chip);
    input::read_all(&sources, &mut census, arguments.lenient)?;
    let answer = census.finish();
    if arguments.json { json::write(&answer, arguments.chip) } else { tables::write(&answer, arguments.chip) }
}
