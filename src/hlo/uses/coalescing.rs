//! Whether the threads of a warp read neighbours.
use super::emitter::{Emitter, body, physical_sizes};
use super::thread_map::{GpuModel, thread_map};
use super::warp::{WarpAccess, access};
use crate::affine::{Expr, IndexingMap, Interval};
use crate::dynamic::{Error, Result};
use crate::hlo::index::{
    Alike, OperandIndexing, OperandMaps, Scope, delinearized, each_alike, physical_to_logical_map,
    reads_of_parameters, subshape,
};
use crate::hlo::module::{Computation, Instruction, Module};
use crate::xla::{ArrayShape, Shape};
use alloc::vec::Vec;
use hashbrown::{HashMap, HashSet};
use smallvec::SmallVec;

/// What the threads of a warp read of each operand of an instruction, once for each way that it is read: outputs that
/// read alike are one way.
///
/// The map from threads to elements is that of XLA's code for GPUs: a fusion with a large enough reduction reads along
/// the rows or columns that are reduced, one with a large enough transpose reads along the rows of what is transposed,
/// and all others compute neighbours of the output with neighbouring threads. All but the last symbol are at their
/// lower bound, numbers of run time in the middle of theirs; the last symbol counts with all its values if they are
/// neighbours in memory without tiles, and otherwise with the first one with which a thread reads, in XLA with the
/// first. Threads go by outputs in the order of the layout, without tiles. The places that are read are those in the
/// tiles of the operand; with [`Scope::Xla`] tiles do not count, as in XLA. An empty list is an operand of which
/// nothing is read, or one element. Source: XLA, `coalescing_analysis.cc`.
///
/// # Errors
/// For an operand, if it is not known what is read; if the place cannot be split into a part of the thread and one of
/// the symbol; or if there is more than one constraint.
///
/// # Panics
/// If the computation has not so many instructions.
///
/// ```
/// use tilework::hlo::{GpuModel, Module, Scope, warp_accesses};
/// let module = Module::parse("ENTRY e {
///     p = f32[100,200]{0,1} parameter(0)
///     ROOT n = f32[100,200]{1,0} negate(p)
/// }")?;
/// let found = warp_accesses(&module, module.entry(), 1, Scope::Xla, &GpuModel::default());
/// let [access] = &found[0].as_ref().unwrap()[..] else { panic!() };
/// // 32 threads read columns of 100 elements: a transaction for each
/// assert_eq!((access.elements, access.bytes, access.transactions, access.ideal_transactions), (32, 128, 32, 1));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn warp_accesses(
    module: &Module<'_>,
    computation: &Computation<'_>,
    instruction: usize,
    scope: Scope,
    gpu: &GpuModel,
) -> Vec<Result<Vec<WarpAccess>>> {
    let (number, instruction) = (instruction, &computation.instructions[instruction]);
    let at = Warps { module, computation, number, instruction, scope, gpu };
    let ways = at.by_heroes().into_iter().zip(at.by_outputs());
    let accesses = |(&number, (by_heroes, by_outputs)): (&usize, (Ways, Ways))| {
        let Some(array) = computation.instructions[number].shape.as_array() else {
            return Err(Error::invalid("coalescing", "an operand is no array"));
        };
        if array.true_rank() == 0 {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        // what no hero reads is read for the output
        for (threads, maps) in if by_heroes.is_empty() { by_outputs } else { by_heroes } {
            let Some(maps) = maps else {
                return Err(Error::invalid("coalescing", "it is not known what is read"));
            };
            for indexing in &maps {
                found.extend(access(&threads, indexing, array, scope, gpu)?);
            }
        }
        Ok(found)
    };
    at.instruction.operands.iter().zip(ways).map(accesses).collect()
}

/// Whether the threads of a warp read neighbours of each operand of an instruction: see [`warp_accesses`].
///
/// What is not known is not coalesced; nothing, and a scalar, is. Source: XLA, `CoalescingAnalysis`.
///
/// # Panics
/// If the computation has not so many instructions.
///
/// ```
/// use tilework::hlo::{GpuModel, Module, Scope, coalesced_reads};
/// let module = Module::parse("ENTRY e {
///     p = f32[100,200]{1,0} parameter(0)
///     q = f32[100,200]{0,1} parameter(1)
///     ROOT a = f32[100,200]{1,0} add(p, q)
/// }")?;
/// let entry = module.entry();
/// let found = coalesced_reads(&module, entry, entry.root_number(), Scope::Xla, &GpuModel::default());
/// assert_eq!(found, [true, false]);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn coalesced_reads(
    module: &Module<'_>,
    computation: &Computation<'_>,
    instruction: usize,
    scope: Scope,
    gpu: &GpuModel,
) -> Vec<bool> {
    let found = warp_accesses(module, computation, instruction, scope, gpu);
    found.into_iter().map(|all| all.is_ok_and(|all| all.into_iter().all(WarpAccess::is_coalesced))).collect()
}

