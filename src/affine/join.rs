//! Quotients and remainders of the same division, put together.
use super::expr::{Expr, quotient_of, remainder_of};
use super::simplify::Simplifier;
use super::sum::{Linear, Term};
use core::cell::OnceCell;

/// Sums of more terms, and quotients of more operations, are not looked into.
const MOST_TERMS: usize = 8;
const MOST_PARTS: u32 = 64;
/// So often at most something is joined in a sum.
const MOST_JOINS: usize = 256;

impl Simplifier<'_> {
    /// The sum with quotients and remainders of the same division put together.
    pub(super) fn joined(&self, sum: Linear) -> Option<Linear> {
        self.joined_modulo(sum, None)
    }

    /// The same of a sum of which only the remainder counts, if there is a modulus.
    pub(super) fn joined_modulo(&self, mut sum: Linear, modulus: Option<i64>) -> Option<Linear> {
        for _ in 0..MOST_JOINS {
            // a single term has nothing to join with, but for what constraints tell of it
            if sum.terms.len() <= 1 && self.known.is_empty() {
                break;
            }
            match self.work.guarded(sum.terms.len(), || self.join_once(&sum, modulus)) {
                Some(joined) => sum = joined,
                None => break,
            }
        }
        Some(sum)
    }

    fn join_once(&self, sum: &Linear, modulus: Option<i64>) -> Option<Linear> {
        sum.terms.iter().find_map(|term| {
            if let Some((dividend, divisor)) = remainder_of(&term.atom) {
                self.join_remainder(sum, term, dividend, divisor, modulus)
            } else if let Some((dividend, divisor)) = quotient_of(&term.atom) {
                self.join_quotient(sum, term, dividend, divisor)
                    .or_else(|| self.join_inside(sum, term, dividend, divisor, modulus))
                    .or_else(|| modulus.and_then(|_| self.absorbed(sum, term, dividend, divisor)))
            } else {
                None
            }
        })
    }

    /// `p*(x mod c) + p*c*z` is `p*y`, and with `z mod m` in place of `z` it is `p*(y mod (c*m))`, where `z` is `y
    /// floordiv c`, and `x` and `y` differ by a multiple of `c`.
    fn join_remainder(
        &self,
        sum: &Linear,
        term: &Term,
        dividend: &Expr,
        divisor: i64,
        modulus: Option<i64>,
    ) -> Option<Linear> {
        let factor = term.coefficient;
        let step = factor.checked_mul(divisor)?;
        let is_next = |other: &&Term| differ_by_multiple(other.coefficient, step, modulus);
        let next = |other: &Term| match remainder_of(&other.atom) {
            Some((inner, count)) => Some((Linear::of(inner)?, Some(count))),
            None => quotient_of(&other.atom).map(|_| (Linear::atom(other.atom.clone()), None)),
        };
        let candidates = sum.terms.iter().filter(is_next).filter_map(|other| Some((other, next(other)?)));
        let mut candidates = candidates.filter(|(other, _)| other.atom != term.atom).peekable();
        candidates.peek()?;
        let rest = Linear::of(dividend)?;
        let (quotient, divisor_above) = (OnceCell::new(), self.divisor_above(&rest, divisor));
        let (other, whole, count) = candidates.find_map(|(other, (above, count))| {
            let whole = self.whole(&above, &rest, divisor).or_else(|| {
                // without a quotient by the same number, one would be left
                let is_by =
                    |term: &Term, number| quotient_of(&term.atom).is_some_and(|(_, own)| own == number);
                if divisor_above.is_some_and(|number| !above.terms.iter().any(|term| is_by(term, number))) {
                    return None;
                }
                let quotient = quotient.get_or_init(|| self.floor_div(rest.clone(), divisor)).as_ref()?;
                // it may be the quotient in another form
                let is_quotient =
                    |count| Some(self.modulo(quotient.clone(), count)? == Linear::atom(other.atom.clone()));
                let is_quotient = count.map_or(Some(false), is_quotient)?;
                let above = if is_quotient { quotient } else { &above };
                whole_above(above, quotient)?.times(divisor)?.plus(&rest)
            })?;
            Some((other, whole, count))
        })?;
        let whole = match count {
            Some(count) => self.modulo(whole, divisor.checked_mul(count)?)?,
            None => whole,
        };
        let mut joined = sum.clone();
        joined.add_term(&term.atom, factor.checked_neg()?)?;
        joined.add_term(&other.atom, other.coefficient.checked_neg()?)?;
        joined.add_multiple(&whole, factor)?;
        Some(joined)
    }

    /// What a variable is divided by in the quotient of a sum, if this is seen at once: of a variable, or a quotient of
    /// one.
    fn divisor_above(&self, sum: &Linear, divisor: i64) -> Option<i64> {
        let term = sum.as_term().filter(|term| term.coefficient == 1 && self.known.is_empty())?;
        digit_of(&term.atom)?.1.checked_mul(divisor)
    }

    /// Whether it is seen at once that a sum has no other remainders than its coefficients tell.
    fn is_free(&self, sum: &Linear) -> bool {
        self.known.is_empty() && sum.terms.iter().all(|term| digit_of(&term.atom).is_some())
    }

    /// `y` of `z = y floordiv divisor`, where `y` has the same remainder as `rest`.
    fn whole(&self, above: &Linear, rest: &Linear, divisor: i64) -> Option<Linear> {
        above.terms.iter().filter(|term| term.coefficient == 1).find_map(|term| {
            let (dividend, own) = quotient_of(&term.atom)?;
            let below = own / divisor;
            // a digit of a variable differs from others by no multiple
            let is_same = |term: &Term| digit_of(&term.atom) == Some((dividend, below));
            let is_other = || matches!(dividend, Expr::Variable(_)) && self.is_free(rest);
            if own % divisor != 0 || is_other() && !rest.terms.iter().any(is_same) {
                return None;
            }
            let low = match below {
                1 => Linear::of(dividend)?,
                // y floordiv k*c = (y floordiv k) floordiv c
                below => self.floor_div(Linear::of(dividend)?, below)?,
            };
            let gap = low.clone().minus(rest)?;
            if !is_multiple(&gap, divisor)
                && (self.is_free(&gap) || self.modulo(gap, divisor)? != Linear::constant(0))
            {
                return None;
            }
            let mut high = above.clone();
            high.add_term(&term.atom, -1)?;
            // digits of a number that are added to each other, as by a swizzle, stay apart
            let is_digit = |term: &Term| {
                quotient_of(&term.atom)
                    .or(remainder_of(&term.atom))
                    .is_some_and(|(other, _)| other == dividend)
            };
            if high.terms.iter().any(is_digit) {
                return None;
            }
            high.times(divisor)?.plus(&low)
        })
    }

    /// `s*((r*(x mod c) + y) floordiv g) + s*k*z`, where `r*c = k*g`, is `s*((r*x + y) floordiv g)`, where `z` is `x
    /// floordiv c`; and so with other terms that join with the remainder.
    fn join_inside(
        &self,
        sum: &Linear,
        term: &Term,
        dividend: &Expr,
        divisor: i64,
        modulus: Option<i64>,
    ) -> Option<Linear> {
        let is_digit = |other: &Term| quotient_of(&other.atom).or(remainder_of(&other.atom)).is_some();
        // the term itself is one
        let has_next = sum.terms.iter().filter(|other| is_digit(other)).count() > 1;
        if !has_next || sum.terms.len() > MOST_TERMS || dividend.size() > MOST_PARTS {
            return None;
        }
        let dividend = Linear::of(dividend)?;
        let steps = dividend.terms.iter().filter_map(|inner| {
            let step = inner.coefficient.checked_mul(remainder_of(&inner.atom)?.1)?;
            (step % divisor == 0).then_some(step)
        });
        steps.into_iter().find_map(|step| {
            let outside = term.coefficient.checked_mul(step / divisor)?;
            let is_next = |other: &&Term| {
                other.atom != term.atom
                    && differ_by_multiple(other.coefficient, outside, modulus)
                    && is_digit(other)
            };
            sum.terms.iter().filter(is_next).find_map(|other| {
                let mut inside = dividend.clone();
                inside.add_term(&other.atom, step)?;
                let inside = self.joined(inside)?;
                if inside.coefficient(&other.atom) != 0 {
                    return None;
                }
                self.taken_inside(sum, term, other, (inside, divisor))
            })
        })
    }

    /// `s*k*v + s*((a*v + y) floordiv c)` is `s*(((k*c + a)*v + y) floordiv c)`. Only of remainders: other sums are
    /// digits of `v`.
    fn absorbed(&self, sum: &Linear, term: &Term, dividend: &Expr, divisor: i64) -> Option<Linear> {
        let may_be_inside = |part: &&Term| part.coefficient % term.coefficient == 0 && part.atom != term.atom;
        let mut parts = sum.terms.iter().filter(may_be_inside).peekable();
        parts.peek()?;
        let dividend = Linear::of(dividend).filter(|dividend| dividend.terms.len() > 1)?;
        let part = parts.find(|part| dividend.coefficient(&part.atom) != 0)?;
        let mut inside = dividend.clone();
        inside.add_term(&part.atom, (part.coefficient / term.coefficient).checked_mul(divisor)?)?;
        self.taken_inside(sum, term, part, (inside, divisor))
    }

    /// The sum in which a term, a multiple of a quotient, is the multiple of another quotient, which has taken `part`
    /// inside; if that is shorter.
    fn taken_inside(
        &self,
        sum: &Linear,
        term: &Term,
        part: &Term,
        quotient: (Linear, i64),
    ) -> Option<Linear> {
        let mut joined = sum.clone();
        joined.add_term(&term.atom, term.coefficient.checked_neg()?)?;
        joined.add_term(&part.atom, part.coefficient.checked_neg()?)?;
        joined.add_multiple(&self.floor_div(quotient.0, quotient.1)?, term.coefficient)?;
        (parts(&joined) < parts(sum)).then_some(joined)
    }

    /// `p*x - p*c*(x floordiv c)` is `p*(x mod c)`; of a variable, there may be more of it.
    fn join_quotient(&self, sum: &Linear, term: &Term, dividend: &Expr, divisor: i64) -> Option<Linear> {
        if term.coefficient % divisor != 0 {
            return None;
        }
        let factor = (term.coefficient / divisor).checked_neg()?;
        let dividend = Linear::of(dividend)?;
        if let Some(joined) = self.without_known_rest(sum, term, &dividend, divisor) {
            return Some(joined);
        }
        let is_one = dividend.constant == 0 && dividend.terms.len() == 1;
        let is_there = |part: &Term| {
            let there = sum.coefficient(&part.atom);
            part.coefficient.checked_mul(factor).is_some_and(|all| {
                there == all || is_one && there.signum() == all.signum() && there.abs() > all.abs()
            })
        };
        if dividend.terms.is_empty() || !dividend.terms.iter().all(is_there) {
            return None;
        }
        let mut joined = sum.clone();
        joined.add_term(&term.atom, -term.coefficient)?;
        joined.add_multiple(&dividend, -factor)?;
        joined.add_multiple(&self.modulo(dividend, divisor)?, factor)?;
        Some(joined)
    }

    /// `p*c*(x floordiv c)` as `p*x - p*r`, where constraints tell that `x mod c` is `r`, if that is no longer.
    fn without_known_rest(
        &self,
        sum: &Linear,
        term: &Term,
        dividend: &Linear,
        divisor: i64,
    ) -> Option<Linear> {
        let factor = term.coefficient / divisor;
        if self.known.is_empty() || factor.abs() > 1 && dividend.terms.len() > 1 {
            return None;
        }
        let rest = self.modulo(dividend.clone(), divisor)?.as_constant()?;
        let mut joined = sum.clone();
        joined.add_term(&term.atom, term.coefficient.checked_neg()?)?;
        joined.add_multiple(dividend, factor)?;
        joined.constant = joined.constant.checked_sub(factor.checked_mul(rest)?)?;
        Some(joined)
    }
}

