//! `layout.*`: the operations that the explorer has no room for.
use crate::layout::layout;
use crate::request::{Answer, Fields, Result, layout_value, offset_value};
use serde_json::Value;
use tilework::dynamic::{
    DynLayout, DynTuple, coalesce_z, dice, downcast, filter, filter_zeros, layout_add, make_layout_like,
    max_alignment, max_common_layout, max_common_vector, nullspace, ordered, recast, slice, slice_offset,
    tile_to_shape, tile_to_shape_ordered, upcast,
};

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    if let Some(made) = made(verb, fields)? {
        return Ok(Some(layout_value(fields, &made)));
    }
    Ok(Some(match verb {
        "max_alignment" => Value::from(max_alignment(&layout(fields)?)?),
        "slice_offset" => {
            let layout = layout(fields)?;
            offset_value(&slice_offset(&fields.parsed("coord")?, &layout)?)
        }
        "max_common_vector" => {
            Value::from(max_common_vector(&fields.parsed("lhs")?, &fields.parsed("rhs")?)?)
        }
        _ => return Ok(None),
    }))
}

/// The layout that an operation makes; none of a verb that makes none.
fn made(verb: &str, fields: &mut Fields) -> Result<Option<DynLayout>> {
    Ok(Some(match verb {
        "add" => layout_add(&fields.parsed("lhs")?, &fields.parsed("rhs")?)?,
        "max_common_layout" => max_common_layout(&fields.parsed("lhs")?, &fields.parsed("rhs")?)?,
        "ordered" => ordered(&fields.parsed("shape")?, &fields.parsed("order")?)?,
        "get" => layout(fields)?.get(&fields.indices("path")?)?,
        "select" => layout(fields)?.select(&fields.indices("modes")?)?,
        "take" => layout(fields)?.take(fields.index("begin")?, fields.index("end")?)?,
        "group" => layout(fields)?.group(fields.index("begin")?, fields.index("end")?)?,
        "append" => layout(fields)?.append_to(fields.index("rank")?)?,
        "prepend" => layout(fields)?.prepend_to(fields.index("rank")?)?,
        "flatten" => layout(fields)?.flatten()?,
        "like" => make_layout_like(&layout(fields)?)?,
        "filter" => filter(&layout(fields)?)?,
        "filter_zeros" => filter_zeros(&layout(fields)?)?,
        "coalesce_z" => coalesce_z(&layout(fields)?)?,
        "nullspace" => nullspace(&layout(fields)?)?,
        "tile_to_shape" => {
            let (layout, shape): (_, DynTuple) = (layout(fields)?, fields.parsed("shape")?);
            match fields.optional("order")? {
                Some(order) => tile_to_shape_ordered(&layout, &shape, &order)?,
                None => tile_to_shape(&layout, &shape)?,
            }
        }
        "upcast" => upcast(&layout(fields)?, fields.integer("n")?)?,
        "downcast" => downcast(&layout(fields)?, fields.integer("n")?)?,
        "recast" => recast(&layout(fields)?, fields.integer("old_bits")?, fields.integer("new_bits")?)?,
        "slice" => {
            let layout = layout(fields)?;
            slice(&fields.parsed("coord")?, &layout)?
        }
        "dice" => {
            let layout = layout(fields)?;
            dice(&fields.parsed("coord")?, &layout)?
        }
        _ => return Ok(None),
    }))
}
