//! How much of an operand is read.
use super::boxes::boxes_len;
use super::summands::summands;
use crate::affine::{Constraint, Expr, IndexingMap, Interval, Points, each_point, variable};
use crate::dynamic::{Error, Result};
use crate::hlo::index::{OperandIndexing, OperandMaps, RuntimeVariable, rebuilt};
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
/// Several maps are counted together. A slice at a place that is known at run time only is as large as at any other
/// place; in maps through several instructions, of which a slice may lie in the padding of another, it counts where it
/// does not. Sums of multiples, windows and paddings whose values are runs, and unions of boxes are counted without
/// trying points. Source: XLA, *Indexing analysis*, operand utilization.
///
/// # Errors
/// If nothing is known of what is read; if how much it is depends on numbers that are known at run time only, or that
/// are not known; or if more than [`MOST_POINTS`](crate::affine::MOST_POINTS) points would have to be tried.
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
    let simple: Vec<IndexingMap> =
        maps.iter().map(|indexing| indexing.map.simplify(Points::Replace)).collect();
    let read = match at_some_time(maps, &simple, elements)? {
        Some(read) => read,
        None => union_len(&simple, elements)?,
    };
    Ok(Utilization { read: read.min(elements), elements })
}

/// How many elements are read where maps have runtime symbols, if it is the same number for all their values; none, if
/// they have none.
fn at_some_time(indexings: &[OperandIndexing], maps: &[IndexingMap], elements: u64) -> Result<Option<u64>> {
    let used: Vec<Vec<usize>> = maps.iter().map(used_runtime).collect();
    if used.iter().all(Vec::is_empty) {
        return Ok(None);
    }
    // whatever the others read, all is read
    let is_whole = |(map, used): (&IndexingMap, &Vec<usize>)| {
        used.is_empty() && image_len(map).is_ok_and(|len| len >= elements)
    };
    if maps.iter().zip(&used).any(is_whole) {
        return Ok(Some(elements));
    }
    let depends = || Error::invalid("utilization", "it depends on numbers that are known at run time only");
    let is_one = |(indexing, used): (&OperandIndexing, &Vec<usize>)| {
        let first = indexing.map.variables().len() - indexing.map.runtime_symbols().len();
        used.iter().all(|number| indexing.runtime.get(number - first).is_some_and(is_one_number))
    };
    if !indexings.iter().zip(&used).all(is_one) {
        return Err(depends());
    }
    if let [map] = maps {
        let moved = without_window(map);
        let map = moved.as_ref().unwrap_or(map);
        if is_shifted(map) {
            return image_len(&at_lower(map)).map(Some);
        }
    }
    // few values are tried
    let symbols: Vec<(usize, usize)> = used
        .iter()
        .enumerate()
        .flat_map(|(map, used)| used.iter().map(move |number| (map, *number)))
        .collect();
    let bounds: Vec<Interval> =
        symbols.iter().map(|(map, number)| maps[*map].variables()[*number].bounds).collect();
    let values = bounds.iter().try_fold(1u64, |all, bounds| all.checked_mul(bounds.len()));
    if values.is_none_or(|values| values > MOST_VALUES) {
        return Err(depends());
    }
    let (mut found, mut all) = (None, Ok(()));
    each_point(&bounds, &mut |point| {
        let mut fixed = maps.to_vec();
        for ((map, number), value) in symbols.iter().zip(point) {
            fixed[*map] = fixed[*map].clone().with_bounds(*number, Interval::point(*value));
        }
        all = union_len(&fixed, elements).and_then(|len| match *found.get_or_insert(len) == len {
            true => Ok(()),
            false => Err(depends()),
        });
        all.is_ok()
    });
    all.map(|()| found)
}

/// So many values of runtime symbols are tried.
const MOST_VALUES: u64 = 16;

/// The numbers of the runtime symbols of more than one value that matter.
fn used_runtime(map: &IndexingMap) -> Vec<usize> {
    let first = map.variables().len() - map.runtime_symbols().len();
    let is_used = |number: &usize| {
        let number_of = variable(*number);
        map.variables()[*number].bounds.as_point().is_none()
            && (map.results().iter().any(|result| result.uses(number_of))
                || map.constraints().iter().any(|constraint| constraint.expr.uses(number_of)))
    };
    (first..map.variables().len()).filter(is_used).collect()
}

/// Whether the same number is read for each element of the output.
fn is_one_number(variable: &RuntimeVariable) -> bool {
    !variable.map.results().iter().any(|result| result.uses_any(|_| true))
}

/// Whether runtime symbols only move what is read: they are summands of their own, and in no constraint.
fn is_shifted(map: &IndexingMap) -> bool {
    let used = used_runtime(map);
    let is_runtime = |number: u32| used.contains(&(number as usize));
    let uses = |expr: &Expr| used.iter().any(|number| expr.uses(variable(*number)));
    let is_apart = |term: &Expr| !term.uses_any(|number| !is_runtime(number)) || !uses(term);
    !map.constraints().iter().any(|constraint| uses(&constraint.expr))
        && map.results().iter().all(|result| summands(result).into_iter().all(is_apart))
}

/// A map with its runtime symbols at their lower bounds.
fn at_lower(map: &IndexingMap) -> IndexingMap {
    used_runtime(map).into_iter().fold(map.clone(), |map, number| {
        let lower = map.variables()[number].bounds.lower;
        map.with_bounds(number, Interval::point(lower))
    })
}

