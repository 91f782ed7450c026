//! Whether the threads of a warp read neighbours.
use super::emitter::{Emitter, moves_minor_dimension, physical_sizes};
use super::thread_map::{GpuModel, thread_map};
use crate::affine::{Constraint, Expr, IndexingMap, Interval, Operation, Points};
use crate::dynamic::{Error, Result};
use crate::hlo::index::{
    Alike, OperandIndexing, OperandMaps, Scope, delinearized, each_alike, element, linearized,
    logical_to_physical_map, physical_to_logical_map, reads_of_parameters,
};
use crate::hlo::module::{Computation, Instruction, Module};
use crate::xla::{ArrayShape, LinearIndex, Shape, Tiling, stored_bits};
use alloc::format;
use alloc::vec::Vec;
use hashbrown::{HashMap, HashSet};
use smallvec::SmallVec;

/// What the threads of the first warp read of an operand at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WarpAccess {
    /// The elements that are read, each counted once.
    pub elements: u64,
    /// The bytes of these elements; a part of a byte counts as one.
    pub bytes: u64,
    /// The sectors of memory that they are in, if the array begins at one.
    pub sectors: u64,
    /// The transactions that move them, each run of neighbours counted on its own as if it began one. As in XLA, where threads
    /// read neighbours at equal distances, a gap of one element is moved, too.
    pub transactions: u64,
    /// The transactions that as many neighbours as are moved would take.
    pub ideal_transactions: u64,
}

impl WarpAccess {
    /// Whether more than nine in ten transactions are needed.
    pub fn is_coalesced(self) -> bool {
        self.transactions == 0
            || self.ideal_transactions.saturating_mul(10) > self.transactions.saturating_mul(9)
    }
}

/// What the threads of a warp read of each operand of an instruction, once for each way that it is read: outputs that read alike are
/// one way.
///
/// The map from threads to elements is that of XLA's code for GPUs: a fusion with a large enough reduction reads along the rows or
/// columns that are reduced, one with a large enough transpose reads along the rows of what is transposed, and all others compute
/// neighbours of the output with neighbouring threads. All but the last symbol are at their lower bound, numbers of run time in the
/// middle of theirs; the last symbol counts with all its values if they are neighbours in memory without tiles, and with the first
/// one otherwise. Threads go by outputs in the order of the layout, without tiles. The places that are read are those in the tiles
/// of the operand; with [`Scope::Xla`] tiles do not count, as in XLA. An empty list is an operand of which nothing is read, or one
/// element. Source: XLA, `coalescing_analysis.cc`.
///
/// # Errors
/// For an operand, if it is not known what is read; if the place cannot be split into a part of the thread and one of the symbol;
/// or if there is more than one constraint.
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
                found.extend(at.access(&threads, indexing, array)?);
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

/// Whether an instruction, computed together with what computes its operands, looks as if it reads neighbours.
///
/// It does not if one of them moves the most minor dimension, other than of a broadcast or iota, or if two of them reduce rows.
/// Source: XLA, `IsReadCoalescedHeuristic`.
pub fn is_coalesced_at_a_glance(
    module: &Module<'_>,
    computation: &Computation<'_>,
    instruction: usize,
    gpu: &GpuModel,
) -> bool {
    let instructions = &computation.instructions;
    let emitter = |number: usize| Emitter::of(module, computation, number, gpu);
    let own = emitter(instruction);
    let together = || core::iter::once(instruction).chain(instructions[instruction].operands.iter().copied());
    let moves = |number: usize| match body(module, &instructions[number]) {
        Some(fused) => (0..fused.instructions.len()).any(|inner| moves_badly(fused, inner)),
        None => moves_badly(computation, number),
    };
    if !matches!(own, Emitter::Transpose { .. }) && together().any(moves) {
        return false;
    }
    let is_row = |number: usize| matches!(emitter(number), Emitter::Row { .. });
    !is_row(instruction) || !together().skip(1).any(is_row)
}

/// The computation of a fusion.
pub(super) fn body<'m, 't>(
    module: &'m Module<'t>,
    instruction: &Instruction<'_>,
) -> Option<&'m Computation<'t>> {
    if instruction.opcode != "fusion" {
        return None;
    }
    module.computation(instruction.attributes.get("calls")?)
}

