//! Chains of instructions: what an output is computed from through all of them, and where an element goes.
use super::builder::{output_path, output_paths};
use super::calls::Calls;
use super::compose::{MOST_WAYS, by_element, compose_all, insert, join};
use super::input_to_output::Uses;
use super::known_reads::{of_parameters, reached};
use super::operand::{OperandIndexing, OperandMaps, ShapeIndex};
use super::output_at::OutputAt;
use super::reads::Reads;
use super::scope::Scope;
use crate::hlo::module::{Computation, Module};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// What of each instruction of a computation the output of one is computed from, through all instructions between them.
///
/// The maps are simplified, without unused symbols, and lead from the index of the output of instruction `root` (of a
/// tuple, as [`output_to_input`](super::output_to_input) counts them). Instructions that it does not need have an empty
/// set; those of which it is not known what is read have `None`. `None` instead of the list, if the output is no array.
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
    let reached = read_within(module, computation, root, output, scope)?;
    let mut maps: Vec<OperandMaps> = computation.instructions.iter().map(|_| Some(SmallVec::new())).collect();
    reached.into_iter().for_each(|(number, found)| maps[number] = found);
    Some(maps)
}

/// See [`reads`]: what is read of the parameters, by their numbers.
pub(in crate::hlo) fn reads_of_parameters(
    module: &Module<'_>,
    computation: &Computation<'_>,
    root: usize,
    output: usize,
    scope: Scope,
) -> Option<Reads> {
    Some(of_parameters(computation, read_within(module, computation, root, output, scope)?))
}

/// See [`reads`]: the instructions that are needed, by their numbers, and their maps.
fn read_within(
    module: &Module<'_>,
    computation: &Computation<'_>,
    root: usize,
    output: usize,
    scope: Scope,
) -> Option<Vec<(usize, OperandMaps)>> {
    let path = output_path(&computation.instructions[root].shape, output, scope)?;
    reached(&OutputAt::new(module, computation, root, &path, scope, &Calls::new()), root)
}

/// What of each instruction of a computation is computed from the output of one, through all instructions between them:
/// the mirror of [`reads`].
///
/// The maps are simplified, without unused symbols, and lead from the index of the output of instruction `source` (of a
/// tuple, as [`output_to_input`](super::output_to_input) counts them) to that of the instruction; if this is a tuple,
/// [`element`](OperandIndexing::element) says to which array in it. Instructions that do not need it have an empty set;
/// those of which it is not known what goes there have `None`. `None` instead of the list, if the output is no array.
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
    let calls = Calls::new();
    let at = OutputAt::new(module, computation, source, &path, scope, &calls);
    let mut reached: Vec<Reached> = instructions.iter().map(|_| Reached::default()).collect();
    reached[source].known.push(at.itself()?);
    // producers before users
    for (number, instruction) in instructions.iter().enumerate().skip(source + 1) {
        let (producers, users) = reached.split_at_mut(number);
        if instruction.operands.iter().all(|operand| producers[*operand].is_empty()) {
            continue;
        }
        for path in &output_paths(&instruction.shape, scope) {
            let uses = Uses::new(at.of(number, path));
            for place in uses.operands() {
                let producer = &producers[instruction.operands[place]];
                if !producer.is_empty() {
                    users[0].add(&uses, place, producer);
                }
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
    unknown: SmallVec<[ShapeIndex; 1]>,
}

impl Reached {
    fn is_empty(&self) -> bool {
        self.known.is_empty() && self.unknown.is_empty()
    }

    /// Adds where an operand goes in an output.
    fn add(&mut self, uses: &Uses<'_, '_>, operand: usize, from: &Reached) {
        match from.gone(uses, operand) {
            Some(more) if self.known.len() + more.len() <= MOST_WAYS => {
                more.into_iter().for_each(|indexing| insert(&mut self.known, indexing));
            }
            _ => self.unknown.push(uses.at.output.into()),
        }
    }

    /// Where it goes further, from an operand to an output.
    fn gone(&self, uses: &Uses<'_, '_>, operand: usize) -> OperandMaps {
        let (at, further) = (&uses.at, uses.of(operand)?);
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
