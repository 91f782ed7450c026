//! The map back: from the results to the variables that give them.
//!
//! The [variables are solved for](super::solve). What is found as a function is a proposal only: it is proven, by
//! simplifying or at every point, that it gives the variables back. Where it does, the image is where the proposal is
//! in the domain, and leads to the same results again. A relation is the same with symbols that are free.
use super::equality::write_point;
use super::expr::Expr;
use super::interval::{EMPTY, Interval};
use super::map::{Constraint, IndexingMap, Names, Variable};
use super::points::{MOST_POINTS, each_point, number_of, samples};
use super::solve::{Solution, Solver};
use super::transform::Points;
use crate::dynamic::{Error, Result, invalid};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use hashbrown::HashMap;

/// So many points at most are compared with each other to find two with the same results.
const MOST_COMPARED: usize = 1 << 16;

impl IndexingMap {
    /// The map from the results back to the dimensions.
    ///
    /// The dimensions of the inverse are the results of `self`; its results are the dimensions of `self`, and then
    /// the range symbols, which are determined as well. Runtime symbols stay what they are: the inverse is one for
    /// each of their values.
    ///
    /// Where several indices have the same results there is no such map, but an [inverse
    /// relation](IndexingMap::inverse_relation).
    ///
    /// Post-condition: `self.then(&inverse)` is the identity on the domain of `self`, where the runtime symbols of
    /// both have the same values, and the domain of the inverse is the image of `self`: bounds and constraints. Both
    /// are proven, by simplifying or at every point.
    ///
    /// # Errors
    /// [`Inexact`](Error::Inexact) with two points that have the same results, if there are such; or if no inverse is
    /// found, or no proof, or a part of it may not fit in 64 bits.
    ///
    /// ```
    /// use tilework::affine::IndexingMap;
    /// let inverse = |text: &str| text.parse::<IndexingMap>()?.inverse();
    /// let tiles = "(d0, d1) -> (d0 floordiv 8, d1, d0 mod 8), domain: d0 in [0, 19], d1 in [0, 4]";
    /// assert_eq!(
    ///     inverse(tiles)?.to_string(),
    ///     "(d0, d1, d2) -> (d0 * 8 + d2, d1), \
    ///      domain: d0 in [0, 2], d1 in [0, 4], d2 in [0, 7], d0 * 8 + d2 in [0, 19]"
    /// );
    /// let strided = "(d0) -> (d0 * 3 + 1), domain: d0 in [0, 9]";
    /// assert_eq!(
    ///     inverse(strided)?.to_string(),
    ///     "(d0) -> (d0 floordiv 3), domain: d0 in [1, 28], d0 mod 3 in [1, 1]"
    /// );
    /// assert_eq!(
    ///     inverse("(d0, d1) -> (d0 + d1), domain: d0 in [0, 2], d1 in [0, 2]").unwrap_err().to_string(),
    ///     "map.inverse: not injective: (0, 1) and (1, 0) both give (1)"
    /// );
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn inverse(&self) -> Result<IndexingMap> {
        let map = self.simplify(Points::Replace);
        if map.is_known_empty() {
            return Ok(map.inverse_of_nothing(map.results().iter().map(|_| EMPTY)));
        }
        map.proven_inverse().map_err(|reason| refused(map.same_result().unwrap_or(reason)))
    }

    fn proven_inverse(&self) -> core::result::Result<IndexingMap, String> {
        let solution = Solver::of(self).solve()?;
        let bounds = self.bounds();
        let inverse = self.inverse_by(&solution, self.results().iter().map(|result| result.range(&bounds)));
        if let Some(expr) = inverse.too_large() {
            return Err(format!("{} may not fit in 64 bits", inverse.expr_text(expr)));
        }
        if !self.gives_back(&solution.known) {
            return Err("no inverse is proven".into());
        }
        Ok(inverse.into_simplified(Points::Replace))
    }

