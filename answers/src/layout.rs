//! `layout.*`: operations on layouts.
use crate::request::{Answer, Fields, Result, layout_value, listed, offset_value, text_value};
use serde_json::Value;
use std::str::FromStr;
use tilework::dynamic::{
    DynLayout, DynTuple, Error, Offset, blocked_product, coalesce, coalesce_by, complement, composition_by,
    flat_divide, flat_product, left_inverse, logical_divide, logical_product, raked_product, right_inverse,
    same_by_coordinate, same_by_index, size, tiled_divide, tiled_product, zipped_divide, zipped_product,
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
        "is_injective" => Value::from(layout(fields)?.is_injective()?),
        "is_contiguous" => Value::from(layout(fields)?.is_contiguous()?),
        "same_by_index" => same(fields, same_by_index)?,
        "same_by_coordinate" => same(fields, same_by_coordinate)?,
        "offset" => offset_value(&layout(fields)?.offset(&fields.parsed("coord")?)?),
        "coordinates_of" => {
            let layout = layout(fields)?;
            let found = layout.coordinates_of(&Offset::Int(fields.integer("offset")?))?;
            listed(fields, found.into_iter(), |coordinate| Ok(text_value(&coordinate)))?
        }
        "offsets" => {
            let layout = layout(fields)?;
            listed(fields, layout.offsets(), |offset| Ok(offset_value(&offset)))?
        }
        _ => return Ok(None),
    }))
}

/// The layout that an operation makes of the field `layout` and others; none of a verb that makes none.
fn made(verb: &str, fields: &mut Fields) -> Result<Option<DynLayout>> {
    Ok(Some(match verb {
        "composition" => composition_by(&fields.parsed("lhs")?, &fields.parsed("rhs")?)?,
        "coalesce" => match (layout(fields)?, fields.optional("profile")?) {
            (layout, Some(profile)) => coalesce_by(&layout, &profile)?,
            (layout, None) => coalesce(&layout)?,
        },
        "complement" => match (layout(fields)?, fields.optional::<DynTuple>("cotarget")?) {
            (layout, Some(cotarget)) => complement(&layout, size(cotarget.view())?)?,
            (layout, None) => complement(&layout, layout.cosize())?,
        },
        "right_inverse" => right_inverse(&layout(fields)?)?,
        "left_inverse" => left_inverse(&layout(fields)?)?,
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
        _ => return Ok(None),
    }))
}

pub(crate) fn layout(fields: &mut Fields) -> Result<DynLayout> {
    fields.parsed("layout")
}

/// Whether the fields `lhs` and `rhs` are the same in some way.
fn same(
    fields: &mut Fields,
    compare: fn(&DynLayout, &DynLayout) -> tilework::dynamic::Result<bool>,
) -> Result<Value> {
    Ok(Value::from(compare(&fields.parsed("lhs")?, &fields.parsed("rhs")?)?))
}

fn tiled<T: FromStr<Err = Error>>(
    fields: &mut Fields,
    operation: fn(&DynLayout, &T) -> tilework::dynamic::Result<DynLayout>,
) -> Result<DynLayout> {
    Ok(operation(&layout(fields)?, &fields.parsed("tiler")?)?)
}
