//! The fields of a request, read with their types.
use serde_json::{Map, Value};
use std::str::FromStr;
use tilework::dynamic::{DynLayout, DynTuple, Error, Offset};

/// Why a request has no result.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) kind: Kind,
    pub(crate) message: String,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Parse,
    Request,
    Invalid,
    Inexact,
    Unsupported,
    Internal,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Parse => "parse",
            Kind::Request => "request",
            Kind::Invalid => "invalid",
            Kind::Inexact => "inexact",
            Kind::Unsupported => "unsupported",
            Kind::Internal => "internal",
        }
    }
}

impl Refusal {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Refusal {
        Refusal { kind, message: message.into() }
    }

    fn field(name: &str, complaint: impl std::fmt::Display) -> Refusal {
        Refusal::new(Kind::Request, format!("field {name}: {complaint}"))
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let kind = match error {
            Error::Parse(_) => Kind::Parse,
            Error::Inexact { .. } => Kind::Inexact,
            _ => Kind::Invalid,
        };
        Refusal::new(kind, error.to_string())
    }
}

/// The result of an operation, and `None` for a verb that does not exist.
pub(crate) type Answer = Option<Result<Value, Refusal>>;

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
    pub(crate) fn finish(&self) -> Result<(), Refusal> {
        match self.left.keys().next() {
            None => Ok(()),
            Some(name) => Err(Refusal::field(name, "unknown to this operation")),
        }
    }

    fn take(&mut self, name: &str) -> Result<Value, Refusal> {
        self.left.remove(name).ok_or_else(|| Refusal::field(name, "missing"))
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.left.contains_key(name)
    }

    pub(crate) fn text(&mut self, name: &str) -> Result<String, Refusal> {
        match self.take(name)? {
            Value::String(text) => Ok(text),
            _ => Err(Refusal::field(name, "a text is wanted")),
        }
    }

    /// A value that has a notation.
    pub(crate) fn parsed<T: FromStr<Err = Error>>(&mut self, name: &str) -> Result<T, Refusal> {
        self.text(name)?.parse().map_err(|error: Error| {
            let refusal = Refusal::from(error);
            Refusal::new(refusal.kind, format!("field {name}: {}", refusal.message))
        })
    }

    pub(crate) fn optional<T: FromStr<Err = Error>>(&mut self, name: &str) -> Result<Option<T>, Refusal> {
        if self.has(name) { self.parsed(name).map(Some) } else { Ok(None) }
    }

    pub(crate) fn integer(&mut self, name: &str) -> Result<i64, Refusal> {
        integer(name, &self.take(name)?)
    }

    /// A number of a mode, or of modes.
    pub(crate) fn index(&mut self, name: &str) -> Result<usize, Refusal> {
        index(name, &self.take(name)?)
    }

    pub(crate) fn integers(&mut self, name: &str) -> Result<Vec<i64>, Refusal> {
        self.list(name, integer)
    }

    pub(crate) fn indices(&mut self, name: &str) -> Result<Vec<usize>, Refusal> {
        self.list(name, index)
    }

    /// A value of any type.
    pub(crate) fn value(&mut self, name: &str) -> Result<Value, Refusal> {
        self.take(name)
    }

    pub(crate) fn texts(&mut self, name: &str) -> Result<Vec<String>, Refusal> {
        let text = |name: &str, value: &Value| match value {
            Value::String(text) => Ok(text.clone()),
            _ => Err(Refusal::field(name, "a list of texts is wanted")),
        };
        self.list(name, text)
    }

    /// A boolean, false without the field.
    pub(crate) fn flag(&mut self, name: &str) -> Result<bool, Refusal> {
        match self.left.remove(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(_) => Err(Refusal::field(name, "true or false is wanted")),
        }
    }

    /// An int tuple `(rows,columns)`.
    pub(crate) fn pair(&mut self, name: &str) -> Result<(i64, i64), Refusal> {
        let tuple: DynTuple = self.parsed(name)?;
        match *tuple.leaves() {
            [rows, columns] if tuple.depth() == 1 => Ok((rows, columns)),
            _ => Err(Refusal::new(Kind::Invalid, format!("field {name}: {tuple} is no pair of integers"))),
        }
    }

    fn list<T>(
        &mut self,
        name: &str,
        item: fn(&str, &Value) -> Result<T, Refusal>,
    ) -> Result<Vec<T>, Refusal> {
        match self.take(name)? {
            Value::Array(values) => values.iter().map(|value| item(name, value)).collect(),
            _ => Err(Refusal::field(name, "a list of integers is wanted")),
        }
    }
}

fn integer(name: &str, value: &Value) -> Result<i64, Refusal> {
    value.as_i64().ok_or_else(|| Refusal::field(name, "an integer of 64 bits is wanted"))
}

fn index(name: &str, value: &Value) -> Result<usize, Refusal> {
    let index = integer(name, value)?;
    usize::try_from(index).map_err(|_| Refusal::field(name, format!("{index} is out of range")))
}

/// The most entries of a list in an answer: more take long to write, and nobody reads them.
const MOST_LISTED: usize = 1 << 20;

/// The offsets in an answer: the first 64, as the conformance vectors have it, or so many as the field `limit` says. How many
/// are left off is said beside them.
pub(crate) fn listed<T>(
    fields: &mut Fields,
    offsets: impl ExactSizeIterator<Item = T>,
    value: impl Fn(T) -> Result<Value, Refusal>,
) -> Result<Value, Refusal> {
    let limit = if fields.has("limit") { fields.index("limit")? } else { 64 };
    let (all, listed) = (offsets.len(), limit.min(offsets.len()));
    if listed > MOST_LISTED {
        let message = format!("{listed} offsets are wanted, at most {MOST_LISTED} are listed at once");
        return Err(Refusal::new(Kind::Request, message));
    }
    if listed < all {
        fields.remark("left_off", all - listed);
    }
    offsets.take(listed).map(value).collect()
}

/// A layout in an answer: shape and stride, and beside them the text of all where not all coordinates are meant.
pub(crate) fn layout_value(fields: &mut Fields, layout: &DynLayout) -> Value {
    if !layout.is_exact() {
        fields.remark("overhangs", layout.to_string());
    }
    Value::from(layout.view().to_string())
}

/// Refuses a list of so many entries, if they are too many.
pub(crate) fn may_be_listed(entries: i64) -> Result<(), Refusal> {
    match usize::try_from(entries) {
        Ok(..=MOST_LISTED) => Ok(()),
        _ => Err(Refusal::new(
            Kind::Invalid,
            format!("a list of {entries} entries, at most {MOST_LISTED} are written"),
        )),
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