/// Whether the most minor dimension is moved, and not that of the same number everywhere.
fn moves_badly(computation: &Computation<'_>, number: usize) -> bool {
    if !moves_minor_dimension(computation, number) {
        return false;
    }
    let mut from = computation.instructions[number].operands.first().copied();
    while let Some(instruction) = from.and_then(|number| computation.instructions.get(number)) {
        match (instruction.opcode, &instruction.operands[..]) {
            ("broadcast" | "iota", _) => return false,
            ("bitcast" | "convert" | "copy" | "negate", [operand]) => from = Some(*operand),
            _ => return true,
        }
    }
    true
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
    /// Of each operand the ways in which it is read: from the threads to an output, and from there. Outputs that read alike are
    /// computed alike.
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
        let array = element(&self.instruction.shape, path)?.as_array()?;
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

    /// What the warp reads in one way; nothing, if no thread reads.
    fn access(
        &self,
        threads: &IndexingMap,
        indexing: &OperandIndexing,
        array: &ArrayShape,
    ) -> Result<Option<WarpAccess>> {
        let refused = |reason: &str| Err(Error::invalid("coalescing", reason));
        let sizes = physical_sizes(array)?;
        let physical = logical_to_physical_map(array)?;
        let linear = linearized((0..sizes.len()).map(|number| Expr::variable(number as u32)), &sizes);
        let place = IndexingMap::identity(&sizes).with_results([linear]);
        let mut map = threads.then(&indexing.map)?.then(&physical)?.then(&place)?;
        let first = map.variables().len() - map.runtime_symbols().len();
        for number in first..map.variables().len() {
            let bounds = map.variables()[number].bounds;
            map = map.with_bounds(number, Interval::point(i64::midpoint(bounds.lower, bounds.upper)));
        }
        map = map.into_simplified(Points::Replace).remove_unused_symbols();
        if map.is_known_empty() {
            return Ok(None);
        }
        // of the symbols only the last one moves
        let is_free = |number: &usize| map.variables()[*number].bounds.as_point().is_none();
        let symbols: Vec<usize> = (map.dims().len()..map.variables().len()).filter(is_free).collect();
        if let Some((_, others)) = symbols.split_last() {
            for number in others {
                let lower = map.variables()[*number].bounds.lower;
                map = map.with_bounds(*number, Interval::point(lower));
            }
        }
        map = map.into_simplified(Points::Replace).remove_unused_symbols();
        if map.is_known_empty() {
            return Ok(None);
        }
        if map.constraints().len() > 1 {
            return refused("there is more than one constraint on what is read");
        }
        let symbol = (map.dims().len()..map.variables().len())
            .find(|number| map.variables()[*number].bounds.as_point().is_none());
        match Split::of(&map.results()[0], symbol.map(|number| number as u32)) {
            Some(split) => self.counted(&map, symbol, &split, array).map(Some),
            None => refused("the thread and the symbol cannot be told apart in the place that is read"),
        }
    }

    fn counted(
        &self,
        map: &IndexingMap,
        symbol: Option<usize>,
        split: &Split,
        array: &ArrayShape,
    ) -> Result<WarpAccess> {
        let bits = stored_bits(array).max(1);
        let mut point: Vec<i64> = map.variables().iter().map(|variable| variable.bounds.lower).collect();
        let bounds = map.variables()[0].bounds;
        let symbol = symbol.filter(|_| split.reads_neighbours);
        let values = symbol.map_or(Interval::point(0), |number| map.variables()[number].bounds);
        let length = values.len().min(MOST_VALUES) as i64;
        let uses = |constraint: &Constraint| symbol.is_some_and(|number| constraint.expr.uses(number as u32));
        // the values of the symbol are not the same for all threads
        let is_cut = map.constraints().iter().any(uses);
        // the places that threads begin at, and those that they read, without tiles
        let (mut starts, mut read) = (Vec::new(), Vec::new());
        for thread in bounds.lower..=bounds.upper.min(bounds.lower.saturating_add(self.gpu.warp - 1)) {
            point[0] = thread;
            let mut at = |value: i64| {
                if let Some(number) = symbol {
                    point[number] = value;
                }
                let place = map.results()[0].evaluate(&point).map(Interval::point);
                place.filter(|_| map.contains(&point))
            };
            starts.extend(at(values.lower));
            if is_cut {
                read.extend((values.lower..values.lower.saturating_add(length)).filter_map(at));
            }
        }
        let longer = |length: i64| {
            move |start: &Interval| Interval::new(start.lower, start.lower.saturating_add(length - 1))
        };
        if !is_cut {
            read.extend(starts.iter().map(longer(values.len().min(i64::MAX as u64) as i64)));
        }
        let mut read = runs(read, 1);
        // where threads are at equal distances, a gap of one element counts as none
        let gap = if split.is_linear && split.reads_neighbours { 2 } else { 1 };
        let mut moved = runs(starts.iter().map(longer(length)).collect(), gap);
        if self.scope == Scope::Extended && !array.layout_or_default().tiles().is_empty() {
            read = runs(in_tiles(&read, array)?, 1);
            moved.clone_from(&read);
        }
        let len = |runs: &[Interval]| runs.iter().map(|run| run.len()).sum::<u64>();
        let bytes = |elements: u64| (u128::from(elements) * u128::from(bits.unsigned_abs())).div_ceil(8);
        let whole = |bytes: u128, size: i64| bytes.div_ceil(u128::from(size.unsigned_abs().max(1)));
        let small = |count: u128| u64::try_from(count).unwrap_or(u64::MAX);
        let transactions: u128 =
            moved.iter().map(|run| whole(bytes(run.len()), self.gpu.transaction_bytes)).sum();
        Ok(WarpAccess {
            elements: len(&read),
            bytes: small(bytes(len(&read))),
            sectors: small(sectors(&read, bits, self.gpu)),
            transactions: small(transactions),
            ideal_transactions: small(whole(bytes(len(&moved)), self.gpu.transaction_bytes)),
        })
    }
}

