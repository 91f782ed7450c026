//! What a warp reads at once: its elements, their bytes, and what is moved for them.
use super::emitter::physical_sizes;
use super::summands::summands;
use super::thread_map::GpuModel;
use crate::access::PlaceRuns;
use crate::affine::{Constraint, Expr, ExprOp, IndexingMap, Interval, Points, variable};
use crate::dynamic::{Error, Result, invalid};
use crate::hlo::index::{OperandIndexing, Scope, d, linearized, logical_to_physical_map};
use crate::xla::{ArrayShape, LinearIndex, Tiling, stored_bits};
use alloc::vec::Vec;

/// What the threads of the first warp read of an operand at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WarpAccess {
    /// The elements that are read, each counted once.
    pub elements: u64,
    /// The bytes of these elements; a part of a byte counts as one.
    pub bytes: u64,
    /// The sectors of memory that they are in, if the array begins at one.
    pub sectors: u64,
    /// The transactions that move them, each run of neighbours counted on its own as if it began one. As in XLA, where
    /// threads read neighbours at equal distances, a gap of one element is moved, too.
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

/// What the warp reads in one way; nothing, if no thread reads.
///
/// The map `threads` leads from the threads to where `indexing` leads from.
pub(super) fn access(
    threads: &IndexingMap,
    indexing: &OperandIndexing,
    array: &ArrayShape,
    scope: Scope,
    gpu: &GpuModel,
) -> Result<Option<WarpAccess>> {
    let refused = |reason: &str| Err(Error::invalid("coalescing", reason));
    let sizes = physical_sizes(array)?;
    let physical = logical_to_physical_map(array)?;
    let linear = linearized((0..sizes.len()).map(d), &sizes);
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
    match PlaceParts::of(&map.results()[0], symbol.map(variable)) {
        Some(split) => counted(&map, symbol, &split, array, scope, gpu).map(Some),
        None => refused("the thread and the symbol cannot be told apart in the place that is read"),
    }
}

fn counted(
    map: &IndexingMap,
    symbol: Option<usize>,
    split: &PlaceParts,
    array: &ArrayShape,
    scope: Scope,
    gpu: &GpuModel,
) -> Result<WarpAccess> {
    let bits = stored_bits(array).max(1);
    let mut point: Vec<i64> = map.variables().iter().map(|variable| variable.bounds.lower).collect();
    let bounds = map.variables()[0].bounds;
    let threads = bounds.lower..=bounds.upper.min(bounds.lower.saturating_add(gpu.warp - 1));
    if let (Scope::Extended, Some(number), false) = (scope, symbol, split.reads_neighbours) {
        // the first value with which a thread reads, however far the simplifier has cut the bounds
        let values = map.variables()[number].bounds;
        let mut is_read = |value: &i64| {
            point[number] = *value;
            threads.clone().any(|thread| {
                point[0] = thread;
                map.contains(&point)
            })
        };
        let first =
            (values.lower..=values.upper.min(values.lower.saturating_add(MOST_VALUES))).find(&mut is_read);
        point[number] = first.unwrap_or(values.lower);
    }
    let symbol = symbol.filter(|_| split.reads_neighbours);
    let values = symbol.map_or(Interval::point(0), |number| map.variables()[number].bounds);
    let all = i64::try_from(values.len()).unwrap_or(i64::MAX);
    let length = all.min(MOST_VALUES);
    let uses = |constraint: &Constraint| symbol.is_some_and(|number| constraint.expr.uses(variable(number)));
    // the values of the symbol are not the same for all threads
    let is_cut = map.constraints().iter().any(uses);
    // the places that threads begin at, and those that they read, without tiles
    let (mut starts, mut read) = (Vec::new(), Vec::new());
    for thread in threads {
        point[0] = thread;
        let mut at = |value: i64| {
            if let Some(number) = symbol {
                point[number] = value;
            }
            let place = map.results()[0].evaluate(&point).map(|place| (place, place));
            place.filter(|_| map.contains(&point))
        };
        starts.extend(at(values.lower));
        if is_cut {
            read.extend((values.lower..values.lower.saturating_add(length)).filter_map(at));
        }
    }
    let longer = |length: i64| move |start: &(i64, i64)| (start.0, start.0.saturating_add(length - 1));
    if !is_cut {
        read.extend(starts.iter().map(longer(all)));
    }
    let mut read = PlaceRuns::of(read, 1);
    // where threads are at equal distances, a gap of one element counts as none
    let gap = if split.is_linear && split.reads_neighbours { 2 } else { 1 };
    let mut moved = PlaceRuns::of(starts.iter().map(longer(length)), gap);
    if scope == Scope::Extended && !array.layout_or_default().tiles().is_empty() {
        read = PlaceRuns::of(in_tiles(&read, array)?, 1);
        moved.clone_from(&read);
    }
    let bytes = |elements: u64| (u128::from(elements) * u128::from(bits.unsigned_abs())).div_ceil(8);
    let whole = |bytes: u128, size: i64| bytes.div_ceil(u128::from(size.unsigned_abs().max(1)));
    let small = |count: u128| u64::try_from(count).unwrap_or(u64::MAX);
    let run_bytes = moved.as_slice().iter().map(|(first, last)| bytes(last.abs_diff(*first) + 1));
    let transactions: u128 = run_bytes.map(|run| whole(run, gpu.transaction_bytes)).sum();
    Ok(WarpAccess {
        elements: read.places(),
        bytes: small(bytes(read.places())),
        sectors: read.blocks(bits.unsigned_abs(), gpu.sector_bytes.max(1).unsigned_abs()),
        transactions: small(transactions),
        ideal_transactions: small(whole(bytes(moved.places()), gpu.transaction_bytes)),
    })
}

