//! Sums taken apart.
use crate::affine::{Expr, ExprOp};
use alloc::vec::Vec;

/// The expressions that a sum adds up.
pub(super) fn summands(expr: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    let mut left = Vec::from([expr]);
    while let Some(next) = left.pop() {
        match next {
            Expr::Binary(node) if node.operation == ExprOp::Add => left.extend([&node.rhs, &node.lhs]),
            other => found.push(other),
        }
    }
    found
}