/// How many terms there are, and operations in them.
fn parts(sum: &Linear) -> u64 {
    sum.terms.iter().map(|term| 1 + u64::from(term.atom.size())).sum()
}

/// Whether two coefficients are the same, or differ by a multiple of the modulus if there is one.
fn differ_by_multiple(lhs: i64, rhs: i64, modulus: Option<i64>) -> bool {
    match modulus {
        Some(modulus) => lhs.checked_sub(rhs).is_some_and(|gap| gap % modulus == 0),
        None => lhs == rhs,
    }
}

/// The difference of two sums in which quotients by the same number differ by whole numbers, if no quotient is left.
fn whole_above(above: &Linear, quotient: &Linear) -> Option<Linear> {
    let mut gap = above.clone().minus(quotient)?;
    while let Some(first) = gap.terms.iter().find(|term| quotient_of(&term.atom).is_some()) {
        let (dividend, divisor) = quotient_of(&first.atom)?;
        let dividend = Linear::of(dividend)?;
        let (second, apart) = gap.terms.iter().find_map(|second| {
            let (other, own) =
                quotient_of(&second.atom).filter(|_| second.coefficient == -first.coefficient)?;
            let (whole, rest) = dividend.clone().minus(&Linear::of(other)?)?.split(divisor);
            (own == divisor && rest == Linear::constant(0)).then_some((second, whole))
        })?;
        let mut less = gap.clone();
        less.add_term(&first.atom, -first.coefficient)?;
        less.add_term(&second.atom, -second.coefficient)?;
        less.add_multiple(&apart, first.coefficient)?;
        gap = less;
    }
    Some(gap)
}

/// A variable and what it is divided by, if that is all that is done to it.
fn digit_of(expr: &Expr) -> Option<(&Expr, i64)> {
    match expr {
        Expr::Variable(_) => Some((expr, 1)),
        _ => quotient_of(expr).filter(|(dividend, _)| matches!(dividend, Expr::Variable(_))),
    }
}

fn is_multiple(sum: &Linear, divisor: i64) -> bool {
    sum.constant % divisor == 0 && sum.terms.iter().all(|term| term.coefficient % divisor == 0)
}
