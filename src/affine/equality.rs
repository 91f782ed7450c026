//! When two maps are the same function: not how they are written, but what they do.
use super::expr::Expr;
use super::interval::Interval;
use super::map::{Constraint, IndexingMap};
use super::points::{MOST_POINTS, SAMPLES, each_point, number_of, samples};
use super::transform::Points;
use crate::dynamic::{Result, invalid};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Whether two maps are the same function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sameness {
    /// They have the same domain, and the same results at each of its points.
    Same,
    /// There is a point at which they differ.
    Different(Box<MapDifference>),
    /// There is no proof, and no point was found at which they differ: why.
    Unknown(String),
}

/// A point at which two maps differ: in their results, or one is defined there and the other is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapDifference {
    /// A value for each variable: dimensions, range symbols, runtime symbols.
    pub point: Vec<i64>,
    /// The results of the left map, if the point is in its domain; `None` in place of a result that does not fit in
    /// 64 bits.
    pub lhs: Option<Vec<Option<i64>>>,
    /// The results of the right map, if the point is in its domain.
    pub rhs: Option<Vec<Option<i64>>>,
}

impl IndexingMap {
    /// Whether two maps are the same function of all their variables: they are defined at the same points, and have
    /// the same results there. Names do not count, nor how results and constraints are written, which is what `==`
    /// compares.
    ///
    /// A result that does not fit in 64 bits is like any other. Symbols correspond by their place. To compare which
    /// elements are needed for an index, by whatever symbols, compare maps whose symbols are written alike, or
    /// without those that are not used ([`remove_unused_symbols`](IndexingMap::remove_unused_symbols)): that two maps
    /// with other symbols need the same elements is another question, and not answered here.
    ///
    /// It is decided by simplifying the difference, by trying all points if there are at most [`MOST_POINTS`], and by
    /// trying some.
    ///
    /// # Errors
    /// If the maps do not have as many dimensions, range symbols, runtime symbols and results as each other.
    ///
    /// ```
    /// use tilework::affine::{IndexingMap, Sameness};
    /// let map = |text: &str| text.parse::<IndexingMap>();
    /// let halves = map("(d0) -> ((d0 floordiv 2) * 2 + d0 mod 2), domain: d0 in [0, 99999999]")?;
    /// assert_eq!(halves.same_function(&map("(x) -> (x), domain: x in [0, 99999999]")?)?, Sameness::Same);
    /// let rounded = map("(d0) -> ((d0 floordiv 2) * 2), domain: d0 in [0, 99999999]")?;
    /// assert_eq!(halves.same_function(&rounded)?.to_string(), "different at (1): (1) and (0)");
    /// let shorter = map("(d0) -> (d0), domain: d0 in [0, 7]")?;
    /// assert_eq!(halves.same_function(&shorter)?.to_string(), "different at (8): (8) and outside of the domain");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn same_function(&self, other: &IndexingMap) -> Result<Sameness> {
        let counts = |map: &IndexingMap| {
            let variables = [map.dims(), map.range_symbols(), map.runtime_symbols()].map(<[_]>::len);
            (variables, map.results().len())
        };
        if counts(self) != counts(other) {
            return Err(invalid!(
                "map.same_function",
                "{} and {} have not as many variables and results of each kind",
                self.function_text(),
                other.function_text()
            ));
        }
        let (lhs, rhs) = (self.simplify(Points::Replace), other.simplify(Points::Replace));
        if lhs == rhs || lhs.is_known_empty() && rhs.is_known_empty() {
            return Ok(Sameness::Same);
        }
        let pair = MapPair { lhs: self, rhs: other };
        let both = lhs.has_domain_of(&rhs);
        if let Some(both) = &both {
            let differences: Vec<Expr> = lhs
                .results()
                .iter()
                .zip(rhs.results())
                .map(|(lhs, rhs)| lhs.clone().sub(rhs.clone()))
                .collect();
            if both.proves_zero(&differences) {
                return Ok(Sameness::Same);
            }
        }
        Ok(pair.decided_by_points(&lhs, &rhs))
    }

    /// The map without results where both are defined, if that is the same domain; `None` if that is not shown.
    fn has_domain_of(&self, other: &IndexingMap) -> Option<IndexingMap> {
        let domain = |map: &IndexingMap| map.clone().with_results([]);
        let mut both = domain(self);
        for (number, variable) in other.variables().iter().enumerate() {
            both = both.with_bounds(number, variable.bounds);
        }
        let constraints = self.constraints().iter().chain(other.constraints()).cloned().collect();
        both = both.with_constraints(constraints).into_simplified(Points::Replace);
        (both == domain(self) && both == domain(other)).then_some(both)
    }

    /// Whether simplifying shows that these are 0 on the whole domain.
    pub(super) fn proves_zero(&self, exprs: &[Expr]) -> bool {
        let zero = Expr::constant(0);
        let bounds = self.bounds();
        if exprs.iter().all(|expr| *expr == zero || expr.simplify(&bounds) == zero) {
            return true;
        }
        if self.constraints().is_empty() {
            return false;
        }
        // a variable of one residue steps by one instead
        let rescaled = self.clone().with_results(exprs.iter().cloned()).rescale_from(0);
        rescaled.results().iter().all(|result| *result == zero)
    }

    /// Results at a point of the domain.
    fn at(&self, point: &[i64]) -> Option<Vec<Option<i64>>> {
        self.contains(point).then(|| self.results().iter().map(|result| result.evaluate(point)).collect())
    }
}

