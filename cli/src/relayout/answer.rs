//! What was done, for people and in JSON.
use super::contents::Tensor;
use super::job::Job;
use super::moved::Moved;
use super::record::Record;
use super::transfer::Transfer;
use crate::bytes::human;
use crate::failure::Failure;
use crate::table::{Column, table};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// The most lines of the table for people.
const MOST_ROWS: usize = 64;

/// What was done to a file.
#[derive(Debug)]
pub(super) struct Answer<'a> {
    pub(super) input: &'a Path,
    pub(super) job: &'a Job<'a>,
    pub(super) is_written: bool,
    pub(super) time: Duration,
    pub(super) is_verified: bool,
}

impl<'a> Answer<'a> {
    /// The file that was written.
    fn output(&self) -> Option<&'a Path> {
        self.job.path.as_deref().filter(|_| self.is_written)
    }

    /// The arrays that were moved, and how.
    fn moved(&self) -> impl Iterator<Item = Result<(Transfer<'a>, Moved), Failure>> {
        let moved = |mut transfer: Transfer<'a>| transfer.moved.take().map(|moved| (transfer, moved));
        self.job.transfers().filter_map(move |transfer| transfer.map(moved).transpose())
    }

    /// Writes a line for each array that was moved, and the sums.
    pub(super) fn write_table(&self, text: &mut impl Write) -> Result<(), Failure> {
        let row = |(transfer, moved): (Transfer<'_>, Moved)| {
            let (before, after) = (transfer.input, transfer.result(0));
            Ok(vec![
                before.name.to_string(),
                before.element.to_string(),
                moved.to.layout.extents().to_string(),
                moved.name,
                notation(&after)?,
                format!("{:?}", after.shape),
                human((transfer.bytes_read() as u64).into()),
                human((transfer.length as u64).into()),
            ])
        };
        let rows: Vec<Vec<String>> =
            self.moved().take(MOST_ROWS).map(|moved| row(moved?)).collect::<Result<_, Failure>>()?;
        let columns = [
            Column::Left("array"),
            Column::Left("type"),
            Column::Left("shape"),
            Column::Left("from"),
            Column::Left("to"),
            Column::Left("stored as"),
            Column::Right("bytes"),
            Column::Right("become"),
        ];
        if !rows.is_empty() {
            writeln!(text, "{}", table(&columns, rows))?;
        }
        let moved = self.job.moved;
        let copied = self.job.input.tensors.len() - moved;
        if moved > MOST_ROWS {
            writeln!(text, "shown: {MOST_ROWS} of {moved} arrays; --json has all")?;
        }
        write!(text, "{moved} relaid, {copied} copied")?;
        if let Some(output) = self.output() {
            let size = i128::from(self.job.length as u64);
            let nanoseconds = i128::try_from(self.time.as_nanos().max(1)).unwrap_or(1);
            let (seconds, speed) = (self.time.as_secs_f64(), human(size * 1_000_000_000 / nanoseconds));
            let output = output.display();
            write!(text, "; {output} has {}, written in {seconds:.2} s, {speed}/s", human(size))?;
            text.write_all(if self.is_verified { b"; read back, and the same" } else { b"" })?;
        }
        writeln!(text)?;
        Ok(())
    }

    /// Writes how every array would be moved.
    pub(super) fn write_plans(&self, text: &mut impl Write) -> Result<(), Failure> {
        for moved in self.moved() {
            let (transfer, moved) = moved?;
            write!(text, "\n{}: {}\n  -> {}\n", transfer.input.name, moved.from, moved.to)?;
            for line in moved.copies()?.lines() {
                writeln!(text, "  {line}")?;
            }
        }
        Ok(())
    }

    /// Writes an object, its arrays on a line each.
    fn write_json(&self, text: &mut impl Write, with_plans: bool) -> Result<(), Failure> {
        let string = |path: &Path| json!(path.display().to_string());
        write!(text, "{{\n\"input\":{}", string(self.input))?;
        if let Some(output) = self.output() {
            let (read, written) = (self.job.bytes_read, self.job.length);
            let (seconds, is_verified) = (json!(self.time.as_secs_f64()), self.is_verified);
            write!(text, ",\n\"output\":{},\n\"bytes_read\":{read},\n", string(output))?;
            write!(text, "\"bytes_written\":{written},\n\"seconds\":{seconds},\n\"verified\":{is_verified}")?;
        }
        write!(text, ",\n\"tensors\":[")?;
        let mut separator = "\n";
        for transfer in self.job.transfers() {
            write!(text, "{separator}{}", entry(&transfer?, with_plans)?)?;
            separator = ",\n";
        }
        write!(text, "\n]\n}}")?;
        Ok(())
    }
}

/// An array in JSON.
fn entry(transfer: &Transfer<'_>, with_plans: bool) -> Result<Value, Failure> {
    let before = transfer.input;
    let mut entry = json!({
        "name": before.name,
        "type": *before.element,
        "stored_shape": transfer.shape,
        "bytes_read": transfer.bytes_read(),
        "bytes_written": transfer.length,
        "relaid": transfer.moved.is_some(),
    });
    if let (Some(moved), Value::Object(entry)) = (&transfer.moved, &mut entry) {
        entry.insert("shape".into(), json!(moved.to.layout.extents().leaves()));
        entry.insert("from".into(), json!(moved.name));
        entry.insert("from_layout".into(), json!(moved.from.to_string()));
        entry.insert("to".into(), json!(notation(&transfer.result(0))?));
        entry.insert("to_layout".into(), json!(moved.to.to_string()));
        if with_plans {
            entry.insert("plan".into(), json!(moved.copies()?.lines().collect::<Vec<_>>().join("\n")));
        }
    }
    Ok(entry)
}

/// What an array is, as the file says it.
fn notation(tensor: &Tensor) -> Result<String, Failure> {
    Ok(match &tensor.record {
        Some(record) => Record::parse(record)?.notation,
        None => String::from(if tensor.is_fortran { "F" } else { "C" }),
    })
}

/// Writes the answer for a file, or a list of those for the files of all devices.
pub(super) fn write_json(
    text: &mut impl Write,
    answers: &[Answer<'_>],
    with_plans: bool,
) -> Result<(), Failure> {
    if let [one] = answers {
        one.write_json(text, with_plans)?;
    } else {
        let mut separator = "[";
        for answer in answers {
            text.write_all(separator.as_bytes())?;
            answer.write_json(text, with_plans)?;
            separator = ",\n";
        }
        write!(text, "]")?;
    }
    writeln!(text)?;
    Ok(())
}
