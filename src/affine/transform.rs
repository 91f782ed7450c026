//! Other forms of the same map: simplified, composed, with fewer or other variables.
use super::domain::Domain;
use super::expr::Expr;
use super::interval::Interval;
use super::known::Fact;
use super::map::{Constraint, IndexingMap, Names, Variable};
use super::operation::ExprOp;
use super::simplify::Simplifier;
use super::work::Work;
use crate::dynamic::{Result, invalid};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// What becomes of variables with one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Points {
    /// They are replaced by it.
    #[default]
    Replace,
    /// They stay in the expressions, as in maps of reshapes and bitcasts.
    Preserve,
}

impl IndexingMap {
    /// The same map, shorter: the same variables, domain and results.
    ///
    /// Post-condition: `self` and the result have the same points, and at each the same results. A map with no points
    /// has the result 0 everywhere, and is [known to be empty](IndexingMap::is_known_empty). Source: XLA,
    /// `IndexingMap::Simplify`, which loses points of residues below zero.
    ///
    /// ```
    /// use tilework::affine::{IndexingMap, Points};
    /// let map: IndexingMap =
    ///     "(d0, d1) -> (d0 + d1 floordiv 16, d1 mod 16), domain: d0 in [0, 6], d1 in [0, 14]".parse()?;
    /// let simplified = map.simplify(Points::Replace);
    /// assert_eq!(simplified.to_string(), "(d0, d1) -> (d0, d1), domain: d0 in [0, 6], d1 in [0, 14]");
    /// let residue: IndexingMap = "(d0) -> (d0), domain: d0 in [-5, 122], d0 mod 8 in [3, 3]".parse()?;
    /// assert!(residue.simplify(Points::Replace).to_string().contains("d0 in [-5, 115]"));
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn simplify(&self, points: Points) -> Self {
        self.clone().into_simplified(points)
    }

    /// The same as [`simplify`](IndexingMap::simplify), of a map that is not needed any more.
    pub fn into_simplified(mut self, points: Points) -> Self {
        let replaces_points = points == Points::Replace;
        if self.constraints().is_empty() {
            if self.is_known_empty() {
                return self.empty();
            }
            if self.results().iter().all(|result| is_short(result, &self, replaces_points)) {
                return self;
            }
            let bounds = self.bounds();
            let work = Work::default();
            let simplifier = Simplifier { replaces_points, ..Simplifier::new(&bounds, &work) };
            self.change_results(simplifier, &[]);
            return self;
        }
        let Ok(mut domain) = Domain::new(self.bounds(), self.constraints(), self.dims().len()) else {
            return self.empty();
        };
        domain.work.forget();
        let simplifier = Simplifier { replaces_points, ..Simplifier::new(&domain.bounds, &domain.work) };
        self.change_results(simplifier, &domain.constraints);
        self.set_bounds(domain.bounds);
        self.with_constraints(domain.constraints)
    }

    fn change_results(&mut self, simplifier: Simplifier<'_>, constraints: &[Constraint]) {
        for result in self.results_mut() {
            if let Expr::Binary(_) | Expr::Variable(_) = result {
                let known = Fact::of_expr(result, constraints.iter());
                *result = Simplifier { known: &known, ..simplifier }.simplify_checked(result);
            }
        }
    }

    /// The map of no points, with these variables.
    fn empty(&self) -> Self {
        let nothing = Interval::new(0, -1);
        let results = self.results().iter().map(|_| Expr::Constant(0));
        let constraints = Vec::from([Constraint { expr: Expr::Constant(0), bounds: nothing }]);
        self.clone().with_results(results).with_constraints(constraints)
    }

