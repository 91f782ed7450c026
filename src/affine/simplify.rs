//! Shorter expressions with the same values.
//!
//! An expression becomes a sum of multiples (see [`Sum`]), from the innermost parts outwards, and is simplified by these rules.
//! Each keeps the value at every point at which the variables are in their bounds. Where something in the result may not fit in 64
//! bits, the expression stays as it was:
//!
//! | rule | why |
//! |---|---|
//! | terms of the same atom are added, a number times a sum goes to each term, factors of a product stand in order | arithmetic |
//! | the values of a sum that a constraint is on are those in the constraint, times a number | a multiple of the same sum |
//! | a variable with one value is that value, if points are replaced, or inside of a quotient or remainder | it has no other |
//! | `(c*q + r) floordiv c` is `q + r floordiv c` | `q` is whole |
//! | `x floordiv c` is `k` where `k*c <= x < (k+1)*c` | by definition |
//! | `(g*a + b) floordiv (g*c)` is `a floordiv c` where `0 <= b < g` | `floor((g*a+b)/g) = a` |
//! | `(y + p*c*(z floordiv c)) floordiv g` is `k` where `k*g <= y + p*z - p*r < (k+1)*g` for all `r` in `0..c` | `c*(z floordiv c) = z - z mod c` |
//! | `(y + x floordiv a) floordiv c` is `(a*y + x) floordiv (a*c)` | `floor(floor(z)/c) = floor(z/c)` |
//! | `(k - x floordiv a) floordiv c` is `-((x floordiv a - k + c - 1) floordiv c)`, and then one quotient | `floor(-z) = -ceil(z)` |
//! | `(x mod (a*c)) floordiv c` is `(x floordiv c) mod a` | both take digits off the same number |
//! | `(c*q + r) mod c` is `r mod c` | a multiple of `c` adds nothing |
//! | `x mod c` is `x - k*c` where `k*c <= x < (k+1)*c` | by definition |
//! | `(g*a + b) mod (g*c)` is `g*(a mod c) + b` where `0 <= b < g` | the digits below `g` are those of `b` |
//! | `(p*x) mod c` is `(q*x) mod c` where `c` divides `p - q`, with a lesser `q` | they differ by a multiple of `c` |
//! | `(p*(x mod a)) mod c` is `(p*x) mod c` where `c` divides `p*a` | they differ by a multiple of `p*a` |
//! | `p*(x mod c) + p*c*(y floordiv c)` is `p*y` where `x` and `y` differ by a multiple of `c` | division with rest |
//! | the same with `z floordiv (c*k)`, where `y` is `z floordiv k` | `floor(floor(z/k)/c) = floor(z/(c*k))` |
//! | `p*x - p*c*(x floordiv c)` is `p*(x mod c)` | the same |
//! | `p*(x mod c) + p*c*((x floordiv c) mod m)` is `p*(x mod (c*m))` | both take digits off the same number |
//! | `x ceildiv c` is `(x + c - 1) floordiv c`, for `c > 0` | by definition |
//! | `x ceildiv -c` is `-(x floordiv c)` | `ceil(-z) = -floor(z)` |
//! | `x floordiv -c` is `-x floordiv c` | the same quotient |
//! | `x mod -c` is `x mod c` | by definition |
//! | `min`, `max` are an operand where the sign of the difference is known | by definition |
use super::expr::{Binary, Expr, Operation, gcd};
use super::interval::Interval;
use super::shorten::shortened;
use super::sum::{Sum, Term};
use super::walk::Walk;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::mem;
use smallvec::SmallVec;

/// What is known of the variables.
#[derive(Debug, Clone, Copy)]
pub(super) struct Simplifier<'a> {
    /// Their values.
    pub(super) bounds: &'a [Interval],
    /// Sums, without constants, of which it is known what values they have.
    pub(super) known: &'a [(Sum, Interval)],
    /// Whether a variable with one value is replaced by it, not only inside of quotients and remainders.
    pub(super) replaces_points: bool,
    /// What was spent.
    pub(super) work: &'a Work,
}

/// Sums of more terms are not tried with what is in their quotients.
const MOST_TERMS: usize = 8;
/// Nor with quotients of more operations.
const MOST_PARTS: u32 = 16;

