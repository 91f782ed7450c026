//! The fields of a request, read with their types.
use crate::mistake::Mistake;
use serde_json::{Map, Value, json};
use std::str::FromStr;
use tilework::dynamic::{DynLayout, DynTuple, Error, Offset};

/// Why a request has no result.
#[derive(Debug)]
pub(crate) struct RequestError {
    pub(crate) kind: ErrorKind,
    pub(crate) message: String,
    /// Where every answer would be wrong, if that is the reason.
    pub(crate) witness: Option<Value>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum ErrorKind {
    Parse,
    Request,
    Invalid,
    Inexact,
    Unsupported,
    Internal,
}

impl ErrorKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            ErrorKind::Parse => "parse",
            ErrorKind::Request => "request",
            ErrorKind::Invalid => "invalid",
            ErrorKind::Inexact => "inexact",
            ErrorKind::Unsupported => "unsupported",
            ErrorKind::Internal => "internal",
        }
    }
}

impl RequestError {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> RequestError {
        RequestError { kind, message: message.into(), witness: None }
    }

    /// The request has not the form that it should have.
    pub(crate) fn request(message: impl Into<String>) -> RequestError {
        RequestError::new(ErrorKind::Request, message)
    }

    /// A field has not the form that it should have.
    pub(crate) fn field(name: &str, complaint: impl std::fmt::Display) -> RequestError {
        RequestError::request(format!("field {name}: {complaint}"))
    }

    /// What is asked for does not exist.
    pub(crate) fn invalid(message: impl Into<String>) -> RequestError {
        RequestError::new(ErrorKind::Invalid, message)
    }
}

impl From<Error> for RequestError {
    fn from(error: Error) -> Self {
        let kind = match error {
            Error::Parse(_) => ErrorKind::Parse,
            Error::Inexact { .. } => ErrorKind::Inexact,
            _ => ErrorKind::Invalid,
        };
        let witness = match &error {
            Error::Inexact { witness: Some(witness), .. } => Some(json!({
                "coordinate": witness.coordinate.to_string(),
                "needed": offset_value(&witness.needed),
                "given": offset_value(&witness.given),
            })),
            _ => None,
        };
        RequestError { witness, ..RequestError::new(kind, error.to_string()) }
    }
}

impl From<Mistake> for RequestError {
    fn from(mistake: Mistake) -> Self {
        let kind = if mistake.pointed.is_some() { ErrorKind::Parse } else { ErrorKind::Invalid };
        RequestError::new(kind, mistake.to_string())
    }
}

pub(crate) type Result<T, E = RequestError> = std::result::Result<T, E>;

/// The result of an operation; none of a verb that does not exist.
pub(crate) type Answer = Result<Option<Value>>;

/// The fields of a request that were not read yet, and what is to be said beside the result.
#[derive(Debug)]
pub(crate) struct Fields {
    left: Map<String, Value>,
    remarks: Map<String, Value>,
}

impl Fields {
    pub(crate) fn new(fields: Map<String, Value>) -> Fields {
        Fields { left: fields, remarks: Map::new() }
    }

    /// Says something beside the result, which has the form that the protocol gives it.
    pub(crate) fn remark(&mut self, name: &str, value: impl Into<Value>) {
        self.remarks.insert(name.to_string(), value.into());
    }

    /// What was said beside the result.
    pub(crate) fn remarks(self) -> Map<String, Value> {
        self.remarks
    }

    /// Refuses fields that nobody asked for.
    pub(crate) fn finish(&self) -> Result<()> {
        match self.left.keys().next() {
            None => Ok(()),
            Some(name) => Err(RequestError::field(name, "unknown to this operation")),
        }
    }

    fn take(&mut self, name: &str) -> Result<Value> {
        self.left.remove(name).ok_or_else(|| RequestError::field(name, "missing"))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.left.contains_key(name)
    }

    pub(crate) fn text(&mut self, name: &str) -> Result<String> {
        match self.take(name)? {
            Value::String(text) => Ok(text),
            _ => Err(RequestError::field(name, "a text is wanted")),
        }
    }

    pub(crate) fn optional_text(&mut self, name: &str) -> Result<Option<String>> {
        if self.has(name) { self.text(name).map(Some) } else { Ok(None) }
    }