    /// The map that first does `self`, then `second`: its results at the results of `self`.
    ///
    /// The dimensions are those of `self`. The range symbols are those of `second`, then those of `self`; so are the
    /// runtime symbols. The domain is where both are defined: the results of `self` are in the bounds of the
    /// dimensions of `second`. The result is not simplified. Source: XLA, `ComposeIndexingMaps`.
    ///
    /// # Errors
    /// If `self` has not as many results as `second` has dimensions.
    ///
    /// ```
    /// use tilework::affine::IndexingMap;
    /// let transpose: IndexingMap = "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 8]".parse()?;
    /// let window: IndexingMap =
    ///     "(d0, d1)[s0] -> (d0 + s0, d1), domain: d0 in [0, 6], d1 in [0, 3], s0 in [0, 2]".parse()?;
    /// assert_eq!(
    ///     transpose.then(&window)?.to_string(),
    ///     "(d0, d1)[s0] -> (d1 + s0, d0), domain: d0 in [0, 3], d1 in [0, 8], s0 in [0, 2], d1 in [0, 6]"
    /// );
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn then(&self, second: &IndexingMap) -> Result<Self> {
        if self.results().len() != second.dims().len() {
            return Err(invalid!(
                "map.compose",
                "{} results cannot be the {} dimensions of the second map",
                self.results().len(),
                second.dims().len()
            ));
        }
        let (dims, range) = (self.dims().len(), [second.range_symbols().len(), self.range_symbols().len()]);
        let runtime = [second.runtime_symbols().len(), self.runtime_symbols().len()];
        // where the variables of each map are in the new one
        let range_at = |which: usize| dims + if which == 0 { 0 } else { range[0] };
        let runtime_at = |which: usize| dims + range[0] + range[1] + if which == 0 { 0 } else { runtime[0] };
        let moved = |number: usize| match number {
            _ if number < dims => number,
            _ if number < dims + range[1] => number - dims + range_at(1),
            _ => number - dims - range[1] + runtime_at(1),
        };
        // numbers change where symbols come in between
        let is_moved = (0..self.variables().len()).any(|number| moved(number) != number);
        let first_at = |number: u32| Expr::variable_at(moved(number as usize));
        let results: SmallVec<[Expr; 4]> = if is_moved {
            self.results().iter().map(|result| result.substitute(&first_at)).collect()
        } else {
            self.results().iter().cloned().collect()
        };
        let inner = second.dims().len();
        let second_at = |number: u32| {
            let number = number as usize;
            Expr::variable_at(match number {
                _ if number < inner => return results[number].clone(),
                _ if number < inner + range[0] => number - inner + range_at(0),
                _ => number - inner - range[0] + runtime_at(0),
            })
        };
        let mut constraints: Vec<Constraint> =
            second.constraints().iter().map(|constraint| constraint.substitute(&second_at)).collect();
        if is_moved {
            constraints.extend(self.constraints().iter().map(|constraint| constraint.substitute(&first_at)));
        } else {
            constraints.extend_from_slice(self.constraints());
        }
        for (result, variable) in results.iter().zip(second.dims()) {
            let is_met = match result {
                Expr::Constant(value) => variable.bounds.contains(*value),
                Expr::Variable(number) if (*number as usize) < dims => {
                    variable.bounds.covers(self.dims()[*number as usize].bounds)
                }
                _ => false,
            };
            if !is_met {
                constraints.push(Constraint { expr: result.clone(), bounds: variable.bounds });
            }
        }
        // the numbers of the variables in their maps
        let symbols = [inner + range[0], dims + range[1]];
        let from = (0..dims)
            .map(|number| (self, number))
            .chain((inner..symbols[0]).map(|number| (second, number)))
            .chain((dims..symbols[1]).map(|number| (self, number)))
            .chain((symbols[0]..symbols[0] + runtime[0]).map(|number| (second, number)))
            .chain((symbols[1]..symbols[1] + runtime[1]).map(|number| (self, number)));
        let names = Names::picked(from.clone().map(|(map, number)| (map.names(), number)));
        let variables = from.map(|(map, number)| map.variables()[number]);
        let composed = second.results().iter().map(|result| result.substitute(&second_at));
        Ok(IndexingMap::from_parts(variables, dims, range[0] + range[1], names, composed, constraints))
    }

