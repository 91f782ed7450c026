//! The map the other way: from an index that is needed to the indices that need it.
//!
//! The results are equations between the variables and the new dimensions. Quotients and remainders are variables of their own:
//! `x floordiv c` is `q` and `x mod c` is `r` where `x = c*q + r` and `r in [0, c-1]`. The equations are solved one by one, for
//! the dimensions if possible; what cannot be solved for is a range symbol, and what is left of the equations a constraint.
use super::expr::{Expr, quotient_of, remainder_of};
use super::interval::Interval;
use super::map::{Constraint, IndexingMap};
use super::simplify::Simplifier;
use super::sum::{Sum, Term};
use super::work::Work;
use crate::dynamic::{Error, Result};
use alloc::format;
use alloc::vec::Vec;
use core::mem;

impl IndexingMap {
    /// The map from an index that is needed to all indices that need it: the inverse of the relation that a map is.
    ///
    /// The dimensions of the new map have the `bounds`, one for each result of this one; its runtime symbols are those of this
    /// one. Other variables become range symbols, where they do not follow from the index. The result is not simplified.
    ///
    /// Post-condition: for each value of the runtime symbols, the new map leads from `i` to `d` if, and only if, `i` is in the
    /// bounds and this one leads from `d` to `i`.
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
            return Err(Error::invalid(
                "map.inverse_relation",
                format!("{} bounds for the {} results of {self}", bounds.len(), self.results().len()),
            ));
        }
        let mut solver = Solver::new(self, bounds);
        for (result, index) in self.results().iter().zip(solver.dims()) {
            solver.equate(result, Expr::Variable(index as u32));
        }
        solver.solve();
        Ok(solver.into_map())
    }
}

/// `unknown = known`: the unknown side is a sum of multiples of unknown variables, and of atoms with such variables.
struct Equation {
    unknown: Sum,
    known: Expr,
}

/// A quotient and a remainder of the same division.
struct Division {
    dividend: Expr,
    divisor: i64,
    quotient: u32,
    remainder: u32,
}

/// The variables are those of the map, then the new dimensions, then quotients and remainders.
struct Solver {
    bounds: Vec<Interval>,
    /// How many dimensions, range symbols and runtime symbols the map has.
    counts: [usize; 3],
    /// How many results.
    results: usize,
    equations: Vec<Equation>,
    divisions: Vec<Division>,
    /// The variables that are solved for, in order, with values in which those behind them may stand.
    solved: Vec<(u32, Expr)>,
    constraints: Vec<Constraint>,
}

impl Solver {
    fn new(map: &IndexingMap, bounds: &[Interval]) -> Self {
        let counts = [map.dims().len(), map.range_symbols().len(), map.runtime_symbols().len()];
        Solver {
            bounds: map.bounds().into_iter().chain(bounds.iter().copied()).collect(),
            counts,
            results: bounds.len(),
            equations: Vec::new(),
            divisions: Vec::new(),
            solved: Vec::new(),
            constraints: map.constraints().to_vec(),
        }
    }

    /// The numbers of the new dimensions.
    fn dims(&self) -> core::ops::Range<usize> {
        let first = self.counts.iter().sum();
        first..first + self.results
    }

    /// Whether a variable is neither a new dimension nor a runtime symbol.
    fn is_unknown(&self, variable: u32) -> bool {
        let number = variable as usize;
        number < self.counts[0] + self.counts[1] || number >= self.dims().end
    }

    fn has_unknown(&self, expr: &Expr) -> bool {
        let mut found = false;
        expr.each_variable(&mut |variable| found |= self.is_unknown(variable));
        found
    }

    /// Adds the equation of two expressions, as a constraint if it is no sum.
    fn equate(&mut self, expr: &Expr, known: Expr) {
        match self.linear(expr) {
            Some(unknown) => self.equations.push(Equation { unknown, known }),
            None => self.constrain(expr.clone().sub(known), Interval::point(0)),
        }
    }

    fn constrain(&mut self, expr: Expr, bounds: Interval) {
        self.constraints.push(Constraint { expr, bounds });
    }

