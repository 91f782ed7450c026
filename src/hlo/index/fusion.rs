//! Fusions and chains: the maps of a whole computation, composed.
use super::operand::{Indexing, OperandIndexing, OperandMaps, RuntimeVariable};
use super::output_to_input::{At, MAX_FUSIONS, Scope};
use super::runtime::folded;
use crate::affine::{Expr, IndexingMap, Interval};
use crate::hlo::module::{Computation, Instruction, Module};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::Cell;
use core::mem;
use smallvec::SmallVec;

/// How deep fusions nest: compilers do not nest them deeper than two or three times.
const MAX_DEPTH: usize = 8;

/// The maps of a fusion or call: those of the computation that an attribute names, at the parameters.
///
/// Unknown where they are nested deeper than [`MAX_DEPTH`], as those that call themselves are.
pub(super) fn called(at: &At<'_, '_>, name: &str) -> Option<Indexing> {
    if at.depth >= MAX_DEPTH {
        return None;
    }
    at.left.set(at.left.get().checked_sub(1)?);
    let fused = at.module.called_by(at.computation, at.instruction.attributes.get(name)?)?;
    let mut root = fused.root_number();
    let mut output = at.output;
    if fused.root().opcode == "tuple" {
        (root, output) = (*fused.root().operands.get(output)?, 0);
    }
    let mut maps = reads_within(&At { computation: fused, depth: at.depth + 1, ..*at }, root, output)?;
    // a parameter that nobody reads has no maps
    let mut found: Indexing = at.instruction.operands.iter().map(|_| Some(SmallVec::new())).collect();
    for (place, instruction) in fused.instructions.iter().enumerate() {
        let Some(number) = instruction.parameter_number() else { continue };
        if let Some(slot) = found.get_mut(number) {
            *slot = mem::take(&mut maps[place]);
        }
    }
    Some(found)
}

/// What of each instruction of a computation the output of one is computed from, through all instructions between them.
///
/// The maps are simplified, without unused symbols, and lead from the index of the output of instruction `root` (of a tuple, of
/// its element `output`). Instructions that it does not need have an empty set; those of which it is not known what is read have
/// `None`. `None` instead of the list, if the output is no array.
///
/// ```
/// use tilework::hlo::{Module, Scope, reads};
/// let module = Module::parse("ENTRY e {
///     p = f32[8,4] parameter(0)
///     t = f32[4,8] transpose(p), dimensions={1,0}
///     ROOT r = f32[32] reshape(t)
/// }")?;
/// let entry = module.entry();
/// let maps = reads(&module, entry, entry.root_number(), 0, Scope::Xla).unwrap();
/// let map = &maps[0].as_ref().unwrap()[0].map;
/// assert_eq!(map.to_string(), "(d0) -> (d0 mod 8, d0 floordiv 8), domain: d0 in [0, 31]");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn reads(
    module: &Module<'_>,
    computation: &Computation<'_>,
    root: usize,
    output: usize,
    scope: Scope,
) -> Option<Vec<OperandMaps>> {
    let (left, instruction) = (Cell::new(MAX_FUSIONS), &computation.instructions[root]);
    reads_within(&At { module, computation, instruction, output, scope, depth: 0, left: &left }, root, output)
}

