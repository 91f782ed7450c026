//! What constraints tell of sums.
use super::expr::{Expr, remainder_of};
use super::interval::Interval;
use super::map::Constraint;
use super::preimage::shifted;
use super::sum::{Linear, Term};
use super::variables::Variables;
use alloc::vec::Vec;
use core::mem;

/// That a sum has one of these values, or only differs from one of them by a multiple of a number.
#[derive(Debug, Clone)]
pub(super) struct Fact {
    /// Without a constant.
    pub(super) sum: Linear,
    pub(super) modulus: Option<i64>,
    pub(super) values: Interval,
}

/// Constraints of more operations, and more of them, are not asked what they tell.
const MOST_PARTS: u32 = 64;
pub(super) const MOST_CONSTRAINTS: usize = 16;

impl Fact {
    /// What constraints may tell of an expression; nothing of numbers that do not fit.
    pub(super) fn of_expr<'c>(
        expr: &Expr,
        constraints: impl Iterator<Item = &'c Constraint> + Clone,
    ) -> Vec<Fact> {
        if constraints.clone().next().is_none() {
            return Vec::new();
        }
        // of these variables alone may sums be in it
        let mut variables = expr.variables();
        let is_new = |variables: Variables, constraint: &Constraint| {
            let own = constraint.expr.variables();
            variables.meets(own) && !variables.covers(own) && has_one_value(constraint)
        };
        while let Some(more) = constraints.clone().find(|constraint| is_new(variables, constraint)) {
            variables = variables.union(more.expr.variables());
        }
        Fact::all(constraints.filter(|constraint| variables.covers(constraint.expr.variables())))
    }

    fn all<'c>(constraints: impl Iterator<Item = &'c Constraint>) -> Vec<Fact> {
        let mut facts = Vec::new();
        let small = constraints.filter(|constraint| constraint.expr.size() <= MOST_PARTS);
        for constraint in small.take(MOST_CONSTRAINTS) {
            let Some(sum) = Linear::of(&constraint.expr) else { continue };
            if let Some(term) = sum.as_term().filter(|term| term.coefficient == 1)
                && let Some((dividend, modulus)) = remainder_of(&term.atom)
                && let Some(dividend) = Linear::of(dividend)
            {
                let values = constraint.bounds.intersect(Interval::of_size(modulus));
                facts.extend(Fact::of(dividend, Some(modulus), values));
            }
            facts.extend(Fact::of(sum, None, constraint.bounds));
        }
        facts
    }

    fn of(mut sum: Linear, modulus: Option<i64>, values: Interval) -> Option<Fact> {
        let (values, fits) = shifted(values, mem::take(&mut sum.constant));
        (fits && !sum.terms.is_empty() && !values.is_empty()).then_some(Fact { sum, modulus, values })
    }

    /// Whether what it tells may stand in place of its terms: other sums would be replaced by each other again and
    /// again.
    pub(super) fn is_plain(&self) -> bool {
        let is_variable = |term: &Term| matches!(term.atom, Expr::Variable(_));
        self.sum.terms.len() == 1 || self.sum.terms.iter().all(is_variable)
    }

    /// How often the fact's sum goes into another one by each of its terms.
    pub(super) fn factors(&self, sum: &Linear) -> impl Iterator<Item = i64> {
        self.sum.terms.iter().filter_map(|Term { atom, coefficient }| {
            let there = sum.coefficient(atom);
            (there != 0 && there % coefficient == 0).then(|| there / coefficient)
        })
    }

    /// How often all of it is taken from a sum in which all its terms stand, so that one of them is gone.
    pub(super) fn factor_in(&self, sum: &Linear) -> Option<i64> {
        let is_there = |term: &Term| sum.coefficient(&term.atom) != 0;
        let may_be_in = self.sum.terms.len() <= sum.terms.len() && self.sum.terms.iter().all(is_there);
        if may_be_in { self.factors(sum).next() } else { None }
    }

    /// The number of times that all of it stands in a sum, and what is left there.
    pub(super) fn taken_from(&self, sum: &Linear) -> Option<(i64, Linear)> {
        let factor = self.factor_in(sum)?;
        let mut rest = sum.clone();
        rest.add_multiple(&self.sum, factor.checked_neg()?)?;
        Some((factor, rest))
    }
}

/// Whether a constraint may have one sum stand in place of another.
fn has_one_value(constraint: &Constraint) -> bool {
    constraint.bounds.as_point().is_some() || remainder_of(&constraint.expr).is_some()
}
