//! What was done, for people and in JSON.
use super::contents::Tensor;
use super::job::Job;
use super::transfer::Transfer;
use crate::bytes::human;
use crate::failure::Failure;
use crate::table::{Column, table};
use serde_json::{Value, json};
use std::fmt::Write;
use std::io;
use std::path::Path;
use std::time::Duration;

/// The most lines of the table for people.
const MOST_ROWS: usize = 64;

/// What was done to a file.
#[derive(Debug)]
pub(super) struct Answer<'a> {
    pub(super) input: &'a Path,
    pub(super) job: &'a Job,
    pub(super) is_written: bool,
    pub(super) time: Duration,
    pub(super) is_verified: bool,
}

impl Answer<'_> {
    /// The file that was written.
    fn output(&self) -> Option<&Path> {
        self.job.path.as_deref().filter(|_| self.is_written)
    }

    fn moved(&self) -> impl Iterator<Item = (&Transfer, &Tensor)> {
        self.job
            .transfers
            .iter()
            .zip(&self.job.result.tensors)
            .filter(|(transfer, _)| transfer.moved.is_some())
    }

    /// A line for each array that was moved, and the sums.
    pub(super) fn for_people(&self) -> Result<String, Failure> {
        let rows = self.moved().take(MOST_ROWS).map(|(transfer, tensor)| {
            let before = &transfer.input;
            let logical =
                transfer.moved.as_ref().map_or(String::new(), |moved| moved.to.extents().to_string());
            vec![
                tensor.name.clone(),
                tensor.element.clone(),
                logical,
                notation(before),
                notation(tensor),
                format!("{:?}", tensor.shape),
                human((transfer.source.len() as u64).into()),
                human((tensor.bytes.len() as u64).into()),
            ]
        });
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
        let mut text =
            if self.moved().next().is_some() { table(&columns, rows) + "\n" } else { String::new() };
        let moved = self.moved().count();
        let copied = self.job.transfers.len() - moved;
        if moved > MOST_ROWS {
            writeln!(text, "shown: {MOST_ROWS} of {moved} arrays; --json has all")?;
        }
        write!(text, "{moved} relaid, {copied} copied")?;
        let Some(output) = self.output() else {
            text.push('\n');
            return Ok(text);
        };
        let (seconds, size) = (self.time.as_secs_f64(), i128::from(self.job.length as u64));
        let speed = human(size * 1_000_000_000 / i128::try_from(self.time.as_nanos().max(1)).unwrap_or(1));
        let output = output.display();
        write!(text, "; {output} has {}, written in {seconds:.2} s, {speed}/s", human(size))?;
        text.push_str(if self.is_verified { "; read back, and the same\n" } else { "\n" });
        Ok(text)
    }

    /// The same, and the plans.
    pub(super) fn plans(&self) -> Result<String, Failure> {
        let mut text = self.for_people()?;
        for (transfer, tensor) in self.moved() {
            let Some(moved) = &transfer.moved else { continue };
            write!(text, "\n{}: {}\n  -> {}\n", tensor.name, moved.from, moved.to)?;
            for line in moved.plan()?.to_string().lines() {
                writeln!(text, "  {line}")?;
            }
        }
        Ok(text)
    }

    fn json(&self, with_plans: bool) -> Result<Value, Failure> {
        let tensors = self.job.transfers.iter().zip(&self.job.result.tensors).map(|(transfer, tensor)| {
            let mut entry = json!({
                "name": tensor.name,
                "type": tensor.element,
                "stored_shape": tensor.shape,
                "bytes_read": transfer.source.len(),
                "bytes_written": tensor.bytes.len(),
                "relaid": transfer.moved.is_some(),
            });
            if let (Some(moved), Value::Object(entry)) = (&transfer.moved, &mut entry) {
                entry.insert("shape".into(), json!(moved.to.extents().leaves()));
                entry.insert("from".into(), json!(notation(&transfer.input)));
                entry.insert("from_layout".into(), json!(moved.from.to_string()));
                entry.insert("to".into(), json!(notation(tensor)));
                entry.insert("to_layout".into(), json!(moved.to.to_string()));
                if with_plans {
                    entry.insert("plan".into(), json!(moved.plan()?.to_string()));
                }
            }
            Ok(entry)
        });
        let tensors: Vec<Value> = tensors.collect::<Result<_, Failure>>()?;
        let seconds = self.time.as_secs_f64();
        let bytes_read: usize = self.job.transfers.iter().map(|transfer| transfer.source.len()).sum();
        let mut value = json!({ "input": self.input.display().to_string(), "tensors": tensors });
        if let (Some(output), Value::Object(value)) = (self.output(), &mut value) {
            value.insert("output".into(), json!(output.display().to_string()));
            value.insert("bytes_read".into(), json!(bytes_read));
            value.insert("bytes_written".into(), json!(self.job.length));
            value.insert("seconds".into(), json!(seconds));
            value.insert("verified".into(), json!(self.is_verified));
        }
        Ok(value)
    }
}

/// What an array is, as the file says it.
fn notation(tensor: &Tensor) -> String {
    match &tensor.record {
        Some(record) => record.notation.clone(),
        None => String::from(if tensor.is_fortran { "F" } else { "C" }),
    }
}

/// The answer for a file, or a list of those for the files of all devices.
pub(super) fn json(answers: &[Answer<'_>], with_plans: bool) -> Result<String, Failure> {
    let values = answers.iter().map(|answer| answer.json(with_plans)).collect::<Result<Vec<_>, _>>()?;
    let text = match &values[..] {
        [one] => serde_json::to_string_pretty(one),
        all => serde_json::to_string_pretty(all),
    };
    Ok(text.map_err(|error| Failure::Output(io::Error::other(error)))? + "\n")
}
