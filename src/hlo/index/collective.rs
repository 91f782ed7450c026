//! Exchanges between replicas. Replicas are counted in their group.
use super::builder::{Exprs, c, d, plain, ranged, with_entry};
use super::operand::{OperandIndexing, OperandMaps, one};
use super::output_at::OutputAt;
use super::reads::Reads;
use super::replica_groups::group_size;
use crate::affine::{Expr, IndexingMap};
use crate::hlo::attributes::lists;
use alloc::boxed::Box;
use alloc::vec::Vec;
use smallvec::{SmallVec, smallvec};

/// The operand whose output this is: the only one, or that of the same number.
fn own_operand(at: &OutputAt<'_, '_>) -> Option<usize> {
    match (at.output, at.operands()) {
        ([], 1) => Some(0),
        ([operand], operands) => Some(*operand).filter(|operand| *operand < operands),
        _ => None,
    }
}

/// The dimension along which parts lie.
fn dimension(at: &OutputAt<'_, '_>, output: &[i64]) -> Option<usize> {
    at.dimensions("dimensions")?.first().copied().filter(|along| *along < output.len())
}

fn from_replica(map: IndexingMap, replica: IndexingMap) -> OperandMaps {
    Some(smallvec![OperandIndexing { replica: Some(Box::new(replica)), ..map.into() }])
}

/// The results in every replica of a group, whose number is the last range symbol.
fn from_all(output: &[i64], range: &[i64], results: &[Expr], replicas: i64) -> OperandMaps {
    if replicas == 1 {
        return one(ranged(output, range, results.iter().cloned()));
    }
    let symbols: SmallVec<[i64; 2]> = range.iter().copied().chain([replicas]).collect();
    let map = |results: &[Expr]| ranged(output, &symbols, results.iter().cloned());
    from_replica(map(results), map(&[d(output.len() + range.len())]))
}

/// The element at the same index of all replicas.
pub(super) fn all_reduce(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let (output, operand) = (at.output_sizes()?, own_operand(at)?);
    if at.sizes(operand)? != output {
        return None;
    }
    let same: Exprs = (0..output.len()).map(d).collect();
    at.only(operand, from_all(&output, &[], &same, group_size(at)?))
}

/// The operands of the replicas, one behind another.
pub(super) fn all_gather(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let (output, operand) = (at.output_sizes()?, own_operand(at)?);
    let along = dimension(at, &output)?;
    let size = *at.sizes(operand)?.get(along).filter(|size| **size > 0)?;
    let map = plain(&output, with_entry(output.len(), along, d(along).modulo(c(size))));
    at.only(operand, from_replica(map, plain(&output, [d(along).floor_div(c(size))])))
}

/// The part with the own number, of the sum of all replicas: of the part it is not known which it is.
pub(super) fn reduce_scatter(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let (output, operand) = (at.output_sizes()?, own_operand(at)?);
    let along = dimension(at, &output)?;
    let parts = at.sizes(operand)?.get(along)?.checked_div(output[along])?;
    let results = with_part(&output, along, d(along), output[along]);
    at.only(operand, from_all(&output, &[parts], &results, group_size(at)?))
}

/// The index in the part of a dimension that the first range symbol counts: `inside` is the place in a part of that
/// size.
fn with_part(output: &[i64], along: usize, inside: Expr, size: i64) -> Exprs {
    let inside = d(output.len()).mul(c(size)).add(inside);
    with_entry(output.len(), along, inside).collect()
}

/// From each replica the part with the own number: of the part it is not known which it is.
///
/// The parts lie along a dimension, or are an operand each.
pub(super) fn all_to_all(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let output = at.output_sizes()?;
    if at.dimensions("dimensions").is_none() {
        let [replica] = *at.output else { return None };
        let replica = i64::try_from(replica).ok()?;
        let map = IndexingMap::identity(&output);
        return Some(at.each(|operand| {
            let is_same = at.sizes(operand)? == output;
            is_same.then(|| from_replica(map.clone(), plain(&output, [c(replica)])))?
        }));
    }
    let along = dimension(at, &output)?;
    let parts = group_size(at)?;
    let size = output[along].checked_div(parts).filter(|size| *size > 0 && size * parts == output[along])?;
    if at.operands() != 1 || at.sizes(0)? != output {
        return None;
    }
    let results = with_part(&output, along, d(along).modulo(c(size)), size);
    at.only(
        0,
        from_replica(ranged(&output, &[parts], results), plain(&output, [d(along).floor_div(c(size))])),
    )
}

/// The element of the first replica.
pub(super) fn broadcast(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let (output, operand) = (at.output_sizes()?, own_operand(at)?);
    let map = (at.sizes(operand)? == output).then(|| IndexingMap::identity(&output))?;
    at.only(operand, from_replica(map, plain(&output, [c(0)])))
}

/// The element of the replica that sends to this one: of those that send, it is not known which it is. Replicas are not
/// counted in groups here.
pub(super) fn permute(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let output = at.output_sizes()?;
    if at.operands() != 1 || at.sizes(0)? != output {
        return None;
    }
    let senders = senders(at.attribute("source_target_pairs")?)?;
    match senders[..] {
        // everyone has zeros
        [] => Some(Reads::nothing()),
        [sender] => at.only(0, from_replica(IndexingMap::identity(&output), plain(&output, [c(sender)]))),
        [first, next, ..] => {
            let (last, step) = (*senders.last()?, next - first);
            let is_even = senders.windows(2).all(|pair| pair[1] - pair[0] == step);
            let step = if is_even { step } else { 1 };
            let count = (last - first) / step + 1;
            let sender = d(output.len()).mul(c(step)).add(c(first));
            let map = ranged(&output, &[count], (0..output.len()).map(d));
            at.only(0, from_replica(map, ranged(&output, &[count], [sender])))
        }
    }
}

/// The first numbers of `{{0,1},{2,3}}`, in order, each once.
fn senders(text: &str) -> Option<Vec<i64>> {
    let sender = |pair: SmallVec<[i64; 6]>| match pair[..] {
        [source, _] if source >= 0 => Some(source),
        _ => None,
    };
    let mut senders: Vec<i64> = lists(text)?.into_iter().map(sender).collect::<Option<_>>()?;
    senders.sort_unstable();
    senders.dedup();
    Some(senders)
}
