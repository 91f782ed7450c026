//! `hlo.*`: what the instructions of a program read.
use super::request::{Answer, Fields, Kind, Refusal, text_value};
use serde_json::{Map, Value, json};
use tilework::hlo::{Computation, Module, OperandIndexing, Scope, input_to_output, output_to_input};
use tilework::xla::{ArrayShape, Shape};

pub(crate) fn answer(verb: &str, fields: &mut Fields) -> Answer {
    Some(match verb {
        "indexing" => indexing(fields),
        _ => return None,
    })
}

fn indexing(fields: &mut Fields) -> Result<Value, Refusal> {
    let text = fields.text("hlo")?;
    let module = Module::parse(&text)?;
    let (computation, instruction) = match fields.has("instruction") {
        false => (module.entry(), module.entry().root_number()),
        true => {
            let name = fields.text("instruction")?;
            let found = module.find(&name);
            found.ok_or_else(|| Refusal::new(Kind::Invalid, format!("there is no instruction {name}")))?
        }
    };
    let scope = if fields.flag("extended")? { Scope::Extended } else { Scope::Xla };
    let is_physical = fields.flag("physical_layout")?;
    let at = &computation.instructions[instruction];
    let direction = fields.text("direction")?;
    let (maps, from, to): (_, Option<&ArrayShape>, Vec<Option<&ArrayShape>>) = match direction.as_str() {
        "output_to_input" => {
            let output = if fields.has("output") { fields.index("output")? } else { 0 };
            let operands =
                at.operands.iter().map(|operand| computation.instructions[*operand].shape.as_array());
            let maps = output_to_input(&module, computation, instruction, output, scope);
            (maps, element(&at.shape, output), operands.collect())
        }
        "input_to_output" => {
            let operand = fields.index("operand")?;
            let Some(input) = at.operands.get(operand) else {
                return Err(Refusal::new(Kind::Invalid, format!("{} has no operand {operand}", at.name)));
            };
            let maps = input_to_output(&module, computation, instruction, operand, scope);
            let outputs = (0..maps.len()).map(|output| element(&at.shape, output)).collect();
            (maps, computation.instructions[*input].shape.as_array(), outputs)
        }
        other => {
            return Err(Refusal::new(
                Kind::Request,
                format!("field direction: {other:?} is not output_to_input or input_to_output"),
            ));
        }
    };
    let known = |(maps, to): (tilework::hlo::OperandMaps, Option<&ArrayShape>)| -> Result<Value, Refusal> {
        let Some(maps) = maps else { return Ok(Value::Null) };
        let maps = maps.iter().map(|indexing| match (is_physical, from, to) {
            (true, Some(from), Some(to)) => {
                Ok(entry(computation, &indexing.physical(from, to)?.simplified()))
            }
            _ => Ok(entry(computation, &indexing.simplified())),
        });
        maps.collect()
    };
    maps.into_iter().zip(to).map(known).collect()
}

/// The array that is an output: of a tuple, an element.
fn element(shape: &Shape, output: usize) -> Option<&ArrayShape> {
    match shape {
        Shape::Tuple(shapes) => shapes.get(output)?.as_array(),
        other => other.as_array(),
    }
}

fn entry(computation: &Computation<'_>, indexing: &OperandIndexing) -> Value {
    let mut fields = Map::from_iter([("map".to_string(), text_value(&indexing.map))]);
    if !indexing.runtime.is_empty() {
        let variables = indexing.runtime.iter().map(|variable| {
            let source = &computation.instructions[variable.source];
            let source = match source.opcode {
                "parameter" | "constant" => format!("{}({})", source.opcode, source.arguments),
                _ => source.name.to_string(),
            };
            json!({ "source": source, "map": variable.map.to_string() })
        });
        fields.insert("runtime_variables".into(), variables.collect());
    }
    if let Some(replica) = &indexing.replica {
        fields.insert("replica_id".into(), text_value(replica));
    }
    Value::Object(fields)
}
