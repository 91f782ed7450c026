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

use crate::failure::Failure;
use request::{Fields, Kind, Refusal};
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

/// Answers every line of a file, or of standard input.
pub(crate) fn run(file: Option<&Path>) -> Result<(), Failure> {
    // A caught bug is told in the answer; its trace would only disturb.
    panic::set_hook(Box::new(|_| {}));
    let input: Box<dyn Read> = match file {
        Some(path) => Box::new(File::open(path).map_err(|error| {
            Failure::Io(io::Error::new(error.kind(), format!("{}: {error}", path.display())))
        })?),
        None => Box::new(io::stdin().lock()),
    };
    answer_lines(BufReader::with_capacity(1 << 16, input), BufWriter::new(io::stdout().lock()))?;
    Ok(())
}

fn answer_lines(mut input: BufReader<impl Read>, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        // The next read may have to wait: let the reader of the answers see what is done.
        if input.buffer().is_empty() {
            output.flush()?;
        }
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return output.flush();
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        serde_json::to_writer(&mut output, &answer_line(&line))?;
        output.write_all(b"\n")?;
    }
}

fn answer_line(line: &[u8]) -> Value {
    let (id, outcome) = match serde_json::from_slice(line) {
        Err(error) => (Value::Null, Err(Refusal::new(Kind::Parse, format!("no JSON: {error}")))),
        Ok(Value::Object(mut request)) => {
            let id = request.remove("id").unwrap_or(Value::Null);
            let outcome = panic::catch_unwind(AssertUnwindSafe(|| answer(request)));
            (
                id,
                outcome.unwrap_or_else(|_| Err(Refusal::new(Kind::Internal, "a bug in tilework was caught"))),
            )
        }
        Ok(_) => (Value::Null, Err(Refusal::new(Kind::Request, "a request is an object"))),
    };
    match outcome {
        Ok((result, remarks)) => {
            let answer = [("id".to_string(), id), ("result".to_string(), result)];
            Value::Object(answer.into_iter().chain(remarks).collect())
        }
        Err(refusal) => {
            json!({ "id": id, "error": { "kind": refusal.kind.name(), "message": refusal.message } })
        }
    }
}

/// The result of a request, and what is said beside it.
fn answer(mut request: Map<String, Value>) -> Result<(Value, Map<String, Value>), Refusal> {
    let op = match request.remove("op") {
        Some(Value::String(op)) => op,
        Some(_) => return Err(Refusal::new(Kind::Request, "op is no text")),
        None => return Err(Refusal::new(Kind::Request, "there is no op")),
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
        _ => None,
    };
    let result =
        result.ok_or_else(|| Refusal::new(Kind::Unsupported, format!("there is no operation {op}")))??;
    fields.finish()?;
    Ok((result, fields.remarks()))
}
