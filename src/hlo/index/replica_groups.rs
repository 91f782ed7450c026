//! How many replicas take part in an exchange.
use super::output_at::OutputAt;
use crate::hlo::attributes::{integers, lists};

/// The number of replicas in a group, of the largest if they differ; none if the text says something else.
///
/// Groups are lists `{{0,1},{2,3}}`, an array `[2,2]<=[4]` whose rows they are, or some axes of a mesh,
/// `mesh['x'=2,'y'=2] {'x'}`. Without groups all take part. Source: XLA, *Operation semantics*, and
/// `CollectiveOpGroupMode`.
pub(super) fn group_size(at: &OutputAt<'_, '_>) -> Option<i64> {
    let of_module = |name: &str| at.module.attributes.integer(name).unwrap_or(1).max(1);
    let (replicas, partitions) = (of_module("replica_count"), of_module("num_partitions"));
    let is_global = at.attribute("use_global_device_ids") == Some("true");
    let has_channel = at.attribute("channel_id").is_some();
    let text = at.attribute("replica_groups").filter(|text| *text != "{}");
    // the operations that exchange between partitions have groups of partitions; the others, groups of replicas, whose
    // partitions all take part if there is a channel
    let of_partitions = matches!(at.opcode, "all-to-all" | "collective-broadcast" | "ragged-all-to-all");
    let Some(text) = text else {
        return match (has_channel, of_partitions) {
            (false, _) => Some(replicas),
            (true, true) => Some(partitions),
            (true, false) => replicas.checked_mul(partitions),
        };
    };
    let size = match text.as_bytes() {
        [b'{', ..] => i64::try_from(lists(text)?.iter().map(|list| list.len()).max().unwrap_or(0)).ok(),
        [b'[', ..] => integers(text[1..].split_once(']')?.0)?.last().copied(),
        _ => of_mesh(text),
    }?;
    match has_channel && !is_global && !of_partitions {
        true => size.checked_mul(partitions),
        false => Some(size),
    }
    .filter(|size| *size > 0)
}

/// The product of the axes `{'x', 'y':(1)2}` of `mesh['x'=2,'y'=4] {…}`.
fn of_mesh(text: &str) -> Option<i64> {
    let (mesh, axes) = text.strip_prefix("mesh[")?.split_once(']')?;
    let axes = axes.trim().strip_prefix('{')?.strip_suffix('}')?;
    let size_of = |name: &str| {
        let found = mesh.split(',').find_map(|axis| axis.trim().strip_prefix(name)?.strip_prefix('='));
        found?.trim().parse::<i64>().ok()
    };
    axes.split(',').map(str::trim).filter(|axis| !axis.is_empty()).try_fold(1i64, |product, axis| {
        let size = match axis.split_once(":(") {
            Some((_, part)) => part.split_once(')')?.1.trim().parse().ok()?,
            None => size_of(axis)?,
        };
        product.checked_mul(size)
    })
}
