//! How much of an operand is read.
use crate::affine::{IndexingMap, Interval};
use crate::dynamic::{Error, Result};
use crate::hlo::index::{OperandIndexing, OperandMaps, RuntimeVariable};
use crate::xla::ArrayShape;
use alloc::vec::Vec;
use hashbrown::HashSet;
use smallvec::SmallVec;

/// How many elements of an array are read, each counted once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Utilization {
    /// The elements that are read.
    pub read: u64,
    /// All elements.
    pub elements: u64,
}

impl Utilization {
    /// The part that is read, from 0 to 1; of no elements, all.
    pub fn fraction(self) -> f64 {
        if self.elements == 0 { 1.0 } else { self.read as f64 / self.elements as f64 }
    }
}

/// How much of an operand is read for the whole output, from the maps of the operand.
///
/// Several maps are counted together. A slice at a place that is known at run time only is as large as at any other place. Source:
/// XLA, *Indexing analysis*, operand utilization.
///
/// # Errors
/// If nothing is known of what is read; if it depends on many numbers that are known at run time only; or if more than
/// [`MOST_POINTS`](crate::affine::MOST_POINTS) points would have to be tried.
///
/// ```
/// use tilework::hlo::{Module, Scope, output_to_input, utilization};
/// let module = Module::parse("ENTRY e {
///     p = f32[10,20,50] parameter(0)
///     ROOT s = f32[5,3,25] slice(p), slice={[5:10:1], [3:20:7], [0:50:2]}
/// }")?;
/// let entry = module.entry();
/// let maps = output_to_input(&module, entry, 1, 0, Scope::Xla);
/// let found = utilization(&maps[0], entry.instructions[0].shape.array("example")?)?;
/// assert_eq!((found.read, found.elements, found.fraction()), (375, 10_000, 0.0375));
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn utilization(maps: &OperandMaps, operand: &ArrayShape) -> Result<Utilization> {
    let elements = operand.elements()?.unsigned_abs();
    let Some(maps) = maps else { return Err(Error::invalid("utilization", "it is not known what is read")) };
    let maps: Vec<IndexingMap> = maps.iter().map(at_some_time).collect::<Result<_>>()?;
    let read = match &maps[..] {
        [] => 0,
        [map] => map.image_len()?,
        maps => union_len(maps, elements)?,
    };
    Ok(Utilization { read: read.min(elements), elements })
}

/// The map with a number for each runtime symbol, if the number of elements is the same for all numbers.
fn at_some_time(indexing: &OperandIndexing) -> Result<IndexingMap> {
    let first = indexing.map.variables().len() - indexing.map.runtime_symbols().len();
    let mut map = indexing.map.clone();
    for number in first..map.variables().len() {
        if indexing.runtime.get(number - first).is_none_or(|variable| !is_one_number(variable)) {
            return Err(Error::invalid(
                "utilization",
                "it depends on numbers that are known at run time only",
            ));
        }
        let lower = map.variables()[number].bounds.lower;
        map = map.with_bounds(number, Interval::point(lower));
    }
    Ok(map)
}

/// Whether the same number is read for each element of the output.
fn is_one_number(variable: &RuntimeVariable) -> bool {
    let mut is_one = true;
    for result in variable.map.results() {
        result.each_variable(&mut |_| is_one = false);
    }
    is_one
}

/// How many indices some of the maps lead to.
fn union_len(maps: &[IndexingMap], elements: u64) -> Result<u64> {
    for map in maps {
        if map.image_len().is_ok_and(|len| len >= elements) {
            return Ok(elements);
        }
    }
    let mut found: HashSet<SmallVec<[i64; 4]>> = HashSet::new();
    for map in maps {
        map.each_index(&mut |index| {
            if !found.contains(index) {
                found.insert(SmallVec::from_slice(index));
            }
        })?;
    }
    Ok(found.len() as u64)
}
