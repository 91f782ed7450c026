//! Shorter expressions with the same values.
//!
//! An expression becomes a sum of multiples (see [`Linear`]), from the innermost parts outwards, and is simplified by
//! these rules. Each keeps the value at every point at which the variables are in their bounds. Where something in
//! the result may not fit in 64 bits, the expression stays as it was:
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
use super::expr::{Binary, Expr};
use super::interval::Interval;
use super::known::Fact;
use super::operation::ExprOp;
use super::shorten::{shortened, turned};
use super::sum::{Linear, Term};
use super::work::{LARGE_STEP, Work};
use core::cmp::Ordering;
use smallvec::SmallVec;

/// What is known of the variables.
#[derive(Debug, Clone, Copy)]
pub(super) struct Simplifier<'a> {
    /// Their values.
    pub(super) bounds: &'a [Interval],
    /// What constraints tell.
    pub(super) known: &'a [Fact],
    /// Whether a variable with one value is replaced by it, not only inside of quotients and remainders.
    pub(super) replaces_points: bool,
    /// What was spent.
    pub(super) work: &'a Work,
}

/// Of expressions of more operations the operands are not simplified by themselves.
const MOST_PARTS: u32 = 128;
/// Ranges of expressions of at most so many operations are made again where they are asked for, those of others kept.
const AGAIN: u32 = 32;

impl Expr {
    /// A shorter expression with the same value, whatever the variables are, where both have a value that fits in 64
    /// bits.
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
        Simplifier::new(&[], &Work::default()).no_longer(self)
    }

    /// A shorter expression with the same value wherever the variables are in these intervals.
    ///
    /// Post-condition: where the expression has a value that fits in 64 bits, so has the shorter one, if all
    /// variables have an interval: otherwise nothing is known of what fits.
    ///
    /// ```
    /// use tilework::affine::{Expr, Interval};
    /// let expr: Expr = "(v0 * 100 + v1 * 10 + v2) floordiv 100".parse()?;
    /// assert_eq!(expr.simplify(&[Interval::of_size(10); 3]).to_string(), "v0");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    pub fn simplify(&self, bounds: &[Interval]) -> Expr {
        Simplifier::new(bounds, &Work::default()).simplify_checked(self)
    }
}

impl<'a> Simplifier<'a> {
    /// Of variables that have these values, without constraints.
    pub(super) fn new(bounds: &'a [Interval], work: &'a Work) -> Self {
        Simplifier { bounds, known: &[], replaces_points: true, work }
    }
    /// The same expression if something in the simplified one may not fit in 64 bits.
    pub(super) fn simplify_checked(&self, expr: &Expr) -> Expr {
        if self.is_short(expr) {
            return expr.clone();
        }
        let simplified = self.no_longer(expr);
        let fits = match &simplified {
            Expr::Binary(_) => self.fits(&simplified),
            _ => true,
        };
        if fits || self.has_unknown(expr) { simplified } else { expr.clone() }
    }