/// See [`reads`].
fn reads_within(at: &At<'_, '_>, root: usize, output: usize) -> Option<Vec<OperandMaps>> {
    let computation = at.computation;
    let instructions = &computation.instructions;
    let sizes = super::builder::output_shape(&instructions[root].shape, output)?.sizes().ok()?;
    let mut maps: Vec<OperandMaps> = instructions.iter().map(|_| Some(SmallVec::new())).collect();
    maps[root] = super::operand::one(IndexingMap::identity(&sizes));
    // users before producers
    for number in (0..=root).rev() {
        let instruction = &instructions[number];
        let (producers, users) = maps.split_at_mut(number);
        let outer = users[0].as_ref();
        if instruction.operands.is_empty() || outer.is_some_and(SmallVec::is_empty) {
            continue;
        }
        // an element of a tuple is computed from what the tuple is computed from
        let (read, output) = match element_of(instruction).filter(|_| at.scope == Scope::Extended) {
            Some((tuple, element)) if !instructions[tuple].operands.is_empty() => (tuple, element),
            _ => (number, if number == root { output } else { 0 }),
        };
        let instruction = &instructions[read];
        let within = At { computation, instruction, output, ..*at };
        let maps = within.maps_or_unknown();
        for (&operand, inner) in instruction.operands.iter().zip(&maps) {
            let composed = compose_all(&within, outer, inner.as_ref());
            join(&mut producers[operand], composed);
        }
    }
    Some(maps)
}

/// The tuple and the number of the element of a `get-tuple-element`.
fn element_of(instruction: &Instruction<'_>) -> Option<(usize, usize)> {
    if instruction.opcode != "get-tuple-element" {
        return None;
    }
    let number = usize::try_from(instruction.attributes.integer("index")?).ok()?;
    Some((*instruction.operands.first()?, number))
}

/// More ways to read an instruction than that are not told apart.
const MOST_WAYS: usize = 256;

fn compose_all(
    at: &At<'_, '_>,
    outer: Option<&SmallVec<[OperandIndexing; 1]>>,
    inner: Option<&SmallVec<[OperandIndexing; 1]>>,
) -> OperandMaps {
    let (outer, inner) = (outer?, inner?);
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
fn compose(at: &At<'_, '_>, first: &OperandIndexing, second: &OperandIndexing) -> Option<OperandIndexing> {
    let is_plain = |indexing: &OperandIndexing| indexing.replica.is_none() && indexing.runtime.is_empty();
    if is_plain(first)
        && is_identity(&first.map)
        && take_all(&first.map, second.map.dims().iter().map(|dimension| dimension.bounds))
    {
        return Some(folded(at, second.simplified().without_unused_symbols()));
    }
    let bounds = first.map.bounds();
    if is_plain(second)
        && is_identity(&second.map)
        && take_all(&second.map, first.map.results().iter().map(|result| result.range(&bounds)))
    {
        return Some(first.clone());
    }
    let replica = match (&first.replica, &second.replica) {
        (Some(_), Some(_)) => return None,
        (Some(replica), None) => Some(replica.clone()),
        (None, Some(replica)) => Some(Box::new(first.map.then(replica).ok()?)),
        (None, None) => None,
    };
    // the symbols of the second map come first
    let mut runtime = Vec::with_capacity(first.runtime.len() + second.runtime.len());
    for variable in &second.runtime {
        runtime.push(RuntimeVariable { map: first.map.then(&variable.map).ok()?, ..*variable });
    }
    runtime.extend(first.runtime.iter().cloned());
    let composed = OperandIndexing { map: first.map.then(&second.map).ok()?, runtime, replica };
    Some(folded(at, composed.into_simplified().without_unused_symbols()))
}

/// Whether a map leads from each index to itself.
fn is_identity(map: &IndexingMap) -> bool {
    let is_same = |(number, result): (usize, &Expr)| *result == Expr::Variable(number as u32);
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
fn insert(set: &mut SmallVec<[OperandIndexing; 1]>, indexing: OperandIndexing) {
    if !set.contains(&indexing) {
        set.push(indexing);
    }
}

/// Adds what is known to what was: nothing, if one of them is unknown.
fn join(known: &mut OperandMaps, more: OperandMaps) {
    match (known.as_mut(), more) {
        (Some(set), Some(more)) if set.is_empty() => *set = more,
        (Some(set), Some(more)) if set.len() + more.len() <= MOST_WAYS => {
            more.into_iter().for_each(|indexing| insert(set, indexing));
        }
        _ => *known = None,
    }
}
