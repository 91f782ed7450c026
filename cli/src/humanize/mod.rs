//! `tilework humanize`: what the compiler says, with its types in the notation.
mod full_name;
mod line;

use crate::failure::{Failure, mistake};
use std::io::{self, BufRead, BufReader, Write};

/// Lines are kept in memory up to here; a longer one is passed on in parts.
const MOST_LINE_BYTES: u64 = 1 << 24;

/// Write what the compiler says with numbers for bits.
///
/// Reads messages of rustc from standard input and writes them as they come. In types, `UInt<UInt<UTerm, B1>, B0>` is
/// `2`, `Int<..>` and `Neg<..>` of a number are `_2` and `_-2`, a list `Cons<A, Cons<B, Nil>>` is the tuple `(A, B)`,
/// and `Layout<(..), (..)>` is `shape:stride`, with or without their paths. What rustc left out as `...` stays out.
/// Colours stay, and so do lines of source code: carets point where they pointed. A type that rustc wrote into a file,
/// because its name is too long, stands below the line that says so.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  cargo build 2>&1 | tilework humanize
  cargo build --color=always 2>&1 | tilework humanize")]
pub(crate) struct Arguments {}

pub(crate) fn run() -> Result<(), Failure> {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    // colours go to a pipe as they came out of one
    let mut output = io::BufWriter::new(io::stdout().lock());
    let (mut text, mut humanized) = (Vec::new(), Vec::new());
    loop {
        text.clear();
        let length = io::Read::take(&mut input, MOST_LINE_BYTES)
            .read_until(b'\n', &mut text)
            .map_err(|error| mistake!("standard input: {error}"))?;
        if length == 0 {
            output.flush()?;
            return Ok(());
        }
        humanized.clear();
        line::humanize(&text, &mut humanized);
        if let Some(name) = full_name::full_name(&text) {
            humanized.extend(b"          it is `");
            line::humanize(&name, &mut humanized);
            humanized.extend(b"`\n");
        }
        output.write_all(&humanized)?;
        // whoever reads this waits for no more than the compiler
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
}
