//! What is known of one instruction.
use super::physical::{Movement, PlaceMaps};
use clap::ValueEnum;
use std::sync::Arc;
use tilework::dynamic::Result as DynResult;
use tilework::hlo::{
    AllOutputs, Computation, GpuModel, Instruction, Module, OperandIndexing, OutputMaps, RuntimeVariable,
    Scope, UnknownReasons, Utilization, WarpAccess, inputs_to_outputs, output_shapes, outputs_to_inputs,
    subshape, utilization, warp_accesses,
};
use tilework::xla::Shape;

/// Which way the maps of an instruction lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Direction {
    OutputToInput,
    InputToOutput,
}

/// An instruction, and what is known of each of its operands.
pub(super) struct Entry<'m> {
    pub(super) module: &'m Module<'m>,
    pub(super) computation: &'m Computation<'m>,
    pub(super) instruction: &'m Instruction<'m>,
    pub(super) operands: Vec<OperandEntry<'m>>,
}

/// A map that is known.
pub(super) struct KnownMap {
    pub(super) indexing: OperandIndexing,
    /// Whether XLA's own analysis does not have it.
    pub(super) beyond_xla: bool,
    /// The same in memory; why not, where it is not known. None where it was not asked for.
    pub(super) places: Option<Result<PlaceMaps, String>>,
}

/// What is known of an operand and some outputs.
pub(super) struct OfOutputs {
    /// The numbers of the outputs, in order.
    pub(super) outputs: Arc<[usize]>,
    /// The maps; why not, where they are not known.
    pub(super) maps: Result<Vec<KnownMap>, Arc<str>>,
}

/// An operand and its maps.
pub(super) struct OperandEntry<'m> {
    pub(super) module: &'m Module<'m>,
    pub(super) instruction: &'m Instruction<'m>,
    /// How many outputs the instruction has.
    pub(super) outputs: usize,
    /// Those of them that have to do with the operand, in order.
    pub(super) maps: Vec<OfOutputs>,
    /// How much is read; why it is not known. None where it was not asked for.
    pub(super) utilization: Option<Result<Utilization, String>>,
    /// What a warp reads; why it is not known. None where it was not asked for.
    pub(super) accesses: Option<Result<Vec<WarpAccess>, String>>,
    /// Whether an instruction that may move nothing does. None where it was not asked for.
    pub(super) moves: Option<Movement>,
}

impl OperandEntry<'_> {
    /// The outputs in order, each with the place of what is known of it.
    pub(super) fn by_output(&self) -> Vec<(usize, usize)> {
        let places = self.maps.iter().enumerate();
        let mut found: Vec<(usize, usize)> = places
            .flat_map(|(place, found)| found.outputs.iter().map(move |output| (*output, place)))
            .collect();
        found.sort_unstable();
        found
    }

    pub(super) fn is_known(&self) -> bool {
        self.maps.iter().all(|of_outputs| of_outputs.maps.is_ok())
    }

    /// The maps that are known, of all outputs.
    pub(super) fn known(&self) -> impl Iterator<Item = &KnownMap> {
        self.maps.iter().flat_map(|of_outputs| &of_outputs.maps).flatten()
    }

    pub(super) fn is_beyond_xla(&self) -> bool {
        self.known().any(|known| known.beyond_xla)
    }

    /// Whether a warp reads neighbours; none where that is not known, or was not asked for.
    pub(super) fn is_coalesced(&self) -> Option<bool> {
        let accesses = self.accesses.as_ref()?.as_ref().ok()?;
        Some(accesses.iter().all(|access| access.is_coalesced()))
    }
}

impl<'m> Entry<'m> {
    pub(super) fn of(
        module: &'m Module<'m>,
        computation: &'m Computation<'m>,
        number: usize,
        direction: Direction,
        scope: Scope,
        gpu: &GpuModel,
    ) -> Self {
        let instruction = &computation.instructions[number];
        let at = Asked { module, computation, number, scope };
        let operands = match direction {
            Direction::OutputToInput => at.inputs(gpu),
            Direction::InputToOutput => at.uses(),
        };
        Entry { module, computation, instruction, operands }
    }

