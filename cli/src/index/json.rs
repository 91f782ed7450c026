//! The answer in JSON.
use super::counts::OpcodeCounts;
use super::entry::{Entry, KnownMap, OfOutputs, OperandEntry};
use super::physical::{Movement, PlaceMaps};
use super::sharded::on_a_device;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};
use tilework::affine::IndexingMap;
use tilework::hlo::{Module, Utilization, WarpAccess};
use tilework_answers::indexing_fields;

/// Writes an instruction, an object on a line of its own: operand by operand, as there may be many, with many outputs
/// each.
pub(super) fn write_instruction(output: &mut impl Write, entry: &Entry<'_>) -> io::Result<()> {
    let [computation, name, opcode] =
        [entry.computation.name, entry.instruction.name, entry.instruction.opcode].map(Value::from);
    write!(
        output,
        "{{\"computation\":{computation},\"instruction\":{name},\"opcode\":{opcode},\"operands\":["
    )?;
    for (place, operand) in entry.operands.iter().enumerate() {
        output.write_all(if place == 0 { b"" } else { b"," })?;
        write_operand(output, operand)?;
    }
    write!(output, "],\"shape\":{}", Value::from(entry.instruction.shape.to_string()))?;
    if let Some(part) = on_a_device(entry.module, entry.instruction) {
        let (devices, padded) = (part.devices, part.padded);
        let shape = Value::from(part.shape.to_string());
        write!(output, ",\"device\":{{\"devices\":{devices},\"shape\":{shape},\"padded_bytes\":{padded}}}")?;
    }
    output.write_all(b"}")
}

/// The counts of each opcode, an object a line, with commas between them.
pub(super) fn opcodes(counts: &BTreeMap<&str, OpcodeCounts>) -> String {
    let line = |(opcode, counts): (&&str, &OpcodeCounts)| {
        let value = json!({
            "opcode": opcode,
            "instructions": counts.instructions,
            "operands": counts.operands,
            "known": counts.known,
            "coalesced": counts.coalesced,
        });
        value.to_string()
    };
    counts.iter().map(line).collect::<Vec<_>>().join(",\n")
}

fn write_operand(output: &mut impl Write, operand: &OperandEntry<'_>) -> io::Result<()> {
    output.write_all(b"{\"maps\":[")?;
    // outputs that read alike have the same objects
    let texts = |OfOutputs { maps, .. }: &OfOutputs| -> Vec<String> {
        match maps {
            Ok(maps) => {
                maps.iter().map(|known| Value::from(map(operand.module, known)).to_string()).collect()
            }
            Err(reason) => vec![json!({ "unknown": &**reason }).to_string()],
        }
    };
    let texts: Vec<Vec<String>> = operand.maps.iter().map(texts).collect();
    let mut separator = "";
    for (number, place) in operand.by_output() {
        for text in &texts[place] {
            match text.strip_suffix('}') {
                Some(open) if operand.outputs != 1 => {
                    write!(output, "{separator}{open},\"output\":{number}}}")?;
                }
                _ => write!(output, "{separator}{text}")?,
            }
            separator = ",";
        }
    }
    let rest = Value::from(facts(operand)).to_string();
    write!(output, "],{}", &rest[1..])
}

/// What there is to say of an operand besides the maps.
fn facts(operand: &OperandEntry<'_>) -> Map<String, Value> {
    let mut fields = Map::new();
    let mut put =
        |name: &str, value: Option<Value>| fields.extend(value.map(|value| (name.to_string(), value)));
    put("instruction", Some(operand.instruction.name.into()));
    put("shape", Some(operand.instruction.shape.to_string().into()));
    put("moves", operand.moves.as_ref().map(moves));
    let read = |found: &Utilization| {
        let fraction = found.fraction();
        json!({ "read": found.read, "elements": found.elements, "fraction": fraction })
    };
    put("utilization", operand.utilization.as_ref().map(|found| or_reason(found, read)));
    put("coalesced", operand.is_coalesced().map(Value::from));
    let warp = |accesses: &Vec<WarpAccess>| accesses.iter().map(access).collect();
    put("warp", operand.accesses.as_ref().map(|found| or_reason(found, warp)));
    fields
}

fn access(access: &WarpAccess) -> Value {
    json!({
        "elements": access.elements,
        "bytes": access.bytes,
        "sectors": access.sectors,
        "transactions": access.transactions,
        "ideal_transactions": access.ideal_transactions,
    })
}

fn map(module: &Module<'_>, KnownMap { indexing, beyond_xla, places }: &KnownMap) -> Map<String, Value> {
    let mut fields = indexing_fields(module, indexing);
    if *beyond_xla {
        fields.insert("beyond_xla".into(), Value::from(true));
    }
    fields.extend(places.as_ref().map(|places| ("physical".to_string(), or_reason(places, in_memory))));
    fields
}

/// What is known, or the reason why it is not.
fn or_reason<T>(found: &Result<T, String>, value: impl Fn(&T) -> Value) -> Value {
    match found {
        Ok(found) => value(found),
        Err(reason) => json!({ "unknown": reason }),
    }
}

/// A map in memory.
fn in_memory(places: &PlaceMaps) -> Value {
    let mut fields = Map::from_iter([
        ("offsets".to_string(), Value::from(places.offsets.to_string())),
        ("places".to_string(), Value::from(places.places.to_string())),
    ]);
    let text = |map: &IndexingMap| Value::from(map.to_string());
    fields.extend(places.bytes.as_ref().map(|bytes| ("bytes".to_string(), or_reason(bytes, text))));
    Value::Object(fields)
}

fn moves(moves: &Movement) -> Value {
    match moves {
        Movement::Nothing => json!({ "proven": true }),
        Movement::Element { index, from, to } => {
            json!({ "proven": false, "index": index, "from": from, "to": to })
        }
        Movement::Unknown(reason) => json!({ "unknown": reason }),
    }
}
