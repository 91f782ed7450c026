//! `hlo.*`: programs of XLA, and what their instructions read.
use crate::request::{Answer, ErrorKind, Fields, RequestError, Result};
use serde_json::{Map, Value, json};
use tilework::affine::SymbolicTile;
use tilework::dynamic::Error;
use tilework::hlo::{
    Computation, GpuModel, Line, Module, OperandIndexing, OutOfRange, RuntimeVariable, ScanError, Scanner,
    Scope, coalesced_reads, input_to_output, is_coalesced_at_a_glance, output_shapes, output_to_input,
};
use tilework::xla::{ArrayShape, Shape, padded_size};

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    Ok(Some(match verb {
        "indexing" => indexing(fields)?,
        "padded_sizes" => padded_sizes(fields)?,
        "coalescing" => coalescing(fields)?,
        "symbolic_tile" => symbolic_tile(fields)?,
        _ => return Ok(None),
    }))
}

/// Which way the maps of an instruction go.
#[derive(Clone, Copy)]
enum Direction {
    OutputToInput,
    InputToOutput,
}

fn indexing(fields: &mut Fields) -> Result<Value> {
    let text = fields.text("hlo")?;
    let module = Module::parse(&text)?;
    let (computation, instruction) = chosen(&module, fields)?;
    let scope = if fields.flag("extended")? { Scope::Extended } else { Scope::Xla };
    let is_physical = fields.flag("physical_layout")?;
    let at = &computation.instructions[instruction];
    let directions =
        [("output_to_input", Direction::OutputToInput), ("input_to_output", Direction::InputToOutput)];
    let direction = fields.choice("direction", &directions)?;
    let (maps, from, to): (_, Option<&ArrayShape>, Vec<Option<&ArrayShape>>) = match direction {
        Direction::OutputToInput => {
            let output = if fields.has("output") { fields.index("output")? } else { 0 };
            let operands =
                at.operands.iter().map(|operand| computation.instructions[*operand].shape.as_array());
            let maps = output_to_input(&module, computation, instruction, output, scope);
            let array = output_shapes(&at.shape, scope).nth(output).and_then(Shape::as_array);
            (maps, array, operands.collect())
        }
        Direction::InputToOutput => {
            let operand = fields.index("operand")?;
            let Some(input) = at.operands.get(operand) else {
                return Err(RequestError::invalid(format!("{} has no operand {operand}", at.name)));
            };
            let maps = input_to_output(&module, computation, instruction, operand, scope);
            let outputs = output_shapes(&at.shape, scope).map(Shape::as_array).collect();
            (maps, computation.instructions[*input].shape.as_array(), outputs)
        }
    };
    let entry = |indexing: &OperandIndexing| Value::Object(indexing_fields(&module, &indexing.simplified()));
    let known = |(maps, to): (tilework::hlo::OperandMaps, Option<&ArrayShape>)| -> Result<Value> {
        let Some(maps) = maps else { return Ok(Value::Null) };
        let maps = maps.iter().map(|indexing| match (is_physical, from, to) {
            (true, Some(from), Some(to)) => Ok(entry(&indexing.physical(from, to)?)),
            _ => Ok(entry(indexing)),
        });
        maps.collect()
    };
    maps.into_iter().zip(to).map(known).collect()
}

/// The instruction that is named; the root of the entry without a name.
fn chosen<'m, 't>(module: &'m Module<'t>, fields: &mut Fields) -> Result<(&'m Computation<'t>, usize)> {
    if !fields.has("instruction") {
        return Ok((module.entry(), module.entry().root_number()));
    }
    let name = fields.text("instruction")?;
    module.find(&name).ok_or_else(|| RequestError::invalid(format!("there is no instruction {name}")))
}

/// Whether reads are coalesced, of each operand or at a glance.
fn coalescing(fields: &mut Fields) -> Result<Value> {
    let text = fields.text("hlo")?;
    let module = Module::parse(&text)?;
    let (computation, instruction) = chosen(&module, fields)?;
    let gpu = GpuModel::default();
    Ok(if fields.flag("heuristic")? {
        Value::from(is_coalesced_at_a_glance(&module, computation, instruction, &gpu))
    } else {
        Value::from(coalesced_reads(&module, computation, instruction, Scope::Xla, &gpu))
    })
}

