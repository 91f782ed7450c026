//! `layout.*`: operations on layouts.
use super::request::{Answer, Fields, Refusal, offset_value, text_value};
use serde_json::Value;
use tilework::dynamic::{DynLayout, DynTuple, Stride, compact_order, dice, slice, slice_offset};

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    Some(match verb {
        "size" => layout(fields).map(|l| Value::from(l.size())),
        "cosize" => layout(fields).map(|l| Value::from(l.cosize())),
        "rank" => layout(fields).map(|l| Value::from(l.rank())),
        "depth" => layout(fields).map(|l| Value::from(l.depth())),
        "offsets" => {
            layout(fields).and_then(|l| Ok(l.offsets()?.map(|offset| offset_value(&offset)).collect()))
        }
        "get" => with(fields, |l, f| Ok(l.get(&f.indices("path")?)?)),
        "select" => with(fields, |l, f| Ok(l.select(&f.indices("modes")?)?)),
        "take" => with(fields, |l, f| Ok(l.take(f.index("begin")?, f.index("end")?)?)),
        "group" => with(fields, |l, f| Ok(l.group(f.index("begin")?, f.index("end")?)?)),
        "append" => with(fields, |l, f| Ok(l.append(f.index("rank")?)?)),
        "prepend" => with(fields, |l, f| Ok(l.prepend(f.index("rank")?)?)),
        "flatten" => with(fields, |l, _| Ok(l.flatten())),
        "like" => with(fields, |l, _| Ok(l.like()?)),
        "ordered" => ordered(fields),
        "slice" => with(fields, |l, f| Ok(slice(&f.parsed("coord")?, l)?)),
        "dice" => with(fields, |l, f| Ok(dice(&f.parsed("coord")?, l)?)),
        "slice_offset" => {
            layout(fields).and_then(|l| Ok(offset_value(&slice_offset(&fields.parsed("coord")?, &l)?)))
        }
        _ => return None,
    })
}

fn layout(fields: &mut Fields) -> Result<DynLayout, Refusal> {
    fields.parsed("layout")
}

/// An operation that turns the field `layout` and others into a layout.
fn with(
    fields: &mut Fields,
    operation: impl FnOnce(&DynLayout, &mut Fields) -> Result<DynLayout, Refusal>,
) -> Result<Value, Refusal> {
    let layout = layout(fields)?;
    Ok(text_value(&operation(&layout, fields)?))
}

fn ordered(fields: &mut Fields) -> Result<Value, Refusal> {
    let (shape, order): (DynTuple, DynTuple) = (fields.parsed("shape")?, fields.parsed("order")?);
    let stride = compact_order(shape.view(), order.view())?;
    Ok(text_value(&DynLayout::new(&shape, &stride.map(Stride::Int))?))
}