/// What simplifying has spent. There is an end of it: some expressions could be rewritten again and again.
#[derive(Debug, Default)]
pub(super) struct Work {
    steps: Cell<u32>,
    level: Cell<u32>,
    /// What is known of large expressions, once there are any.
    large: RefCell<Option<Box<Large>>>,
}

/// What is known of large expressions, which are told apart by their addresses.
#[derive(Debug, Default)]
struct Large {
    sums: Walk<Option<Sum>>,
    ranges: Walk<Interval>,
    ranges_that_fit: Walk<Option<Interval>>,
    /// Those that were made while simplifying: as long as they are kept, no other has their address.
    kept: Vec<Expr>,
}

/// After so many steps no rule is tried any more: some tenths of a second.
const MOST_STEPS: u32 = 1 << 20;
/// What a step with a large expression counts.
const LARGE_STEP: usize = 64;
/// So often a rule is tried inside of another one.
const MOST_LEVELS: u32 = 48;

impl Work {
    fn spend(&self, steps: usize) {
        self.steps.set(self.steps.get().saturating_add(steps as u32));
    }

    fn is_spent(&self) -> bool {
        self.steps.get() >= MOST_STEPS
    }

    /// What a rule gives, if it is not nested too deeply in others.
    fn guarded<T>(&self, steps: usize, rule: impl FnOnce() -> Option<T>) -> Option<T> {
        self.spend(steps);
        let level = self.level.get();
        if level >= MOST_LEVELS || self.is_spent() {
            return None;
        }
        self.level.set(level + 1);
        let result = rule();
        self.level.set(level);
        result
    }

    /// Forgets large expressions: the bounds of variables are others now, or the expressions are gone.
    pub(super) fn forget(&mut self) {
        *self.large.get_mut() = None;
    }
}

impl Expr {
    /// A shorter expression with the same value, whatever the variables are, where both have a value that fits in 64 bits.
    ///
    /// ```
    /// use tilework::affine::Expr;
    /// let short = |text: &str| text.parse::<Expr>().map(|expr| expr.canonicalize().to_string());
    /// assert_eq!(short("v0 floordiv 16 * 16 + v0 mod 16")?, "v0");
    /// assert_eq!(short("(v0 * 8 + 3) floordiv 4")?, "v0 * 2");
    /// assert_eq!(short("v1 * 2 + 5 + (v0 - v1) * 3")?, "v0 * 3 - v1 + 5");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn canonicalize(&self) -> Expr {
        Simplifier { bounds: &[], known: &[], replaces_points: true, work: &Work::default() }.simplify(self)
    }

    /// A shorter expression with the same value wherever the variables are in these intervals.
    ///
    /// Post-condition: where the expression has a value that fits in 64 bits, so has the shorter one, if all variables have an
    /// interval: otherwise nothing is known of what fits.
    ///
    /// ```
    /// use tilework::affine::{Expr, Interval};
    /// let expr: Expr = "(v0 * 100 + v1 * 10 + v2) floordiv 100".parse()?;
    /// assert_eq!(expr.simplify(&[Interval::of_size(10); 3]).to_string(), "v0");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn simplify(&self, bounds: &[Interval]) -> Expr {
        Simplifier { bounds, known: &[], replaces_points: true, work: &Work::default() }
            .simplify_checked(self)
    }
}

