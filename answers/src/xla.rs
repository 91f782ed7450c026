//! `xla.*`: shapes and layouts of XLA.
use super::request::{Answer, Fields, RequestError, Result, may_be_listed, text_value};
use serde_json::{Map, Value, json};
use tilework::dynamic::Error;
use tilework::hlo::{logical_to_physical_map, physical_to_logical_map};
use tilework::xla::{
    ArrayShape, Bitcast, Dimension, Ignore, Layout, LinearIndex, PaddedArray, PaddingValue, Shape, Tiling,
    TransposeReshapeTranspose, align_layouts, byte_size, byte_strides, compatible, data_size,
    decompose_bitcast, decompose_to_trt, deduce_transpose, delete_dimensions, descending_layout,
    dimension_stride, drop_degenerate_dimensions, equal, host_shape, insert_dimensions,
    is_effectively_most_major, layouts_equal, logical_to_physical, max_split_size, move_dimension_to_major,
    padded_size, permute_dimensions, prepend_major_dimension, reshape_is_bitcast, same_dimensions,
    tile_bandwidth, tiled_elements, transpose_is_bitcast,
};

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    let is_padded = fields.has("padded_dimensions");
    Ok(Some(match verb {
        "parse_shape" => parse_shape(&shape(fields)?),
        "parse_layout" => text_value(&fields.parsed::<Layout>("layout")?),
        "byte_size" if is_padded => Value::from(padded(fields)?.byte_size()?),
        "byte_size" => Value::from(byte_size(&shape(fields)?)?),
        "padded_size" => Value::from(padded_size(&shape(fields)?)?),
        "data_size" => Value::from(data_size(&shape(fields)?)?),
        "tiled_elements" => Value::from(tiled_elements(&array(fields, "shape")?)?),
        "linear_index" if is_padded => Value::from(padded(fields)?.linear_index(&fields.integers("index")?)?),
        "linear_index" => Value::from(elements(fields)?.at(&fields.integers("index")?)?),
        "delinearize" => list(elements(fields)?.index_at(fields.integer("linear_index")?)?),
        "dimension" => {
            let (array, dimension) = of_dimension(fields)?;
            size_value(&array.dimensions()[array.dimension_number(dimension)?])
        }
        "dimension_stride" if is_padded => {
            Value::from(padded(fields)?.dimension_stride(fields.integer("dimension")?)?)
        }
        "dimension_stride" => {
            let (array, dimension) = of_dimension(fields)?;
            Value::from(dimension_stride(&array, dimension)?)
        }
        "max_split_size" => {
            let (array, dimension) = of_dimension(fields)?;
            Value::from(max_split_size(&array, dimension)?)
        }
        "is_effectively_most_major" => {
            let (array, dimension) = of_dimension(fields)?;
            Value::from(is_effectively_most_major(&array, dimension)?)
        }
        "move_dimension_to_major" => move_to_major(fields)?,
        "byte_strides" => or_null(byte_strides(&array(fields, "shape")?)?, list),
        "logical_to_physical_permutation" => {
            list(logical_to_physical(&array(fields, "shape")?.layout_or_default()))
        }
        "permute_dimensions" if is_padded => {
            let permuted = padded(fields)?.permute_dimensions(&fields.indices("permutation")?)?;
            json!({
                "shape": permuted.array().to_string(),
                "padded_dimensions": permuted.stored().sizes()?.to_vec(),
            })
        }
        "permute_dimensions" => {
            text_value(&permute_dimensions(&array(fields, "shape")?, &fields.indices("permutation")?)?)
        }
        "delete_dimensions" => {
            text_value(&delete_dimensions(&array(fields, "shape")?, &fields.indices("dimensions")?)?)
        }
        "insert_dimensions" => {
            let (array, at) = (array(fields, "shape")?, fields.index("at")?);
            text_value(&insert_dimensions(&array, at, &fields.integers("sizes")?)?)
        }
        "prepend_major_dimension" => {
            text_value(&prepend_major_dimension(&array(fields, "shape")?, fields.integer("size")?)?)
        }
        "drop_degenerate_dimensions" => edited(fields, drop_degenerate_dimensions)?,
        "descending_layout" => edited(fields, descending_layout)?,
        "host_shape" => edited(fields, host_shape)?,
        "equal" if is_padded => padded_equal(fields)?,
        "equal" => compared(fields, equal)?,
        "compatible" => compared(fields, compatible)?,
        "same_dimensions" => same(fields)?,
        "layouts_equal" => Value::from(layouts_equal(&fields.parsed("lhs")?, &fields.parsed("rhs")?)),
        "reshape_is_bitcast" => {
            let (input, output) = bitcast(fields)?;
            Value::from(reshape_is_bitcast(&input, &output)?)
        }
        "transpose_is_bitcast" => transpose(fields)?,
        "deduce_transpose" => {
            let (input, output) = bitcast(fields)?;
            or_null(deduce_transpose(&input, &output), list)
        }
        "align_layouts" => {
            let (input, output) = bitcast(fields)?;
            or_null(align_layouts(&input, &output)?, |found| text_value(&found))
        }
        "decompose_bitcast" => decompose(fields)?,
        "decompose_to_trt" => {
            let (input, output) = bitcast(fields)?;
            or_null(decompose_to_trt(&input, &output)?, |steps| Value::Object(trt(&steps)))
        }
        "bitcast_map" => {
            let (input, output) = bitcast(fields)?;
            let none = || format!("{input} and {output} have different numbers of elements");
            let map = tilework::hlo::bitcast_map(&input, &output);
            text_value(&map.ok_or_else(|| RequestError::invalid(none()))?)
        }
        "physical_to_logical" => text_value(&physical_to_logical_map(&array(fields, "shape")?)?),
        "logical_to_physical" => text_value(&logical_to_physical_map(&array(fields, "shape")?)?),
        "is_padded" => Value::from(padded(fields)?.is_padded()),
        "tile_bandwidth" => {
            let (array, tile) = (array(fields, "shape")?, fields.integers("tile_sizes")?);
            Value::from(tile_bandwidth(&array, &tile, fields.integer("transaction_bytes")?)?.utilization())
        }
        "fill_order" => {
            let padded = padded(fields)?;
            may_be_listed(padded.stored().elements()?)?;
            Value::from(padded.fill_order()?)
        }
        _ => return Ok(None),
    }))
}

