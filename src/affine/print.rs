//! Expressions as text.
use super::expr::{Binary, Expr, Operation};
use core::fmt::{Display, Formatter, Result, Write};

impl Display for Expr {
    /// Variables are `v0, v1, …`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_expr(self, f, &|number, f| write!(f, "v{number}"))
    }
}

/// Writes an expression with these names of its variables.
pub(super) fn write_expr<W: Write>(
    expr: &Expr,
    out: &mut W,
    name: &impl Fn(u32, &mut W) -> Result,
) -> Result {
    match expr {
        Expr::Constant(value) => write!(out, "{value}"),
        Expr::Variable(number) => name(*number, out),
        Expr::Binary(node) => write_binary(node, out, name),
    }
}

fn write_binary<W: Write>(node: &Binary, out: &mut W, name: &impl Fn(u32, &mut W) -> Result) -> Result {
    let Binary { operation, lhs, rhs } = node;
    match (operation, rhs) {
        (Operation::Min | Operation::Max, _) => {
            out.write_str(if *operation == Operation::Min { "min(" } else { "max(" })?;
            write_expr(lhs, out, name)?;
            out.write_str(", ")?;
            write_expr(rhs, out, name)?;
            out.write_str(")")
        }
        (Operation::Add, Expr::Constant(value)) if (i64::MIN + 1..0).contains(value) => {
            write_expr(lhs, out, name)?;
            write!(out, " - {}", value.unsigned_abs())
        }
        (Operation::Add, Expr::Binary(right)) if negated(right).is_some() => {
            write_expr(lhs, out, name)?;
            out.write_str(" - ")?;
            match negated(right) {
                Some((factor, 1)) => write_operand(factor, out, name, |inner| inner == Operation::Add),
                Some((factor, times)) => {
                    write_operand(factor, out, name, is_no_factor)?;
                    write!(out, " * {times}")
                }
                None => Ok(()),
            }
        }
        (Operation::Add, _) => {
            write_expr(lhs, out, name)?;
            out.write_str(" + ")?;
            write_operand(rhs, out, name, |inner| inner == Operation::Add)
        }
        (Operation::Mul, Expr::Constant(-1)) => {
            out.write_str("-")?;
            write_operand(lhs, out, name, |_| true)
        }
        (Operation::Mul, _) => {
            write_operand(lhs, out, name, is_no_factor)?;
            out.write_str(" * ")?;
            write_operand(rhs, out, name, |_| true)
        }
        _ => {
            write_operand(lhs, out, name, |_| true)?;
            out.write_str(match operation {
                Operation::FloorDiv => " floordiv ",
                Operation::CeilDiv => " ceildiv ",
                _ => " mod ",
            })?;
            write_operand(rhs, out, name, |_| true)
        }
    }
}

/// The factors of a product with a negative number: `x` and 3 of `x * -3`. Not of -2^63, which has no text without its minus.
fn negated(node: &Binary) -> Option<(&Expr, u64)> {
    match (node.operation, &node.rhs) {
        (Operation::Mul, Expr::Constant(value)) if (i64::MIN + 1..0).contains(value) => {
            Some((&node.lhs, value.unsigned_abs()))
        }
        _ => None,
    }
}

/// Whether it must stand in parentheses at the left of a `*`.
fn is_no_factor(inner: Operation) -> bool {
    inner != Operation::Mul
}

/// Writes an operand, in parentheses if its operation is one that needs them here.
fn write_operand<W: Write>(
    expr: &Expr,
    out: &mut W,
    name: &impl Fn(u32, &mut W) -> Result,
    needs_parentheses: impl Fn(Operation) -> bool,
) -> Result {
    match expr {
        Expr::Binary(node)
            if !matches!(node.operation, Operation::Min | Operation::Max)
                && needs_parentheses(node.operation) =>
        {
            out.write_str("(")?;
            write_binary(node, out, name)?;
            out.write_str(")")
        }
        // `a * -3`: a literal may follow any operator
        other => write_expr(other, out, name),
    }
}
