//! `xla.*`: shapes and layouts of XLA.
use super::request::{Answer, Fields, RequestError, Result, may_be_listed, text_value};
use serde_json::{Map, Value, json};
use tilework::dynamic::Error;
use tilework::hlo::{logical_to_physical_map, physical_to_logical_map};
use tilework::xla::{
    ArrayShape, Bitcast, Ignore, Layout, LinearIndex, PaddedArray, PaddingValue, Shape, Tiling,
    TransposeReshapeTranspose, align_layouts, byte_size, byte_strides, compatible, data_size,
    decompose_bitcast, decompose_to_trt, deduce_transpose, delete_dimensions, descending_layout,
    dimension_stride, drop_degenerate_dimensions, equal, host_shape, insert_dimensions,
    is_effectively_most_major, layouts_equal, logical_to_physical, max_split_size, move_dimension_to_major,
    padded_size, permute_dimensions, prepend_major_dimension, reshape_is_bitcast, same_dimensions,
    tile_bandwidth, tiled_elements, transpose_is_bitcast,
};

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    Some(match verb {
        "parse_shape" => parse_shape(fields),
        "parse_layout" => fields.parsed::<Layout>("layout").map(|layout| text_value(&layout)),
        "byte_size" if fields.has("padded_dimensions") => {
            padded(fields).and_then(|p| Ok(Value::from(p.byte_size()?)))
        }
        "byte_size" => shape(fields).and_then(|s| Ok(Value::from(byte_size(&s)?))),
        "padded_size" => shape(fields).and_then(|s| Ok(Value::from(padded_size(&s)?))),
        "data_size" => shape(fields).and_then(|s| Ok(Value::from(data_size(&s)?))),
        "tiled_elements" => array(fields, "shape").and_then(|a| Ok(Value::from(tiled_elements(&a)?))),
        "linear_index" => linear_index(fields),
        "delinearize" => delinearize(fields),
        "dimension" => dimension(fields),
        "dimension_stride" if fields.has("padded_dimensions") => {
            padded(fields).and_then(|p| Ok(Value::from(p.dimension_stride(fields.integer("dimension")?)?)))
        }
        "dimension_stride" => of_dimension(fields, |a, d| Ok(Value::from(dimension_stride(a, d)?))),
        "max_split_size" => of_dimension(fields, |a, d| Ok(Value::from(max_split_size(a, d)?))),
        "is_effectively_most_major" => {
            of_dimension(fields, |a, d| Ok(Value::from(is_effectively_most_major(a, d)?)))
        }
        "move_dimension_to_major" => move_to_major(fields),
        "byte_strides" => array(fields, "shape")
            .and_then(|a| Ok(byte_strides(&a)?.map_or(Value::Null, |strides| Value::from(strides.to_vec())))),
        "logical_to_physical_permutation" => {
            array(fields, "shape").map(|a| Value::from(logical_to_physical(&a.layout_or_default()).to_vec()))
        }
        "permute_dimensions" => permute(fields),
        "delete_dimensions" => delete(fields),
        "insert_dimensions" => insert(fields),
        "prepend_major_dimension" => array(fields, "shape")
            .and_then(|a| Ok(text_value(&prepend_major_dimension(&a, fields.integer("size")?)?))),
        "drop_degenerate_dimensions" => edited(fields, drop_degenerate_dimensions),
        "descending_layout" => edited(fields, descending_layout),
        "host_shape" => edited(fields, host_shape),
        "equal" if fields.has("padded_dimensions") => padded_equal(fields),
        "equal" => compared(fields, equal),
        "compatible" => compared(fields, compatible),
        "same_dimensions" => same(fields),
        "layouts_equal" => shapes(fields, "lhs", "rhs").map(|(l, r)| Value::from(layouts_equal(&l, &r))),
        "reshape_is_bitcast" => {
            bitcast(fields).and_then(|(i, o)| Ok(Value::from(reshape_is_bitcast(&i, &o)?)))
        }
        "transpose_is_bitcast" => transpose(fields),
        "deduce_transpose" => bitcast(fields)
            .map(|(i, o)| deduce_transpose(&i, &o).map_or(Value::Null, |found| Value::from(found.to_vec()))),
        "align_layouts" => bitcast(fields)
            .and_then(|(i, o)| Ok(align_layouts(&i, &o)?.map_or(Value::Null, |found| text_value(&found)))),
        "decompose_bitcast" => decompose(fields),
        "decompose_to_trt" => bitcast(fields).and_then(|(i, o)| {
            Ok(decompose_to_trt(&i, &o)?.map_or(Value::Null, |steps| Value::Object(trt(&steps))))
        }),
        "bitcast_map" => bitcast(fields).and_then(|(i, o)| bitcast_map(&i, &o)),
        "physical_to_logical" => {
            array(fields, "shape").and_then(|a| Ok(text_value(&physical_to_logical_map(&a)?)))
        }
        "logical_to_physical" => {
            array(fields, "shape").and_then(|a| Ok(text_value(&logical_to_physical_map(&a)?)))
        }
        "is_padded" => padded(fields).map(|p| Value::from(p.is_padded())),
        "tile_bandwidth" => bandwidth(fields),
        "fill_order" => padded(fields).and_then(|p| {
            may_be_listed(p.stored().elements()?)?;
            Ok(Value::from(p.fill_order()?))
        }),
        _ => return None,
    })
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

