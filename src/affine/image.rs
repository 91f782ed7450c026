//! How many indices a map leads to.
use super::expr::{Expr, variable};
use super::interval::Interval;
use super::map::{Constraint, IndexingMap};
use super::points::{MOST_POINTS, connected};
use super::sum::Linear;
use super::transform::Points;
use crate::dynamic::{Error, Result, invalid};
use alloc::vec::Vec;
use hashbrown::HashSet;
use smallvec::SmallVec;

impl IndexingMap {
    /// How many different indices the map leads to, from all points of its domain; runtime symbols count as range
    /// symbols.
    ///
    /// Results that have no variable in common, directly or through constraints, are counted on their own. Sums of
    /// multiples whose values are a run, or all different, are counted without trying points.
    ///
    /// # Errors
    /// If more than [`MOST_POINTS`] points would have to be tried, or a number does not fit in 64 bits.
    ///
    /// ```
    /// use tilework::affine::IndexingMap;
    /// let window: IndexingMap =
    ///     "(d0, d1)[s0] -> (d0 * 2 + s0, d1), domain: d0 in [0, 999999], d1 in [0, 9], s0 in [0, 2]".parse()?;
    /// assert_eq!(window.image_len()?, 2_000_001 * 10);
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn image_len(&self) -> Result<u64> {
        let map = self.simplify(Points::Replace);
        if map.is_known_empty() {
            return Ok(0);
        }
        let mut len = 1u64;
        for part in IndependentPart::all(&map) {
            let found = part.image_len(&map.bounds())?;
            len = len.checked_mul(found).ok_or_else(|| Error::overflow("the number of indices"))?;
        }
        Ok(len)
    }

    /// Calls `visit` with the results at each point of the domain; runtime symbols count as range symbols.
    ///
    /// # Errors
    /// If there are more than [`MOST_POINTS`] points in the bounds, or a result does not fit in 64 bits.
    pub fn each_index(&self, visit: &mut impl FnMut(&[i64])) -> Result<()> {
        let variables: Vec<u32> = (0..self.variables().len()).map(variable).collect();
        let part = IndependentPart {
            variables,
            results: self.results().to_vec(),
            constraints: self.constraints().to_vec(),
        };
        part.each(&self.bounds(), &mut |index| {
            visit(index);
            true
        })
    }
}

/// Results and constraints that have no variable in common with the others.
struct IndependentPart {
    variables: Vec<u32>,
    results: Vec<Expr>,
    constraints: Vec<Constraint>,
}

