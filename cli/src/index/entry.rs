//! What is told of one instruction.
use super::Direction;
use super::physical::{Moves, Places};
use tilework::hlo::{
    Computation, GpuModel, Instruction, Module, OperandIndexing, OperandMaps, RuntimeVariable, Scope,
    Utilization, WarpAccess, input_to_output, output_to_input, unknown_reason, unknown_use_reason,
    utilization, warp_accesses,
};
use tilework::xla::Shape;

/// An instruction, and what is known of each of its operands.
pub(super) struct Entry<'m> {
    pub(super) computation: &'m Computation<'m>,
    pub(super) instruction: &'m Instruction<'m>,
    pub(super) operands: Vec<Operand<'m>>,
}

/// A map that is known.
pub(super) struct Known {
    pub(super) indexing: OperandIndexing,
    /// Whether XLA's own analysis does not have it.
    pub(super) beyond_xla: bool,
    /// The same in memory; why not, where it is not known. None where it was not asked for.
    pub(super) places: Option<Result<Places, String>>,
}

/// What is known of an operand and one output.
pub(super) struct OfOutput {
    /// The number of the output.
    pub(super) output: usize,
    /// The maps; why not, where they are not known.
    pub(super) maps: Result<Vec<Known>, String>,
}

/// An operand and its maps.
pub(super) struct Operand<'m> {
    pub(super) module: &'m Module<'m>,
    pub(super) instruction: &'m Instruction<'m>,
    /// How many outputs the instruction has.
    pub(super) outputs: usize,
    /// Those of them that have to do with the operand, in order.
    pub(super) maps: Vec<OfOutput>,
    /// How much is read; why it is not known. None where it was not asked for.
    pub(super) utilization: Option<Result<Utilization, String>>,
    /// What a warp reads; why it is not known. None where it was not asked for.
    pub(super) accesses: Option<Result<Vec<WarpAccess>, String>>,
    /// Whether an instruction that may move nothing does. None where it was not asked for.
    pub(super) moves: Option<Moves>,
}

impl Operand<'_> {
    pub(super) fn is_known(&self) -> bool {
        self.maps.iter().all(|of_output| of_output.maps.is_ok())
    }

    /// The maps that are known, of all outputs.
    pub(super) fn known(&self) -> impl Iterator<Item = &Known> {
        self.maps.iter().flat_map(|of_output| &of_output.maps).flatten()
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
        let at = At { module, computation, number, scope };
        let operands = match direction {
            Direction::OutputToInput => at.inputs(gpu),
            Direction::InputToOutput => at.uses(),
        };
        Entry { computation, instruction, operands }
    }
}

struct At<'m> {
    module: &'m Module<'m>,
    computation: &'m Computation<'m>,
    number: usize,
    scope: Scope,
}

impl<'m> At<'m> {
    fn here(&self) -> &'m Instruction<'m> {
        &self.computation.instructions[self.number]
    }

    fn operand(&self, place: usize) -> &'m Instruction<'m> {
        &self.computation.instructions[self.here().operands[place]]
    }

    /// How many outputs there are.
    fn outputs(&self) -> usize {
        outputs(&self.here().shape, self.scope).len()
    }

