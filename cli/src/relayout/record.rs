//! What a file says about an array that was relaid: its layout, and what it came from.
use crate::failure::{Failure, mistake};
use serde_json::{Map, Value, json};
use tilework::dynamic::Swizzled;

/// The layout of an array in a file, as it is recorded beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Record {
    /// Where each element lies; the extents are those of the array.
    pub(super) layout: Swizzled,
    /// What was asked for.
    pub(super) notation: String,
    /// What it was before.
    pub(super) from: String,
}

impl Record {
    /// The extents of the array.
    pub(super) fn shape(&self) -> Vec<i64> {
        self.layout.layout.extents().leaves().to_vec()
    }

    /// The text, on one line: `{"from":"C","layout":"..","notation":"zN","shape":[100,50]}`.
    pub(super) fn to_json(&self) -> String {
        let layout = self.layout.to_string();
        json!({ "shape": self.shape(), "notation": self.notation, "layout": layout, "from": self.from })
            .to_string()
    }

    /// Reads what [`to_json`](Self::to_json) wrote.
    pub(super) fn parse(text: &str) -> Result<Record, Failure> {
        let refuse = |reason: &str| mistake!("the layout that is recorded cannot be read: {reason}");
        let object: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| refuse(&error.to_string()))?;
        let field = |name: &str| match object.get(name) {
            Some(Value::String(value)) => Ok(value.clone()),
            _ => Err(refuse(&format!("it has no text `{name}`"))),
        };
        let layout = field("layout")?.parse().map_err(|error| refuse(&format!("layout: {error}")))?;
        let record = Record { layout, notation: field("notation")?, from: field("from")? };
        if object.get("shape") != Some(&json!(record.shape())) {
            return Err(refuse("its shape is not that of its layout"));
        }
        Ok(record)
    }
}
