//! `swizzle.*`: swizzles and swizzled layouts.
use super::request::{Answer, Fields, Result, listed};
use serde_json::Value;
use tilework::dynamic::{Swizzle, Swizzled};

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    Some(match verb {
        "apply" => apply(fields),
        "offsets" => offsets(fields),
        _ => return None,
    })
}

fn apply(fields: &mut Fields) -> Result<Value> {
    let swizzle: Swizzle = fields.parsed("swizzle")?;
    Ok(Value::from(swizzle.apply(fields.integer("index")?)?))
}

fn offsets(fields: &mut Fields) -> Result<Value> {
    let swizzled = Swizzled {
        swizzle: fields.parsed("swizzle")?,
        offset: fields.integer("offset")?,
        layout: fields.parsed("layout")?,
    };
    listed(fields, swizzled.offsets()?, |offset| Ok(Value::from(offset?)))
}
