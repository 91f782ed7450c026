//! Computations that run once, or again and again, as other values say.
use super::builder::{all_elements, d, sizes, subshape, substituted};
use super::calls::MAX_DEPTH;
use super::compose::{by_element, compose_all, insert};
use super::operand::{OperandIndexing, ShapeIndex};
use super::output_at::OutputAt;
use super::reads::Reads;
use crate::affine::{Expr, Interval};
use crate::hlo::module::Computation;
use crate::xla::Shape;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use smallvec::{SmallVec, smallvec};

/// What the output of a computation of that name reads of its parameters.
pub(super) type ReadsOfComputation = fn(&OutputAt<'_, '_>, &str) -> Option<Arc<Reads>>;

/// What each branch reads of its operand, and the number that chooses.
pub(super) fn conditional(at: &OutputAt<'_, '_>, reads: ReadsOfComputation) -> Option<Reads> {
    let names: SmallVec<[&str; 2]> = match at.attribute("branch_computations") {
        Some(names) => {
            let names = names.strip_prefix('{')?.strip_suffix('}')?;
            names.split(',').map(str::trim).collect()
        }
        None => [at.attribute("true_computation")?, at.attribute("false_computation")?].into_iter().collect(),
    };
    if at.operands() != names.len() + 1 {
        return None;
    }
    let of_branch = |(number, name): (usize, &&str)| {
        let maps = reads(at, name).and_then(|reads| reads.of(0).map(SmallVec::from));
        (number + 1, maps)
    };
    Some(Reads::of_some(names.iter().enumerate().map(of_branch).chain([(0, at.scalar())])))
}

/// What a loop reads of the values that it begins with, whatever the number of its rounds.
///
/// A value that the body hands on as it is, is that element. Of any other, it is what no round reads, one round, two,
/// …, and what the condition reads, which says how many there are. Numbers that a round reads at run time, as a
/// counter, are any there may be.
pub(super) fn while_loop(at: &OutputAt<'_, '_>, reads: ReadsOfComputation) -> Option<Reads> {
    let body = at.module.called_by(at.computation, at.attribute("body")?)?;
    if handed_on(at, body, at.output).is_some_and(|(_, taken)| taken[..] == *at.output) {
        return at.only(0, at.same_element(0, at.output));
    }
    let shape = at.operand_shape(0)?;
    let mut rounds =
        Rounds { at, reads, shape, body: at.attribute("body")?, ways: BTreeMap::new(), next: Vec::new() };
    rounds.add(at.output, at.same_element(0, at.output)?)?;
    rounds.follow()?;
    let condition = OutputAt { output: &[], ..*at };
    for indexing in reads(&condition, at.attribute("condition")?)?.of(0)? {
        rounds.add(&indexing.element, rounds.everything(&indexing.element)?)?;
    }
    rounds.follow()?;
    at.only(0, Some(rounds.ways.into_values().flatten().collect()))
}

/// More ways than that, from an output to an array, are all of its elements.
const MOST_ROUTES: usize = 4;

/// The ways from an output of a loop to the arrays that it begins with.
struct Rounds<'w, 'a, 't> {
    at: &'w OutputAt<'a, 't>,
    reads: ReadsOfComputation,
    shape: &'a Shape,
    body: &'a str,
    ways: BTreeMap<ShapeIndex, SmallVec<[OperandIndexing; 1]>>,
    /// The arrays to which there are more ways than were followed.
    next: Vec<ShapeIndex>,
}