/// Of a symbol that counts neighbours, so many values are looked at where they cannot be counted as one run.
const MOST_VALUES: i64 = 1 << 16;

/// So many places in tiles are looked up.
const MOST_PLACES: u64 = 1 << 20;

/// The runs of places that runs of places without tiles are in an array with tiles.
///
/// Along a row, the most minor dimension, places in tiles grow: a quotient stands before what is left. So a part whose
/// ends are as far from each other as without tiles is one run.
fn in_tiles(read: &PlaceRuns, array: &ArrayShape) -> Result<Vec<(i64, i64)>> {
    if read.places() > MOST_PLACES {
        return Err(invalid!("coalescing", "more than {MOST_PLACES} places of {array} are read at once"));
    }
    let (plain, tiled) = (LinearIndex::new(array, Tiling::None)?, LinearIndex::new(array, Tiling::All)?);
    let place = |linear: i64| tiled.at(&plain.index_at(linear)?);
    let row = physical_sizes(array)?.last().copied().unwrap_or(1).max(1);
    let mut found = Vec::new();
    for (first, last) in read.as_slice() {
        let (mut first, last) = ((*first).max(0), (*last).min(plain.len() - 1));
        while first <= last {
            let end = last.min(first - first % row + row - 1);
            let mut parts = Vec::from([(first, place(first)?, end, place(end)?)]);
            while let Some((lower, from, upper, to)) = parts.pop() {
                if to - from == upper - lower {
                    found.push((from, to));
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

/// How a place depends on the thread and the symbol.
struct PlaceParts {
    /// The part of the thread is a multiple of it.
    is_linear: bool,
    /// The part of the symbol is the symbol.
    reads_neighbours: bool,
}

impl PlaceParts {
    /// The place as a sum of a part of the thread, variable 0, and a part of the symbol; none if it is no such sum.
    fn of(place: &Expr, symbol: Option<u32>) -> Option<Self> {
        let mut split = PlaceParts { is_linear: true, reads_neighbours: false };
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

fn multiple_of_variable(term: &Expr) -> bool {
    match term {
        Expr::Variable(_) => true,
        Expr::Binary(node) if node.operation == ExprOp::Mul => {
            matches!((&node.lhs, &node.rhs), (Expr::Variable(_), Expr::Constant(_)))
        }
        _ => false,
    }
}