    /// Adds what is known of places in memory to each operand.
    pub(super) fn with_physical(mut self, number: usize, direction: Direction, scope: Scope) -> Self {
        let outputs: Vec<&Shape> = output_shapes(&self.instruction.shape, scope).collect();
        let is_move = matches!(self.instruction.opcode, "copy" | "reshape" | "transpose" | "bitcast");
        for operand in &mut self.operands {
            let input = &operand.instruction.shape;
            for OfOutputs { outputs: alike, maps } in &mut operand.maps {
                // alike are only outputs of one shape
                let output =
                    alike.first().and_then(|output| outputs.get(*output)).and_then(|shape| shape.as_array());
                for KnownMap { indexing, places, .. } in maps.iter_mut().flatten() {
                    let input = subshape(input, &indexing.element).and_then(Shape::as_array);
                    let arrays = match direction {
                        Direction::OutputToInput => (output, input),
                        Direction::InputToOutput => (input, output),
                    };
                    *places = Some(match arrays {
                        (Some(from), Some(to)) => {
                            PlaceMaps::of(indexing, from, to).map_err(|error| error.to_string())
                        }
                        _ => Err("it is no array".to_string()),
                    });
                }
            }
            operand.moves = is_move.then(|| Movement::of(operand.module, self.computation, number));
        }
        self
    }
}

struct Asked<'m> {
    module: &'m Module<'m>,
    computation: &'m Computation<'m>,
    number: usize,
    scope: Scope,
}

impl<'m> Asked<'m> {
    fn here(&self) -> &'m Instruction<'m> {
        &self.computation.instructions[self.number]
    }

    fn operand(&self, place: usize) -> &'m Instruction<'m> {
        &self.computation.instructions[self.here().operands[place]]
    }

    /// What each output reads of each operand.
    fn inputs(&self, gpu: &GpuModel) -> Vec<OperandEntry<'m>> {
        let of = |scope| outputs_to_inputs(self.module, self.computation, self.number, scope);
        let reason = |reasons: &UnknownReasons<'_, '_>, operand, output| reasons.of_read(operand, output);
        let all = self.known(of, reason);
        let accesses = warp_accesses(self.module, self.computation, self.number, self.scope, gpu);
        let with_accesses = |(mut operand, accesses): (OperandEntry<'m>, DynResult<Vec<WarpAccess>>)| {
            // what all outputs read together
            let is_known = operand.is_known();
            let mut together: Vec<OperandIndexing> = Vec::new();
            for KnownMap { indexing, .. } in operand.known() {
                if !together.contains(indexing) {
                    together.push(indexing.clone());
                }
            }
            let is_read = is_known && !together.is_empty();
            operand.accesses = is_read.then(|| accesses.map_err(|error| error.to_string()));
            if let Some(array) = operand.instruction.shape.as_array().filter(|_| is_known) {
                operand.utilization =
                    Some(utilization(&Some(together.into()), array).map_err(|error| error.to_string()));
            }
            operand
        };
        all.into_iter().zip(accesses).map(with_accesses).collect()
    }

    /// Where each operand goes in each output.
    fn uses(&self) -> Vec<OperandEntry<'m>> {
        let of = |scope| inputs_to_outputs(self.module, self.computation, self.number, scope);
        self.known(of, |reasons, operand, output| reasons.of_use(operand, output))
    }

    /// What is known of the operands, and the reason where it is not.
    fn known(
        &self,
        of: impl Fn(Scope) -> AllOutputs,
        reason: impl Fn(&UnknownReasons<'_, '_>, usize, usize) -> Option<Arc<str>>,
    ) -> Vec<OperandEntry<'m>> {
        let outputs = output_shapes(&self.here().shape, self.scope).count();
        let of_xla = (self.scope == Scope::Extended).then(|| of(Scope::Xla));
        let reasons = UnknownReasons::new(self.module, self.computation, self.number, self.scope);
        let operand = |(place, all): (usize, Vec<OutputMaps>)| {
            let mut found: Vec<OfOutputs> = Vec::new();
            for OutputMaps { outputs, maps } in all {
                match maps {
                    None => found.extend(unknown(&outputs, |output| reason(&reasons, place, output))),
                    Some(maps) if maps.iter().any(is_unreadable) => {
                        let reason = format!("the map has more than {MOST_OPERATIONS} operations");
                        found.push(OfOutputs { outputs, maps: Err(reason.into()) });
                    }
                    Some(maps) => {
                        let of_xla = of_xla.as_ref().map(|all| of_output(&all[place], outputs[0]));
                        found.push(OfOutputs { maps: Ok(known(&maps, of_xla)), outputs });
                    }
                }
            }
            found.sort_by_key(|found| found.outputs[0]);
            OperandEntry {
                module: self.module,
                instruction: self.operand(place),
                outputs,
                maps: found,
                utilization: None,
                accesses: None,
                moves: None,
            }
        };
        of(self.scope).into_iter().enumerate().map(operand).collect()
    }
}