    /// Whether it is seen at once that nothing can be shorter, for the most frequent expressions: a digit of a
    /// variable, or a sum of multiples of variables.
    fn is_short(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Constant(_) => true,
            Expr::Variable(number) => self.point(*number).is_none(),
            Expr::Binary(_) if self.is_linear(expr) => {
                self.known.is_empty() || Linear::of(expr).is_some_and(|sum| self.value_of(&sum).is_none())
            }
            Expr::Binary(node) => self.known.is_empty() && self.is_digit(node),
        }
    }

    /// Whether it is a sum of positive multiples of variables in order, with a number last if there is one: what
    /// [`Linear::to_expr`] makes of such a sum.
    pub(super) fn is_linear(&self, expr: &Expr) -> bool {
        let mut rest = expr;
        if let Expr::Binary(node) = rest
            && let (ExprOp::Add, Expr::Constant(_)) = (node.operation, &node.rhs)
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
            && node.operation == ExprOp::Add
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
        self.work.fits(expr, self.bounds)
    }

    /// Whether there is a variable in it of which nothing is known.
    fn has_unknown(&self, expr: &Expr) -> bool {
        let mut found = false;
        expr.each_variable(&mut |number| found |= number as usize >= self.bounds.len());
        found
    }

    /// The simplified expression; where that is longer, the expression with such operands.
    fn no_longer(&self, expr: &Expr) -> Expr {
        let simplified = self.simplify(expr);
        match expr {
            Expr::Binary(node) if simplified.operators() > expr.operators() => {
                if expr.size() > MOST_PARTS || self.work.is_spent() {
                    return expr.clone();
                }
                let inside = self.inside(node.operation);
                let right = match (node.operation, node.rhs.as_multiple()) {
                    // a minus in a sum belongs to the sum
                    (ExprOp::Add, (negated, -1)) => inside.no_longer(negated).neg(),
                    _ => inside.no_longer(&node.rhs),
                };
                let parts = node.with_operands(inside.no_longer(&node.lhs), right);
                match parts.operators().cmp(&expr.operators()) {
                    Ordering::Greater => expr.clone(),
                    _ if parts == *expr => parts,
                    _ => self.no_longer(&parts),
                }
            }
            _ => simplified,
        }
    }

    /// What is known inside of an operation.
    fn inside(&self, operation: ExprOp) -> Self {
        Simplifier { replaces_points: self.replaces_points || operation.is_division(), ..*self }
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
                    let sum = self.with_values(sum);
                    let simplified = sum.to_expr();
                    if !simplified.is_small() {
                        return simplified;
                    }
                    let shorter = |expr: Expr| shortened(&expr).unwrap_or(expr);
                    let simplified = shorter(simplified);
                    match turned(sum).map(|turned| shorter(turned.to_expr())) {
                        Some(turned) if turned.operators() < simplified.operators() => turned,
                        _ => simplified,
                    }
                }
                None => expr.clone(),
            },
        }
    }

    /// The sum with the values that constraints leave for it, or a part of it, if these are to be replaced.
    pub(super) fn with_values(&self, sum: Linear) -> Linear {
        self.value_of(&sum).unwrap_or(sum)
    }

    /// What stands in place of a sum by what constraints tell, if anything does.
    fn value_of(&self, sum: &Linear) -> Option<Linear> {
        if !self.replaces_points || self.known.is_empty() {
            return None;
        }
        match self.range(sum).as_point() {
            Some(value) if Interval::point(value).is_bounded() => Some(Linear::constant(value)),
            _ => self.joined(self.settled(self.settled_once(sum, None, false)?, None, false)),
        }
    }

    /// The one value of a variable, if it is to be replaced by it.
    fn point(&self, variable: u32) -> Option<i64> {
        self.bounds.get(variable as usize).filter(|_| self.replaces_points)?.as_point()
    }

    /// The simplified expression as a sum; none if something does not fit in 64 bits.
    pub(super) fn sum(&self, expr: &Expr) -> Option<Linear> {
        let node = match expr {
            Expr::Constant(value) => return Some(Linear::constant(*value)),
            Expr::Variable(number) => {
                return Some(match self.point(*number) {
                    Some(value) => Linear::constant(value),
                    None => Linear::atom(expr.clone()),
                });
            }
            Expr::Binary(_) if !expr.is_small() => return self.sum_of_large(expr),
            Expr::Binary(node) => node,
        };
        if self.known.is_empty() && self.is_digit(node) {
            return Some(Linear::atom(expr.clone()));
        }
        if self.is_linear(expr) {
            return Linear::of(expr);
        }
        let inside = self.inside(node.operation);
        self.combined(node.operation, inside.sum(&node.lhs)?, inside.sum(&node.rhs)?)
    }

    /// The same without recursion, and shared parts once.
    fn sum_of_large(&self, expr: &Expr) -> Option<Linear> {
        // out of its place, as it is walked through while rules look for ranges
        let mut sums = self.work.take_sums(expr);
        let sum = sums.fold(
            expr,
            self.replaces_points,
            &mut |leaf, inside| Simplifier { replaces_points: inside, ..*self }.sum(leaf),
            &mut |node, inside, lhs, rhs| {
                let (lhs, rhs) = (lhs?, rhs?);
                let is_large = |sum: &Linear| sum.terms.iter().any(|term| !term.atom.is_small());
                if is_large(&lhs) || is_large(&rhs) {
                    self.work.spend(LARGE_STEP);
                }
                Simplifier { replaces_points: inside, ..*self }.combined(node.operation, lhs, rhs)
            },
        );
        self.work.put_sums(sums);
        sum
    }

    /// Whether it is a quotient or a remainder of a variable by a number that has more than one quotient: it is as
    /// short as it can be.
    fn is_digit(&self, node: &Binary) -> bool {
        let (ExprOp::FloorDiv | ExprOp::Mod, Expr::Variable(number), Expr::Constant(divisor @ 2..)) =
            (node.operation, &node.lhs, &node.rhs)
        else {
            return false;
        };
        let range = self.bounds.get(*number as usize).copied().unwrap_or(Interval::ALL);
        range.lower.div_euclid(*divisor) != range.upper.div_euclid(*divisor)
    }

    /// The operation on two sums. Apart from [`sum`](Simplifier::sum), so that deep expressions take little of the
    /// stack.
    fn combined(&self, operation: ExprOp, lhs: Linear, rhs: Linear) -> Option<Linear> {
        match (operation, rhs.as_constant()) {
            _ if self.work.is_spent() => {
                Some(Linear::atom(Expr::binary(operation, lhs.to_expr(), rhs.to_expr())))
            }
            (ExprOp::Add, _) => self.joined(lhs.joined_with(rhs)?),
            (ExprOp::Mul, Some(factor)) => self.joined(lhs.times(factor)?),
            (ExprOp::Mul, None) => match lhs.as_constant() {
                Some(factor) => self.joined(rhs.times(factor)?),
                None => product(&lhs, &rhs),
            },
            (ExprOp::FloorDiv, Some(divisor)) if divisor != 0 => self.floor_div(lhs, divisor),
            (ExprOp::CeilDiv, Some(divisor)) if divisor != 0 => self.ceil_div(lhs, divisor),
            (ExprOp::Mod, Some(modulus)) if modulus != 0 => self.modulo(lhs, modulus.checked_abs()?),
            (ExprOp::Min | ExprOp::Max, _) => self.extreme(operation, lhs, &rhs),
            (operation, _) => Some(Linear::atom(Expr::binary(operation, lhs.to_expr(), rhs.to_expr()))),
        }
    }

    /// The values a sum may have.
    pub(super) fn range(&self, sum: &Linear) -> Interval {
        self.constrained(sum, self.range_of_terms(sum))
    }

    /// The same, without what constraints tell of several terms.
    pub(super) fn range_of_terms(&self, sum: &Linear) -> Interval {
        let each = |range: Interval, term| range.add(self.range_of_term(term));
        sum.terms.iter().fold(Interval::point(sum.constant), each)
    }

    /// The values of the terms of a sum that are no multiples of a number, with the rest of its constant.
    pub(super) fn range_of_rest(&self, sum: &Linear, divisor: i64) -> Interval {
        if !self.known.is_empty() {
            return self.range(&sum.split(divisor).1);
        }
        let others = sum.terms.iter().filter(|term| term.coefficient % divisor != 0);
        let constant = Interval::point(sum.constant.rem_euclid(divisor));
        others.fold(constant, |range, term| range.add(self.range_of_term(term)))
    }

    pub(super) fn range_of_term(&self, term: &Term) -> Interval {
        self.range_of_multiple(&term.atom, term.coefficient)
    }

    pub(super) fn range_of_multiple(&self, atom: &Expr, coefficient: i64) -> Interval {
        let mut range = self.range_of(atom);
        for fact in self.known.iter().filter(|fact| fact.modulus.is_none()) {
            match &fact.sum.terms[..] {
                [own] if own.coefficient == 1 && own.atom == *atom => range = range.intersect(fact.values),
                _ => {}
            }
        }
        if coefficient == 1 { range } else { range.mul(Interval::point(coefficient)) }
    }

    fn range_of(&self, atom: &Expr) -> Interval {
        match atom.size() {
            ..=AGAIN => atom.range(self.bounds),
            _ => self.work.range(atom, self.bounds),
        }
    }

    fn extreme(&self, operation: ExprOp, lhs: Linear, rhs: &Linear) -> Option<Linear> {
        let difference = self.range(&lhs.clone().minus(rhs)?);
        let takes_left = match operation {
            ExprOp::Min => (difference.upper <= 0, difference.lower >= 0),
            _ => (difference.lower >= 0, difference.upper <= 0),
        };
        match takes_left {
            (true, _) => Some(lhs),
            (_, true) => Some(rhs.clone()),
            _ => {
                let (lhs, rhs) = (lhs.to_expr(), rhs.to_expr());
                let (first, second) = if lhs <= rhs { (lhs, rhs) } else { (rhs, lhs) };
                Some(Linear::atom(Expr::binary(operation, first, second)))
            }
        }
    }
}