    /// An expression as a sum in which quotients and remainders are variables.
    fn linear(&mut self, expr: &Expr) -> Option<Sum> {
        let simple = expr.simplify(&self.bounds);
        let sum = Sum::of(&simple)?;
        let mut linear = Sum::constant(sum.constant);
        for Term { atom, coefficient } in &sum.terms {
            let variable = if let Some((dividend, divisor)) = quotient_of(atom) {
                Expr::Variable(self.division(dividend, divisor)?.0)
            } else if let Some((dividend, divisor)) = remainder_of(atom) {
                Expr::Variable(self.division(dividend, divisor)?.1)
            } else {
                atom.clone()
            };
            linear.add_term(&variable, *coefficient)?;
        }
        Some(linear)
    }

    /// The variables for the quotient and the remainder.
    fn division(&mut self, dividend: &Expr, divisor: i64) -> Option<(u32, u32)> {
        let is_same = |known: &&Division| known.divisor == divisor && known.dividend == *dividend;
        if let Some(known) = self.divisions.iter().find(is_same) {
            return Some((known.quotient, known.remainder));
        }
        // (x floordiv a) floordiv c is x floordiv (a*c)
        let shared =
            quotient_of(dividend).and_then(|(inner, first)| Some((inner, first.checked_mul(divisor)?)));
        let quotient = match shared {
            Some((inner, product)) => self.division(inner, product)?.0,
            None => self.variable(dividend.range(&self.bounds).floor_div(divisor)),
        };
        let remainder = self.variable(Interval::of_size(divisor));
        let dividend = dividend.clone();
        self.divisions.push(Division { dividend: dividend.clone(), divisor, quotient, remainder });
        let mut sum = self.linear(&dividend)?;
        sum.add_term(&Expr::Variable(quotient), divisor.checked_neg()?)?;
        sum.add_term(&Expr::Variable(remainder), -1)?;
        self.equations.push(Equation { unknown: sum, known: Expr::Constant(0) });
        Some((quotient, remainder))
    }

    fn variable(&mut self, bounds: Interval) -> u32 {
        self.bounds.push(bounds);
        (self.bounds.len() - 1) as u32
    }

    /// Solves one equation after another, as long as one can be solved.
    fn solve(&mut self) {
        loop {
            self.settle();
            let Some((equation, variable)) = self.choice() else { break };
            match variable {
                Some(variable) => self.assign(equation, variable),
                None => self.split(equation),
            }
        }
        for equation in mem::take(&mut self.equations) {
            self.constrain(equation.unknown.to_expr().sub(equation.known), Interval::point(0));
        }
    }

    /// Puts the values of what is solved into the equations, and what is known on its side.
    fn settle(&mut self) {
        let mut settled = Vec::with_capacity(self.equations.len());
        for equation in mem::take(&mut self.equations) {
            let unknown = equation.unknown.to_expr().substitute(&|variable| self.value(variable));
            let unknown = unknown.simplify(&self.bounds);
            let Some(sum) = Sum::of(&unknown) else {
                self.constrain(unknown.sub(equation.known), Interval::point(0));
                continue;
            };
            let (mut unknown, mut known) =
                (Sum::constant(0), equation.known.sub(Expr::Constant(sum.constant)));
            for term in sum.terms {
                if self.has_unknown(&term.atom) {
                    unknown.terms.push(term);
                } else {
                    known = known.sub(term.atom.mul(Expr::Constant(term.coefficient)));
                }
            }
            match unknown.terms.is_empty() {
                true => self.constrain(known, Interval::point(0)),
                false => settled.push(Equation { unknown, known }),
            }
        }
        self.equations = settled;
    }

    fn value(&self, variable: u32) -> Expr {
        let solved = self.solved.iter().find(|(solved, _)| *solved == variable);
        solved.map_or(Expr::Variable(variable), |(_, value)| value.clone())
    }

    /// The equation to solve next, and the variable to solve it for; no variable, if it is to be split.
    ///
    /// First what follows from the index alone. Dimensions go before symbols: they are what is asked for.
    fn choice(&self) -> Option<(usize, Option<u32>)> {
        let mut best: Option<(usize, (usize, Option<u32>))> = None;
        for (place, equation) in self.equations.iter().enumerate() {
            let mut offer = |cost: usize, variable: Option<u32>| {
                if best.is_none_or(|(known, _)| cost < known) {
                    best = Some((cost, (place, variable)));
                }
            };
            if self.digits(equation).is_some() {
                offer(1, None);
            }
            for term in &equation.unknown.terms {
                let Expr::Variable(variable) = term.atom else { continue };
                let others = |other: &Term| other.atom != term.atom && other.atom.uses(variable);
                if !self.is_unknown(variable) || equation.unknown.terms.iter().any(others) {
                    continue;
                }
                let is_dim = (variable as usize) < self.counts[0];
                let cost = match (equation.unknown.terms.len(), is_dim, term.coefficient.abs()) {
                    (1, ..) => 0,
                    (_, true, 1) => 2,
                    (_, true, _) => 3,
                    (_, false, 1) => 4,
                    _ => 5,
                };
                offer(cost, Some(variable));
            }
        }
        best.map(|(_, choice)| choice)
    }

