//! `layout.*`: operations on layouts.
use super::request::{Answer, Fields, Result, layout_value, listed, offset_value};
use serde_json::Value;
use std::str::FromStr;
use tilework::dynamic::{
    DynLayout, DynTuple, Error, blocked_product, coalesce, coalesce_by, coalesce_z, complement,
    composition_by, dice, downcast, filter, filter_zeros, flat_divide, flat_product, layout_add,
    left_inverse, logical_divide, logical_product, make_layout_like, max_alignment, max_common_layout,
    max_common_vector, nullspace, ordered, raked_product, recast, right_inverse, size, slice, slice_offset,
    tile_to_shape, tile_to_shape_ordered, tiled_divide, tiled_product, upcast, zipped_divide, zipped_product,
};

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    if let Some(made) = made(verb, fields)? {
        return Ok(Some(layout_value(fields, &made)));
    }
    Ok(Some(match verb {
        "size" => Value::from(layout(fields)?.size()),
        "cosize" => Value::from(layout(fields)?.cosize()),
        "rank" => Value::from(layout(fields)?.rank()),
        "depth" => Value::from(layout(fields)?.depth()),
        "offsets" => {
            let layout = layout(fields)?;
            listed(fields, layout.offsets(), |offset| Ok(offset_value(&offset)))?
        }
        "max_alignment" => Value::from(max_alignment(&layout(fields)?)?),
        "max_common_vector" => {
            Value::from(max_common_vector(&fields.parsed("lhs")?, &fields.parsed("rhs")?)?)
        }
        "slice_offset" => {
            let layout = layout(fields)?;
            offset_value(&slice_offset(&fields.parsed("coord")?, &layout)?)
        }
        _ => return Ok(None),
    }))
}

/// The layout that an operation makes of the field `layout` and others; none of a verb that makes none.
fn made(verb: &str, fields: &mut Fields) -> Result<Option<DynLayout>> {
    Ok(Some(match verb {
        "composition" => composition_by(&fields.parsed("lhs")?, &fields.parsed("rhs")?)?,
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
        "coalesce" => match (layout(fields)?, fields.optional("profile")?) {
            (layout, Some(profile)) => coalesce_by(&layout, &profile)?,
            (layout, None) => coalesce(&layout)?,
        },
        "coalesce_z" => coalesce_z(&layout(fields)?)?,
        "complement" => match (layout(fields)?, fields.optional::<DynTuple>("cotarget")?) {
            (layout, Some(cotarget)) => complement(&layout, size(cotarget.view())?)?,
            (layout, None) => complement(&layout, layout.cosize())?,
        },
        "right_inverse" => right_inverse(&layout(fields)?)?,
        "left_inverse" => left_inverse(&layout(fields)?)?,
        "nullspace" => nullspace(&layout(fields)?)?,
        "logical_divide" => tiled(fields, logical_divide)?,
        "zipped_divide" => tiled(fields, zipped_divide)?,
        "tiled_divide" => tiled(fields, tiled_divide)?,
        "flat_divide" => tiled(fields, flat_divide)?,
        "logical_product" => tiled(fields, logical_product)?,
        "zipped_product" => tiled(fields, zipped_product)?,
        "tiled_product" => tiled(fields, tiled_product)?,
        "flat_product" => tiled(fields, flat_product)?,
        "blocked_product" => tiled(fields, blocked_product)?,
        "raked_product" => tiled(fields, raked_product)?,
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

fn layout(fields: &mut Fields) -> Result<DynLayout> {
    fields.parsed("layout")
}

fn tiled<T: FromStr<Err = Error>>(
    fields: &mut Fields,
    operation: fn(&DynLayout, &T) -> tilework::dynamic::Result<DynLayout>,
) -> Result<DynLayout> {
    Ok(operation(&layout(fields)?, &fields.parsed("tiler")?)?)
}
