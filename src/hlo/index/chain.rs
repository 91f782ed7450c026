//! Chains of instructions: what an output is computed from through all of them, and where an element goes.
use super::at::{At, MAX_CALLS};
use super::builder::{element, output_path, output_paths, sizes};
use super::compose::{MOST_WAYS, compose_all, insert, join};
use super::input_to_output::goes_to;
use super::operand::{Element, OperandIndexing, OperandMaps};
use super::output_to_input::maps_or_unknown;
use super::scope::Scope;
use crate::affine::IndexingMap;
use crate::hlo::module::{Computation, Module};
use alloc::vec::Vec;
use core::cell::Cell;
use smallvec::{SmallVec, smallvec};

/// What of each instruction of a computation the output of one is computed from, through all instructions between them.
///
/// The maps are simplified, without unused symbols, and lead from the index of the output of instruction `root` (of a tuple, as
/// [`output_to_input`](super::output_to_input) counts them). Instructions that it does not need have an empty set; those of which
/// it is not known what is read have `None`. `None` instead of the list, if the output is no array.
///
/// # Panics
/// If the computation has not so many instructions.
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
    let path = output_path(&computation.instructions[root].shape, output, scope)?;
    let left = Cell::new(MAX_CALLS);
    reads_within(&At::new(module, computation, root, &path, scope, &left), root, &path)
}

/// See [`reads`].
pub(super) fn reads_within(at: &At<'_, '_>, root: usize, output: &[usize]) -> Option<Vec<OperandMaps>> {
    let instructions = &at.computation.instructions;
    let mut maps: Vec<OperandMaps> = instructions.iter().map(|_| Some(SmallVec::new())).collect();
    maps[root] = Some(smallvec![itself(at, root, output)?]);
    // users before producers
    for number in (0..=root).rev() {
        let (producers, users) = maps.split_at_mut(number);
        let operands = &instructions[number].operands;
        match users[0].as_deref() {
            _ if operands.is_empty() => {}
            None => operands.iter().for_each(|&operand| producers[operand] = None),
            Some(known) => {
                for part in by_element(known) {
                    let within = at.of(number, &part[0].element);
                    for (&operand, inner) in operands.iter().zip(&maps_or_unknown(&within)) {
                        join(&mut producers[operand], compose_all(&within, part, inner.as_deref()));
                    }
                }
            }
        }
    }
    Some(maps)
}

/// What of each instruction of a computation is computed from the output of one, through all instructions between them: the mirror
/// of [`reads`].
///
/// The maps are simplified, without unused symbols, and lead from the index of the output of instruction `source` (of a tuple, as
/// [`output_to_input`](super::output_to_input) counts them) to that of the instruction; if this is a tuple,
/// [`element`](OperandIndexing::element) tells to which array in it. Instructions that do not need it have an empty set; those of
/// which it is not known what goes there have `None`. `None` instead of the list, if the output is no array.
///
/// # Panics
/// If the computation has not so many instructions.
///
/// ```
/// use tilework::hlo::{Module, Scope, feeds};
/// let module = Module::parse("ENTRY e {
///     p = f32[8,4] parameter(0)
///     t = f32[4,8] transpose(p), dimensions={1,0}
///     ROOT r = f32[32] reshape(t)
/// }")?;
/// let maps = feeds(&module, module.entry(), 0, 0, Scope::Extended).unwrap();
/// let map = &maps[2].as_ref().unwrap()[0].map;
/// assert_eq!(map.to_string(), "(d0, d1) -> (d0 + d1 * 8), domain: d0 in [0, 7], d1 in [0, 3]");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn feeds(
    module: &Module<'_>,
    computation: &Computation<'_>,
    source: usize,
    output: usize,
    scope: Scope,
) -> Option<Vec<OperandMaps>> {
    let instructions = &computation.instructions;
    let path = output_path(&instructions[source].shape, output, scope)?;
    let left = Cell::new(MAX_CALLS);
    let at = At::new(module, computation, source, &path, scope, &left);
    let mut reached: Vec<Reached> = instructions.iter().map(|_| Reached::default()).collect();
    reached[source].known.push(itself(&at, source, &path)?);
    // producers before users
    for (number, instruction) in instructions.iter().enumerate().skip(source + 1) {
        let (producers, users) = reached.split_at_mut(number);
        let outputs = output_paths(&instruction.shape, scope);
        for (place, &operand) in instruction.operands.iter().enumerate() {
            if producers[operand].is_empty() {
                continue;
            }
            for path in &outputs {
                users[0].add(&at.of(number, path), place, &producers[operand]);
            }
        }
    }
    let maps = reached.into_iter().map(|reached| reached.unknown.is_empty().then_some(reached.known));
    Some(maps.collect())
}

/// Where an element goes in an instruction.
#[derive(Default)]
struct Reached {
    known: SmallVec<[OperandIndexing; 1]>,
    /// The arrays of which it is not known.
    unknown: SmallVec<[Element; 1]>,
}

impl Reached {
    fn is_empty(&self) -> bool {
        self.known.is_empty() && self.unknown.is_empty()
    }

    /// Adds where an operand goes in an output.
    fn add(&mut self, at: &At<'_, '_>, operand: usize, from: &Reached) {
        match from.gone(at, operand) {
            Some(more) if self.known.len() + more.len() <= MOST_WAYS => {
                more.into_iter().for_each(|indexing| insert(&mut self.known, indexing));
            }
            _ => self.unknown.push(at.output.into()),
        }
    }

    /// Where it goes further, from an operand to an output.
    fn gone(&self, at: &At<'_, '_>, operand: usize) -> OperandMaps {
        let further = goes_to(at, operand)?;
        if further.iter().any(|further| self.unknown.contains(&further.element)) {
            return None;
        }
        let mut gone: OperandMaps = Some(SmallVec::new());
        for part in by_element(&self.known) {
            let same = further.iter().filter(|further| further.element == part[0].element).cloned();
            let inner: SmallVec<[OperandIndexing; 1]> =
                same.map(|inner| OperandIndexing { element: at.output.into(), ..inner }).collect();
            join(&mut gone, compose_all(at, part, Some(&inner)));
        }
        gone
    }
}

/// The output of an instruction, from itself.
fn itself(at: &At<'_, '_>, number: usize, output: &[usize]) -> Option<OperandIndexing> {
    let shape = element(&at.computation.instructions[number].shape, output)?;
    Some(OperandIndexing { element: Element::from(output), ..IndexingMap::identity(&sizes(shape)?).into() })
}

/// The maps of each array of a tuple, together.
fn by_element(maps: &[OperandIndexing]) -> impl Iterator<Item = &[OperandIndexing]> {
    maps.chunk_by(|one, next| one.element == next.element)
}
