//! An instruction whose maps are wanted.
use super::builder::{sizes, subshape, to_scalar};
use super::calls::Calls;
use super::operand::{OperandIndexing, OperandMaps, one};
use super::reads::Reads;
use super::runtime_variable::{OutOfRange, RuntimeVariable};
use super::scope::Scope;
use crate::affine::{IndexingMap, variable};
use crate::hlo::module::{Computation, Instruction, Module};
use crate::xla::{ArrayShape, Shape, Sizes};
use smallvec::{SmallVec, smallvec};

/// One output of an instruction.
#[derive(Clone, Copy)]
pub(super) struct OutputAt<'a, 't> {
    pub(super) module: &'a Module<'t>,
    pub(super) computation: &'a Computation<'t>,
    pub(super) instruction: &'a Instruction<'t>,
    /// What it does; of an asynchronous one, what it begins.
    pub(super) opcode: &'a str,
    /// The shape of what it computes; of an asynchronous one, that of what it begins.
    pub(super) shape: &'a Shape,
    /// Which array of the shape is asked for: the element of the tuple, the element of that, ….
    pub(super) output: &'a [usize],
    pub(super) scope: Scope,
    /// How many calls it stands in.
    pub(super) depth: usize,
    /// What is known of the computations that are called.
    pub(super) calls: &'a Calls,
}

impl<'a, 't> OutputAt<'a, 't> {
    pub(super) fn new(
        module: &'a Module<'t>,
        computation: &'a Computation<'t>,
        number: usize,
        output: &'a [usize],
        scope: Scope,
        calls: &'a Calls,
    ) -> Self {
        let instruction = &computation.instructions[number];
        let (opcode, shape) = (instruction.opcode, &instruction.shape);
        OutputAt { module, computation, instruction, opcode, shape, output, scope, depth: 0, calls }
    }

    /// An output of another instruction of the same computation.
    pub(super) fn of(&self, number: usize, output: &'a [usize]) -> Self {
        let instruction = &self.computation.instructions[number];
        OutputAt { instruction, opcode: instruction.opcode, shape: &instruction.shape, output, ..*self }
    }

    /// A number that is read from an instruction of the same computation.
    pub(super) fn runtime_variable(
        &self,
        source: usize,
        map: IndexingMap,
        outside: OutOfRange,
    ) -> RuntimeVariable {
        let computation = self.module.by_name.get(self.computation.name).copied();
        RuntimeVariable { computation: computation.unwrap_or_default(), source, map, outside }
    }

    pub(super) fn operands(&self) -> usize {
        self.instruction.operands.len()
    }

    /// The shape of an operand.
    pub(super) fn operand_shape(&self, operand: usize) -> Option<&'a Shape> {
        let number = *self.instruction.operands.get(operand)?;
        Some(&self.computation.instructions.get(number)?.shape)
    }

    /// The output, if it is an array.
    pub(super) fn output_array(&self) -> Option<&'a ArrayShape> {
        subshape(self.shape, self.output)?.as_array()
    }

    /// An operand, if it is an array.
    pub(super) fn array(&self, operand: usize) -> Option<&'a ArrayShape> {
        self.operand_shape(operand)?.as_array()
    }

    /// The sizes of an operand.
    pub(super) fn sizes(&self, operand: usize) -> Option<Sizes> {
        sizes(self.operand_shape(operand)?)
    }

    /// The sizes of the output.
    pub(super) fn output_sizes(&self) -> Option<Sizes> {
        sizes(subshape(self.shape, self.output)?)
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&'t str> {
        self.instruction.attributes.get(name)
    }

    pub(super) fn integer(&self, name: &str) -> Option<i64> {
        self.instruction.attributes.integer(name)
    }

    pub(super) fn index(&self, name: &str) -> Option<usize> {
        self.instruction.attributes.index(name)
    }

    pub(super) fn dimensions(&self, name: &str) -> Option<SmallVec<[usize; 6]>> {
        self.instruction.attributes.dimensions(name)
    }

    /// The same, of an attribute that is not written where there are no dimensions.
    pub(super) fn dimensions_if_any(&self, name: &str) -> Option<SmallVec<[usize; 6]>> {
        if self.attribute(name).is_some() { self.dimensions(name) } else { Some(SmallVec::new()) }
    }

    /// The maps of each operand.
    pub(super) fn each(&self, maps: impl Fn(usize) -> OperandMaps) -> Reads {
        Reads::of_all((0..self.operands()).map(maps))
    }

    /// The maps of one operand; the others are not read.
    pub(super) fn only(&self, operand: usize, maps: OperandMaps) -> Option<Reads> {
        (operand < self.operands()).then(|| Reads::of_some([(operand, maps)]))
    }

    /// One map of each operand in the first half, and of the others, scalars, their only element.
    pub(super) fn inputs_and_scalars(&self, map: &IndexingMap) -> Reads {
        let (inputs, scalar) = (self.operands() / 2, self.scalar());
        let maps = |operand: usize| if operand < inputs { one(map.clone()) } else { scalar.clone() };
        Reads::of_all((0..2 * inputs).map(maps))
    }

    /// The only element of a scalar operand.
    pub(super) fn scalar(&self) -> OperandMaps {
        one(to_scalar(&self.output_sizes()?))
    }

    /// The element at the same index: of an operand, or of one of the arrays of a tuple.
    pub(super) fn same_element(&self, operand: usize, path: &[usize]) -> OperandMaps {
        let output = self.output_sizes()?;
        let input = sizes(subshape(self.operand_shape(operand)?, path)?)?;
        let map = (input == output).then(|| IndexingMap::identity(&output))?;
        Some(smallvec![OperandIndexing { element: path.into(), ..map.into() }])
    }

    /// The output, from itself.
    pub(super) fn itself(&self) -> Option<OperandIndexing> {
        let map = IndexingMap::identity(&self.output_sizes()?);
        Some(OperandIndexing { element: self.output.into(), ..map.into() })
    }

    /// Whether the maps lead to indices of an operand: attributes may say anything.
    pub(super) fn is_valid(&self, operand: usize, maps: &OperandMaps) -> bool {
        let Some(shape) = self.operand_shape(operand) else { return false };
        let has_rank = |indexing: &OperandIndexing| {
            let array = subshape(shape, &indexing.element).and_then(Shape::as_array);
            array.is_none_or(|array| array.rank() == indexing.map.results().len())
        };
        are_sound(maps) && maps.iter().flatten().all(has_rank)
    }
}

/// Whether the maps have no variables that are not theirs.
pub(super) fn are_sound(maps: &OperandMaps) -> bool {
    let is_sound = |map: &IndexingMap| {
        let count = variable(map.variables().len());
        map.results().iter().all(|result| result.is_over(count))
    };
    maps.iter().flatten().all(|indexing| {
        is_sound(&indexing.map) && indexing.runtime.iter().all(|variable| is_sound(&variable.map))
    })
}
