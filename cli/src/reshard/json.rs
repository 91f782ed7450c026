//! The answer in JSON.
use super::Answer;
use crate::failure::Failure;
use crate::json::{number, pretty};
use serde_json::{Value, json};
use tilework::dynamic::DynLayout;
use tilework::shard::plan::{SegmentRepeat, Segments, Transfer};

pub(super) fn write(answer: &Answer<'_>) -> Result<String, Failure> {
    let (figures, plan) = (&answer.figures, &answer.plan);
    let bytes = |elements: i128| number(answer.bytes(elements));
    let of = |elements: Option<i64>| elements.map_or(Value::Null, |elements| bytes(elements.into()));
    let mut value = json!({
        "shape": answer.shape,
        "element_bits": answer.bits,
        "ranks": plan.ranks(),
        "array_bytes": bytes(answer.array.into()),
        "moved_bytes": bytes(figures.moved),
        "messages": number(figures.messages),
        "kept_bytes": bytes(figures.kept),
        "collective": answer.collective.map(|one| one.to_string()),
        "most_sent_bytes": of(figures.busiest.0),
        "most_received_bytes": of(Some(figures.busiest.1)),
        "most_messages_sent": figures.most_messages.0,
        "most_messages_received": figures.most_messages.1,
        "most_held_bytes": of(Some(figures.most_held)),
        "replicated_bytes": bytes(figures.replicated),
        "model_seconds": answer.seconds.0,
        "replicated_model_seconds": answer.seconds.1,
    });
    if answer.arguments.relabel {
        value["moved_bytes_before_relabelling"] = bytes(answer.moved_before);
        let holders = plan.target().ranks();
        let parts = (0..holders)
            .map(|rank| plan.target().global_index(rank, &vec![0; plan.target().extents().len()]));
        value["first_index_of_rank"] = parts.map(|index| json!(index.ok())).collect();
    }
    if let Some(of_rank) = &answer.rank {
        let (part, top) = (&of_rank.part, answer.arguments.top);
        let own = part.rank();
        let kept = part.kept();
        value["rank"] = json!({
            "rank": own,
            "rounds": of_rank.rounds,
            "messages_sent": part.sends().len(),
            "messages_received": part.receives().len(),
            "kept": kept.map(|kept| message(answer, own, own, &kept)),
            "sends": part.sends().take(top).map(|one| message(answer, own, one.peer(), &one)).collect::<Vec<_>>(),
            "receives":
                part.receives().take(top).map(|one| message(answer, one.peer(), own, &one)).collect::<Vec<_>>(),
        });
    }
    pretty(&value)
}

fn message(answer: &Answer<'_>, from: i64, to: i64, one: &Transfer<'_>) -> Value {
    let elements: Vec<Vec<Value>> = one.dimensions().map(|all| all.iter().map(segments).collect()).collect();
    let layouts = (answer.plan.source().local_layout(from), answer.plan.target().local_layout(to));
    let mut pieces = Vec::new();
    if let (Ok(source), Ok(target)) = &layouts {
        let all = one.patches().filter_map(|patch| patch.pieces(source, target).ok()).flatten();
        pieces
            .extend(all.map(|piece| json!({ "source": side(&piece.source), "target": side(&piece.target) })));
    }
    json!({
        "from": from,
        "to": to,
        "bytes": number(answer.bytes(one.elements().into())),
        "elements": elements,
        "pieces": pieces,
    })
}

fn side((offset, layout): &(i64, DynLayout)) -> Value {
    json!({ "offset": offset, "layout": layout.to_string() })
}

fn segments(segments: &Segments) -> Value {
    let repeat = |repeat: &SegmentRepeat| json!({ "count": repeat.count, "step": repeat.step.global });
    json!({
        "start": segments.start.global,
        "length": segments.length,
        "inner": repeat(&segments.inner),
        "outer": repeat(&segments.outer),
    })
}