/// The tile of an operand; null if it is no strided range.
fn symbolic_tile(fields: &mut Fields) -> Result<Value> {
    let text = fields.text("hlo")?;
    let module = Module::parse(&text)?;
    let (computation, instruction) = chosen(&module, fields)?;
    let operand = fields.index("operand")?;
    let maps = output_to_input(&module, computation, instruction, 0, Scope::Xla);
    let Some(maps) = maps.get(operand) else {
        let name = computation.instructions[instruction].name;
        return Err(RequestError::invalid(format!("{name} has no operand {operand}")));
    };
    tile_value(tilework::hlo::symbolic_tile(maps))
}

/// A tile as its maps; null if there is none.
pub(crate) fn tile_value(tile: Result<SymbolicTile, Error>) -> Result<Value> {
    let tile = match tile {
        Ok(tile) => tile,
        Err(Error::Inexact { .. }) => return Ok(Value::Null),
        Err(error) => return Err(error.into()),
    };
    let mut fields = Map::from_iter([
        ("offset_map".to_string(), Value::from(tile.offset.function_text())),
        ("size_map".to_string(), Value::from(tile.size.function_text())),
        ("stride_map".to_string(), Value::from(tile.stride.function_text())),
    ]);
    for (name, text) in [("rt_vars", tile.places_text()), ("constraints", tile.constraints_text())] {
        if !text.is_empty() {
            fields.insert(name.into(), Value::from(text));
        }
    }
    Ok(Value::Object(fields))
}

/// The padded bytes of every array-shaped instruction, in the order of the text.
fn padded_sizes(fields: &mut Fields) -> Result<Value> {
    let text = fields.text("hlo")?;
    let malformed = |error: ScanError| RequestError::new(ErrorKind::Parse, format!("field hlo: {error}"));
    let mut scanner = Scanner::new();
    let (mut sizes, mut is_hlo) = (Vec::new(), false);
    for line in text.lines() {
        let Line::Instruction(instruction) = scanner.line(line).map_err(malformed)? else { continue };
        is_hlo = true;
        let number = scanner.number();
        let in_line = |error| {
            let RequestError { kind, message, .. } = RequestError::from(error);
            RequestError::new(
                kind,
                format!("field hlo: line {number}: {}: {message}", instruction.shape_text()),
            )
        };
        let shape = instruction.shape().map_err(in_line)?;
        if let Shape::Array(_) = shape {
            sizes.push(json!({
                "instruction": instruction.name(),
                "shape": shape.to_string(),
                "padded_bytes": padded_size(&shape).map_err(in_line)?,
            }));
        }
    }
    scanner.finish().map_err(malformed)?;
    if is_hlo {
        Ok(Value::from(sizes))
    } else {
        Err(RequestError::new(ErrorKind::Parse, "field hlo: no instruction, from position 0 to the end"))
    }
}

/// A map, and what belongs to it: runtime variables, the replica, the array of a tuple.
pub fn indexing_fields(module: &Module<'_>, indexing: &OperandIndexing) -> Map<String, Value> {
    let OperandIndexing { map, runtime, replica, element } = indexing;
    let mut fields = Map::from_iter([("map".to_string(), Value::from(map.to_string()))]);
    if !runtime.is_empty() {
        let variables = runtime.iter().map(|variable| runtime_variable(module, variable)).collect();
        fields.insert("runtime_variables".into(), variables);
    }
    if let Some(replica) = replica {
        fields.insert("replica_id".into(), Value::from(replica.to_string()));
    }
    if !element.is_empty() {
        fields.insert("element".into(), Value::from(element.to_vec()));
    }
    fields
}

/// A number that is read at run time: from where, and what it means where it is no possible place.
fn runtime_variable(module: &Module<'_>, variable: &RuntimeVariable) -> Value {
    let outside = match variable.outside {
        OutOfRange::Clamped(to) => json!({ "clamped": [to.lower, to.upper] }),
        OutOfRange::Dropped => json!("dropped"),
    };
    json!({ "source": variable.source_text(module), "map": variable.map.to_string(), "outside": outside })
}