    /// The map from an index that is needed to all indices that need it: the inverse of the relation that a map is.
    ///
    /// The dimensions of the new map have the `bounds`, one for each result of this one; its runtime symbols are
    /// those of this one. Other variables become range symbols, where they do not follow from the index. The result
    /// is not simplified.
    ///
    /// Post-condition: for each value of the runtime symbols, the new map leads from `i` to `d` if, and only if, `i`
    /// is in the bounds and this one leads from `d` to `i`.
    ///
    /// # Errors
    /// If there are not as many bounds as results.
    ///
    /// ```
    /// use tilework::affine::{IndexingMap, Interval, Points};
    /// let window: IndexingMap = "(d0)[s0] -> (d0 * 2 + s0), domain: d0 in [0, 3], s0 in [0, 2]".parse()?;
    /// let inverse = window.inverse_relation(&[Interval::of_size(9)])?.simplify(Points::Replace);
    /// assert_eq!(
    ///     inverse.to_string(),
    ///     "(d0)[s0] -> ((d0 - s0) floordiv 2), domain: d0 in [0, 8], s0 in [0, 2], \
    ///      (d0 + s0) mod 2 in [0, 0], d0 - s0 in [0, 7]"
    /// );
    /// let digits: IndexingMap = "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]".parse()?;
    /// let inverse = digits.inverse_relation(&[Interval::of_size(4), Interval::of_size(8)])?.simplify(Points::Replace);
    /// assert_eq!(inverse.to_string(), "(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 3], d1 in [0, 7]");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn inverse_relation(&self, bounds: &[Interval]) -> Result<Self> {
        let inverse = self.inverse_with_symbols(bounds)?;
        let results: Vec<Expr> = inverse.results()[..self.dims().len()].to_vec();
        Ok(inverse.with_results(results))
    }

    /// The [inverse relation](IndexingMap::inverse_relation), with the values of the range symbols as further results.
    pub(crate) fn inverse_with_symbols(&self, bounds: &[Interval]) -> Result<Self> {
        if bounds.len() != self.results().len() {
            return Err(invalid!(
                "map.inverse_relation",
                "{} bounds for the {} results of {self}",
                bounds.len(),
                self.results().len()
            ));
        }
        let map = self.simplify(Points::Replace);
        let bounds = bounds.iter().copied();
        if map.is_known_empty() {
            return Ok(map.inverse_of_nothing(bounds));
        }
        let inverse = map.inverse_by(&Solver::of(&map).solve_freely(), bounds.clone());
        if inverse.too_large().is_none() {
            return Ok(inverse);
        }
        // each variable by itself fits
        Ok(map.inverse_by(&map.all_free(), bounds))
    }

    /// Every variable as a free symbol.
    fn all_free(&self) -> Solution {
        let first = self.results().len() + self.runtime_symbols().len();
        Solution {
            known: (first..first + self.determined()).map(Expr::variable_at).collect(),
            free: self.bounds()[..self.determined()].to_vec(),
        }
    }

    /// A part that may not fit in 64 bits.
    fn too_large(&self) -> Option<&Expr> {
        let bounds = self.bounds();
        let exprs = self.constraints().iter().map(|constraint| &constraint.expr).chain(self.results());
        exprs.into_iter().find(|expr| expr.range_that_fits(&bounds).is_none())
    }

    fn inverse_of_nothing(&self, bounds: impl Iterator<Item = Interval>) -> IndexingMap {
        let constraint = Constraint { expr: Expr::constant(0), bounds: Interval::new(0, -1) };
        let variables = bounds.map(Variable::new).chain(self.runtime_symbols().iter().copied());
        let results = (0..self.determined()).map(|_| Expr::constant(0));
        IndexingMap::from_parts(
            variables,
            self.results().len(),
            0,
            Names::default(),
            results,
            Vec::from([constraint]),
        )
    }

    /// The map from results, in these bounds, to the variables that are found; defined where these are in the domain,
    /// and lead to the same results again.
    fn inverse_by(&self, solution: &Solution, bounds: impl Iterator<Item = Interval>) -> IndexingMap {
        let (count, results) = (self.determined(), self.results().len());
        let (runtime, free) = (self.runtime_symbols(), &solution.free);
        // free symbols are before runtime symbols
        let placed = |number: u32| match (number as usize).checked_sub(results) {
            None => Expr::variable(number),
            Some(place) if place < runtime.len() => Expr::variable_at(results + place + free.len()),
            Some(place) => Expr::variable_at(results + place - runtime.len()),
        };
        let known: Vec<Expr> = solution.known.iter().map(|known| known.substitute(&placed)).collect();
        let at_known = |number: u32| match known.get(number as usize) {
            Some(known) => known.clone(),
            None => Expr::variable_at(number as usize - count + results + free.len()),
        };
        let variables: Vec<Variable> =
            bounds.chain(free.iter().copied()).map(Variable::new).chain(runtime.iter().copied()).collect();
        let all: Vec<Interval> = variables.iter().map(|variable| variable.bounds).collect();
        let zero = Expr::constant(0);
        let again = self.results().iter().enumerate().filter_map(|(place, result)| {
            let expr = result.substitute(&at_known).sub(Expr::variable_at(place));
            let is_met = expr.simplify(&all) == zero;
            (!is_met).then_some(Constraint { expr, bounds: Interval::point(0) })
        });
        let inside = known.iter().zip(self.variables()).filter_map(|(known, variable)| {
            let is_met = variable.bounds.covers(known.range(&all));
            (!is_met).then(|| Constraint { expr: known.clone(), bounds: variable.bounds })
        });
        let held = self.constraints().iter().map(|constraint| constraint.substitute(&at_known));
        let constraints = inside.chain(held).chain(again).collect();
        IndexingMap::from_parts(
            variables,
            results,
            free.len(),
            Names::default(),
            known.iter().cloned(),
            constraints,
        )
    }

    /// Whether these, at the results of each point of the domain, are the variables.
    fn gives_back(&self, known: &[Expr]) -> bool {
        let (count, results) = (self.determined(), self.results().len());
        let at_result = |number: u32| match self.results().get(number as usize) {
            Some(result) => result.clone(),
            None => Expr::variable_at(number as usize - results + count),
        };
        let differences: Vec<Expr> = known
            .iter()
            .enumerate()
            .map(|(number, known)| known.substitute(&at_result).sub(Expr::variable_at(number)))
            .collect();
        if self.proves_zero(&differences) {
            return true;
        }
        let bounds = self.bounds();
        if number_of(&bounds).is_none_or(|points| points > MOST_POINTS) {
            return false;
        }
        let mut is_back = true;
        each_point(&bounds, &mut |point| {
            is_back = !self.contains(point)
                || differences.iter().all(|difference| difference.evaluate(point) == Some(0));
            is_back
        });
        is_back
    }

    /// Two points with the same results, printed as a reason.
    fn same_result(&self) -> Option<String> {
        let mut seen: HashMap<Vec<i64>, Vec<i64>> = HashMap::new();
        let mut found = None;
        let count = self.determined();
        let mut visit = |point: &[i64]| {
            let key: Option<Vec<i64>> = self
                .results()
                .iter()
                .map(|result| result.evaluate(point))
                .chain(point[count..].iter().map(|value| Some(*value)))
                .collect();
            if let Some(key) = key
                && self.contains(point)
            {
                match seen.get(&key) {
                    Some(other) if other != point => found = Some((other.clone(), point.to_vec(), key)),
                    Some(_) => {}
                    None => drop(seen.insert(key, point.to_vec())),
                }
            }
            found.is_none() && seen.len() < MOST_COMPARED
        };
        let bounds = self.bounds();
        if number_of(&bounds).is_some_and(|points| points <= MOST_POINTS) {
            each_point(&bounds, &mut visit);
        } else {
            // a variable that nothing depends on, and those that are nearest to the origin
            samples(&bounds, &mut visit);
        }
        let (first, second, results) = found?;
        let text = |values: &[i64]| {
            let mut text = String::new();
            // writing to a string does not fail
            let _ = write_point(values.iter().copied().map(Some), &mut text);
            text
        };
        let results = text(&results[..self.results().len()]);
        Some(format!("not injective: {} and {} both give {results}", text(&first), text(&second)))
    }
}

fn refused(reason: String) -> Error {
    Error::inexact("map.inverse", reason)
}
