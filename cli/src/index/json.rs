//! The answer in JSON.
use super::entry::{Entry, Operand, source};
use super::tables::by_opcode;
use crate::failure::Failure;
use serde_json::{Map, Value, json};
use std::io;
use tilework::hlo::{Module, OperandIndexing};

pub(super) fn write(entries: &[Entry<'_>]) -> Result<String, Failure> {
    let instructions = entries.iter().map(|entry| {
        json!({
            "computation": entry.computation.name,
            "instruction": entry.instruction.name,
            "opcode": entry.instruction.opcode,
            "shape": entry.instruction.shape.to_string(),
            "operands": entry.operands.iter().map(operand).collect::<Vec<_>>(),
        })
    });
    let summary = by_opcode(entries).into_iter().map(|(opcode, counts)| {
        json!({
            "opcode": opcode,
            "instructions": counts.instructions,
            "operands": counts.operands,
            "known": counts.known,
            "coalesced": counts.coalesced,
        })
    });
    let value = json!({
        "instructions": instructions.collect::<Vec<_>>(),
        "opcodes": summary.collect::<Vec<_>>(),
    });
    let mut text =
        serde_json::to_string_pretty(&value).map_err(|error| Failure::Io(io::Error::other(error)))?;
    text.push('\n');
    Ok(text)
}

fn operand(operand: &Operand<'_>) -> Value {
    let mut fields = Map::from_iter([
        ("instruction".to_string(), Value::from(operand.instruction.name)),
        ("shape".to_string(), Value::from(operand.instruction.shape.to_string())),
    ]);
    let maps = operand.maps.iter().map(|maps| match maps {
        Ok(maps) => maps.iter().map(|indexing| map(operand.module, indexing)).collect(),
        Err(reason) => json!({ "unknown": reason }),
    });
    fields.insert("maps".into(), maps.collect());
    if let Some(found) = &operand.utilization {
        let value = match found {
            Ok(found) => {
                json!({ "read": found.read, "elements": found.elements, "fraction": found.fraction() })
            }
            Err(reason) => json!({ "unknown": reason }),
        };
        fields.insert("utilization".into(), value);
    }
    if let Some(coalesced) = operand.is_coalesced() {
        fields.insert("coalesced".into(), Value::from(coalesced));
    }
    match &operand.accesses {
        Some(Ok(accesses)) => {
            let accesses = accesses.iter().map(|access| {
                json!({
                    "elements": access.elements,
                    "bytes": access.bytes,
                    "sectors": access.sectors,
                    "transactions": access.transactions,
                    "ideal_transactions": access.ideal_transactions,
                })
            });
            fields.insert("warp".into(), accesses.collect());
        }
        Some(Err(reason)) => {
            fields.insert("warp".into(), json!({ "unknown": reason }));
        }
        None => {}
    }
    Value::Object(fields)
}

fn map(module: &Module<'_>, indexing: &OperandIndexing) -> Value {
    let mut fields = Map::from_iter([("map".to_string(), Value::from(indexing.map.to_string()))]);
    if !indexing.runtime.is_empty() {
        let variables = indexing
            .runtime
            .iter()
            .map(|variable| json!({ "source": source(module, variable), "map": variable.map.to_string() }));
        fields.insert("runtime_variables".into(), variables.collect());
    }
    if let Some(replica) = &indexing.replica {
        fields.insert("replica_id".into(), Value::from(replica.to_string()));
    }
    Value::Object(fields)
}
