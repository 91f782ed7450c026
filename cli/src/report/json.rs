//! The answer in JSON.
use super::counted::{ComputationTotals, Counted, Location, Offender, Relayout, Resharding};
use super::relayout::{Outcome, OutcomeCounts, RelayoutKind};
use super::shapes::KnownShape;
use super::totals::Totals;
use crate::failure::Failure;
use crate::json::{number, pretty};
use serde_json::{Map, Value, json};
use tilework::xla::Chip;

pub(super) fn write(answer: &Counted, chip: Chip) -> Result<String, Failure> {
    let spaces = answer.spaces.sorted().into_iter().map(|(space, sums)| {
        let mut object = totals(&sums);
        object.insert("memory_space".into(), Value::from(space));
        Value::Object(object)
    });
    let value = json!({
        "files": answer.files,
        "bytes_read": answer.bytes_read,
        "lines": answer.lines,
        "modules": answer.modules,
        "computations": answer.computations,
        "instructions": answer.instructions,
        "chip": chip.name(),
        "totals": totals(&answer.spaces.total()),
        "memory_spaces": spaces.collect::<Vec<_>>(),
        "inlined": totals(&answer.inlined),
        "sharded": {
            "arrays": answer.sharded.arrays,
            "padded_bytes": number(answer.sharded.whole),
            "device_padded_bytes": number(answer.sharded.device),
            "devices": answer.sharded.devices,
        },
        "tiled_arrays": answer.tiled,
        "unbounded_arrays": answer.unbounded,
        "unknown_arrays": answer.unknown,
        "left_out": answer.left_out,
        "crowded": answer.is_crowded,
        "worst": answer.worst.iter().map(offender).collect::<Vec<_>>(),
        "worst_computations": answer.by_computation.iter().map(computation).collect::<Vec<_>>(),
        "relayouts": counts(&answer.relayouts),
        "inlined_relayouts": counts(&answer.inlined_relayouts),
        "largest_relayouts": answer.moving.iter().map(relayout).collect::<Vec<_>>(),
        "reshardings": { "count": answer.reshardings.0, "moved_bytes": number(answer.reshardings.1) },
        "largest_reshardings": answer.resharded.iter().map(resharding).collect::<Vec<_>>(),
    });
    pretty(&value)
}

fn totals(totals: &Totals) -> Map<String, Value> {
    Map::from_iter([
        ("arrays".into(), Value::from(totals.arrays)),
        ("bytes".into(), number(totals.bytes)),
        ("padded_bytes".into(), number(totals.padded)),
        ("waste".into(), number(totals.waste())),
        ("saving".into(), number(totals.saving)),
    ])
}

fn location(at: &Location) -> Map<String, Value> {
    Map::from_iter([
        ("file".into(), Value::from(&*at.file)),
        ("line".into(), Value::from(at.line)),
        ("computation".into(), Value::from(&*at.computation)),
        ("instruction".into(), Value::from(&*at.name)),
        ("opcode".into(), Value::from(&*at.opcode)),
    ])
}

fn sizes(known: &KnownShape) -> Map<String, Value> {
    let mut object = Map::from_iter([("shape".into(), Value::from(&*known.text))]);
    if let Some(sizes) = &known.sizes {
        object.extend([
            ("elements".into(), Value::from(sizes.elements)),
            ("bytes".into(), Value::from(sizes.bytes)),
            ("padded_bytes".into(), Value::from(sizes.padded)),
            ("waste".into(), Value::from(known.waste())),
            ("memory_space".into(), Value::from(sizes.memory_space)),
            ("suggested_layout".into(), Value::from(sizes.better.as_deref())),
            ("saving".into(), Value::from(sizes.saving)),
        ]);
    }
    object
}

fn offender(offender: &Offender) -> Value {
    let mut object = location(&offender.at);
    object.extend(sizes(&offender.known));
    Value::Object(object)
}

fn computation(computation: &ComputationTotals) -> Value {
    let mut object = totals(&computation.totals);
    object.insert("file".into(), Value::from(&*computation.file));
    object.insert("line".into(), Value::from(computation.line));
    object.insert("computation".into(), Value::from(&*computation.name));
    Value::Object(object)
}

fn relayout(relayout: &Relayout) -> Value {
    let mut object = location(&relayout.at);
    object.insert("from".into(), Value::Object(sizes(&relayout.from)));
    object.insert("to".into(), Value::Object(sizes(&relayout.to)));
    Value::Object(object)
}

fn resharding(one: &Resharding) -> Value {
    let mut object = location(&one.at);
    object.extend([
        ("shape".into(), Value::from(&*one.shape.text)),
        ("from".into(), Value::from(one.from.to_string())),
        ("to".into(), Value::from(one.to.to_string())),
        ("moved_bytes".into(), Value::from(one.cost.moved)),
        ("messages".into(), number(one.cost.messages)),
        ("replicated_bytes".into(), number(one.cost.replicated)),
        ("collective".into(), Value::from(one.cost.collective.map(|collective| collective.to_string()))),
    ]);
    Value::Object(object)
}

fn counts(counts: &OutcomeCounts) -> Value {
    let kinds = RelayoutKind::ALL.map(|kind| {
        let outcomes = Outcome::ALL.map(|outcome| {
            let (count, padded) = counts.of(kind, outcome);
            (outcome.name().replace(' ', "_"), json!({ "count": count, "padded_bytes": number(padded) }))
        });
        (kind.name().to_string(), Value::Object(Map::from_iter(outcomes)))
    });
    Value::Object(Map::from_iter(kinds))
}