fn bitcast(fields: &mut Fields) -> Result<(ArrayShape, ArrayShape)> {
    arrays(fields, "input", "output")
}

fn parse_shape(fields: &mut Fields) -> Result<Value> {
    let shape = shape(fields)?;
    let mut answer = json!({
        "shape": shape.to_string(),
        "shape_without_layout": shape.without_layout().to_string(),
        "valid": true,
        "kind": shape.kind(),
    });
    if let Some(array) = shape.as_elements() {
        answer["element_type"] = text_value(&array.element_type());
        answer["dimensions"] = array
            .dimensions()
            .iter()
            .map(|size| size.bound().map_or_else(|| text_value(size), Value::from))
            .collect();
        answer["elements"] = array.elements().map_or(Value::Null, Value::from);
        answer["true_rank"] = Value::from(array.true_rank());
    }
    Ok(answer)
}

fn tiling(fields: &mut Fields) -> Result<Tiling> {
    let words = [("all", Tiling::All), ("first", Tiling::First), ("none", Tiling::None)];
    if fields.has("tiling") { fields.choice("tiling", &words) } else { Ok(Tiling::All) }
}

fn linear_index(fields: &mut Fields) -> Result<Value> {
    if fields.has("padded_dimensions") {
        let padded = padded(fields)?;
        return Ok(Value::from(padded.linear_index(&fields.integers("index")?)?));
    }
    let elements = LinearIndex::new(&array(fields, "shape")?, tiling(fields)?)?;
    Ok(Value::from(elements.at(&fields.integers("index")?)?))
}

fn delinearize(fields: &mut Fields) -> Result<Value> {
    let elements = LinearIndex::new(&array(fields, "shape")?, tiling(fields)?)?;
    Ok(Value::from(elements.index_at(fields.integer("linear_index")?)?.to_vec()))
}

fn of_dimension(
    fields: &mut Fields,
    operation: impl FnOnce(&ArrayShape, i64) -> Result<Value, Error>,
) -> Result<Value> {
    let array = array(fields, "shape")?;
    Ok(operation(&array, fields.integer("dimension")?)?)
}

fn bandwidth(fields: &mut Fields) -> Result<Value> {
    let array = array(fields, "shape")?;
    let tile_sizes = fields.integers("tile_sizes")?;
    let found = tile_bandwidth(&array, &tile_sizes, fields.integer("transaction_bytes")?)?;
    Ok(Value::from(found.utilization()))
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

fn dimension(fields: &mut Fields) -> Result<Value> {
    of_dimension(fields, |array, dimension| {
        let size = array.dimensions()[array.dimension_number(dimension)?];
        Ok(size.bound().map_or_else(|| text_value(&size), Value::from))
    })
}

/// A shape in which each array is changed.
fn edited(
    fields: &mut Fields,
    operation: impl Fn(&ArrayShape) -> Result<ArrayShape, Error>,
) -> Result<Value> {
    Ok(text_value(&shape(fields)?.map_arrays(&mut |array| operation(array))?))
}

fn permute(fields: &mut Fields) -> Result<Value> {
    if fields.has("padded_dimensions") {
        let permuted = padded(fields)?.permute_dimensions(&fields.indices("permutation")?)?;
        let padded_dimensions = permuted.stored().sizes()?;
        return Ok(json!({
            "shape": permuted.array().to_string(),
            "padded_dimensions": padded_dimensions.to_vec(),
        }));
    }
    let array = array(fields, "shape")?;
    Ok(text_value(&permute_dimensions(&array, &fields.indices("permutation")?)?))
}

fn delete(fields: &mut Fields) -> Result<Value> {
    let array = array(fields, "shape")?;
    Ok(text_value(&delete_dimensions(&array, &fields.indices("dimensions")?)?))
}

fn insert(fields: &mut Fields) -> Result<Value> {
    let array = array(fields, "shape")?;
    Ok(text_value(&insert_dimensions(&array, fields.index("at")?, &fields.integers("sizes")?)?))
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

fn bitcast_map(input: &ArrayShape, output: &ArrayShape) -> Result<Value> {
    match tilework::hlo::bitcast_map(input, output) {
        Some(map) => Ok(text_value(&map)),
        None => {
            Err(RequestError::invalid(format!("{input} and {output} have different numbers of elements")))
        }
    }
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