/// Of a symbol that counts neighbours, so many values are looked at where they cannot be counted as one run.
const MOST_VALUES: u64 = 1 << 16;

/// So many places in tiles are looked up.
const MOST_PLACES: u64 = 1 << 20;

/// The runs of places that runs of places without tiles are in an array with tiles.
///
/// Along a row, the most minor dimension, places in tiles grow: a quotient stands before what is left. So a part whose ends are as
/// far from each other as without tiles is one run.
fn in_tiles(read: &[Interval], array: &ArrayShape) -> Result<Vec<Interval>> {
    if read.iter().map(|run| run.len()).sum::<u64>() > MOST_PLACES {
        let reason = format!("more than {MOST_PLACES} places of {array} are read at once");
        return Err(Error::invalid("coalescing", reason));
    }
    let (plain, tiled) = (LinearIndex::new(array, Tiling::None)?, LinearIndex::new(array, Tiling::All)?);
    let place = |linear: i64| tiled.at(&plain.index_at(linear)?);
    let row = physical_sizes(array)?.last().copied().unwrap_or(1).max(1);
    let mut found = Vec::new();
    for run in read {
        let (mut first, last) = (run.lower.max(0), run.upper.min(plain.len() - 1));
        while first <= last {
            let end = last.min(first - first % row + row - 1);
            let mut parts = Vec::from([(first, place(first)?, end, place(end)?)]);
            while let Some((lower, from, upper, to)) = parts.pop() {
                if to - from == upper - lower {
                    found.push(Interval::new(from, to));
                } else {
                    let middle = i64::midpoint(lower, upper);
                    parts.push((middle + 1, place(middle + 1)?, upper, to));
                    parts.push((lower, from, middle, place(middle)?));
                }
            }
            first = end + 1;
        }
    }
    Ok(found)
}

/// The places as runs, in order; places at a distance of `gap` belong to one.
fn runs(mut places: Vec<Interval>, gap: i64) -> Vec<Interval> {
    places.sort_unstable_by_key(|place| place.lower);
    let mut runs: Vec<Interval> = Vec::new();
    for next in places {
        match runs.last_mut() {
            Some(run) if next.lower <= run.upper.saturating_add(gap) => run.upper = run.upper.max(next.upper),
            _ => runs.push(next),
        }
    }
    runs
}

/// The sectors that runs of elements are in, each counted once.
fn sectors(runs: &[Interval], bits: i64, gpu: &GpuModel) -> u128 {
    let size = i128::from(gpu.sector_bytes.max(1)) * 8;
    let (mut sectors, mut next) = (0, i128::MIN);
    for run in runs {
        let first = (i128::from(run.lower) * i128::from(bits)).div_euclid(size).max(next);
        let last = (i128::from(run.upper) * i128::from(bits) + i128::from(bits) - 1).div_euclid(size);
        sectors += (last - first + 1).max(0).unsigned_abs();
        next = next.max(last + 1);
    }
    sectors
}

/// How a place depends on the thread and the symbol.
struct Split {
    /// The part of the thread is a multiple of it.
    is_linear: bool,
    /// The part of the symbol is the symbol.
    reads_neighbours: bool,
}

impl Split {
    /// The place as a sum of a part of the thread, variable 0, and a part of the symbol; none if it is no such sum.
    fn of(place: &Expr, symbol: Option<u32>) -> Option<Self> {
        let mut split = Split { is_linear: true, reads_neighbours: false };
        let mut of_symbol = 0;
        for term in summands(place) {
            match (term.uses(0), symbol.is_some_and(|number| term.uses(number))) {
                (true, true) => return None,
                (true, false) => split.is_linear &= multiple_of_variable(term),
                (false, true) => {
                    of_symbol += 1;
                    split.reads_neighbours = matches!(term, Expr::Variable(_));
                }
                (false, false) => {}
            }
        }
        split.reads_neighbours &= of_symbol == 1;
        Some(split)
    }
}

/// The expressions that a sum adds up.
pub(super) fn summands(expr: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    let mut left = Vec::from([expr]);
    while let Some(next) = left.pop() {
        match next {
            Expr::Binary(node) if node.operation == Operation::Add => left.extend([&node.rhs, &node.lhs]),
            other => found.push(other),
        }
    }
    found
}

fn multiple_of_variable(term: &Expr) -> bool {
    match term {
        Expr::Variable(_) => true,
        Expr::Binary(node) if node.operation == Operation::Mul => {
            matches!((&node.lhs, &node.rhs), (Expr::Variable(_), Expr::Constant(_)))
        }
        _ => false,
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
