//! What is told of one instruction.
use super::Direction;
use super::physical::Physical;
use tilework::hlo::{
    Computation, GpuModel, Indexing, Instruction, Module, OperandIndexing, OperandMaps, RuntimeVariable,
    Scope, Utilization, WarpAccess, input_to_output, output_to_input, unknown_reason, unknown_use_reason,
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
}

/// An operand and its maps.
pub(super) struct Operand<'m> {
    pub(super) module: &'m Module<'m>,
    pub(super) instruction: &'m Instruction<'m>,
    /// One list for each output that is asked for; why not, where it is not known.
    pub(super) maps: Vec<Result<Vec<Known>, String>>,
    /// How much is read; why it is not known. None where it was not asked for.
    pub(super) utilization: Option<Result<Utilization, String>>,
    /// What a warp reads; why it is not known. None where it was not asked for.
    pub(super) accesses: Option<Result<Vec<WarpAccess>, String>>,
    /// Where in memory it is read. None where it was not asked for.
    pub(super) physical: Option<Physical>,
}

impl Operand<'_> {
    pub(super) fn is_known(&self) -> bool {
        self.maps.iter().all(Result::is_ok)
    }

    pub(super) fn is_beyond_xla(&self) -> bool {
        self.maps.iter().flatten().flatten().any(|known| known.beyond_xla)
    }

    /// Whether a warp reads neighbours; none where it was not asked for.
    pub(super) fn is_coalesced(&self) -> Option<bool> {
        let accesses = self.accesses.as_ref()?;
        Some(accesses.as_ref().is_ok_and(|all| all.iter().all(|access| access.is_coalesced())))
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
            Direction::InputToOutput => at.outputs(),
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

    /// What each output reads of each operand.
    fn reads(&self, scope: Scope) -> Vec<Indexing> {
        let outputs = 0..outputs(&self.here().shape, scope).len();
        outputs
            .map(|output| output_to_input(self.module, self.computation, self.number, output, scope))
            .collect()
    }

    fn inputs(&self, gpu: &GpuModel) -> Vec<Operand<'m>> {
        let all = self.reads(self.scope);
        let of_xla = Of::xla(self, || self.reads(Scope::Xla));
        let accesses = warp_accesses(self.module, self.computation, self.number, self.scope, gpu);
        let operand = |(place, accesses): (usize, tilework::dynamic::Result<Vec<WarpAccess>>)| {
            let instruction = self.operand(place);
            let maps = all.iter().enumerate().map(|(output, maps)| match &maps[place] {
                Some(maps) => Ok(of_xla.known(maps, |of_xla| of_xla.get(output)?.get(place))),
                None => {
                    let reason =
                        unknown_reason(self.module, self.computation, self.number, place, output, self.scope);
                    Err(reason.unwrap_or_else(|| "it is not known".into()))
                }
            });
            // what all outputs read together
            let together: Option<Vec<_>> = all.iter().map(|maps| maps[place].as_deref()).collect();
            let together = together.map(|all| all.concat().into());
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
                maps: maps.collect(),
                utilization,
                accesses: is_read.then(|| accesses.map_err(|error| error.to_string())),
                physical: None,
            }
        };
        accesses.into_iter().enumerate().map(operand).collect()
    }

    fn outputs(&self) -> Vec<Operand<'m>> {
        (0..self.here().operands.len()).map(|place| self.goes_to(place)).collect()
    }

    /// Where an operand goes in each output.
    fn goes_to(&self, place: usize) -> Operand<'m> {
        let found = |scope| input_to_output(self.module, self.computation, self.number, place, scope);
        let of_xla = Of::xla(self, || Vec::from([found(Scope::Xla)]));
        let maps = found(self.scope).into_iter().enumerate().map(|(output, maps)| match maps {
            Some(maps) => Ok(of_xla.known(&maps, |of_xla| of_xla[0].get(output))),
            None => {
                let reason =
                    unknown_use_reason(self.module, self.computation, self.number, place, output, self.scope);
                Err(reason.unwrap_or_else(|| "it is not known".into()))
            }
        });
        Operand {
            module: self.module,
            instruction: self.operand(place),
            maps: maps.collect(),
            utilization: None,
            accesses: None,
            physical: None,
        }
    }
}

/// What XLA's own analysis tells, to compare with; none if nothing else is told.
struct Of(Option<Vec<Indexing>>);

impl Of {
    fn xla(at: &At<'_>, of_xla: impl FnOnce() -> Vec<Indexing>) -> Self {
        Of((at.scope == Scope::Extended).then(of_xla))
    }

    /// The simplified maps, each with the mark whether XLA has it, too.
    fn known<'o>(
        &'o self,
        maps: &[OperandIndexing],
        find: impl Fn(&'o [Indexing]) -> Option<&'o OperandMaps>,
    ) -> Vec<Known> {
        let of_xla =
            self.0.as_deref().map(|of_xla| find(of_xla).and_then(Option::as_deref).unwrap_or_default());
        let of_xla: Option<Vec<_>> =
            of_xla.map(|maps| maps.iter().map(OperandIndexing::simplified).collect());
        let known = |indexing: &OperandIndexing| {
            let indexing = indexing.simplified();
            let is_new =
                |of_xla: &Vec<OperandIndexing>| !of_xla.iter().any(|known| is_same(known, &indexing));
            Known { beyond_xla: of_xla.as_ref().is_some_and(is_new), indexing }
        };
        maps.iter().map(known).collect()
    }
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
