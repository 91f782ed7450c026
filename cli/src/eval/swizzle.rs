//! `swizzle.*`: swizzles and swizzled layouts.
use super::request::{Answer, Fields, Result, listed};
use serde_json::Value;
use tilework::dynamic::{DynLayout, Swizzle};

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
    let (swizzle, offset): (Swizzle, i64) = (fields.parsed("swizzle")?, fields.integer("offset")?);
    let swizzled = swizzle.compose_at(offset, fields.parsed::<DynLayout>("layout")?);
    listed(fields, swizzled.offsets()?, |offset| Ok(Value::from(offset?)))
}
