//! From an element of the output to the elements of the operands that it is computed from.
use super::builder::{c, d, of_sizes, output_shape, plain, ranged, sizes, to_scalar};
use super::operand::{Indexing, OperandMaps, RuntimeVariable, one};
use super::{contraction, fusion, gather, rearrange, window};
use crate::affine::{IndexingMap, Interval};
use crate::hlo::attributes::slices;
use crate::hlo::module::{Computation, Instruction, Module};
use crate::xla::Shape;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::Cell;
use smallvec::{SmallVec, smallvec};

/// What maps to answer with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scope {
    /// Those that XLA's indexing analysis knows; unknown where it answers unknown.
    #[default]
    Xla,
    /// Also those that it does not know, and exact ones where it answers with more than is read.
    Extended,
}

/// The elements of each operand that an element of the output is computed from.
///
/// The maps lead from the index of the output (of a tuple, of its element `output`) to that of the operand. An operand of which
/// nothing is known has `None`, and so has every operand of an opcode that nobody knows. Parameters, constants and iotas have no
/// operands. The maps are not simplified: see [`OperandIndexing::simplified`](super::OperandIndexing::simplified). Source: XLA,
/// *Indexing analysis*.
///
/// ```
/// use tilework::hlo::{Module, Scope, output_to_input};
/// let module = Module::parse("ENTRY e {
///     p0 = f32[4,8] parameter(0)
///     ROOT r = f32[32] reshape(p0)
/// }")?;
/// let entry = module.entry();
/// let maps = output_to_input(&module, entry, entry.root_number(), 0, Scope::Xla);
/// let map = &maps[0].as_ref().unwrap()[0].simplified().map;
/// assert_eq!(map.to_string(), "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn output_to_input(
    module: &Module<'_>,
    computation: &Computation<'_>,
    instruction: usize,
    output: usize,
    scope: Scope,
) -> Indexing {
    let left = Cell::new(MAX_FUSIONS);
    let instruction = &computation.instructions[instruction];
    At { module, computation, instruction, output, scope, depth: 0, left: &left }.maps_or_unknown()
}

/// Whether the maps have no variables that are not theirs: attributes may say anything.
pub(super) fn are_sound(maps: &OperandMaps) -> bool {
    let is_sound = |map: &IndexingMap| {
        let (count, mut sound) = (map.variables().len() as u32, true);
        map.results().iter().for_each(|result| result.each_variable(&mut |number| sound &= number < count));
        sound
    };
    maps.iter().flatten().all(|indexing| {
        is_sound(&indexing.map) && indexing.runtime.iter().all(|variable| is_sound(&variable.map))
    })
}

/// An instruction whose maps are wanted.
#[derive(Clone, Copy)]
pub(super) struct At<'a, 't> {
    pub(super) module: &'a Module<'t>,
    pub(super) computation: &'a Computation<'t>,
    pub(super) instruction: &'a Instruction<'t>,
    pub(super) output: usize,
    pub(super) scope: Scope,
    /// How many fusions it stands in.
    pub(super) depth: usize,
    /// How many more fusions may be looked into.
    pub(super) left: &'a Cell<usize>,
}

/// How many fusions are looked into for one answer: in a text, each may call others again and again.
pub(super) const MAX_FUSIONS: usize = 1 << 10;

