//! `swizzle.*`: swizzles and swizzled layouts.
use crate::request::{Answer, Fields, listed};
use serde_json::Value;
use tilework::dynamic::{DynLayout, Swizzle};

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    Ok(Some(match verb {
        "apply" => {
            let swizzle: Swizzle = fields.parsed("swizzle")?;
            Value::from(swizzle.apply(fields.integer("index")?)?)
        }
        "offsets" => {
            let (swizzle, offset): (Swizzle, i64) = (fields.parsed("swizzle")?, fields.integer("offset")?);
            let swizzled = swizzle.compose_at(offset, fields.parsed::<DynLayout>("layout")?);
            listed(fields, swizzled.offsets(), |offset| Ok(Value::from(offset?)))?
        }
        _ => return Ok(None),
    }))
}