    /// What each output reads of each operand.
    fn inputs(&self, gpu: &GpuModel) -> Vec<Operand<'m>> {
        let accesses = warp_accesses(self.module, self.computation, self.number, self.scope, gpu);
        let mut reads: Vec<Reads> = accesses.iter().map(|_| Reads::default()).collect();
        for output in 0..self.outputs() {
            let of = |scope| output_to_input(self.module, self.computation, self.number, output, scope);
            let all = of(self.scope);
            let of_xla = (self.scope == Scope::Extended).then(|| of(Scope::Xla));
            for (place, (reads, maps)) in reads.iter_mut().zip(all).enumerate() {
                let reason =
                    || unknown_reason(self.module, self.computation, self.number, place, output, self.scope);
                let of_xla = of_xla.as_ref().map(|all| all.get(place).and_then(Option::as_deref));
                reads.add(output, maps, of_xla, reason);
            }
        }
        let operand =
            |(place, (reads, accesses)): (usize, (Reads, tilework::dynamic::Result<Vec<WarpAccess>>))| {
                let instruction = self.operand(place);
                // what all outputs read together
                let together = reads.is_known.then(|| reads.together.into());
                let utilization = match (&together, instruction.shape.as_array()) {
                    (Some(_), Some(array)) => {
                        Some(utilization(&together, array).map_err(|error| error.to_string()))
                    }
                    _ => None,
                };
                let is_read = together.is_some_and(|maps| !maps.is_empty());
                Operand {
                    module: self.module,
                    instruction,
                    outputs: self.outputs(),
                    maps: reads.maps,
                    utilization,
                    accesses: is_read.then(|| accesses.map_err(|error| error.to_string())),
                    moves: None,
                }
            };
        reads.into_iter().zip(accesses).enumerate().map(operand).collect()
    }

    /// Where each operand goes in each output.
    fn uses(&self) -> Vec<Operand<'m>> {
        let operand = |place: usize| {
            let of = |scope| input_to_output(self.module, self.computation, self.number, place, scope);
            let of_xla = (self.scope == Scope::Extended).then(|| of(Scope::Xla));
            let mut uses = Reads::default();
            for (output, maps) in of(self.scope).into_iter().enumerate() {
                let reason = || {
                    unknown_use_reason(self.module, self.computation, self.number, place, output, self.scope)
                };
                let of_xla = of_xla.as_ref().map(|all| all.get(output).and_then(Option::as_deref));
                uses.add(output, maps, of_xla, reason);
            }
            Operand {
                module: self.module,
                instruction: self.operand(place),
                outputs: self.outputs(),
                maps: uses.maps,
                utilization: None,
                accesses: None,
                moves: None,
            }
        };
        (0..self.here().operands.len()).map(operand).collect()
    }
}

/// What is known of an operand, output by output.
struct Reads {
    maps: Vec<OfOutput>,
    together: Vec<OperandIndexing>,
    is_known: bool,
}

impl Default for Reads {
    fn default() -> Self {
        Reads { maps: Vec::new(), together: Vec::new(), is_known: true }
    }
}

impl Reads {
    /// Adds what is known of an output: nothing, if there are no maps. `of_xla` is what XLA's own analysis tells, to compare with.
    fn add(
        &mut self,
        output: usize,
        maps: OperandMaps,
        of_xla: Option<Option<&[OperandIndexing]>>,
        reason: impl FnOnce() -> Option<String>,
    ) {
        let maps = match maps {
            Some(maps) if maps.is_empty() => return,
            Some(maps) if maps.iter().any(is_unreadable) => {
                self.is_known = false;
                Err(format!("the map has more than {MOST_OPERATIONS} operations"))
            }
            Some(maps) => {
                let known = known(&maps, of_xla.map(Option::unwrap_or_default));
                self.together.extend(maps);
                Ok(known)
            }
            None => {
                self.is_known = false;
                Err(reason().unwrap_or_else(|| "it is not known".into()))
            }
        };
        self.maps.push(OfOutput { output, maps });
    }
}

/// Maps of more operations are not written: nobody would read them.
const MOST_OPERATIONS: usize = 1 << 14;

fn is_unreadable(indexing: &OperandIndexing) -> bool {
    indexing.map.results().iter().any(|result| result.operations() > MOST_OPERATIONS)
}

/// The simplified maps, each with the mark whether XLA has it, too.
fn known(maps: &[OperandIndexing], of_xla: Option<&[OperandIndexing]>) -> Vec<Known> {
    let of_xla: Option<Vec<_>> = of_xla.map(|maps| maps.iter().map(OperandIndexing::simplified).collect());
    let known = |indexing: &OperandIndexing| {
        let indexing = indexing.simplified();
        let is_new = |of_xla: &Vec<OperandIndexing>| !of_xla.iter().any(|known| is_same(known, &indexing));
        Known { beyond_xla: of_xla.as_ref().is_some_and(is_new), indexing, places: None }
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

/// The outputs of an instruction of that shape, as they are counted.
pub(super) fn outputs(shape: &Shape, scope: Scope) -> Vec<&Shape> {
    match (shape, scope) {
        (Shape::Tuple(shapes), Scope::Xla) => shapes.iter().collect(),
        _ => shape.leaves().collect(),
    }
}

/// Where a number that is known at run time only comes from, as the protocol names it.
pub(super) fn source(module: &Module<'_>, variable: &RuntimeVariable) -> String {
    let source = variable.instruction(module);
    match source.opcode {
        "parameter" | "constant" => format!("{}({})", source.opcode, source.arguments),
        _ => source.name.to_string(),
    }
}

/// The name of the computation that has that instruction.
pub(super) fn source_computation<'m>(module: &'m Module<'_>, variable: &RuntimeVariable) -> &'m str {
    module.computations[variable.computation].name
}
