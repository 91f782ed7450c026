//! `tilework eval`: one JSON request a line, one JSON answer a line.
use crate::failure::{Failure, mistake};
use crate::input::{Length, Source, read_line, skip_line, unreadable};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::panic;
use std::path::Path;
use tilework_answers::{OPERATIONS, answer, refusal};

pub(crate) const EXAMPLE: &str = r#"Example:
  echo '{"id": 1, "op": "layout.size", "layout": "(2,3):(3,1)"}' | tilework eval
  {"id":1,"result":6}"#;

/// The example and the operations.
pub(crate) fn help() -> String {
    let families = OPERATIONS.map(|(family, verbs)| format!("  {family}: {}", verbs.join(" ")));
    let what = "Operations, by family; what an operation needs is said where it is missing:";
    format!("{EXAMPLE}\n\n{what}\n{}", families.join("\n"))
}

/// The most bytes of a request; a longer one is answered with an error.
const MOST_LINE_BYTES: usize = 1 << 24;

/// The most bytes that are skipped in search of the end of a line.
const MOST_SKIPPED: u64 = 1 << 30;

/// Answers every line of a file, or of standard input.
pub(crate) fn run(file: Option<&Path>) -> Result<(), Failure> {
    // A caught bug is in the answer; its trace would only disturb.
    panic::set_hook(Box::new(|_| {}));
    let source = file.map_or(Source::Stdin, |path| Source::File(path.to_path_buf()));
    let input = BufReader::with_capacity(1 << 16, source.open()?);
    answer_lines(&source.name(), input, BufWriter::new(io::stdout().lock()))
}

fn answer_lines(name: &str, mut input: BufReader<impl Read>, mut output: impl Write) -> Result<(), Failure> {
    let unreadable = |error| unreadable(name, &error);
    let mut line = Vec::new();
    loop {
        // The next read may have to wait: let the reader of the answers see what is done.
        if input.buffer().is_empty() {
            output.flush()?;
        }
        line.clear();
        let answer = match read_line(&mut input, &mut line, MOST_LINE_BYTES).map_err(unreadable)? {
            Length::End => return Ok(output.flush()?),
            Length::Within if line.trim_ascii().is_empty() => continue,
            Length::Within => answer(&line),
            Length::Beyond => {
                let message = format!("the line has more than {MOST_LINE_BYTES} bytes");
                if skip_line(&mut input, MOST_SKIPPED).map_err(unreadable)? == Length::Beyond {
                    output.flush()?;
                    return Err(mistake!("{name}: no end of line in {MOST_SKIPPED} bytes"));
                }
                refusal(message)
            }
        };
        serde_json::to_writer(&mut output, &answer).map_err(io::Error::from)?;
        output.write_all(b"\n")?;
    }
}
