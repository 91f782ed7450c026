//! `layout.*`: operations on layouts.
use super::request::{Answer, Fields, Result, layout_value, listed, offset_value};
use serde_json::Value;
use tilework::dynamic::{
    DynLayout, DynTuple, Tiler, blocked_product, coalesce, coalesce_by, coalesce_z, complement,
    composition_by, dice, downcast, filter, filter_zeros, flat_divide, flat_product, layout_add,
    left_inverse, logical_divide, logical_product, make_layout_like, max_alignment, max_common_layout,
    max_common_vector, nullspace, ordered, raked_product, recast, right_inverse, size, slice, slice_offset,
    tile_to_shape, tile_to_shape_ordered, tiled_divide, tiled_product, upcast, zipped_divide, zipped_product,
};

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    Some(match verb {
        "size" => layout(fields).map(|l| Value::from(l.size())),
        "cosize" => layout(fields).map(|l| Value::from(l.cosize())),
        "rank" => layout(fields).map(|l| Value::from(l.rank())),
        "depth" => layout(fields).map(|l| Value::from(l.depth())),
        "offsets" => {
            layout(fields).and_then(|l| listed(fields, l.offsets()?, |offset| Ok(offset_value(&offset))))
        }
        "get" => with(fields, |l, f| Ok(l.get(&f.indices("path")?)?)),
        "select" => with(fields, |l, f| Ok(l.select(&f.indices("modes")?)?)),
        "take" => with(fields, |l, f| Ok(l.take(f.index("begin")?, f.index("end")?)?)),
        "group" => with(fields, |l, f| Ok(l.group(f.index("begin")?, f.index("end")?)?)),
        "append" => with(fields, |l, f| Ok(l.append_to(f.index("rank")?)?)),
        "prepend" => with(fields, |l, f| Ok(l.prepend_to(f.index("rank")?)?)),
        "flatten" => with(fields, |l, _| Ok(l.flatten()?)),
        "like" => with(fields, |l, _| Ok(make_layout_like(l)?)),
        "ordered" => in_order(fields),
        "max_alignment" => layout(fields).and_then(|l| Ok(Value::from(max_alignment(&l)?))),
        "filter" => with(fields, |l, _| Ok(filter(l)?)),
        "filter_zeros" => with(fields, |l, _| Ok(filter_zeros(l)?)),
        "coalesce" => with(fields, |l, f| match f.optional("profile")? {
            Some(profile) => Ok(coalesce_by(l, &profile)?),
            None => Ok(coalesce(l)?),
        }),
        "coalesce_z" => with(fields, |l, _| Ok(coalesce_z(l)?)),
        "composition" => compose(fields),
        "complement" => with(fields, |l, f| match f.optional::<DynTuple>("cotarget")? {
            Some(cotarget) => Ok(complement(l, size(cotarget.view())?)?),
            None => Ok(complement(l, l.cosize())?),
        }),
        "right_inverse" => with(fields, |l, _| Ok(right_inverse(l)?)),
        "left_inverse" => with(fields, |l, _| Ok(left_inverse(l)?)),
        "nullspace" => with(fields, |l, _| Ok(nullspace(l)?)),
        "logical_divide" => tiled(fields, logical_divide),
        "zipped_divide" => tiled(fields, zipped_divide),
        "tiled_divide" => tiled(fields, tiled_divide),
        "flat_divide" => tiled(fields, flat_divide),
        "logical_product" => tiled(fields, logical_product),
        "zipped_product" => tiled(fields, zipped_product),
        "tiled_product" => tiled(fields, tiled_product),
        "flat_product" => tiled(fields, flat_product),
        "blocked_product" => with(fields, |l, f| Ok(blocked_product(l, &f.parsed("tiler")?)?)),
        "raked_product" => with(fields, |l, f| Ok(raked_product(l, &f.parsed("tiler")?)?)),
        "tile_to_shape" => with(fields, |l, f| {
            let shape: DynTuple = f.parsed("shape")?;
            match f.optional("order")? {
                Some(order) => Ok(tile_to_shape_ordered(l, &shape, &order)?),
                None => Ok(tile_to_shape(l, &shape)?),
            }
        }),
        "upcast" => with(fields, |l, f| Ok(upcast(l, f.integer("n")?)?)),
        "downcast" => with(fields, |l, f| Ok(downcast(l, f.integer("n")?)?)),
        "recast" => with(fields, |l, f| Ok(recast(l, f.integer("old_bits")?, f.integer("new_bits")?)?)),
        "add" => pair(fields).and_then(|(l, r)| Ok(layout_value(fields, &layout_add(&l, &r)?))),
        "max_common_layout" => {
            pair(fields).and_then(|(l, r)| Ok(layout_value(fields, &max_common_layout(&l, &r)?)))
        }
        "max_common_vector" => pair(fields).and_then(|(l, r)| Ok(Value::from(max_common_vector(&l, &r)?))),
        "slice" => with(fields, |l, f| Ok(slice(&f.parsed("coord")?, l)?)),
        "dice" => with(fields, |l, f| Ok(dice(&f.parsed("coord")?, l)?)),
        "slice_offset" => {
            layout(fields).and_then(|l| Ok(offset_value(&slice_offset(&fields.parsed("coord")?, &l)?)))
        }
        _ => return None,
    })
}

fn layout(fields: &mut Fields) -> Result<DynLayout> {
    fields.parsed("layout")
}

/// An operation that turns the field `layout` and others into a layout.
fn with(
    fields: &mut Fields,
    operation: impl FnOnce(&DynLayout, &mut Fields) -> Result<DynLayout>,
) -> Result<Value> {
    let layout = layout(fields)?;
    let result = operation(&layout, fields)?;
    Ok(layout_value(fields, &result))
}

fn pair(fields: &mut Fields) -> Result<(DynLayout, DynLayout)> {
    Ok((fields.parsed("lhs")?, fields.parsed("rhs")?))
}

fn compose(fields: &mut Fields) -> Result<Value> {
    let (lhs, rhs): (DynLayout, Tiler) = (fields.parsed("lhs")?, fields.parsed("rhs")?);
    Ok(layout_value(fields, &composition_by(&lhs, &rhs)?))
}

fn tiled(
    fields: &mut Fields,
    operation: fn(&DynLayout, &Tiler) -> tilework::dynamic::Result<DynLayout>,
) -> Result<Value> {
    with(fields, |layout, fields| Ok(operation(layout, &fields.parsed("tiler")?)?))
}

fn in_order(fields: &mut Fields) -> Result<Value> {
    let (shape, order): (DynTuple, DynTuple) = (fields.parsed("shape")?, fields.parsed("order")?);
    Ok(layout_value(fields, &ordered(&shape, &order)?))
}
