//! The same expression with numbers where they take the fewest operators.
//!
//! Simplified expressions have one form, which is not always the shortest: a number that leaves a quotient, or a
//! factor that leaves a remainder, needs an operator of its own outside. This is the last step, and simplifying
//! undoes it:
//!
//! | rule | why |
//! |---|---|
//! | `p*((x + a) floordiv c) + p*k` is `p*((x + a + k*c) floordiv c)` | a multiple of `c` leaves the quotient |
//! | `-p*((k - x) floordiv c)` is `p*((x + c - 1 - k) floordiv c)` | `floor(-z) = -ceil(z)` |
//! | `p*(x mod c)` is `(p*x) mod (p*c)` for `p > 1`, where each term of `x` has a factor | digits below `p` are zero |
use super::expr::{Expr, quotient_of, remainder_of};
use super::operation::ExprOp;
use super::sum::Linear;

/// The sum with `(-x + c - 1) floordiv c` for `-(x floordiv c)`, where that has fewer operators.
pub(super) fn turned(mut sum: Linear) -> Option<Linear> {
    if sum.terms.iter().all(|term| term.coefficient.is_positive()) {
        return None;
    }
    // a sum that begins with a minus has an operator more
    let minus = usize::from(sum.terms.iter().all(|term| term.coefficient.is_negative()));
    for term in sum.clone().terms.iter().filter(|term| term.coefficient.is_negative()) {
        let Some((dividend, divisor)) = quotient_of(&term.atom) else { continue };
        let mut negated = Linear::of(dividend)?.times(-1)?;
        negated.constant = negated.constant.checked_add(divisor - 1)?;
        let negated = negated.to_expr();
        if negated.operators() < dividend.operators() + if term.coefficient == -1 { minus } else { 0 } {
            sum.add_term(&term.atom, term.coefficient.checked_neg()?)?;
            sum.add_term(&negated.floor_div(Expr::Constant(divisor)), term.coefficient.checked_neg()?)?;
        }
    }
    Some(sum)
}

/// The shorter form, if there is one.
pub(super) fn shortened(expr: &Expr) -> Option<Expr> {
    let Expr::Binary(node) = expr else { return None };
    let shorter = match (node.operation, &node.rhs) {
        (ExprOp::Add, Expr::Constant(constant)) => with_number(&node.lhs, *constant),
        (ExprOp::Mul, Expr::Constant(factor @ 2..)) => with_factor(&node.lhs, *factor),
        _ => None,
    };
    if let Some(shorter) = shorter {
        return Some(shortened(&shorter).unwrap_or(shorter));
    }
    match (shortened(&node.lhs), shortened(&node.rhs)) {
        (None, None) => None,
        (lhs, rhs) => {
            let or_same = |shorter: Option<Expr>, same: &Expr| shorter.unwrap_or_else(|| same.clone());
            Some(Expr::binary(node.operation, or_same(lhs, &node.lhs), or_same(rhs, &node.rhs)))
        }
    }
}

/// The sum and a number, with the number inside a quotient that has one already.
fn with_number(sum: &Expr, number: i64) -> Option<Expr> {
    if let Expr::Binary(node) = sum
        && node.operation == ExprOp::Add
    {
        let left = with_number(&node.lhs, number).map(|lhs| lhs.add(node.rhs.clone()));
        return left.or_else(|| Some(node.lhs.clone().add(with_number(&node.rhs, number)?)));
    }
    let (quotient, factor) = sum.as_multiple();
    let (dividend, divisor) = quotient_of(quotient)?;
    let Expr::Binary(node) = dividend else { return None };
    let (ExprOp::Add, Expr::Constant(own)) = (node.operation, &node.rhs) else { return None };
    if number.checked_rem(factor)? != 0 {
        return None;
    }
    let own = number.checked_div(factor)?.checked_mul(divisor)?.checked_add(*own)?;
    let dividend = node.lhs.clone().add(Expr::Constant(own));
    Some(dividend.floor_div(Expr::Constant(divisor)).mul(Expr::Constant(factor)))
}

/// `factor * (x mod c)` as one remainder.
fn with_factor(expr: &Expr, factor: i64) -> Option<Expr> {
    let (dividend, modulus) = remainder_of(expr)?;
    Some(times(dividend, factor)?.modulo(Expr::Constant(modulus.checked_mul(factor)?)))
}

/// A multiple of a sum that needs no more operators.
fn times(sum: &Expr, factor: i64) -> Option<Expr> {
    match sum {
        Expr::Constant(value) => Some(Expr::Constant(value.checked_mul(factor)?)),
        Expr::Binary(node) if node.operation == ExprOp::Add => {
            Some(times(&node.lhs, factor)?.add(times(&node.rhs, factor)?))
        }
        _ => match sum.as_multiple() {
            (_, 1 | -1) => None,
            (inner, own) => Some(inner.clone().mul(Expr::Constant(own.checked_mul(factor)?))),
        },
    }
}
