//! From an element of an operand to the elements of the output that are computed from it.
use super::builder::{c, constraint, d, of_sizes, output_shape, plain, ranged, sizes};
use super::contraction::dot_input_to_output;
use super::operand::{Indexing, OperandMaps, one};
use super::output_to_input::{At, MAX_FUSIONS, Scope, are_sound, is_elementwise};
use super::rearrange::{bitcast_map, reshape_map};
use super::window::pad_input_to_output;
use crate::affine::{Expr, IndexingMap, Interval};
use crate::hlo::attributes::slices;
use crate::hlo::module::{Computation, Module};
use crate::xla::Shape;
use alloc::vec::Vec;
use core::cell::Cell;
use smallvec::{SmallVec, smallvec};

/// The elements of each output that are computed from an element of an operand.
///
/// The maps lead from the index of the operand to that of the output, one for each output: of a tuple, for each of its
/// elements. An output of which nothing is known has `None`. The maps are not simplified. Source: XLA, *Indexing analysis*.
///
/// ```
/// use tilework::hlo::{Module, Scope, input_to_output};
/// let module = Module::parse("ENTRY e {
///     p0 = f32[20] parameter(0)
///     ROOT b = f32[10,20,30] broadcast(p0), dimensions={1}
/// }")?;
/// let entry = module.entry();
/// let maps = input_to_output(&module, entry, entry.root_number(), 0, Scope::Xla);
/// let map = &maps[0].as_ref().unwrap()[0].map;
/// assert_eq!(
///     map.to_string(),
///     "(d0)[s0, s1] -> (s0, d0, s1), domain: d0 in [0, 19], s0 in [0, 9], s1 in [0, 29]"
/// );
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn input_to_output(
    module: &Module<'_>,
    computation: &Computation<'_>,
    instruction: usize,
    operand: usize,
    scope: Scope,
) -> Indexing {
    let left = Cell::new(MAX_FUSIONS);
    let instruction = &computation.instructions[instruction];
    let at = At { module, computation, instruction, output: 0, scope, depth: 0, left: &left };
    let outputs = match &*at.instruction.shape {
        Shape::Tuple(shapes) => shapes.len(),
        _ => 1,
    };
    let sound = |maps: OperandMaps| if are_sound(&maps) { maps } else { None };
    (0..outputs).map(|output| sound(Forward { at: At { output, ..at }, operand }.maps())).collect()
}

struct Forward<'a, 't> {
    at: At<'a, 't>,
    operand: usize,
}

impl Forward<'_, '_> {
    fn maps(&self) -> OperandMaps {
        let at = &self.at;
        let extended = at.scope == Scope::Extended;
        match at.instruction.opcode {
            "broadcast" => one(self.broadcast()?),
            "transpose" => one(self.transpose()?),
            "reverse" => one(self.reverse()?),
            "slice" => one(self.slice()?),
            "concatenate" => one(self.concatenate()?),
            "reduce" => one(self.reduce()?),
            "reshape" => one(reshape_map(&at.sizes(0)?, &at.output_sizes()?)?),
            "bitcast" => one(bitcast_map(at.shape(0)?.as_array()?, output_shape(&at.instruction.shape, 0)?)?),
            "tuple" if at.output == self.operand => one(self.identity()?),
            "tuple" => Some(SmallVec::new()),
            "dot" if extended => one(dot_input_to_output(at, self.operand)?),
            "pad" if extended && self.operand == 0 => one(pad_input_to_output(at)?),
            "dynamic-slice" if extended && self.operand == 0 => self.dynamic_slice(),
            opcode if is_elementwise(opcode) => one(self.elementwise()?),
            _ => None,
        }
    }

    fn input(&self) -> Option<SmallVec<[i64; 6]>> {
        self.at.sizes(self.operand)
    }

    fn identity(&self) -> Option<IndexingMap> {
        Some(IndexingMap::identity(&self.input()?))
    }

    /// The element itself; of a scalar, all elements.
    fn elementwise(&self) -> Option<IndexingMap> {
        let (input, output) = (self.input()?, self.at.output_sizes()?);
        match input.is_empty() {
            true => Some(ranged(&[], &output, (0..output.len()).map(d))),
            false => Some(IndexingMap::identity(&input)),
        }
    }