impl Rounds<'_, '_, '_> {
    /// All elements of an array.
    fn everything(&self, element: &[usize]) -> Option<SmallVec<[OperandIndexing; 1]>> {
        let (output, own) = (self.at.output_sizes()?, sizes(subshape(self.shape, element)?)?);
        // each round takes what the one before has
        if sizes(subshape(self.at.shape, element)?)? != own {
            return None;
        }
        Some(smallvec![OperandIndexing { element: element.into(), ..all_elements(&output, &own).into() }])
    }

    /// Adds ways to an array.
    fn add(&mut self, element: &[usize], more: SmallVec<[OperandIndexing; 1]>) -> Option<()> {
        let everything = self.everything(element)?;
        let known = self.ways.entry(element.into()).or_default();
        if *known == everything || more.iter().all(|indexing| known.contains(indexing)) {
            return Some(());
        }
        more.into_iter().for_each(|indexing| insert(known, indexing));
        // those of other replicas are no elements of the own one
        let is_own = known.iter().all(|indexing| indexing.replica.is_none());
        if known.len() > MOST_ROUTES || known.contains(&everything[0]) && is_own {
            if !is_own {
                return None;
            }
            *known = everything;
        }
        self.next.push(element.into());
        Some(())
    }

    /// One round more, until there is nothing new.
    fn follow(&mut self) -> Option<()> {
        while let Some(element) = self.next.pop() {
            let round = OutputAt { output: &element, ..*self.at };
            let reads = (self.reads)(&round, self.body)?;
            let known = self.ways.get(&element)?.clone();
            let inner = reads.of(0)?;
            let all = self.everything(&element)?;
            for part in by_element(inner) {
                self.at.calls.step()?;
                let to = &part[0].element;
                let everything = self.everything(to)?;
                if self.ways.get(to) == Some(&everything) {
                    continue;
                }
                let is_own = part.iter().all(|indexing| indexing.replica.is_none());
                let gone = match known == all && is_own {
                    true => everything,
                    false => {
                        let part: Vec<OperandIndexing> =
                            part.iter().map(OperandIndexing::at_any_place).collect();
                        compose_all(self.at, &known, Some(&part))?
                    }
                };
                self.add(to, gone)?;
            }
        }
        Some(())
    }
}

impl OperandIndexing {
    /// The same with range symbols for the numbers that are read at run time: one for those that are the same.
    fn at_any_place(&self) -> Self {
        if self.runtime.is_empty() {
            return self.clone();
        }
        let joined = self.joined();
        let bounds = joined.bounds();
        let (dims, first) = (joined.dims().len(), bounds.len() - self.runtime.len());
        let mut range: SmallVec<[Interval; 6]> = bounds[dims..first].into();
        let mut symbols: Vec<usize> = Vec::new();
        for (place, variable) in self.runtime.iter().enumerate() {
            let own = bounds[first + place];
            match self.runtime[..place].iter().position(|known| known == variable) {
                Some(same) => {
                    let known = &mut range[symbols[same] - dims];
                    *known = known.intersect(own);
                    symbols.push(symbols[same]);
                }
                None => {
                    symbols.push(dims + range.len());
                    range.push(own);
                }
            }
        }
        let symbol = |number: u32| match (number as usize).checked_sub(first) {
            Some(place) => d(symbols[place]),
            None => Expr::variable(number),
        };
        let map = substituted(&joined, [&bounds[..dims], &range, &[]], &symbol);
        let mut any = self.split(self.map.results().len(), map);
        any.runtime.clear();
        any.simplified_together()
    }
}

/// The parameter of a computation, and the array in it, whose value the output is, moved around in tuples only.
fn handed_on(
    at: &OutputAt<'_, '_>,
    computation: &Computation<'_>,
    output: &[usize],
) -> Option<(usize, ShapeIndex)> {
    if at.depth >= MAX_DEPTH {
        return None;
    }
    let within = OutputAt { depth: at.depth + 1, ..*at };
    let number = *at.module.by_name.get(computation.name)?;
    at.calls.handed_on(number, output, || moved(&within, computation, output))
}

/// See [`handed_on`].
fn moved(
    within: &OutputAt<'_, '_>,
    computation: &Computation<'_>,
    output: &[usize],
) -> Option<(usize, ShapeIndex)> {
    let (mut number, mut path) = (computation.root_number(), ShapeIndex::from(output));
    loop {
        let instruction = &computation.instructions[number];
        let operand = |place: usize| instruction.operands.get(place).copied();
        let name = |name| within.module.called_by(computation, instruction.attributes.get(name)?);
        match instruction.opcode {
            "parameter" => return Some((instruction.parameter_number()?, path)),
            "tuple" if !path.is_empty() => number = operand(path.remove(0))?,
            "get-tuple-element" => {
                path.insert(0, instruction.attributes.index("index")?);
                number = operand(0)?;
            }
            "copy" | "opt-barrier" | "optimization-barrier" | "domain" | "add-dependency" => {
                number = operand(0)?;
            }
            "copy-done" => {
                path.insert(0, 0);
                number = operand(0)?;
            }
            "copy-start" if matches!(path.first(), Some(0 | 1)) => {
                path.remove(0);
                number = operand(0)?;
            }
            "while" => {
                let (_, taken) = handed_on(within, name("body")?, &path)?;
                if taken != path {
                    return None;
                }
                number = operand(0)?;
            }
            "call" | "fusion" => {
                let called = name(if instruction.opcode == "call" { "to_apply" } else { "calls" })?;
                let (parameter, taken) = handed_on(within, called, &path)?;
                (number, path) = (operand(parameter)?, taken);
            }
            _ => return None,
        }
    }
}