impl Simplifier<'_> {
    /// The same expression if something in the simplified one may not fit in 64 bits.
    pub(super) fn simplify_checked(&self, expr: &Expr) -> Expr {
        if self.is_short(expr) {
            return expr.clone();
        }
        let simplified = self.simplify(expr);
        let fits = match &simplified {
            Expr::Binary(_) => self.fits(&simplified),
            _ => true,
        };
        if fits || self.has_unknown(expr) { simplified } else { expr.clone() }
    }

    /// Whether it is seen at once that nothing can be shorter, for the most frequent expressions: a digit of a variable, or a sum
    /// of multiples of variables.
    fn is_short(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Constant(_) => true,
            Expr::Variable(number) => self.point(*number).is_none(),
            Expr::Binary(node) => self.known.is_empty() && (self.is_digit(node) || self.is_linear(expr)),
        }
    }

    /// Whether it is a sum of positive multiples of variables in order, with a number last if there is one: what [`Sum::to_expr`]
    /// makes of such a sum.
    pub(super) fn is_linear(&self, expr: &Expr) -> bool {
        let mut rest = expr;
        if let Expr::Binary(node) = rest
            && let (Operation::Add, Expr::Constant(_)) = (node.operation, &node.rhs)
        {
            rest = &node.lhs;
        }
        let mut end = u32::MAX;
        let mut is_next = |term: &Expr| match term.as_multiple() {
            (Expr::Variable(number), 1..) if *number < end && self.point(*number).is_none() => {
                end = *number;
                true
            }
            _ => false,
        };
        while let Expr::Binary(node) = rest
            && node.operation == Operation::Add
        {
            if !is_next(&node.rhs) {
                return false;
            }
            rest = &node.lhs;
        }
        is_next(rest)
    }

    /// Whether every part has a value that fits in 64 bits, for all values of the variables.
    pub(super) fn fits(&self, expr: &Expr) -> bool {
        if expr.is_small() {
            return expr.range_that_fits(self.bounds).is_some();
        }
        let mut large = self.work.large.borrow_mut();
        let Large { ranges_that_fit, kept, .. } = &mut **large.get_or_insert_default();
        kept.push(expr.clone());
        expr.large_range_that_fits(self.bounds, ranges_that_fit).is_some()
    }

    /// Whether there is a variable in it of which nothing is known.
    fn has_unknown(&self, expr: &Expr) -> bool {
        let mut found = false;
        expr.each_variable(&mut |number| found |= number as usize >= self.bounds.len());
        found
    }

    fn simplify(&self, expr: &Expr) -> Expr {
        match expr {
            Expr::Constant(_) => expr.clone(),
            Expr::Variable(number) => match self.point(*number) {
                Some(value) => Expr::Constant(value),
                None => expr.clone(),
            },
            Expr::Binary(_) => match self.sum(expr) {
                Some(sum) => {
                    if let Some(value) = self.constrained_to(&sum) {
                        return Expr::Constant(value);
                    }
                    let simplified = sum.to_expr();
                    let shorter = if simplified.is_small() { shortened(&simplified) } else { None };
                    shorter.unwrap_or(simplified)
                }
                None => expr.clone(),
            },
        }
    }

    /// The one value that constraints leave for a sum, if it is to be replaced by it.
    fn constrained_to(&self, sum: &Sum) -> Option<i64> {
        if !self.replaces_points || self.known.is_empty() {
            return None;
        }
        Some(self.range(sum)).filter(|range| range.is_bounded())?.as_point()
    }

    /// The one value of a variable, if it is to be replaced by it.
    fn point(&self, variable: u32) -> Option<i64> {
        self.bounds.get(variable as usize).filter(|_| self.replaces_points)?.as_point()
    }

    /// The simplified expression as a sum; none if something does not fit in 64 bits.
    pub(super) fn sum(&self, expr: &Expr) -> Option<Sum> {
        let node = match expr {
            Expr::Constant(value) => return Some(Sum::constant(*value)),
            Expr::Variable(number) => {
                return Some(match self.point(*number) {
                    Some(value) => Sum::constant(value),
                    None => Sum::atom(expr.clone()),
                });
            }
            Expr::Binary(_) if !expr.is_small() => return self.sum_of_large(expr),
            Expr::Binary(node) => node,
        };
        if self.is_digit(node) {
            return Some(Sum::atom(expr.clone()));
        }
        if self.is_linear(expr) {
            return Sum::of(expr);
        }
        let inside = match node.operation {
            Operation::FloorDiv | Operation::CeilDiv | Operation::Mod => {
                Simplifier { replaces_points: true, ..*self }
            }
            _ => *self,
        };
        self.combined(node.operation, inside.sum(&node.lhs)?, inside.sum(&node.rhs)?)
    }

    /// The same without recursion, and shared parts once.
    fn sum_of_large(&self, expr: &Expr) -> Option<Sum> {
        // out of its place, as it is walked through while rules look for ranges
        let mut sums = mem::take(&mut self.work.large.borrow_mut().get_or_insert_default().sums);
        let sum = sums.fold(
            expr,
            self.replaces_points,
            &mut |leaf, inside| Simplifier { replaces_points: inside, ..*self }.sum(leaf),
            &mut |node, inside, lhs, rhs| {
                let (lhs, rhs) = (lhs?, rhs?);
                let is_large = |sum: &Sum| sum.terms.iter().any(|term| !term.atom.is_small());
                if is_large(&lhs) || is_large(&rhs) {
                    self.work.spend(LARGE_STEP);
                }
                Simplifier { replaces_points: inside, ..*self }.combined(node.operation, lhs, rhs)
            },
        );
        self.work.large.borrow_mut().get_or_insert_default().sums = sums;
        sum
    }

    /// Whether it is a quotient or a remainder of a variable by a number that has more than one quotient: it is as short as it can
    /// be.
    fn is_digit(&self, node: &Binary) -> bool {
        let (Operation::FloorDiv | Operation::Mod, Expr::Variable(number), Expr::Constant(divisor @ 2..)) =
            (node.operation, &node.lhs, &node.rhs)
        else {
            return false;
        };
        let range = self.bounds.get(*number as usize).copied().unwrap_or(Interval::ALL);
        range.lower.div_euclid(*divisor) != range.upper.div_euclid(*divisor)
    }

    /// The operation on two sums. Apart from [`sum`](Simplifier::sum), so that deep expressions take little of the stack.
    fn combined(&self, operation: Operation, lhs: Sum, rhs: Sum) -> Option<Sum> {
        match (operation, rhs.as_constant()) {
            _ if self.work.is_spent() => {
                Some(Sum::atom(Expr::binary(operation, lhs.to_expr(), rhs.to_expr())))
            }
            (Operation::Add, _) => self.joined(lhs.joined_with(rhs)?),
            (Operation::Mul, Some(factor)) => self.joined(lhs.times(factor)?),
            (Operation::Mul, None) => match lhs.as_constant() {
                Some(factor) => self.joined(rhs.times(factor)?),
                None => product(&lhs, &rhs),
            },
            (Operation::FloorDiv, Some(divisor)) if divisor != 0 => self.floor_div(lhs, divisor),
            (Operation::CeilDiv, Some(divisor)) if divisor != 0 => self.ceil_div(lhs, divisor),
            (Operation::Mod, Some(modulus)) if modulus != 0 => self.modulo(lhs, modulus.checked_abs()?),
            (Operation::Min | Operation::Max, _) => self.extreme(operation, lhs, &rhs),
            (operation, _) => Some(Sum::atom(Expr::binary(operation, lhs.to_expr(), rhs.to_expr()))),
        }
    }

    /// The values a sum may have.
    pub(super) fn range(&self, sum: &Sum) -> Interval {
        let each = |range: Interval, term| range.add(self.range_of_term(term));
        let range = sum.terms.iter().fold(Interval::point(sum.constant), each);
        let constrained = self.known.iter().filter_map(|(known, bounds)| {
            let factor = sum.multiple_of(known)?;
            Some(bounds.mul(Interval::point(factor)).add(Interval::point(sum.constant)))
        });
        constrained.fold(range, Interval::intersect)
    }

    pub(super) fn range_of_term(&self, term: &Term) -> Interval {
        let range = self.range_of(&term.atom);
        if term.coefficient == 1 { range } else { range.mul(Interval::point(term.coefficient)) }
    }

    fn range_of(&self, atom: &Expr) -> Interval {
        if atom.is_small() {
            return atom.range(self.bounds);
        }
        let mut large = self.work.large.borrow_mut();
        let Large { ranges, kept, .. } = &mut **large.get_or_insert_default();
        kept.push(atom.clone());
        ranges.fold(atom, true, &mut |leaf, _| leaf.range(self.bounds), &mut |node, _, lhs, rhs| {
            node.operation.range(lhs, rhs)
        })
    }

    /// The number that all values have as quotient, if it is one.
    fn quotient(&self, sum: &Sum, divisor: i64) -> Option<i64> {
        let range = self.range(sum);
        let quotient = range.lower.div_euclid(divisor);
        (range.is_bounded() && !range.is_empty() && quotient == range.upper.div_euclid(divisor))
            .then_some(quotient)
    }

    fn ceil_div(&self, mut sum: Sum, divisor: i64) -> Option<Sum> {
        if divisor < 0 {
            // ceil(x / -c) = -floor(x / c)
            return self.floor_div(sum, divisor.checked_neg()?)?.times(-1);
        }
        sum.constant = sum.constant.checked_add(divisor - 1)?;
        self.floor_div(sum, divisor)
    }

    fn floor_div(&self, sum: Sum, divisor: i64) -> Option<Sum> {
        if divisor < 0 {
            return self.floor_div(sum.times(-1)?, divisor.checked_neg()?);
        }
        let (mut whole, rest) = sum.split(divisor);
        if let Some(quotient) = self.quotient(&rest, divisor) {
            whole.constant = whole.constant.checked_add(quotient)?;
            return Some(whole);
        }
        let shorter = self.work.guarded(rest.terms.len(), || self.shorter_quotient(&rest, divisor));
        let quotient = match shorter {
            Some(quotient) => quotient,
            None => Sum::atom(Expr::binary(Operation::FloorDiv, rest.to_expr(), Expr::Constant(divisor))),
        };
        self.joined(whole.plus(&quotient)?)
    }

    fn shorter_quotient(&self, rest: &Sum, divisor: i64) -> Option<Sum> {
        match self.scale(rest, divisor) {
            Some(scale) => self.floor_div(rest.split(scale).0, divisor / scale),
            None => self.nested_quotient(rest, divisor).or_else(|| self.telescoped_quotient(rest, divisor)),
        }
    }

    /// The quotient of a sum with multiples of quotients, where what these leave out does not matter.
    fn telescoped_quotient(&self, sum: &Sum, divisor: i64) -> Option<Sum> {
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
            whole.add_multiple(&Sum::of(dividend)?, times)?;
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
    fn scale(&self, sum: &Sum, divisor: i64) -> Option<i64> {
        let mut scales: SmallVec<[i64; 4]> = SmallVec::new();
        for term in &sum.terms {
            let scale = gcd(term.coefficient, divisor);
            if scale > 1 && !scales.contains(&scale) {
                scales.push(scale);
            }
        }
        scales.sort_unstable_by(|lhs, rhs| rhs.cmp(lhs));
        scales.into_iter().find(|&scale| {
            let (_, rest) = sum.split(scale);
            Interval::of_size(scale).covers(self.range(&rest))
        })
    }

    /// The quotient of a sum with one quotient in it, or of a remainder, as one quotient.
    fn nested_quotient(&self, sum: &Sum, divisor: i64) -> Option<Sum> {
        if let Some(term) = only_quotient(sum, 1) {
            let (inner, inner_divisor) = quotient_of(&term.atom)?;
            let mut others = sum.clone();
            others.add_term(&term.atom, -1)?;
            let dividend = self.joined(others.times(inner_divisor)?.plus(&Sum::of(inner)?)?)?;
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
        self.modulo(self.floor_div(Sum::of(inner)?, divisor)?, modulus / divisor)
    }

    pub(super) fn modulo(&self, sum: Sum, modulus: i64) -> Option<Sum> {
        let (_, mut rest) = self.without_inner_remainders(sum, modulus)?.split(modulus);
        if let Some(quotient) = self.quotient(&rest, modulus) {
            rest.constant = rest.constant.checked_sub(quotient.checked_mul(modulus)?)?;
            return self.joined(rest);
        }
        let shorter = self.work.guarded(rest.terms.len(), || self.shorter_remainder(&rest, modulus));
        shorter.or_else(|| {
            Some(Sum::atom(Expr::binary(Operation::Mod, rest.to_expr(), Expr::Constant(modulus))))
        })
    }

    fn shorter_remainder(&self, rest: &Sum, modulus: i64) -> Option<Sum> {
        if let Some(reduced) = reduced(rest, modulus) {
            return self.modulo(self.joined(reduced)?, modulus);
        }
        let scale = self.scale(rest, modulus)?;
        let (scaled, below) = rest.split(scale);
        let scaled = self.modulo(scaled, modulus / scale)?.times(scale)?;
        self.joined(below.plus(&scaled)?)
    }

    /// The sum with `x` for each `x mod a` where that makes no difference modulo `modulus`.
    fn without_inner_remainders(&self, mut sum: Sum, modulus: i64) -> Option<Sum> {
        while !self.work.is_spent() {
            let inner = sum.terms.iter().find_map(|term| {
                let (inner, inner_modulus) = remainder_of(&term.atom)?;
                let step = term.coefficient.checked_mul(inner_modulus)?;
                (step % modulus == 0).then(|| (term.clone(), inner.clone()))
            });
            let Some((term, inner)) = inner else { break };
            self.work.spend(sum.terms.len());
            sum.add_term(&term.atom, -term.coefficient)?;
            sum.add_multiple(&Sum::of(&inner)?, term.coefficient)?;
            sum = self.joined(sum)?;
        }
        Some(sum)
    }

    fn extreme(&self, operation: Operation, lhs: Sum, rhs: &Sum) -> Option<Sum> {
        let difference = self.range(&lhs.clone().minus(rhs)?);
        let takes_left = match operation {
            Operation::Min => (difference.upper <= 0, difference.lower >= 0),
            _ => (difference.lower >= 0, difference.upper <= 0),
        };
        match takes_left {
            _ if difference.is_empty() => Some(lhs),
            (true, _) => Some(lhs),
            (_, true) => Some(rhs.clone()),
            _ => {
                let (lhs, rhs) = (lhs.to_expr(), rhs.to_expr());
                let (first, second) = if lhs <= rhs { (lhs, rhs) } else { (rhs, lhs) };
                Some(Sum::atom(Expr::binary(operation, first, second)))
            }
        }
    }

    /// The sum with quotients and remainders of the same division put together.
    fn joined(&self, mut sum: Sum) -> Option<Sum> {
        // a single term has nothing to join with
        while sum.terms.len() > 1
            && let Some(joined) = self.work.guarded(sum.terms.len(), || self.join_once(&sum))
        {
            sum = joined;
        }
        Some(sum)
    }

    fn join_once(&self, sum: &Sum) -> Option<Sum> {
        sum.terms.iter().find_map(|term| {
            if let Some((dividend, modulus)) = remainder_of(&term.atom) {
                self.join_remainder(sum, term, dividend, modulus)
            } else if let Some((dividend, divisor)) = quotient_of(&term.atom) {
                self.join_quotient(sum, term, dividend, divisor)
            } else {
                None
            }
        })
    }

    /// `p*(x mod c) + p*c*(y floordiv c)` is `p*y` where `x` and `y` differ by a multiple of `c`; `y` may itself be a quotient.
    fn join_remainder(&self, sum: &Sum, term: &Term, dividend: &Expr, modulus: i64) -> Option<Sum> {
        let factor = term.coefficient;
        let step = factor.checked_mul(modulus)?;
        if let Some(joined) = self.join_digits(sum, term, dividend, modulus, step) {
            return Some(joined);
        }
        if !sum.terms.iter().any(|other| other.coefficient == step && quotient_of(&other.atom).is_some()) {
            return None;
        }
        let dividend = Sum::of(dividend)?;
        let same = sum.terms.iter().filter(|other| other.coefficient == step).find_map(|other| {
            let (other_dividend, divisor) = quotient_of(&other.atom)?;
            let whole = match divisor / modulus {
                _ if divisor % modulus != 0 => return None,
                1 => Sum::of(other_dividend)?,
                // y floordiv k*c = (y floordiv k) floordiv c
                below => self.floor_div(Sum::of(other_dividend)?, below)?,
            };
            let difference = whole.clone().minus(&dividend)?;
            is_multiple(&difference, modulus).then_some((other, whole))
        });
        if let Some((other, whole)) = same {
            let mut joined = sum.clone();
            joined.add_term(&term.atom, -factor)?;
            joined.add_term(&other.atom, -step)?;
            joined.add_multiple(&whole, factor)?;
            return Some(joined);
        }
        // the quotient may have another form than the remainder
        let quotient = self.floor_div(dividend.clone(), modulus)?;
        let is_there = |part: &&Term| part.coefficient == 1 && sum.coefficient(&part.atom) == step;
        let found = quotient.terms.iter().find(is_there)?.atom.clone();
        let mut rest = quotient;
        rest.add_term(&found, -1)?;
        let mut joined = sum.clone();
        joined.add_term(&term.atom, -factor)?;
        joined.add_term(&found, step.checked_neg()?)?;
        joined.add_multiple(&dividend, factor)?;
        joined.add_multiple(&rest, step.checked_neg()?)?;
        Some(joined)
    }

    /// `p*(x mod c) + p*c*((x floordiv c) mod m)` is `p*(x mod (c*m))`.
    fn join_digits(&self, sum: &Sum, term: &Term, dividend: &Expr, modulus: i64, step: i64) -> Option<Sum> {
        let next =
            |other: &Term| remainder_of(&other.atom).is_some_and(|(inner, _)| quotient_of(inner).is_some());
        let mut others = sum.terms.iter().filter(|other| other.coefficient == step && next(other)).peekable();
        others.peek()?;
        let quotient = self.floor_div(Sum::of(dividend)?, modulus)?;
        let quotient = quotient.as_term().filter(|quotient| quotient.coefficient == 1)?;
        let (other, count) = others.find_map(|other| {
            let (inner, count) = remainder_of(&other.atom)?;
            (*inner == quotient.atom).then_some((other, count))
        })?;
        let both = self.modulo(Sum::of(dividend)?, modulus.checked_mul(count)?)?;
        let mut joined = sum.clone();
        joined.add_term(&term.atom, term.coefficient.checked_neg()?)?;
        joined.add_term(&other.atom, step.checked_neg()?)?;
        joined.add_multiple(&both, term.coefficient)?;
        Some(joined)
    }

    /// `p*x - p*c*(x floordiv c)` is `p*(x mod c)`; of a variable, there may be more of it.
    fn join_quotient(&self, sum: &Sum, term: &Term, dividend: &Expr, divisor: i64) -> Option<Sum> {
        if term.coefficient % divisor != 0 {
            return None;
        }
        let factor = (term.coefficient / divisor).checked_neg()?;
        let dividend = Sum::of(dividend)?;
        let is_one = dividend.constant == 0 && dividend.terms.len() == 1;
        let is_there = |part: &Term| {
            let there = sum.coefficient(&part.atom);
            part.coefficient.checked_mul(factor).is_some_and(|all| {
                there == all || is_one && (there < 0) == (all < 0) && there.abs() > all.abs()
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
}

/// The sum without multiples of `modulus` in the coefficients that are larger than it, or become 1; none if there are no such.
///
/// Others stay, as they may still join with those of a quotient.
fn reduced(sum: &Sum, modulus: i64) -> Option<Sum> {
    let least = |term: &Term| {
        let rest = term.coefficient.rem_euclid(modulus);
        let least = if rest > modulus / 2 { rest - modulus } else { rest };
        let is_less = least != term.coefficient && (least == 1 || term.coefficient.abs() > modulus);
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
fn only_quotient(sum: &Sum, coefficient: i64) -> Option<&Term> {
    let mut quotients =
        sum.terms.iter().filter(|term| term.coefficient == coefficient && quotient_of(&term.atom).is_some());
    quotients.next().filter(|_| quotients.next().is_none())
}

fn is_multiple(sum: &Sum, divisor: i64) -> bool {
    sum.constant % divisor == 0 && sum.terms.iter().all(|term| term.coefficient % divisor == 0)
}

/// Dividend and divisor of a `floordiv` by a positive number.
pub(super) fn quotient_of(expr: &Expr) -> Option<(&Expr, i64)> {
    divided_by_constant(expr, Operation::FloorDiv)
}

/// Dividend and modulus of a `mod` by a positive number.
pub(super) fn remainder_of(expr: &Expr) -> Option<(&Expr, i64)> {
    divided_by_constant(expr, Operation::Mod)
}

fn divided_by_constant(expr: &Expr, operation: Operation) -> Option<(&Expr, i64)> {
    match expr {
        Expr::Binary(node) if node.operation == operation => match node.rhs {
            Expr::Constant(divisor @ 1..) => Some((&node.lhs, divisor)),
            _ => None,
        },
        _ => None,
    }
}

/// The product of two sums that are no numbers: the numbers in front, the factors in order.
fn product(lhs: &Sum, rhs: &Sum) -> Option<Sum> {
    let mut coefficient = 1i64;
    let mut factors: SmallVec<[Expr; 4]> = SmallVec::new();
    for side in [lhs, rhs] {
        match side.as_term() {
            Some(term) => {
                coefficient = coefficient.checked_mul(term.coefficient)?;
                push_factors(&term.atom, &mut factors);
            }
            None => factors.push(side.to_expr()),
        }
    }
    factors.sort_unstable_by(|lhs, rhs| rhs.cmp(lhs).reverse());
    let product = factors.into_iter().reduce(Expr::mul)?;
    Sum::atom(product).times(coefficient)
}

fn push_factors(expr: &Expr, factors: &mut SmallVec<[Expr; 4]>) {
    match expr {
        Expr::Binary(node) if node.operation == Operation::Mul => {
            push_factors(&node.lhs, factors);
            push_factors(&node.rhs, factors);
        }
        other => factors.push(other.clone()),
    }
}