impl<'a> At<'a, '_> {
    /// A number that is read from an instruction of the same computation.
    pub(super) fn runtime_variable(&self, source: usize, map: IndexingMap) -> RuntimeVariable {
        let computation = self.module.by_name.get(self.computation.name).copied();
        RuntimeVariable { computation: computation.unwrap_or_default(), source, map }
    }

    /// The shape of an operand.
    pub(super) fn shape(&self, operand: usize) -> Option<&'a Shape> {
        let number = *self.instruction.operands.get(operand)?;
        Some(&self.computation.instructions.get(number)?.shape)
    }

    /// The sizes of an operand.
    pub(super) fn sizes(&self, operand: usize) -> Option<SmallVec<[i64; 6]>> {
        sizes(self.shape(operand)?)
    }

    /// The sizes of the output.
    pub(super) fn output_sizes(&self) -> Option<SmallVec<[i64; 6]>> {
        output_shape(&self.instruction.shape, self.output)?.sizes().ok()
    }

    pub(super) fn dimensions(&self, name: &str) -> Option<SmallVec<[usize; 6]>> {
        self.instruction.attributes.dimensions(name)
    }

    /// The maps; of each operand unknown if nothing is known of any.
    pub(super) fn maps_or_unknown(&self) -> Indexing {
        let known = self.maps().filter(|maps| maps.iter().all(are_sound));
        known.unwrap_or_else(|| smallvec![None; self.instruction.operands.len()])
    }

    /// The maps; `None` if nothing is known of any operand.
    fn maps(&self) -> Option<Indexing> {
        if self.instruction.operands.is_empty() {
            return Some(Indexing::new());
        }
        match self.instruction.opcode {
            "broadcast" => self.broadcast(),
            "transpose" => self.transpose(),
            "reverse" => self.reverse(),
            "slice" => self.slice(),
            "concatenate" => self.concatenate(),
            "reduce" => self.reduce(),
            "tuple" => self.tuple(),
            "all-gather" => self.all_gather(),
            "reshape" => rearrange::reshape(self),
            "bitcast" => rearrange::bitcast(self),
            "pad" => window::pad(self),
            "reduce-window" => window::reduce_window(self),
            "convolution" => window::convolution(self),
            "dot" => contraction::dot(self),
            "scaled-dot" => contraction::scaled_dot(self),
            "dynamic-slice" => gather::dynamic_slice(self),
            "dynamic-update-slice" => gather::dynamic_update_slice(self),
            "gather" => gather::gather(self),
            "fusion" => fusion::called(self, "calls"),
            opcode if is_elementwise(opcode) => self.elementwise(),
            _ if self.scope == Scope::Xla => None,
            "copy-start" => self.elementwise(),
            // the index is that of the element of the tuple
            "get-tuple-element" | "copy-done" | "optimization-barrier" => self.element(),
            "sort" => self.sort(),
            "call" => fusion::called(self, "to_apply"),
            _ => None,
        }
    }

    /// The element itself; of a scalar operand, its only element.
    fn elementwise(&self) -> Option<Indexing> {
        let sizes = self.output_sizes()?;
        let maps = (0..self.instruction.operands.len()).map(|operand| {
            let is_scalar = !sizes.is_empty() && self.shape(operand)?.as_array()?.rank() == 0;
            one(if is_scalar { to_scalar(&sizes) } else { IndexingMap::identity(&sizes) })
        });
        Some(maps.collect())
    }

    /// The element itself, of the only operand.
    fn element(&self) -> Option<Indexing> {
        let sizes = self.output_sizes()?;
        (self.instruction.operands.len() == 1).then(|| smallvec![one(IndexingMap::identity(&sizes))])
    }

    /// All elements of each operand along the dimension that is sorted.
    fn sort(&self) -> Option<Indexing> {
        let sizes = self.output_sizes()?;
        let along = *self.dimensions("dimensions")?.first()?;
        let size = *sizes.get(along)?;
        let place = |dimension: usize| d(if dimension == along { sizes.len() } else { dimension });
        let map = ranged(&sizes, &[size], (0..sizes.len()).map(place));
        Some(self.instruction.operands.iter().map(|_| one(map.clone())).collect())
    }

    fn broadcast(&self) -> Option<Indexing> {
        let sizes = self.output_sizes()?;
        let dimensions = self.dimensions("dimensions")?;
        let known = dimensions.iter().all(|dimension| *dimension < sizes.len());
        let map = known.then(|| plain(&sizes, dimensions.iter().map(|&dimension| d(dimension))));
        Some(smallvec![map.and_then(one)])
    }

    fn transpose(&self) -> Option<Indexing> {
        let sizes = self.output_sizes()?;
        let dimensions = self.dimensions("dimensions")?;
        // dimension `dimensions[i]` of the operand is dimension `i` of the output
        let place = |dimension| dimensions.iter().position(|from| *from == dimension).map(d);
        let results: Option<SmallVec<[_; 6]>> = (0..sizes.len()).map(place).collect();
        Some(smallvec![one(plain(&sizes, results?))])
    }

    fn reverse(&self) -> Option<Indexing> {
        let sizes = self.output_sizes()?;
        let reversed = self.dimensions("dimensions")?;
        let results = sizes.iter().enumerate().map(|(dimension, size)| match reversed.contains(&dimension) {
            true => d(dimension).neg().add(c(size - 1)),
            false => d(dimension),
        });
        Some(smallvec![one(plain(&sizes, results))])
    }

    fn slice(&self) -> Option<Indexing> {
        let sizes = self.output_sizes()?;
        let slices = slices(self.instruction.attributes.get("slice")?)?;
        let results = slices
            .iter()
            .enumerate()
            .map(|(dimension, [first, _, step])| d(dimension).mul(c(*step)).add(c(*first)));
        (slices.len() == sizes.len()).then(|| smallvec![one(plain(&sizes, results))])
    }

    fn concatenate(&self) -> Option<Indexing> {
        let sizes = self.output_sizes()?;
        let along = *self.dimensions("dimensions")?.first().filter(|along| **along < sizes.len())?;
        let mut first = 0;
        let maps = (0..self.instruction.operands.len()).map(|operand| {
            let own = *self.sizes(operand)?.get(along)?;
            let mut bounds = of_sizes(&sizes);
            let next = own.checked_add(first)?;
            bounds[along] = Interval::new(first, next - 1);
            let results = (0..sizes.len()).map(|dimension| match dimension == along {
                true => d(dimension).add(c(-first)),
                false => d(dimension),
            });
            let map = IndexingMap::over(&bounds, &[], &[], results, Vec::new());
            first = next;
            one(map)
        });
        let maps: Indexing = maps.collect();
        maps.iter().all(Option::is_some).then_some(maps)
    }

    fn reduce(&self) -> Option<Indexing> {
        let output = self.output_sizes()?;
        let reduced = self.dimensions("dimensions")?;
        let inputs = self.instruction.operands.len() / 2;
        let input = self.sizes(0)?;
        let range: SmallVec<[i64; 6]> = reduced_sizes(&input, &reduced).collect();
        let (mut dims, mut symbols) = (0..output.len(), output.len()..);
        let results: Option<SmallVec<[_; 6]>> = (0..input.len())
            .map(|dimension| {
                let next = if reduced.contains(&dimension) { symbols.next() } else { dims.next() };
                next.map(d)
            })
            .collect();
        let map = ranged(&output, &range, results?);
        let maps = (0..2 * inputs)
            .map(|operand| one(if operand < inputs { map.clone() } else { to_scalar(&output) }));
        Some(maps.collect())
    }

    /// The element of one operand; the others are not read.
    fn tuple(&self) -> Option<Indexing> {
        let sizes = self.output_sizes()?;
        let maps = (0..self.instruction.operands.len()).map(|operand| -> OperandMaps {
            if operand == self.output { one(IndexingMap::identity(&sizes)) } else { Some(SmallVec::new()) }
        });
        Some(maps.collect())
    }

    fn all_gather(&self) -> Option<Indexing> {
        let (sizes, own) = (self.output_sizes()?, self.sizes(0)?);
        let along = *self.dimensions("dimensions")?.first()?;
        if self.instruction.operands.len() != 1 {
            return None;
        }
        let size = *own.get(along)?;
        let results = (0..sizes.len()).map(|dimension| match dimension == along {
            true => d(dimension).modulo(c(size)),
            false => d(dimension),
        });
        let mut maps = one(plain(&sizes, results))?;
        maps[0].replica = Some(Box::new(plain(&sizes, [d(along).floor_div(c(size))])));
        Some(smallvec![Some(maps)])
    }
}

