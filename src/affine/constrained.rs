//! Sums in which some stand that constraints are on.
use super::expr::quotient_of;
use super::interval::Interval;
use super::known::Fact;
use super::number::gcd;
use super::simplify::Simplifier;
use super::sum::{Linear, descending};
use core::mem;
use smallvec::SmallVec;

/// Sums of more terms are not looked through for what is known.
const MOST_TERMS: usize = 16;

impl Simplifier<'_> {
    /// The sum with values in place of sums that have one, or have one modulo `divisor`, as long as fewer terms are
    /// left that are no multiples of it. Of `None` all terms count, and values that are known modulo a number do not.
    pub(super) fn settled(&self, mut sum: Linear, divisor: Option<i64>, is_remainder: bool) -> Linear {
        while let Some(shorter) = self.settled_once(&sum, divisor, is_remainder) {
            sum = shorter;
        }
        sum
    }

    /// The sum with a value in place of the first such sum, if there is one.
    pub(super) fn settled_once(
        &self,
        sum: &Linear,
        divisor: Option<i64>,
        is_remainder: bool,
    ) -> Option<Linear> {
        if sum.terms.len() > MOST_TERMS {
            return None;
        }
        let counted = |sum: &Linear| match divisor {
            Some(divisor) => sum.terms.iter().filter(|term| term.coefficient % divisor != 0).count(),
            None => sum.terms.len(),
        };
        self.known.iter().find_map(|fact| {
            let value = fact.values.as_point().filter(|_| fact.is_plain())?;
            fact.factors(sum).find_map(|factor| {
                let is_exact = match (fact.modulus, divisor) {
                    (None, _) => true,
                    (Some(own), Some(modulus)) if is_remainder => factor.checked_mul(own)? % modulus == 0,
                    _ => false,
                };
                if !is_exact {
                    return None;
                }
                let mut rest = sum.clone();
                rest.add_multiple(&fact.sum, factor.checked_neg()?)?;
                rest.constant = rest.constant.checked_add(factor.checked_mul(value)?)?;
                (counted(&rest) < counted(sum)).then_some(rest)
            })
        })
    }

    /// The values that constraints leave for a sum, as far as one of them alone tells.
    pub(super) fn constrained(&self, sum: &Linear, range: Interval) -> Interval {
        if self.known.is_empty() || sum.terms.len() > MOST_TERMS {
            return range;
        }
        let whole = self.known.iter().filter(|fact| fact.modulus.is_none());
        whole.filter_map(|fact| self.left_by(fact, sum)).fold(range, Interval::intersect)
    }

    /// The values that a fact leaves for a sum that all of it stands in.
    fn left_by(&self, fact: &Fact, sum: &Linear) -> Option<Interval> {
        let factor = fact.factor_in(sum)?;
        let told = fact.values.mul(Interval::point(factor)).add(Interval::point(sum.constant));
        sum.terms.iter().try_fold(told, |values, term| {
            let taken = fact.sum.coefficient(&term.atom).checked_mul(factor)?;
            Some(match term.coefficient.checked_sub(taken)? {
                0 => values,
                left => values.add(self.range_of_multiple(&term.atom, left)),
            })
        })
    }

    /// The values of a sum modulo a number, if constraints tell more than that they are less.
    pub(super) fn remainders(&self, sum: &Linear, modulus: i64) -> Option<Interval> {
        if let Some(term) = sum.terms.first().filter(|term| sum.terms.len() == 1 && term.coefficient == 1)
            && let Some((dividend, divisor)) = quotient_of(&term.atom)
            && let Some(whole) = divisor.checked_mul(modulus)
        {
            let mut dividend = Linear::of(dividend)?;
            dividend.constant = dividend.constant.checked_add(sum.constant.checked_mul(divisor)?)?;
            return Some(self.remainders(&dividend, whole)?.floor_div(divisor));
        }
        let known = self.known.iter().filter(|fact| fact.modulus.is_some_and(|own| own % modulus == 0));
        let values = known.filter_map(|fact| {
            let values = self.left_by(fact, sum)?;
            Some(values.rem(modulus)).filter(|values| *values != Interval::of_size(modulus))
        });
        values.reduce(Interval::intersect)
    }

    /// `a` and the rest of a sum `a + rest`, where `a floordiv divisor` is the quotient of the sum, and `a mod
    /// divisor + rest` the remainder.
    ///
    /// All of `a` but what constraints tell is a multiple of some divisor `g` of `divisor`, and what they tell, both
    /// by itself and together with the rest, is in `0..g`.
    pub(super) fn without_low_digits(&self, sum: &Linear, divisor: i64) -> Option<(Linear, Linear)> {
        if self.known.is_empty() || sum.terms.len() > MOST_TERMS {
            return None;
        }
        let mut scales: SmallVec<[i64; 4]> = SmallVec::new();
        for fact in self.known {
            let Some(modulus) = fact.modulus else { continue };
            for factor in fact.factors(sum) {
                scales.push(gcd(factor.saturating_mul(modulus), divisor));
            }
        }
        descending(scales.into_iter()).find_map(|scale| {
            let (whole, mut rest) = sum.split(scale);
            let mut high = whole.times(scale)?;
            rest.constant = rest.constant.checked_add(mem::take(&mut high.constant))?;
            let mut low = Interval::point(0);
            for fact in self.known.iter().filter(|fact| fact.is_plain()) {
                let Some(modulus) = fact.modulus else { continue };
                if let Some((factor, less)) = fact.taken_from(&rest)
                    && factor.checked_mul(modulus)? % scale == 0
                {
                    high.add_multiple(&fact.sum, factor)?;
                    low = low.add(fact.values.mul(Interval::point(factor)).rem(scale));
                    rest = less;
                }
            }
            let digits = Interval::of_size(scale);
            let above =
                self.range_of_terms(&rest).add(low).floor_div(scale).as_point()?.checked_mul(scale)?;
            high.constant = above;
            rest.constant = rest.constant.checked_sub(above)?;
            (digits.covers(low) && high != *sum).then_some((high, rest))
        })
    }
}
