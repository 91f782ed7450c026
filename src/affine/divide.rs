//! Quotients and remainders of sums, as short as the rules of [`simplify`](super::simplify) make them.
use super::expr::{Expr, quotient_of, remainder_of};
use super::interval::Interval;
use super::number::gcd;
use super::operation::ExprOp;
use super::simplify::Simplifier;
use super::sum::{Linear, Term};
use smallvec::SmallVec;

/// Sums of more terms are not tried with what is in their quotients.
const MOST_TERMS: usize = 8;
/// Nor with quotients of more operations.
const MOST_PARTS: u32 = 16;

impl Simplifier<'_> {
    /// The number that all values have as quotient, if it is one.
    fn quotient(&self, sum: &Linear, divisor: i64) -> Option<i64> {
        let range = self.range(sum);
        let quotient = range.lower.div_euclid(divisor);
        (range.is_bounded() && !range.is_empty() && quotient == range.upper.div_euclid(divisor))
            .then_some(quotient)
    }

    pub(super) fn ceil_div(&self, mut sum: Linear, divisor: i64) -> Option<Linear> {
        if divisor.is_negative() {
            // ceil(x / -c) = -floor(x / c)
            return self.floor_div(sum, divisor.checked_neg()?)?.times(-1);
        }
        sum.constant = sum.constant.checked_add(divisor - 1)?;
        self.floor_div(sum, divisor)
    }

    pub(super) fn floor_div(&self, sum: Linear, divisor: i64) -> Option<Linear> {
        if divisor.is_negative() {
            return self.floor_div(sum.times(-1)?, divisor.checked_neg()?);
        }
        let (mut whole, rest) = self.settled(sum, Some(divisor), false).split(divisor);
        if let Some(quotient) = self.quotient(&rest, divisor) {
            whole.constant = whole.constant.checked_add(quotient)?;
            return Some(whole);
        }
        let shorter = self.work.guarded(rest.terms.len(), || self.shorter_quotient(&rest, divisor));
        let quotient = match shorter {
            Some(quotient) => quotient,
            None => Linear::atom(Expr::binary(ExprOp::FloorDiv, rest.to_expr(), Expr::Constant(divisor))),
        };
        self.joined(whole.plus(&quotient)?)
    }

    fn shorter_quotient(&self, rest: &Linear, divisor: i64) -> Option<Linear> {
        match self.scale(rest, divisor) {
            Some(scale) => self.floor_div(rest.split(scale).0, divisor / scale),
            None => self
                .nested_quotient(rest, divisor)
                .or_else(|| self.telescoped_quotient(rest, divisor))
                .or_else(|| self.floor_div(self.without_low_digits(rest, divisor)?.0, divisor)),
        }
    }

    /// The quotient of a sum with multiples of quotients, where what these leave out does not matter.
    fn telescoped_quotient(&self, sum: &Linear, divisor: i64) -> Option<Linear> {
        // of others it would take long to see whether it is shorter
        let is_small =
            sum.terms.len() <= MOST_TERMS && sum.terms.iter().all(|term| term.atom.size() <= MOST_PARTS);
        if !is_small || !sum.terms.iter().any(|term| quotient_of(&term.atom).is_some()) {
            return None;
        }
        let (mut whole, mut left_out) = (sum.clone(), Interval::point(0));
        for term in &sum.terms {
            let Some((dividend, own)) = quotient_of(&term.atom) else { continue };
            if term.coefficient % own != 0 {
                continue;
            }
            let times = term.coefficient / own;
            whole.add_term(&term.atom, term.coefficient.checked_neg()?)?;
            whole.add_multiple(&Linear::of(dividend)?, times)?;
            left_out = left_out.add(Interval::of_size(own).mul(Interval::point(times.checked_neg()?)));
        }
        if left_out == Interval::point(0) {
            return None;
        }
        let (mut quotient, rest) = whole.split(divisor);
        let range = self.range(&rest).add(left_out);
        let settled = range.lower.div_euclid(divisor);
        if !range.is_bounded() || range.is_empty() || settled != range.upper.div_euclid(divisor) {
            return None;
        }
        quotient.constant = quotient.constant.checked_add(settled)?;
        Some(quotient)
    }

    /// The greatest divisor `g > 1` of `divisor` for which the terms that are no multiples of it add up to `0..g`.
    fn scale(&self, sum: &Linear, divisor: i64) -> Option<i64> {
        let mut scales: SmallVec<[i64; 4]> = SmallVec::new();
        for term in &sum.terms {
            let scale = gcd(term.coefficient, divisor);
            if scale > 1 && !scales.contains(&scale) {
                scales.push(scale);
            }
        }
        scales.sort_unstable_by(|lhs, rhs| rhs.cmp(lhs));
        scales.into_iter().find(|&scale| Interval::of_size(scale).covers(self.range_of_rest(sum, scale)))
    }

    /// The quotient of a sum with one quotient in it, or of a remainder, as one quotient.
    fn nested_quotient(&self, sum: &Linear, divisor: i64) -> Option<Linear> {
        if let Some(term) = only_quotient(sum, 1) {
            let (inner, inner_divisor) = quotient_of(&term.atom)?;
            let mut others = sum.clone();
            others.add_term(&term.atom, -1)?;
            let dividend = self.joined(others.times(inner_divisor)?.plus(&Linear::of(inner)?)?)?;
            return self.floor_div(dividend, inner_divisor.checked_mul(divisor)?);
        }
        // with other terms it would not be shorter
        if sum.terms.len() == 1 && only_quotient(sum, -1).is_some() {
            let mut negated = sum.clone().times(-1)?;
            negated.constant = negated.constant.checked_add(divisor - 1)?;
            return self.floor_div(negated, divisor)?.times(-1);
        }
        let (inner, modulus) = remainder_of(&sum.as_term().filter(|term| term.coefficient == 1)?.atom)?;
        if modulus % divisor != 0 {
            return None;
        }
        self.modulo(self.floor_div(Linear::of(inner)?, divisor)?, modulus / divisor)
    }

    pub(super) fn modulo(&self, sum: Linear, modulus: i64) -> Option<Linear> {
        let sum = self.joined_modulo(self.without_inner_remainders(sum, modulus)?, Some(modulus))?;
        let (_, mut rest) = self.settled(sum, Some(modulus), true).split(modulus);
        if let Some(quotient) = self.quotient(&rest, modulus) {
            rest.constant = rest.constant.checked_sub(quotient.checked_mul(modulus)?)?;
            return self.joined(rest);
        }
        if let Some(value) = self.remainders(&rest, modulus).and_then(Interval::as_point) {
            return Some(Linear::constant(value));
        }
        let shorter = self.work.guarded(rest.terms.len(), || self.shorter_remainder(&rest, modulus));
        shorter.or_else(|| {
            Some(Linear::atom(Expr::binary(ExprOp::Mod, rest.to_expr(), Expr::Constant(modulus))))
        })
    }

    fn shorter_remainder(&self, rest: &Linear, modulus: i64) -> Option<Linear> {
        if let Some(reduced) = reduced(rest, modulus) {
            return self.modulo(self.joined(reduced)?, modulus);
        }
        let (below, above) = match self.scale(rest, modulus) {
            Some(scale) => {
                let (scaled, below) = rest.split(scale);
                (below, self.modulo(scaled, modulus / scale)?.times(scale)?)
            }
            None => {
                let (high, below) = self.without_low_digits(rest, modulus)?;
                (below, self.modulo(high, modulus)?)
            }
        };
        self.joined(below.plus(&above)?)
    }

    /// The sum with `x` for each `x mod a` where that makes no difference modulo `modulus`, also inside of quotients.
    fn without_inner_remainders(&self, mut sum: Linear, modulus: i64) -> Option<Linear> {
        while !self.work.is_spent() {
            let instead = |term: &Term| Some((self.without_remainder(term, modulus)?, term.clone()));
            let Some((instead, term)) = sum.terms.iter().find_map(instead) else { break };
            self.work.spend(sum.terms.len());
            sum.add_term(&term.atom, term.coefficient.checked_neg()?)?;
            sum.add_multiple(&instead, term.coefficient)?;
            sum = self.joined(sum)?;
        }
        Some(sum)
    }

    /// `x` for `x mod a`, or `(r*x + y) floordiv g` for `(r*(x mod a) + y) floordiv g`, where a multiple of the term
    /// only changes by multiples of the modulus.
    fn without_remainder(&self, term: &Term, modulus: i64) -> Option<Linear> {
        let makes_none =
            |step: i64| term.coefficient.checked_mul(step).is_some_and(|step| step % modulus == 0);
        if let Some((inner, own)) = remainder_of(&term.atom) {
            return if makes_none(own) { Linear::of(inner) } else { None };
        }
        let (dividend, divisor) = quotient_of(&term.atom).filter(|_| term.atom.size() <= MOST_PARTS)?;
        let mut dividend = Linear::of(dividend)?;
        let (part, inner) = dividend.terms.iter().find_map(|part| {
            let (inner, own) = remainder_of(&part.atom)?;
            let step = part.coefficient.checked_mul(own)?;
            (step % divisor == 0 && makes_none(step / divisor)).then(|| (part.clone(), inner.clone()))
        })?;
        dividend.add_term(&part.atom, part.coefficient.checked_neg()?)?;
        dividend.add_multiple(&Linear::of(&inner)?, part.coefficient)?;
        self.floor_div(self.joined(dividend)?, divisor)
    }
}

/// The sum without multiples of `modulus` in the coefficients that are larger than it, or become 1 or -1; none if
/// there are no such.
///
/// Others stay, as they may still join with those of a quotient.
fn reduced(sum: &Linear, modulus: i64) -> Option<Linear> {
    let least = |term: &Term| {
        let rest = term.coefficient.rem_euclid(modulus);
        let least = if rest > modulus / 2 { rest - modulus } else { rest };
        let is_less = least != term.coefficient && (least.abs() == 1 || term.coefficient.abs() > modulus);
        if is_less { least } else { term.coefficient }
    };
    if sum.terms.iter().all(|term| least(term) == term.coefficient) {
        return None;
    }
    let mut reduced = sum.clone();
    for term in &mut reduced.terms {
        term.coefficient = least(term);
    }
    Some(reduced)
}

/// The quotient in a sum, if it is the only one with this coefficient.
fn only_quotient(sum: &Linear, coefficient: i64) -> Option<&Term> {
    let mut quotients =
        sum.terms.iter().filter(|term| term.coefficient == coefficient && quotient_of(&term.atom).is_some());
    quotients.next().filter(|_| quotients.next().is_none())
}
