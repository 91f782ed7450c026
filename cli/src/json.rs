//! Answers for scripts.
use crate::failure::Failure;
use serde_json::{Number, Value};
use std::io;

/// A value over several lines, and the end of the last one.
pub(crate) fn pretty(value: &Value) -> Result<String, Failure> {
    let mut text =
        serde_json::to_string_pretty(value).map_err(|error| Failure::Output(io::Error::other(error)))?;
    text.push('\n');
    Ok(text)
}

/// A number of any size.
pub(crate) fn number(value: i128) -> Value {
    Number::from_i128(value).map_or(Value::Null, Value::Number)
}