/// From the threads to what is read for each, and from there to an operand.
type Ways = Vec<(IndexingMap, OperandMaps)>;

struct Warps<'a, 't> {
    module: &'a Module<'t>,
    computation: &'a Computation<'t>,
    number: usize,
    instruction: &'a Instruction<'t>,
    scope: Scope,
    gpu: &'a GpuModel,
}

impl Warps<'_, '_> {
    /// Of each operand the ways in which it is read: from the threads to an output, and from there. Outputs that read
    /// alike are computed alike.
    fn by_outputs(&self) -> Vec<Ways> {
        let (mut ways, mut unknown) = (self.no_ways(), None);
        let is_vectorized = self.is_vectorized();
        each_alike(self.module, self.computation, self.number, self.scope, |Alike { path, .. }, reads| {
            let Some(threads) = self.threads(&path, is_vectorized) else { return };
            match reads {
                None => unknown = Some(threads),
                Some(reads) => reads.into_iter().for_each(|(operand, maps)| {
                    ways[operand].push((threads.clone(), maps));
                }),
            }
        });
        if let Some(threads) = unknown {
            ways.iter_mut().for_each(|ways| ways.push((threads.clone(), None)));
        }
        ways
    }

    fn no_ways(&self) -> Vec<Ways> {
        self.instruction.operands.iter().map(|_| Vec::new()).collect()
    }

    /// From the threads of the warp to the indices of an output.
    fn threads(&self, path: &[usize], is_vectorized: bool) -> Option<IndexingMap> {
        let array = subshape(&self.instruction.shape, path)?.as_array()?;
        let elements = array.elements().ok()?;
        let vector = if is_vectorized { self.gpu.vector(elements) } else { 1 };
        let threads = self.gpu.threads;
        let at_once = threads.saturating_mul(vector).max(1);
        let blocks = elements / at_once + i64::from(elements % at_once != 0);
        let mut map = thread_map(elements, threads, blocks, vector);
        map = map.with_bounds(0, Interval::of_size(self.gpu.warp)).with_bounds(3, Interval::point(0));
        spread(&map, array).ok()
    }

    /// Whether a thread may work on several neighbours.
    fn is_vectorized(&self) -> bool {
        let prevents = |instruction: &Instruction<'_>| match instruction.opcode {
            "reduce-window" | "sort" | "dot" | "sine" | "cosine" | "tan" | "power" | "atan2" => true,
            "concatenate" => instruction.operands.len() > 10,
            "reduce" => matches!(*instruction.shape, Shape::Tuple(_)),
            _ => false,
        };
        match body(self.module, self.instruction) {
            Some(fused) => !fused.instructions.iter().any(prevents),
            None => !prevents(self.instruction),
        }
    }

    /// Of each operand the ways in which heroes read it: from the threads to an input of a hero, and from there.
    fn by_heroes(&self) -> Vec<Ways> {
        let fused = body(self.module, self.instruction);
        let within = fused.unwrap_or(self.computation);
        let emitter = Emitter::of(self.module, self.computation, self.number, self.gpu);
        let mut ways = self.no_ways();
        let mut places: HashMap<usize, Vec<usize>> = HashMap::new();
        if fused.is_none() {
            for (place, operand) in self.instruction.operands.iter().enumerate() {
                places.entry(*operand).or_default().push(place);
            }
        }
        let mut seen: HashSet<usize> = HashSet::new();
        for input in emitter.inputs(within) {
            if !seen.insert(input) {
                continue;
            }
            let reads = || {
                let array = within.instructions[input].shape.as_array()?;
                let threads = spread(&emitter.threads(array, self.gpu)?, array).ok()?;
                let reads: Vec<(usize, OperandMaps)> = match fused {
                    None => {
                        let identity = OperandIndexing::from(IndexingMap::identity(&array.sizes().ok()?));
                        let maps: OperandMaps = Some(SmallVec::from_buf([identity]));
                        let places = places.get(&input).into_iter().flatten();
                        places.map(|place| (*place, maps.clone())).collect()
                    }
                    Some(fused) => reads_of_parameters(self.module, fused, input, 0, self.scope)?
                        .into_iter()
                        .filter(|(parameter, _)| *parameter < ways.len())
                        .collect(),
                };
                Some((threads, reads))
            };
            let Some((threads, reads)) = reads() else { continue };
            reads.into_iter().for_each(|(operand, maps)| ways[operand].push((threads.clone(), maps)));
        }
        ways
    }
}

/// From places in memory, in elements, to indices of the array.
fn spread(places: &IndexingMap, array: &ArrayShape) -> Result<IndexingMap> {
    let sizes = physical_sizes(array)?;
    let elements = array.elements()?;
    let index = delinearized(&Expr::variable(0), &sizes);
    let to_physical = IndexingMap::identity(&[elements]).with_results(index);
    places.then(&to_physical)?.then(&physical_to_logical_map(array)?)
}