    fn broadcast(&self) -> Option<IndexingMap> {
        let (input, output) = (self.input()?, self.at.output_sizes()?);
        let kept = self.at.dimensions("dimensions")?;
        let new = |(dimension, _): &(usize, &i64)| !kept.contains(dimension);
        let range: SmallVec<[i64; 6]> =
            output.iter().enumerate().filter(new).map(|(_, size)| *size).collect();
        let mut symbols = input.len()..;
        let results: SmallVec<[Expr; 6]> = (0..output.len())
            .filter_map(|dimension| {
                kept.iter().position(|known| *known == dimension).or_else(|| symbols.next()).map(d)
            })
            .collect();
        Some(ranged(&input, &range, results))
    }

    fn transpose(&self) -> Option<IndexingMap> {
        let input = self.input()?;
        Some(plain(&input, self.at.dimensions("dimensions")?.into_iter().map(d)))
    }

    fn reverse(&self) -> Option<IndexingMap> {
        let input = self.input()?;
        let reversed = self.at.dimensions("dimensions")?;
        let results = input.iter().enumerate().map(|(dimension, size)| match reversed.contains(&dimension) {
            true => d(dimension).neg().add(c(size - 1)),
            false => d(dimension),
        });
        Some(plain(&input, results))
    }

    fn slice(&self) -> Option<IndexingMap> {
        let output = self.at.output_sizes()?;
        let slices = slices(self.at.instruction.attributes.get("slice")?)?;
        let mut constraints = Vec::new();
        let bounds: SmallVec<[Interval; 6]> = slices
            .iter()
            .zip(&output)
            .map(|([first, _, step], size)| {
                Interval::new(*first, first.saturating_add((size - 1).saturating_mul(*step)))
            })
            .collect();
        let results: SmallVec<[Expr; 6]> = slices
            .iter()
            .enumerate()
            .map(|(dimension, [first, _, step])| {
                let inside = d(dimension).sub(c(*first));
                if *step == 1 {
                    return inside;
                }
                constraints.push(constraint(inside.clone().modulo(c(*step)), 0, 0));
                inside.floor_div(c(*step))
            })
            .collect();
        Some(IndexingMap::over(&bounds, &[], &[], results, constraints))
    }

    fn concatenate(&self) -> Option<IndexingMap> {
        let input = self.input()?;
        let along = *self.at.dimensions("dimensions")?.first()?;
        let mut first = 0;
        for operand in 0..self.operand {
            first = self.at.sizes(operand)?.get(along)?.checked_add(first)?;
        }
        let results = (0..input.len()).map(|dimension| match dimension == along {
            true => d(dimension).add(c(first)),
            false => d(dimension),
        });
        Some(plain(&input, results))
    }

    /// An element goes into the sums of its place; an initial value into all of them.
    fn reduce(&self) -> Option<IndexingMap> {
        let output = self.at.output_sizes()?;
        if self.operand >= self.at.instruction.operands.len() / 2 {
            return Some(ranged(&[], &output, (0..output.len()).map(d)));
        }
        let input = self.input()?;
        let reduced = self.at.dimensions("dimensions")?;
        let kept = (0..input.len()).filter(|dimension| !reduced.contains(dimension));
        Some(plain(&input, kept.map(d)))
    }

    /// An element is at the place from which the offset is taken, if the slice has it.
    fn dynamic_slice(&self) -> OperandMaps {
        let at = &self.at;
        let (input, output) = (self.input()?, sizes(&at.instruction.shape)?);
        let rank = input.len();
        if output.len() != rank {
            return None;
        }
        let places: SmallVec<[Interval; 6]> =
            input.iter().zip(&output).map(|(input, output)| Interval::new(0, input - output)).collect();
        let results: SmallVec<[Expr; 6]> =
            (0..rank).map(|dimension| d(dimension).add(d(rank + dimension).neg())).collect();
        let inside =
            results.iter().zip(&output).map(|(place, size)| constraint(place.clone(), 0, size - 1)).collect();
        let map = IndexingMap::over(&of_sizes(&input), &[], &places, results, inside);
        let runtime = at.instruction.operands.get(1..1 + rank)?;
        let runtime = runtime.iter().map(|&source| at.runtime_variable(source, plain(&input, []))).collect();
        let indexing = super::OperandIndexing { map, runtime, replica: None };
        Some(smallvec![super::runtime::folded(at, indexing)])
    }
}