fn list<T: Into<Value>>(numbers: impl IntoIterator<Item = T>) -> Value {
    numbers.into_iter().collect()
}

fn or_null<T>(found: Option<T>, value: impl FnOnce(T) -> Value) -> Value {
    found.map_or(Value::Null, value)
}

/// The size of a dimension: a number, or its text where it is unbounded.
fn size_value(size: &Dimension) -> Value {
    size.bound().map_or_else(|| text_value(size), Value::from)
}

fn shape(fields: &mut Fields) -> Result<Shape> {
    fields.parsed("shape")
}

fn shapes(fields: &mut Fields, lhs: &str, rhs: &str) -> Result<(Shape, Shape)> {
    Ok((fields.parsed(lhs)?, fields.parsed(rhs)?))
}

fn array(fields: &mut Fields, name: &'static str) -> Result<ArrayShape> {
    match fields.parsed::<Shape>(name)? {
        Shape::Array(array) => Ok(array),
        other => Err(RequestError::invalid(format!("field {name}: {other} is no array"))),
    }
}

fn arrays(fields: &mut Fields, lhs: &'static str, rhs: &'static str) -> Result<(ArrayShape, ArrayShape)> {
    Ok((array(fields, lhs)?, array(fields, rhs)?))
}

/// The elements of the field `shape` in memory, with as many of its tiles as the field `tiling` says.
fn elements(fields: &mut Fields) -> Result<LinearIndex> {
    let array = array(fields, "shape")?;
    let words = [("all", Tiling::All), ("first", Tiling::First), ("none", Tiling::None)];
    let tiling = if fields.has("tiling") { fields.choice("tiling", &words)? } else { Tiling::All };
    Ok(LinearIndex::new(&array, tiling)?)
}

fn of_dimension(fields: &mut Fields) -> Result<(ArrayShape, i64)> {
    Ok((array(fields, "shape")?, fields.integer("dimension")?))
}

fn bitcast(fields: &mut Fields) -> Result<(ArrayShape, ArrayShape)> {
    arrays(fields, "input", "output")
}

fn parse_shape(shape: &Shape) -> Value {
    let mut answer = json!({
        "shape": shape.to_string(),
        "shape_without_layout": shape.without_layout().to_string(),
        "valid": true,
        "kind": shape.kind(),
    });
    if let Some(array) = shape.as_elements() {
        answer["element_type"] = text_value(&array.element_type());
        answer["dimensions"] = array.dimensions().iter().map(size_value).collect();
        answer["elements"] = array.elements().map_or(Value::Null, Value::from);
        answer["true_rank"] = Value::from(array.true_rank());
    }
    answer
}

/// Of a shape, or of a layout alone.
fn move_to_major(fields: &mut Fields) -> Result<Value> {
    let (text, dimension) = (fields.text("shape")?, fields.integer("dimension")?);
    if text.starts_with('{') {
        return Ok(text_value(&move_dimension_to_major(&text.parse()?, dimension)?));
    }
    let moved = |array: &ArrayShape| {
        let layout = move_dimension_to_major(&array.layout_or_default(), dimension)?;
        array.clone().with_layout(layout)
    };
    Ok(text_value(&text.parse::<Shape>()?.map_arrays(&mut |array| moved(array))?))
}