impl IndependentPart {
    fn all(map: &IndexingMap) -> Vec<IndependentPart> {
        let exprs = map.results().iter().chain(map.constraints().iter().map(|constraint| &constraint.expr));
        let part_of = connected(map.variables().len(), exprs);
        let mut parts: Vec<(usize, IndependentPart)> = Vec::new();
        for (number, &part) in part_of.iter().enumerate() {
            match parts.iter_mut().find(|(known, _)| *known == part) {
                Some((_, known)) => known.variables.push(variable(number)),
                None => {
                    let variables = Vec::from([variable(number)]);
                    parts.push((
                        part,
                        IndependentPart { variables, results: Vec::new(), constraints: Vec::new() },
                    ));
                }
            }
        }
        let place = |expr: &Expr| {
            let mut found = None;
            expr.each_variable(&mut |number| found = Some(part_of[number as usize]));
            found.and_then(|part| parts.iter().position(|(known, _)| *known == part))
        };
        // a number is the same everywhere
        let places: Vec<Option<usize>> = map.results().iter().map(place).collect();
        let bound: Vec<Option<usize>> =
            map.constraints().iter().map(|constraint| place(&constraint.expr)).collect();
        for (result, place) in map.results().iter().zip(places) {
            if let Some(place) = place {
                parts[place].1.results.push(result.clone());
            }
        }
        for (constraint, place) in map.constraints().iter().zip(bound) {
            if let Some(place) = place {
                parts[place].1.constraints.push(constraint.clone());
            }
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }

    fn image_len(&self, bounds: &[Interval]) -> Result<u64> {
        if self.results.is_empty() && self.constraints.is_empty() {
            return Ok(1);
        }
        if self.constraints.is_empty()
            && let Some(len) = self.run_len(bounds)
        {
            return Ok(len);
        }
        let mut found: HashSet<SmallVec<[i64; 4]>> = HashSet::new();
        self.each(bounds, &mut |index| {
            if !found.contains(index) {
                found.insert(SmallVec::from_slice(index));
            }
            !index.is_empty()
        })?;
        Ok(found.len() as u64)
    }

    /// The number of indices, if the results as one number are a sum of multiples of variables that is easy to count.
    fn run_len(&self, bounds: &[Interval]) -> Option<u64> {
        let mut linear = Expr::constant(0);
        for result in &self.results {
            let range = result.range(bounds);
            if !range.is_bounded() {
                return None;
            }
            let size = range.upper.checked_sub(range.lower)?.checked_add(1)?;
            let inside = result.clone().sub(Expr::constant(range.lower));
            linear = linear.mul(Expr::constant(size)).add(inside);
        }
        let sum = Linear::of(&linear.simplify(bounds))?;
        let mut modes: SmallVec<[(u64, u64); 4]> = SmallVec::new();
        for term in &sum.terms {
            let Expr::Variable(number) = term.atom else { return None };
            modes.push((term.coefficient.unsigned_abs(), bounds[number as usize].len()));
        }
        strided_len(modes)
    }

    /// Calls `visit` with the results at each point, until it says that it has seen enough.
    fn each(&self, bounds: &[Interval], visit: &mut impl FnMut(&[i64]) -> bool) -> Result<()> {
        let points = self
            .variables
            .iter()
            .try_fold(1u64, |points, number| points.checked_mul(bounds[*number as usize].len()))
            .filter(|points| *points <= MOST_POINTS)
            .ok_or_else(|| invalid!("image", "more than {MOST_POINTS} points would be tried"))?;
        let mut point: SmallVec<[i64; 8]> = bounds.iter().map(|bounds| bounds.lower).collect();
        let mut index: SmallVec<[i64; 4]> = SmallVec::new();
        for _ in 0..points {
            if self.constraints.iter().all(|constraint| constraint.holds(&point)) {
                index.clear();
                for result in &self.results {
                    let value = result.evaluate(&point);
                    index.push(value.ok_or_else(|| invalid!("image", "{result} has no value of 64 bits"))?);
                }
                if !visit(&index) {
                    return Ok(());
                }
            }
            for &number in &self.variables {
                let number = number as usize;
                if point[number] < bounds[number].upper {
                    point[number] += 1;
                    break;
                }
                point[number] = bounds[number].lower;
            }
        }
        Ok(())
    }
}

/// How many values a sum of strides times `0..size` has, if they are all different, or runs that continue or overlap
/// each other.
fn strided_len(mut modes: SmallVec<[(u64, u64); 4]>) -> Option<u64> {
    if modes.iter().any(|(_, size)| *size == 0) {
        return Some(0);
    }
    modes.retain(|(_, size)| *size > 1);
    modes.sort_unstable();
    let Some(&(step, first)) = modes.first() else { return Some(1) };
    let (mut len, mut is_run) = (first, true);
    let mut last = step.checked_mul(first - 1)?;
    for &(stride, size) in &modes[1..] {
        if is_run && stride % step == 0 && stride / step <= len {
            len = len.checked_add((size - 1).checked_mul(stride / step)?)?;
        } else if stride > last {
            len = len.checked_mul(size)?;
            is_run = false;
        } else {
            return None;
        }
        last = last.checked_add(stride.checked_mul(size - 1)?)?;
    }
    Some(len)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;

    #[test]
    fn strided_lengths_are_the_numbers_of_values() {
        let (mut told, mut all) = (0, 0);
        let mut check = |modes: &[(u64, u64)]| {
            let mut values = BTreeSet::from([0]);
            for &(stride, size) in modes {
                values = (0..size)
                    .flat_map(|digit| values.iter().map(move |value| value + stride * digit))
                    .collect();
            }
            let found = strided_len(SmallVec::from_slice(modes));
            assert!(found.is_none_or(|found| found == values.len() as u64), "{modes:?}: {found:?}");
            let mut sorted: Vec<(u64, u64)> = modes.iter().copied().filter(|mode| mode.1 > 1).collect();
            sorted.sort_unstable();
            // each stride beyond all that those before it reach
            let mut last = 0;
            let is_apart = sorted.iter().all(|&(stride, size)| {
                let is_beyond = stride > last;
                last += stride * (size - 1);
                is_beyond
            });
            // multiples of the least one without a gap
            let is_run = sorted.first().is_some_and(|first| {
                let mut last = first.0 * (first.1 - 1);
                sorted[1..].iter().all(|&(stride, size)| {
                    let goes_on = stride % first.0 == 0 && stride <= last + first.0;
                    last += stride * (size - 1);
                    goes_on
                })
            });
            let is_known = is_apart || is_run || modes.iter().any(|mode| mode.1 == 0);
            assert!(!is_known || found.is_some(), "{modes:?}");
            told += usize::from(found.is_some());
            all += 1;
        };
        let strides = || 1..=9u64;
        let sizes = || 0..=4u64;
        let modes = || strides().flat_map(|stride| sizes().map(move |size| (stride, size)));
        check(&[]);
        for first in modes() {
            check(&[first]);
            for second in modes() {
                check(&[first, second]);
                for third in [(1, 2), (2, 3), (4, 3), (6, 2), (12, 2), (13, 3)] {
                    check(&[first, second, third]);
                }
            }
        }
        assert!(told * 2 > all, "{told} of {all}");
    }

    #[test]
    fn strided_lengths_that_do_not_fit_are_not_told() {
        let len = |modes: &[(u64, u64)]| strided_len(SmallVec::from_slice(modes));
        assert_eq!(len(&[(1, u64::MAX)]), Some(u64::MAX));
        assert_eq!(len(&[(3, u64::MAX)]), None);
        assert_eq!(len(&[(1, u64::MAX - 4), (2, 3)]), Some(u64::MAX));
        assert_eq!(len(&[(1, u64::MAX - 3), (2, 3)]), None);
        assert_eq!(len(&[(1, 1 << 32), (1 << 33, 1 << 31)]), Some(1 << 63));
        assert_eq!(len(&[(1, 1 << 32), (1 << 33, 1 << 32)]), None);
    }
}