    /// The map without the range and runtime symbols that no result needs, and without the constraints on nothing else.
    ///
    /// A symbol is needed if it stands in a result, or in a constraint together with a variable that is needed or a
    /// dimension. The image of each index stays the same, if the domain has a point: that constraints on nothing else
    /// can be met is taken for granted, and [`simplify`](IndexingMap::simplify) tells where they cannot. Source: XLA,
    /// `IndexingMap::RemoveUnusedSymbols`.
    pub fn remove_unused_symbols(&self) -> Self {
        self.remove_unused(self.dims().len())
    }

    /// The map without all variables that no result needs: see
    /// [`remove_unused_symbols`](IndexingMap::remove_unused_symbols). The image of the whole map stays the same, if
    /// the domain has a point. Source: XLA, `IndexingMap::RemoveUnusedVars`.
    pub fn remove_unused_variables(&self) -> Self {
        self.remove_unused(0)
    }

    /// Which variables are needed; of those before number `from` all are.
    pub(crate) fn used_from(&self, from: usize) -> (Vec<bool>, Vec<bool>) {
        let mut used: Vec<bool> = (0..self.variables().len()).map(|number| number < from).collect();
        let mark = |expr: &Expr, used: &mut Vec<bool>| {
            expr.each_variable(&mut |number| used[number as usize] = true);
        };
        self.results().iter().for_each(|result| mark(result, &mut used));
        // a constraint with a variable that is used uses all its variables
        let mut kept: Vec<bool> = self.constraints().iter().map(|_| false).collect();
        loop {
            let mut grown = false;
            for (constraint, kept) in self.constraints().iter().zip(&mut kept) {
                if !*kept && constraint.expr.uses_any(|number| used[number as usize]) {
                    *kept = true;
                    grown = true;
                    mark(&constraint.expr, &mut used);
                }
            }
            if !grown {
                return (used, kept);
            }
        }
    }

    /// Takes out the variables from number `from` on that no result needs.
    fn remove_unused(&self, from: usize) -> Self {
        if self.is_known_empty() || from == self.variables().len() && self.constraints().is_empty() {
            return self.clone();
        }
        let (used, kept) = self.used_from(from);
        if used.iter().all(|used| *used) && kept.iter().all(|kept| *kept) {
            return self.clone();
        }
        let mut renumbered: Vec<u32> = Vec::with_capacity(used.len());
        let mut count = 0;
        for used in &used {
            renumbered.push(count);
            count += u32::from(*used);
        }
        let at = |number: u32| Expr::Variable(renumbered[number as usize]);
        let is_used = |range: core::ops::Range<usize>| used[range].iter().filter(|used| **used).count();
        let (dims, range) = (self.dims().len(), self.range_symbols().len());
        let left = (0..used.len()).filter(|number| used[*number]);
        let names = Names::picked(left.clone().map(|number| (self.names(), number)));
        let variables = left.map(|number| self.variables()[number]);
        let constraints = self
            .constraints()
            .iter()
            .zip(&kept)
            .filter(|(_, kept)| **kept)
            .map(|(constraint, _)| constraint.substitute(&at));
        IndexingMap::from_parts(
            variables,
            is_used(0..dims),
            is_used(dims..dims + range),
            names,
            self.results().iter().map(|result| result.substitute(&at)),
            constraints.collect(),
        )
    }

    /// The map with all symbols as further dimensions. Source: XLA, `IndexingMap::ConvertSymbolsToDimensions`.
    pub fn symbols_to_dimensions(&self) -> Self {
        IndexingMap::from_parts(
            self.bounds().into_iter().map(Variable::new),
            self.variables().len(),
            0,
            Names::default(),
            self.results().iter().cloned(),
            self.constraints().to_vec(),
        )
    }