    /// One of some words, each of which stands for a value.
    pub(crate) fn choice<T: Copy>(&mut self, name: &str, words: &[(&str, T)]) -> Result<T> {
        let text = self.text(name)?;
        let found = words.iter().find(|(word, _)| *word == text);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            RequestError::field(name, format!("{text:?} is none of {}", known.join(", ")))
        })
    }

    /// A value that has a notation.
    pub(crate) fn parsed<T: FromStr<Err = Error>>(&mut self, name: &str) -> Result<T> {
        self.text(name)?.parse().map_err(|error: Error| {
            let error = RequestError::from(error);
            RequestError::new(error.kind, format!("field {name}: {}", error.message))
        })
    }

    pub(crate) fn optional<T: FromStr<Err = Error>>(&mut self, name: &str) -> Result<Option<T>> {
        if self.has(name) { self.parsed(name).map(Some) } else { Ok(None) }
    }

    pub(crate) fn integer(&mut self, name: &str) -> Result<i64> {
        integer(name, &self.take(name)?)
    }

    /// A number of a mode, or of modes.
    pub(crate) fn index(&mut self, name: &str) -> Result<usize> {
        index(name, &self.take(name)?)
    }

    pub(crate) fn integers(&mut self, name: &str) -> Result<Vec<i64>> {
        self.list(name, integer)
    }

    pub(crate) fn indices(&mut self, name: &str) -> Result<Vec<usize>> {
        self.list(name, index)
    }

    /// A value of any type.
    pub(crate) fn value(&mut self, name: &str) -> Result<Value> {
        self.take(name)
    }

    pub(crate) fn texts(&mut self, name: &str) -> Result<Vec<String>> {
        let text = |name: &str, value: &Value| match value {
            Value::String(text) => Ok(text.clone()),
            _ => Err(RequestError::field(name, "a list of texts is wanted")),
        };
        self.list(name, text)
    }

    /// A boolean, false without the field.
    pub(crate) fn flag(&mut self, name: &str) -> Result<bool> {
        match self.left.remove(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(_) => Err(RequestError::field(name, "true or false is wanted")),
        }
    }

    /// An int tuple `(rows,columns)`.
    pub(crate) fn pair(&mut self, name: &str) -> Result<(i64, i64)> {
        let tuple: DynTuple = self.parsed(name)?;
        match *tuple.leaves() {
            [rows, columns] if tuple.depth() == 1 => Ok((rows, columns)),
            _ => Err(RequestError::invalid(format!("field {name}: {tuple} is no pair of integers"))),
        }
    }

    fn list<T>(&mut self, name: &str, item: fn(&str, &Value) -> Result<T>) -> Result<Vec<T>> {
        match self.take(name)? {
            Value::Array(values) => values.iter().map(|value| item(name, value)).collect(),
            _ => Err(RequestError::field(name, "a list of integers is wanted")),
        }
    }
}

fn integer(name: &str, value: &Value) -> Result<i64> {
    value.as_i64().ok_or_else(|| RequestError::field(name, "an integer of 64 bits is wanted"))
}

fn index(name: &str, value: &Value) -> Result<usize> {
    let index = integer(name, value)?;
    usize::try_from(index).map_err(|_| RequestError::field(name, format!("{index} is out of range")))
}

/// The most entries of a list in an answer: more take long to write, and nobody reads them.
const MOST_LISTED: usize = 1 << 20;

/// The offsets in an answer: the first 64, as the conformance vectors have it, or so many as the field `limit` says.
/// How many are left off is said beside them.
pub(crate) fn listed<T>(
    fields: &mut Fields,
    offsets: impl ExactSizeIterator<Item = T>,
    value: impl Fn(T) -> Result<Value>,
) -> Result<Value> {
    let limit = if fields.has("limit") { fields.index("limit")? } else { 64 };
    let (all, listed) = (offsets.len(), limit.min(offsets.len()));
    if listed > MOST_LISTED {
        let message = format!("{listed} offsets are wanted, at most {MOST_LISTED} are listed at once");
        return Err(RequestError::request(message));
    }
    if listed < all {
        fields.remark("left_off", all - listed);
    }
    offsets.take(listed).map(value).collect()
}

/// A layout in an answer: shape and stride, and beside them the text of all where not all coordinates are valid.
pub(crate) fn layout_value(fields: &mut Fields, layout: &DynLayout) -> Value {
    if !layout.is_exact() {
        fields.remark("overhangs", layout.to_string());
    }
    Value::from(layout.view().to_string())
}

/// Refuses a list of so many entries, if they are too many.
pub(crate) fn may_be_listed(entries: i64) -> Result<()> {
    match usize::try_from(entries) {
        Ok(..=MOST_LISTED) => Ok(()),
        _ => Err(RequestError::invalid(format!(
            "a list of {entries} entries, at most {MOST_LISTED} are written"
        ))),
    }
}

/// An offset in an answer: an integer, or the text of a coordinate.
pub(crate) fn offset_value(offset: &Offset) -> Value {
    match offset {
        Offset::Int(value) => Value::from(*value),
        coordinate => Value::from(coordinate.to_string()),
    }
}

/// Anything that is answered by its text.
pub(crate) fn text_value(value: &impl ToString) -> Value {
    Value::from(value.to_string())
}