/// The outputs of which nothing is known, those next to each other with the same reason together.
fn unknown(outputs: &Arc<[usize]>, reason: impl Fn(usize) -> Option<Arc<str>>) -> Vec<OfOutputs> {
    let reason = |output: &usize| reason(*output).unwrap_or_else(|| "it is not known".into());
    let reasons: Vec<Arc<str>> = outputs.iter().map(reason).collect();
    let mut found = Vec::new();
    let mut first = 0;
    for same in reasons.chunk_by(|one, next| one == next) {
        let outputs = match same.len() == outputs.len() {
            true => outputs.clone(),
            false => outputs[first..first + same.len()].into(),
        };
        found.push(OfOutputs { outputs, maps: Err(same[0].clone()) });
        first += same.len();
    }
    found
}

/// The maps of one output; none, where they are not known.
fn of_output(all: &[OutputMaps], output: usize) -> &[OperandIndexing] {
    let found = all.iter().find(|found| found.outputs.binary_search(&output).is_ok());
    found.and_then(|found| found.maps.as_deref()).unwrap_or_default()
}

/// Maps of more operations are not written: nobody would read them.
const MOST_OPERATIONS: usize = 1 << 14;

fn is_unreadable(indexing: &OperandIndexing) -> bool {
    indexing.map.results().iter().any(|result| result.operations() > MOST_OPERATIONS)
}

/// The simplified maps, each with the mark whether XLA has it, too.
fn known(maps: &[OperandIndexing], of_xla: Option<&[OperandIndexing]>) -> Vec<KnownMap> {
    let of_xla: Option<Vec<_>> = of_xla.map(|maps| maps.iter().map(OperandIndexing::simplified).collect());
    let known = |indexing: &OperandIndexing| {
        let indexing = indexing.simplified();
        let is_new = |of_xla: &Vec<OperandIndexing>| !of_xla.iter().any(|known| is_same(known, &indexing));
        KnownMap { beyond_xla: of_xla.as_ref().is_some_and(is_new), indexing, places: None }
    };
    maps.iter().map(known).collect()
}

/// Whether the same elements are read, at places that come from the same instructions.
fn is_same(known: &OperandIndexing, other: &OperandIndexing) -> bool {
    let sources = |indexing: &OperandIndexing| -> Vec<_> {
        indexing.runtime.iter().map(|variable| (variable.computation, variable.source)).collect()
    };
    known.map == other.map
        && known.element == other.element
        && known.replica.is_some() == other.replica.is_some()
        && sources(known) == sources(other)
}

/// The name of the computation that has that instruction.
pub(super) fn source_computation<'m>(module: &'m Module<'_>, variable: &RuntimeVariable) -> &'m str {
    module.computations[variable.computation].name
}
