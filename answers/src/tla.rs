//! `tla.*`: formats, tiles and slices of TLA.
use crate::request::{Answer, Fields, RequestError, Result, layout_value, offset_value, text_value};
use serde_json::{Value, json};
use tilework::dynamic::format::{
    self, ElementBits, Format, MxFormat, Operand, batched, capacity, conv_offset, make_aligned_layout,
    make_feature_map_layout, make_filter_layout, make_layout, make_mx_scale_layout, make_padding_layout,
    matches_format,
};
use tilework::dynamic::{
    DynLayout, DynTuple, Stride, Tree, make_layout_tile, product_each, size, tile_layout,
};

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    Ok(Some(match verb {
        "make_layout" => with_origin(&format_layout(fields)?),
        "capacity" => Value::from(capacity(&format_layout(fields)?)?),
        "make_mx_scale_layout" => with_origin(&mx_scale_layout(fields)?),
        "make_conv_layout" => with_origin(&conv_layout(fields)?),
        "tile_layout" => {
            let layout = layout_with_origin(fields)?;
            with_origin(&tile_layout(&layout, &fields.parsed("tile")?, &fields.parsed("coord")?)?)
        }
        "make_layout_tile" => {
            let tile = make_layout_tile(&fields.parsed("layout")?, &fields.parsed("tile")?)?;
            layout_value(fields, &tile)
        }
        "crd2offset" => coordinate_to_offset(fields)?,
        "slice" => slice(fields)?,
        "origin_shape" => origin_shape(fields)?,
        "matches_format" => {
            let (layout, predicate) = (fields.parsed("layout")?, fields.parsed("format")?);
            Value::from(matches_format(&layout, predicate, element(fields)?)?)
        }
        "conv_offset" => {
            let (format, dims) = (fields.parsed("format")?, fields.integers("dims")?);
            Value::from(conv_offset(format, &dims, &fields.integers("coord")?)?)
        }
        _ => return Ok(None),
    }))
}

/// A layout with its logical extent, which TLA calls the origin shape.
fn with_origin(layout: &DynLayout) -> Value {
    let origin = layout.extents();
    let origin = if layout.view().is_leaf() { Tree::leaf(origin.leaves()[0]) } else { origin };
    json!({ "layout": layout.view().to_string(), "origin_shape": origin.to_string() })
}

fn element(fields: &mut Fields) -> Result<ElementBits> {
    Ok(ElementBits::new(fields.integer("element_bits")?)?)
}

fn format_layout(fields: &mut Fields) -> Result<DynLayout> {
    let format: Format = fields.parsed("format")?;
    let (rows, columns) = fields.pair("shape")?;
    let aligned = fields.flag("align_rows")?;
    if aligned && format != Format::RowMajor {
        return Err(RequestError::field("align_rows", format!("rows of {format} are not aligned")));
    }
    let layout = if format.has_block() {
        make_padding_layout(format, rows, columns, fields.pair("block")?)?
    } else if aligned {
        make_aligned_layout(rows, columns, element(fields)?)?
    } else {
        make_layout(format, rows, columns, element(fields)?)?
    };
    match fields.optional::<DynTuple>("batch")? {
        Some(outer) => Ok(batched(&layout, &outer)?),
        None => Ok(layout),
    }
}

fn mx_scale_layout(fields: &mut Fields) -> Result<DynLayout> {
    let format: MxFormat = fields.parsed("format")?;
    let (rows, columns) = fields.pair("shape")?;
    let operand = fields.choice("operand", &[("A", Operand::A), ("B", Operand::B)])?;
    Ok(make_mx_scale_layout(format, rows, columns, operand)?)
}

fn conv_layout(fields: &mut Fields) -> Result<DynLayout> {
    let format = fields.text("format")?;
    let dims: [i64; 4] = fields
        .integers("dims")?
        .try_into()
        .map_err(|_| RequestError::field("dims", "four integers are wanted"))?;
    let element = element(fields)?;
    Ok(match format.as_str() {
        "NC1HWC0" => make_feature_map_layout(dims, element)?,
        "CI1KHKWCOCI0" => make_filter_layout(dims, element, fields.flag("pad_cout")?)?,
        _ => {
            let message = format!("field format: there is no {format}; known are NC1HWC0, CI1KHKWCOCI0");
            return Err(RequestError::invalid(message));
        }
    })
}

/// The field `layout` with its logical extent in the field `origin_shape`.
fn layout_with_origin(fields: &mut Fields) -> Result<DynLayout> {
    let layout: DynLayout = fields.parsed("layout")?;
    let origin: DynTuple = fields.parsed("origin_shape")?;
    if origin.depth() > 1 || origin.view().is_leaf() != layout.view().is_leaf() {
        return Err(RequestError::invalid(format!("field origin_shape: {origin} does not fit {layout}")));
    }
    Ok(layout.with_extent(origin.leaves())?)
}

fn coordinate_to_offset(fields: &mut Fields) -> Result<Value> {
    let coordinate: DynTuple = fields.parsed("coord")?;
    let (shape, stride): (DynTuple, Tree<Stride>) = (fields.parsed("shape")?, fields.parsed("stride")?);
    Ok(offset_value(&DynLayout::new(&shape, &stride)?.offset_unchecked(&coordinate)?))
}

fn slice(fields: &mut Fields) -> Result<Value> {
    let layout = layout_with_origin(fields)?;
    let coordinate = fields.parsed("coord")?;
    let base: Option<DynTuple> = fields.optional("base_coord")?;
    let slice = format::slice_tile(&layout, &coordinate, base.as_ref())?;
    let mut value = with_origin(&slice.layout);
    value["offset"] = offset_value(&slice.offset);
    Ok(value)
}

fn origin_shape(fields: &mut Fields) -> Result<Value> {
    let shape: DynTuple = fields.parsed("shape")?;
    if shape.view().is_leaf() {
        return Ok(Value::from(size(shape.view())?.to_string()));
    }
    Ok(text_value(&product_each(shape.view())?))
}
