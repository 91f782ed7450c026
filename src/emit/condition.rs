//! Conditions: what has to be compared so that a value is inside.
use super::machine::{Machine, Node};
use super::print::Comparison;
use crate::affine::{Expr, ExprOp, Interval};
use alloc::vec::Vec;

/// What has to be compared so that a difference, whose values are in `all`, is in an interval.
pub(super) fn compared(
    machine: &mut Machine,
    [left, right]: [Node; 2],
    all: (i128, i128),
    inside: Interval,
) -> Option<Vec<Comparison>> {
    let mut compared = Vec::new();
    let mut compare = |relation: &'static str, by: i64| {
        let (mut left, mut right) = (left, right);
        if machine.as_constant(right) == Some(0) && machine.word().holds(by.into(), by.into()) {
            right = machine.constant(by)?;
        } else {
            let number = machine.constant(by.checked_abs()?)?;
            *(if by < 0 { &mut left } else { &mut right }) =
                machine.add(if by < 0 { left } else { right }, number)?;
        }
        compared.push(Comparison { left, relation, right });
        Some(())
    };
    let is_above = i128::from(inside.lower) > all.0;
    let is_below = i128::from(inside.upper) < all.1;
    match inside.as_point() {
        Some(value) if is_above || is_below => compare("==", value)?,
        Some(_) => {}
        None => {
            if is_above {
                compare(">=", inside.lower)?;
            }
            if is_below {
                compare("<", inside.upper.checked_add(1)?)?;
            }
        }
    }
    Some(compared)
}

/// `a` and `b` of `a - b`, without a minus in either.
pub(super) fn sides_of(expr: &Expr) -> (Expr, Expr) {
    let (mut left, mut right) = (Expr::constant(0), Expr::constant(0));
    let mut open = Vec::from([expr]);
    while let Some(part) = open.pop() {
        if let Expr::Binary(node) = part
            && node.operation == ExprOp::Add
        {
            open.extend([&node.rhs, &node.lhs]);
            continue;
        }
        let negative = match part {
            Expr::Constant(value) => *value < 0,
            Expr::Binary(node) if node.operation == ExprOp::Mul => {
                node.rhs.as_constant().is_some_and(|factor| factor < 0)
            }
            _ => false,
        };
        if negative {
            right = right.add(part.clone().neg());
        } else {
            left = left.add(part.clone());
        }
    }
    (left, right)
}
