//! One way after another.
use super::builder::d;
use super::operand::{OperandIndexing, OperandMaps};
use super::output_at::OutputAt;
use super::runtime::folded;
use super::runtime_variable::RuntimeVariable;
use super::scope::Scope;
use crate::affine::{Expr, IndexingMap, Interval};
use alloc::boxed::Box;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// More ways to read an instruction than that are not kept apart.
pub(super) const MOST_WAYS: usize = 256;

/// All ways of the first set followed by all of the second; unknown if that one is.
pub(super) fn compose_all(
    at: &OutputAt<'_, '_>,
    outer: &[OperandIndexing],
    inner: Option<&[OperandIndexing]>,
) -> OperandMaps {
    let inner = inner?;
    let mut composed = SmallVec::new();
    if outer.len() * inner.len() > MOST_WAYS {
        return None;
    }
    for first in outer {
        for second in inner {
            insert(&mut composed, compose(at, first, second)?);
        }
    }
    Some(composed)
}

/// First `first`, then `second`; none if two of them gather from other replicas.
fn compose(
    at: &OutputAt<'_, '_>,
    first: &OperandIndexing,
    second: &OperandIndexing,
) -> Option<OperandIndexing> {
    let is_plain = |indexing: &OperandIndexing| indexing.replica.is_none() && indexing.runtime.is_empty();
    if is_plain(second) && is_identity(&second.map) {
        let bounds = first.map.bounds();
        if take_all(&second.map, first.map.results().iter().map(|result| result.range(&bounds))) {
            return Some(OperandIndexing { element: second.element.clone(), ..first.clone() });
        }
    }
    if is_plain(first)
        && is_identity(&first.map)
        && take_all(&first.map, second.map.dims().iter().map(|dimension| dimension.bounds))
    {
        return Some(folded(at, short(at, second.clone())));
    }
    if first.replica.is_some() && second.replica.is_some() {
        return None;
    }
    if at.scope == Scope::Extended && !(first.is_alone() && second.is_alone()) {
        return Some(folded(at, first.then_together(second)?.simplified_together()));
    }
    let replica = match (&first.replica, &second.replica) {
        (None, Some(replica)) => Some(Box::new(first.map.then(replica).ok()?)),
        (replica, _) => replica.clone(),
    };
    // the symbols of the second map come first
    let mut runtime = Vec::with_capacity(first.runtime.len() + second.runtime.len());
    for variable in &second.runtime {
        runtime.push(RuntimeVariable { map: first.map.then(&variable.map).ok()?, ..*variable });
    }
    runtime.extend(first.runtime.iter().cloned());
    let map = first.map.then(&second.map).ok()?;
    let composed = OperandIndexing { map, runtime, replica, element: second.element.clone() };
    Some(folded(at, short(at, composed)))
}

/// The same simplified, without symbols that nothing needs.
fn short(at: &OutputAt<'_, '_>, indexing: OperandIndexing) -> OperandIndexing {
    match at.scope {
        Scope::Extended if !indexing.is_alone() => indexing.simplified_together(),
        _ => indexing.into_simplified().without_unused_symbols(),
    }
}

/// Whether a map leads from each index to itself.
fn is_identity(map: &IndexingMap) -> bool {
    let is_same = |(number, result): (usize, &Expr)| *result == d(number);
    map.constraints().is_empty()
        && map.dims().len() == map.variables().len()
        && map.dims().len() == map.results().len()
        && map.results().iter().enumerate().all(is_same)
}

/// Whether the dimensions of a map have all these values, one interval for each.
fn take_all(map: &IndexingMap, values: impl ExactSizeIterator<Item = Interval>) -> bool {
    let mut pairs = map.dims().iter().zip(values);
    pairs.len() == map.dims().len() && pairs.all(|(dimension, values)| dimension.bounds.covers(values))
}

/// Adds a map to a set.
pub(super) fn insert(set: &mut SmallVec<[OperandIndexing; 1]>, indexing: OperandIndexing) {
    if !set.contains(&indexing) {
        set.push(indexing);
    }
}

/// Adds what is known to what was: nothing, if one of them is unknown.
pub(super) fn join(known: &mut OperandMaps, more: OperandMaps) {
    match (known.as_mut(), more) {
        (Some(set), Some(more)) if set.is_empty() => *set = more,
        (Some(set), Some(more)) if set.len() + more.len() <= MOST_WAYS => {
            more.into_iter().for_each(|indexing| insert(set, indexing));
        }
        _ => *known = None,
    }
}

/// The maps of each array of a tuple, together.
pub(super) fn by_element(maps: &[OperandIndexing]) -> impl Iterator<Item = &[OperandIndexing]> {
    maps.chunk_by(|one, next| one.element == next.element)
}