/// A shape in which each array is changed.
fn edited(
    fields: &mut Fields,
    operation: impl Fn(&ArrayShape) -> Result<ArrayShape, Error>,
) -> Result<Value> {
    Ok(text_value(&shape(fields)?.map_arrays(&mut |array| operation(array))?))
}

/// The field `ignore`: a list of at most one name.
fn ignore(fields: &mut Fields) -> Result<Ignore> {
    if !fields.has("ignore") {
        return Ok(Ignore::Nothing);
    }
    let names = fields.texts("ignore")?;
    match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Ok(Ignore::Nothing),
        ["element_type"] => Ok(Ignore::ElementType),
        ["fp_precision"] => Ok(Ignore::FpPrecision),
        _ => Err(RequestError::field("ignore", "[\"element_type\"] or [\"fp_precision\"] is wanted")),
    }
}

fn compared(fields: &mut Fields, relation: fn(&Shape, &Shape, Ignore) -> bool) -> Result<Value> {
    let (lhs, rhs) = shapes(fields, "lhs", "rhs")?;
    Ok(Value::from(relation(&lhs, &rhs, ignore(fields)?)))
}

/// Of arrays, and of buffers of them.
fn same(fields: &mut Fields) -> Result<Value> {
    let (lhs, rhs) = shapes(fields, "lhs", "rhs")?;
    let no_array = |shape: &Shape| RequestError::invalid(format!("{shape} is no array"));
    let array = |shape| Shape::as_elements(shape).ok_or_else(|| no_array(shape));
    Ok(Value::from(same_dimensions(array(&lhs)?, array(&rhs)?)))
}

fn transpose(fields: &mut Fields) -> Result<Value> {
    let (input, output) = bitcast(fields)?;
    let permutation = fields.indices("permutation")?;
    let same_type = match ignore(fields)? {
        Ignore::ElementType => true,
        ignore => equal_types(&input, &output, ignore),
    };
    Ok(Value::from(same_type && transpose_is_bitcast(&input, &output, &permutation)?))
}

fn equal_types(input: &ArrayShape, output: &ArrayShape, ignore: Ignore) -> bool {
    let scalar = |array: &ArrayShape| ArrayShape::new(array.element_type(), &[]).map(Shape::Array);
    matches!((scalar(input), scalar(output)), (Ok(input), Ok(output)) if equal(&input, &output, ignore))
}

fn decompose(fields: &mut Fields) -> Result<Value> {
    let (input, output) = bitcast(fields)?;
    Ok(match decompose_bitcast(&input, &output)? {
        None => Value::Null,
        Some(Bitcast::Reshape) => json!({ "kind": "reshape" }),
        Some(Bitcast::Transpose(dimensions)) => {
            json!({ "kind": "transpose", "transpose_dims": dimensions.to_vec() })
        }
        Some(Bitcast::TransposeReshapeTranspose(steps)) => {
            let mut answer = trt(&steps);
            answer.insert("kind".into(), Value::from("trt"));
            Value::Object(answer)
        }
    })
}

fn trt(steps: &TransposeReshapeTranspose) -> Map<String, Value> {
    Map::from_iter([
        ("transpose1_dims".into(), Value::from(steps.transpose1_dims.to_vec())),
        ("transpose1_shape".into(), text_value(&steps.transpose1_shape)),
        ("reshape_shape".into(), text_value(&steps.reshape_shape)),
        ("transpose2_dims".into(), Value::from(steps.transpose2_dims.to_vec())),
    ])
}

/// The older padded layouts: fields `shape`, `padded_dimensions` and, optional, `padding_value` by number or name.
fn padded(fields: &mut Fields) -> Result<PaddedArray> {
    let array = array(fields, "shape")?;
    let padded_dimensions = fields.integers("padded_dimensions")?;
    Ok(PaddedArray::new(array, &padded_dimensions, padding_value(fields)?)?)
}

fn padding_value(fields: &mut Fields) -> Result<PaddingValue> {
    if !fields.has("padding_value") {
        return Ok(PaddingValue::default());
    }
    let found = match fields.value("padding_value")? {
        Value::Number(number) => {
            number.as_u64().and_then(|number| PaddingValue::ALL.get(usize::try_from(number).ok()?).copied())
        }
        Value::String(name) => name.parse().ok(),
        _ => None,
    };
    found.ok_or_else(|| {
        RequestError::field("padding_value", "a number of 0 to 5, or a name such as ZERO_PAD, is wanted")
    })
}

/// Whether two arrays are equal with the same padding.
fn padded_equal(fields: &mut Fields) -> Result<Value> {
    let (lhs, rhs) = arrays(fields, "lhs", "rhs")?;
    let (padded_dimensions, value) = (fields.integers("padded_dimensions")?, padding_value(fields)?);
    let padded = |array| PaddedArray::new(array, &padded_dimensions, value);
    Ok(Value::from(padded(lhs)? == padded(rhs)?))
}