/// Two maps as they are given.
struct MapPair<'a> {
    lhs: &'a IndexingMap,
    rhs: &'a IndexingMap,
}

impl MapPair<'_> {
    /// Tries all points, or some.
    fn decided_by_points(&self, lhs: &IndexingMap, rhs: &IndexingMap) -> Sameness {
        // outside of both there is nothing to compare
        let mut boxed: Vec<Interval> = match (lhs.is_known_empty(), rhs.is_known_empty()) {
            (true, _) => rhs.bounds().to_vec(),
            (_, true) => lhs.bounds().to_vec(),
            _ => lhs.bounds().iter().zip(rhs.bounds()).map(|(lhs, rhs)| lhs.union(rhs)).collect(),
        };
        // what does not count is tried at one place only
        let (used_lhs, used_rhs) = (used(lhs), used(rhs));
        for (number, interval) in boxed.iter_mut().enumerate() {
            let is_used = used_lhs[number] || used_rhs[number];
            if !is_used && lhs.variables()[number] == rhs.variables()[number] {
                *interval = Interval::point(interval.lower);
            }
        }
        let points = number_of(&boxed).filter(|points| *points <= MOST_POINTS);
        let mut found = None;
        match points {
            Some(_) => each_point(&boxed, &mut |point| {
                found = self.differ_at(point);
                found.is_none()
            }),
            None => samples(&boxed, &mut |point| {
                found = self.differ_at(point);
                found.is_none()
            }),
        }
        match (found, points) {
            (Some(difference), _) => Sameness::Different(Box::new(difference)),
            (None, Some(_)) => Sameness::Same,
            (None, None) => Sameness::Unknown(format!(
                "no difference at {SAMPLES} points, of more than {MOST_POINTS}, and no proof for the others"
            )),
        }
    }

    fn differ_at(&self, point: &[i64]) -> Option<MapDifference> {
        let (lhs, rhs) = (self.lhs.at(point), self.rhs.at(point));
        let same = match (&lhs, &rhs) {
            (None, None) => true,
            (Some(lhs), Some(rhs)) => {
                lhs.iter().zip(rhs).all(|(lhs, rhs)| lhs == rhs || lhs.is_none() || rhs.is_none())
            }
            _ => false,
        };
        (!same).then(|| MapDifference { point: point.to_vec(), lhs, rhs })
    }
}

/// Which variables stand in results or constraints.
fn used(map: &IndexingMap) -> Vec<bool> {
    let mut used: Vec<bool> = map.variables().iter().map(|_| false).collect();
    let constraints = map.constraints().iter().map(|Constraint { expr, .. }| expr);
    for expr in map.results().iter().chain(constraints) {
        expr.each_variable(&mut |number| used[number as usize] = true);
    }
    used
}

impl fmt::Display for Sameness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sameness::Same => f.write_str("same"),
            Sameness::Different(difference) => difference.fmt(f),
            Sameness::Unknown(reason) => write!(f, "unknown: {reason}"),
        }
    }
}

impl fmt::Display for MapDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("different at ")?;
        write_point(self.point.iter().copied().map(Some), f)?;
        for (between, results) in [(": ", &self.lhs), (" and ", &self.rhs)] {
            f.write_str(between)?;
            match results {
                Some(results) => write_point(results.iter().copied(), f)?,
                None => f.write_str("outside of the domain")?,
            }
        }
        Ok(())
    }
}

/// `(1, 2)`
pub(super) fn write_point(
    values: impl IntoIterator<Item = Option<i64>>,
    f: &mut impl fmt::Write,
) -> fmt::Result {
    f.write_str("(")?;
    for (place, value) in values.into_iter().enumerate() {
        f.write_str(if place == 0 { "" } else { ", " })?;
        match value {
            Some(value) => write!(f, "{value}")?,
            None => f.write_str("no value")?,
        }
    }
    f.write_str(")")
}
