//! Sums taken apart.
use crate::affine::{BinaryOperation, Expr};
use alloc::vec::Vec;

/// The expressions that a sum adds up.
pub(super) fn summands(expr: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    let mut left = Vec::from([expr]);
    while let Some(next) = left.pop() {
        match next {
            Expr::Binary(node) if node.operation == BinaryOperation::Add => {
                left.extend([&node.rhs, &node.lhs])
            }
            other => found.push(other),
        }
    }
    found
}