/// The product of two sums that are no numbers: the numbers in front, the factors in order.
fn product(lhs: &Linear, rhs: &Linear) -> Option<Linear> {
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
    factors.sort_unstable();
    let product = factors.into_iter().reduce(Expr::mul)?;
    Linear::atom(product).times(coefficient)
}

fn push_factors(expr: &Expr, factors: &mut SmallVec<[Expr; 4]>) {
    match expr {
        Expr::Binary(node) if node.operation == ExprOp::Mul => {
            push_factors(&node.lhs, factors);
            push_factors(&node.rhs, factors);
        }
        other => factors.push(other.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expr(text: &str) -> Expr {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// What is seen at once to be short is what simplifying leaves.
    #[test]
    fn the_most_frequent_expressions_are_seen_to_be_short() {
        let bounds = [Interval::of_size(9), Interval::of_size(5), Interval::point(3)];
        let work = Work::default();
        let simplifier = Simplifier::new(&bounds, &work);
        for text in
            ["7", "v0", "v0 + v1", "v0 * 4 + v1 * 2 + 5", "v1 * 3", "v0 + 1", "v0 floordiv 4", "v0 mod 4"]
        {
            assert!(simplifier.is_short(&expr(text)), "{text}");
            assert_eq!(simplifier.no_longer(&expr(text)), expr(text));
        }
        for text in
            ["v2", "v0 - v1", "v1 + v0", "v0 * v1", "v0 + v2", "v0 mod 9", "v1 floordiv 5", "max(v0, 2)"]
        {
            assert!(!simplifier.is_short(&expr(text)), "{text}");
        }
    }

    #[test]
    fn sums_of_multiples_in_order_are_linear() {
        let bounds = [Interval::of_size(9), Interval::of_size(5), Interval::point(3)];
        let work = Work::default();
        let simplifier = Simplifier::new(&bounds, &work);
        for text in ["v0", "v0 + v1", "v0 * 4 + v1 + 5", "v1 * 3 + 1"] {
            assert!(simplifier.is_linear(&expr(text)), "{text}");
            assert_eq!(Linear::of(&expr(text)).unwrap().to_expr(), expr(text));
        }
        for text in ["v1 + v0", "v0 * -1", "v0 + v2", "v0 mod 2", "v0 * 2 + v1 mod 2", "v0 + 1 + v1"] {
            assert!(!simplifier.is_linear(&expr(text)), "{text}");
        }
    }
}