    /// The map with symbols that step by one: a range symbol `s` with `s mod c in [r, r]` becomes `s*c + r`.
    ///
    /// The image of each index stays the same; so do runtime symbols. Source: XLA, `IndexingMap::RescaleSymbols`.
    ///
    /// ```
    /// use tilework::affine::IndexingMap;
    /// let map: IndexingMap = "(d0)[s0] -> (s0), domain: d0 in [0, 3], s0 in [0, 41], s0 mod 6 in [4, 4]".parse()?;
    /// assert_eq!(map.rescale_symbols().to_string(), "(d0)[s0] -> (s0 * 6 + 4), domain: d0 in [0, 3], s0 in [0, 6]");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn rescale_symbols(&self) -> Self {
        self.rescale_from(self.dims().len())
    }

    /// The same for all variables from number `from` on: where these are dimensions, the map is not the same function
    /// any more.
    pub(super) fn rescale_from(&self, from: usize) -> Self {
        let mut map = self.clone();
        loop {
            let Ok(domain) = Domain::untrimmed(map.bounds(), map.constraints(), map.dims().len()) else {
                return self.empty();
            };
            let joined = map.with(&domain.bounds, map.results().iter().cloned(), domain.constraints);
            match joined.rescale_one(from) {
                Some(rescaled) => map = rescaled,
                None => return joined.simplify(Points::Replace),
            }
        }
    }

    fn rescale_one(&self, from: usize) -> Option<Self> {
        let symbols = from..self.variables().len();
        let (place, symbol, modulus, residue) =
            self.constraints().iter().enumerate().find_map(|(place, constraint)| {
                let Expr::Binary(node) = &constraint.expr else { return None };
                match (node.operation, &node.lhs, &node.rhs) {
                    (ExprOp::Mod, Expr::Variable(symbol), Expr::Constant(modulus @ 2..))
                        if symbols.contains(&(*symbol as usize)) =>
                    {
                        Some((place, *symbol, *modulus, constraint.bounds.as_point()?))
                    }
                    _ => None,
                }
            })?;
        let scaled = Expr::Variable(symbol).mul(Expr::Constant(modulus)).add(Expr::Constant(residue));
        let at = |number: u32| if number == symbol { scaled.clone() } else { Expr::Variable(number) };
        let mut bounds = self.bounds();
        let old = bounds[symbol as usize].add(Interval::point(residue).neg());
        bounds[symbol as usize] =
            Interval { lower: old.ceil_div(modulus).lower, upper: old.floor_div(modulus).upper };
        let constraints = self.constraints().iter().enumerate().filter(|(other, _)| *other != place);
        let constraints = constraints.map(|(_, constraint)| constraint.substitute(&at)).collect();
        let results = self.results().iter().map(|result| result.substitute(&at));
        Some(self.with(&bounds, results, constraints))
    }

    /// The map of these variables with other bounds, results and constraints.
    fn with(
        &self,
        bounds: &[Interval],
        results: impl Iterator<Item = Expr>,
        constraints: Vec<Constraint>,
    ) -> Self {
        let mut map = self.clone().with_results(results).with_constraints(constraints);
        map.set_bounds(bounds.iter().copied());
        map
    }
}

/// Whether simplifying cannot make it shorter: a variable or a number.
fn is_short(result: &Expr, map: &IndexingMap, replaces_points: bool) -> bool {
    match result {
        Expr::Constant(_) => true,
        Expr::Variable(number) => {
            !replaces_points || map.variables()[*number as usize].bounds.as_point().is_none()
        }
        Expr::Binary(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_variables_are_short() {
        let map: IndexingMap = "(d0, d1) -> (d0), domain: d0 in [0, 3], d1 in [2, 2]".parse().unwrap();
        let (many, one) = (Expr::variable(0), Expr::variable(1));
        for replaces_points in [false, true] {
            assert!(is_short(&Expr::constant(5), &map, replaces_points));
            assert!(is_short(&many, &map, replaces_points));
            assert_eq!(is_short(&one, &map, replaces_points), !replaces_points);
            assert!(!is_short(&many.clone().add(one.clone()), &map, replaces_points));
        }
    }
}
