//! `tilework eval`: one JSON request a line, one JSON answer a line.
//!
//! A file for each family of operations; what they have in common is reading typed fields from a request.
mod hlo;
mod layout;
mod map;
mod request;
mod swizzle;
mod tla;
mod tuple;
mod xla;

use crate::failure::{Failure, mistake};
use crate::input::{Length, Source, read_line, skip_line, unreadable};
use request::{ErrorKind, Fields, RequestError, Result};
use serde_json::{Map, Value, json};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

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
            Length::Within => answer_line(&line),
            Length::Beyond => {
                let message = format!("the line has more than {MOST_LINE_BYTES} bytes");
                if skip_line(&mut input, MOST_SKIPPED).map_err(unreadable)? == Length::Beyond {
                    output.flush()?;
                    return Err(mistake!("{name}: no end of line in {MOST_SKIPPED} bytes"));
                }
                answered(Value::Null, Err(RequestError::request(message)))
            }
        };
        serde_json::to_writer(&mut output, &answer).map_err(io::Error::from)?;
        output.write_all(b"\n")?;
    }
}

/// The answer to a request.
pub(crate) fn answer_line(line: &[u8]) -> Value {
    match serde_json::from_slice(line) {
        Err(error) => {
            answered(Value::Null, Err(RequestError::new(ErrorKind::Parse, format!("no JSON: {error}"))))
        }
        Ok(Value::Object(mut request)) => {
            let id = request.remove("id").unwrap_or(Value::Null);
            let outcome = panic::catch_unwind(AssertUnwindSafe(|| answer(request)));
            let caught = |_| Err(RequestError::new(ErrorKind::Internal, "a bug in tilework was caught"));
            answered(id, outcome.unwrap_or_else(caught))
        }
        Ok(_) => answered(Value::Null, Err(RequestError::request("a request is an object"))),
    }
}

/// A result with what is said beside it, or the error.
fn answered(id: Value, outcome: Result<(Value, Map<String, Value>)>) -> Value {
    match outcome {
        Ok((result, remarks)) => {
            let answer = [("id".to_string(), id), ("result".to_string(), result)];
            Value::Object(answer.into_iter().chain(remarks).collect())
        }
        Err(error) => {
            json!({ "id": id, "error": { "kind": error.kind.name(), "message": error.message } })
        }
    }
}

/// The result of a request, and what is said beside it.
fn answer(mut request: Map<String, Value>) -> Result<(Value, Map<String, Value>)> {
    let op = match request.remove("op") {
        Some(Value::String(op)) => op,
        Some(_) => return Err(RequestError::request("op is no text")),
        None => return Err(RequestError::request("there is no op")),
    };
    let mut fields = Fields::new(request);
    let result = match op.split_once('.') {
        Some(("tuple", verb)) => tuple::answer(verb, &mut fields),
        Some(("layout", verb)) => layout::answer(verb, &mut fields),
        Some(("swizzle", verb)) => swizzle::answer(verb, &mut fields),
        Some(("tla", verb)) => tla::answer(verb, &mut fields),
        Some(("hlo", verb)) => hlo::answer(verb, &mut fields),
        Some(("map", verb)) => map::answer(verb, &mut fields),
        Some(("expr", verb)) => map::answer_expr(verb, &mut fields),
        Some(("interval", verb)) => map::answer_interval(verb, &mut fields),
        Some(("xla", verb)) => xla::answer(verb, &mut fields),
        _ => Ok(None),
    }?;
    let result = result
        .ok_or_else(|| RequestError::new(ErrorKind::Unsupported, format!("there is no operation {op}")))?;
    fields.finish()?;
    Ok((result, fields.remarks()))
}