/// The same image, where results are a variable and runtime symbols, and must be in an interval that they reach
/// whatever the symbols are, as the update of a dynamic-update-slice is read: the results are variables of that
/// interval.
fn without_window(map: &IndexingMap) -> Option<IndexingMap> {
    let bounds = map.bounds();
    let mut results = map.results().to_vec();
    let mut variables = bounds.to_vec();
    let mut left = Vec::new();
    for constraint in map.constraints() {
        let terms = summands(&constraint.expr);
        let own = terms.iter().find_map(|term| match term {
            Expr::Variable(number) if (*number as usize) < map.dims().len() => Some(*number),
            _ => None,
        });
        let place = results.iter().position(|result| *result == constraint.expr);
        let (Some(own), Some(place)) = (own, place) else {
            left.push(constraint.clone());
            continue;
        };
        let shift = constraint.expr.clone().sub(Expr::variable(own)).simplify(&bounds);
        let first = map.variables().len() - map.runtime_symbols().len();
        let is_runtime = !shift.uses_any(|number| (number as usize) < first);
        let others = |expr: &Expr| expr.uses(own);
        let is_alone = map.constraints().iter().filter(|other| others(&other.expr)).count() == 1
            && map.results().iter().filter(|other| others(other)).count() == 1;
        let (inside, shift) = (bounds[own as usize], shift.range(&bounds));
        let reaches = inside.lower.checked_add(shift.upper)? <= constraint.bounds.lower
            && inside.upper.checked_add(shift.lower)? >= constraint.bounds.upper;
        if is_runtime && is_alone && reaches {
            results[place] = Expr::variable(own);
            variables[own as usize] = constraint.bounds;
        } else {
            left.push(constraint.clone());
        }
    }
    Some(rebuilt(map, &variables, results, left))
}

/// How many indices a map leads to. Results that must be in an interval, and would be a run without it, are counted at
/// once.
fn image_len(map: &IndexingMap) -> Result<u64> {
    let map = map.simplify(Points::Replace);
    if map.is_known_empty() {
        return Ok(0);
    }
    let bounds = map.bounds();
    let (mut results, mut left) = (map.results().to_vec(), map.constraints().to_vec());
    let mut len = 1u64;
    let mut place = 0;
    while place < left.len() {
        let Constraint { expr, bounds: inside } = left[place].clone();
        let shares = |other: &Expr| other.uses_any(|number| expr.uses(number));
        let others = left.iter().filter(|other| shares(&other.expr)).count();
        let mut own = results.iter().enumerate().filter(|(_, result)| shares(result));
        let run = match (own.next(), own.next()) {
            (Some((number, result)), None) if others == 1 => {
                let shift = result.clone().sub(expr.clone()).simplify(&bounds).as_constant();
                shift.and_then(|shift| Some((number, run_of(&map, result, &bounds)?, shift)))
            }
            _ => None,
        };
        let Some((number, run, shift)) = run else {
            place += 1;
            continue;
        };
        let shifted = inside.add(Interval::point(shift));
        len =
            len.checked_mul(run.intersect(shifted).len()).ok_or(Error::overflow("the number of indices"))?;
        results[number] = Expr::constant(0);
        left.remove(place);
    }
    let rest = rebuilt(&map, &bounds, results, left);
    len.checked_mul(rest.image_len()?).ok_or(Error::overflow("the number of indices"))
}

/// The values of a result without constraints, if they are all numbers between the smallest and the largest one.
fn run_of(map: &IndexingMap, result: &Expr, bounds: &[Interval]) -> Option<Interval> {
    let range = result.range(bounds);
    let alone = rebuilt(map, bounds, [result.clone()], Vec::new());
    (range.is_bounded() && alone.image_len().ok()? == range.len()).then_some(range)
}

/// How many indices some of the maps lead to.
fn union_len(maps: &[IndexingMap], elements: u64) -> Result<u64> {
    if let [map] = maps {
        return image_len(map);
    }
    let mut boxes = Vec::new();
    for map in maps {
        match image_len(map) {
            Ok(len) if len >= elements => return Ok(elements),
            Ok(0) => {}
            Ok(len) => boxes.push(box_of(map, len)),
            Err(_) => boxes.push(None),
        }
    }
    if let Some(len) = boxes.into_iter().collect::<Option<Vec<_>>>().and_then(|boxes| boxes_len(&boxes)) {
        return Ok(len);
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

/// The intervals that the results of a map of so many indices are in, if they have all combinations of values.
fn box_of(map: &IndexingMap, len: u64) -> Option<Vec<Interval>> {
    let map = map.simplify(Points::Replace);
    let (bounds, known) = (map.bounds(), map.constraints());
    let interval = |result: &Expr| {
        let range = result.range(&bounds);
        let own = known.iter().filter(|constraint| constraint.expr == *result);
        own.fold(range, |range, constraint| range.intersect(constraint.bounds))
    };
    let intervals: Vec<Interval> = map.results().iter().map(interval).collect();
    let all = intervals.iter().try_fold(1u64, |all, interval| all.checked_mul(interval.len()));
    (all == Some(len) && len > 0).then_some(intervals)
}