fn reduced_sizes<'a>(input: &'a [i64], reduced: &'a [usize]) -> impl Iterator<Item = i64> + 'a {
    let is_reduced = |(dimension, _): &(usize, &i64)| reduced.contains(dimension);
    input.iter().enumerate().filter(is_reduced).map(|(_, size)| *size)
}

/// Whether an element of the output is computed from the same element of each operand.
pub(super) fn is_elementwise(opcode: &str) -> bool {
    matches!(
        opcode,
        "abs"
            | "acos"
            | "acosh"
            | "add"
            | "all-reduce"
            | "and"
            | "asin"
            | "asinh"
            | "atan2"
            | "atanh"
            | "bitcast-convert"
            | "cbrt"
            | "ceil"
            | "clamp"
            | "compare"
            | "complex"
            | "convert"
            | "copy"
            | "cosh"
            | "cosine"
            | "count-leading-zeros"
            | "divide"
            | "erf"
            | "exponential"
            | "exponential-minus-one"
            | "floor"
            | "imag"
            | "is-finite"
            | "log"
            | "log-plus-one"
            | "logistic"
            | "map"
            | "maximum"
            | "minimum"
            | "multiply"
            | "negate"
            | "not"
            | "or"
            | "popcnt"
            | "power"
            | "real"
            | "reduce-precision"
            | "remainder"
            | "round-nearest-afz"
            | "round-nearest-even"
            | "rsqrt"
            | "select"
            | "shift-left"
            | "shift-right-arithmetic"
            | "shift-right-logical"
            | "sign"
            | "sine"
            | "sinh"
            | "sqrt"
            | "stochastic-convert"
            | "subtract"
            | "tan"
            | "tanh"
            | "xor"
    )
}