    /// The two halves of `g*a + b`, with `g` and the least `b`, where `b` has no more than `g` values.
    fn digits(&self, equation: &Equation) -> Option<(Sum, Sum, i64, i64)> {
        let work = Work::default();
        let simplifier = Simplifier::new(&self.bounds, &work);
        equation.unknown.terms.iter().map(|term| term.coefficient.saturating_abs()).find_map(|scale| {
            let (larger, smaller) = equation.unknown.split(scale);
            let range = simplifier.range(&smaller);
            let fits =
                range.is_bounded() && i128::from(range.upper) - i128::from(range.lower) < i128::from(scale);
            (scale > 1 && !larger.terms.is_empty() && !smaller.terms.is_empty() && fits).then_some((
                larger,
                smaller,
                scale,
                range.lower,
            ))
        })
    }

    /// `g*a + b = x` is `a = x floordiv g` and `b = x mod g`, counted from the least `b`.
    fn split(&mut self, place: usize) {
        let equation = self.equations.swap_remove(place);
        let Some((larger, smaller, scale, least)) = self.digits(&equation) else { return };
        let rest = equation.known.sub(Expr::Constant(least));
        let scale = Expr::Constant(scale);
        self.equations.push(Equation { unknown: larger, known: rest.clone().floor_div(scale.clone()) });
        let known = rest.modulo(scale).add(Expr::Constant(least));
        self.equations.push(Equation { unknown: smaller, known });
    }

    /// Solves an equation for a variable that stands in one of its terms.
    fn assign(&mut self, place: usize, variable: u32) {
        let Equation { mut unknown, known } = self.equations.swap_remove(place);
        let coefficient = unknown.coefficient(&Expr::Variable(variable));
        unknown.terms.retain(|term| term.atom != Expr::Variable(variable));
        let mut value = known.sub(unknown.to_expr());
        if coefficient < 0 {
            value = value.neg();
        }
        let divisor = coefficient.saturating_abs();
        if divisor > 1 {
            self.constrain(value.clone().modulo(Expr::Constant(divisor)), Interval::point(0));
            value = value.floor_div(Expr::Constant(divisor));
        }
        self.constrain(value.clone(), self.bounds[variable as usize]);
        self.solved.push((variable, value));
    }

    /// The map of what is solved: what is not is a range symbol.
    fn into_map(self) -> IndexingMap {
        let is_solved = |variable: u32| self.solved.iter().any(|(solved, _)| *solved == variable);
        let dims = self.dims();
        let runtime = self.counts[0] + self.counts[1]..dims.start;
        let range: Vec<u32> = (0..self.bounds.len() as u32)
            .filter(|variable| self.is_unknown(*variable) && !is_solved(*variable))
            .collect();
        let mut places: Vec<Expr> = (0..self.bounds.len()).map(|_| Expr::Constant(0)).collect();
        let order =
            dims.clone().chain(range.iter().map(|variable| *variable as usize)).chain(runtime.clone());
        for (place, variable) in order.enumerate() {
            places[variable] = Expr::Variable(place as u32);
        }
        for (variable, value) in self.solved.iter().rev() {
            places[*variable as usize] = value.substitute(&|variable| places[variable as usize].clone());
        }
        let at = |variable: u32| places[variable as usize].clone();
        let range: Vec<Interval> = range.iter().map(|variable| self.bounds[*variable as usize]).collect();
        let results: Vec<Expr> = (0..(self.counts[0] + self.counts[1]) as u32).map(at).collect();
        let constraints = self.constraints.iter().map(|constraint| constraint.substitute(&at)).collect();
        IndexingMap::over(&self.bounds[dims], &range, &self.bounds[runtime], results, constraints)
    }
}
