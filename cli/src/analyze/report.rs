//! What an analysis says, for people and for programs: the same facts as lines and as JSON.
use crate::failure::Failure;
use serde_json::{Map, Value};
use std::fmt::Write;

/// Facts in the order in which they are said.
#[derive(Debug, Default)]
pub(super) struct Report {
    text: String,
    json: Map<String, Value>,
}

/// How far the names of facts are filled up.
pub(super) const WIDTH: usize = 16;

impl Report {
    /// A fact: its name, what is said of it, and what JSON has.
    pub(super) fn fact(
        &mut self,
        name: &str,
        said: impl std::fmt::Display,
        value: impl Into<Value>,
    ) -> Result<(), Failure> {
        writeln!(self.text, "{name:<WIDTH$}{said}")?;
        self.value(name, value);
        Ok(())
    }

    /// What JSON alone has.
    pub(super) fn value(&mut self, name: &str, value: impl Into<Value>) {
        self.json.insert(name.replace(' ', "_"), value.into());
    }

    /// A line that people alone read.
    pub(super) fn line(&mut self, said: impl std::fmt::Display) -> Result<(), Failure> {
        writeln!(self.text, "{said}")?;
        Ok(())
    }

    /// Several reports of a kind, each under a heading if there are more than one.
    pub(super) fn parts(&mut self, name: &str, parts: Vec<(String, Report)>) -> Result<(), Failure> {
        let (many, mut values) = (parts.len() > 1, Vec::new());
        for (heading, part) in parts {
            values.push(Value::Object(self.under(many.then_some(heading), part)?));
        }
        self.value(name, values);
        Ok(())
    }

    /// A report within this one, under a heading.
    pub(super) fn part(&mut self, name: &str, heading: String, part: Report) -> Result<(), Failure> {
        let value = self.under(Some(heading), part)?;
        self.value(name, value);
        Ok(())
    }

    fn under(&mut self, heading: Option<String>, part: Report) -> Result<Map<String, Value>, Failure> {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        if let Some(heading) = heading {
            writeln!(self.text, "{heading}")?;
        }
        self.text += &part.text;
        Ok(part.json)
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    pub(super) fn into_json(self) -> Result<String, Failure> {
        let text = serde_json::to_string_pretty(&Value::Object(self.json));
        text.map(|text| text + "\n").map_err(|error| Failure::Output(error.into()))
    }
}
