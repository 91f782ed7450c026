//! What is told of one instruction.
use super::Direction;
use super::physical::Physical;
use tilework::hlo::{
    Computation, GpuModel, Instruction, Module, OperandIndexing, RuntimeVariable, Scope, Utilization,
    WarpAccess, input_to_output, output_to_input, unknown_reason, utilization, warp_accesses,
};

/// An instruction, and what is known of each of its operands.
pub(super) struct Entry<'m> {
    pub(super) computation: &'m Computation<'m>,
    pub(super) instruction: &'m Instruction<'m>,
    pub(super) operands: Vec<Operand<'m>>,
}

/// An operand and its maps.
pub(super) struct Operand<'m> {
    pub(super) module: &'m Module<'m>,
    pub(super) instruction: &'m Instruction<'m>,
    /// One list for each output that is asked for; why not, where it is not known.
    pub(super) maps: Vec<Result<Vec<OperandIndexing>, String>>,
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
    fn operand(&self, place: usize) -> &'m Instruction<'m> {
        &self.computation.instructions[self.computation.instructions[self.number].operands[place]]
    }

    fn inputs(&self, gpu: &GpuModel) -> Vec<Operand<'m>> {
        let all = output_to_input(self.module, self.computation, self.number, 0, self.scope);
        let accesses = warp_accesses(self.module, self.computation, self.number, self.scope, gpu);
        let operand = |(place, (maps, accesses)): (usize, (_, Result<Vec<WarpAccess>, _>))| {
            let maps: tilework::hlo::OperandMaps = maps;
            let instruction = self.operand(place);
            let reason = || {
                unknown_reason(self.module, self.computation, self.number, place, self.scope)
                    .unwrap_or_else(|| "it is not known".into())
            };
            let utilization = match (&maps, instruction.shape.as_array()) {
                (Some(_), Some(array)) => Some(utilization(&maps, array).map_err(|error| error.to_string())),
                _ => None,
            };
            let accesses =
                maps.is_some().then(|| accesses.map_err(|error: tilework::dynamic::Error| error.to_string()));
            let maps = maps.map(|maps| maps.iter().map(OperandIndexing::simplified).collect());
            Operand {
                module: self.module,
                instruction,
                maps: vec![maps.ok_or_else(reason)],
                utilization,
                accesses,
                physical: None,
            }
        };
        all.into_iter().zip(accesses).enumerate().map(operand).collect()
    }

    fn outputs(&self) -> Vec<Operand<'m>> {
        let opcode = self.computation.instructions[self.number].opcode;
        let count = self.computation.instructions[self.number].operands.len();
        let operand = |place: usize| {
            let maps = input_to_output(self.module, self.computation, self.number, place, self.scope);
            let known = |maps: tilework::hlo::OperandMaps| match maps {
                Some(maps) => Ok(maps.iter().map(OperandIndexing::simplified).collect()),
                None => Err(format!("of {opcode} it is not known where operand {place} goes")),
            };
            Operand {
                module: self.module,
                instruction: self.operand(place),
                maps: maps.into_iter().map(known).collect(),
                utilization: None,
                accesses: None,
                physical: None,
            }
        };
        (0..count).map(operand).collect()
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
