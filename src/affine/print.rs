//! Expressions as text.
use super::expr::{Binary, Expr};
use super::operation::ExprOp;
use core::fmt::{Debug, Display, Formatter, Result, Write};
use smallvec::SmallVec;

impl Display for Expr {
    /// Variables are `v0, v1, …`. An expression of more than a million operations, of which a few may be used again
    /// and again, is not written out.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_expr(self, f, &|number, f| write!(f, "v{number}"))
    }
}

impl Debug for Expr {
    /// The text.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "`{self}`")
    }
}

/// An expression of more operations is written as a note of how many there are.
const MOST_WRITTEN: usize = 1 << 20;

impl Expr {
    /// How many operators its text has: a minus in a sum is one, not a sum and a product. Of large expressions the
    /// operations.
    pub(super) fn operators(&self) -> usize {
        match self {
            Expr::Binary(node) if node.is_small() => {
                let right = match (node.operation, node.rhs.as_multiple()) {
                    (ExprOp::Add, (negated, -1)) => negated,
                    _ => &node.rhs,
                };
                node.lhs.operators() + right.operators() + 1
            }
            other => other.operations(),
        }
    }
}

/// What is still to be written.
enum ExprPiece<'e> {
    Expr(&'e Expr),
    /// An operand, in parentheses if its operation is one that needs them here.
    Operand(&'e Expr, fn(ExprOp) -> bool),
    Text(&'static str),
    Number(u64),
}

/// The pieces that are still to be written, the next one last.
type Unwritten<'e> = SmallVec<[ExprPiece<'e>; 16]>;

/// Writes an expression with these names of its variables.
pub(super) fn write_expr<W: Write>(
    expr: &Expr,
    out: &mut W,
    name: &impl Fn(u32, &mut W) -> Result,
) -> Result {
    if expr.operations() > MOST_WRITTEN {
        return match expr.operations() {
            usize::MAX => out.write_str("AN EXPRESSION OF BILLIONS OF OPERATIONS"),
            operations => write!(out, "AN EXPRESSION OF {operations} OPERATIONS"),
        };
    }
    let mut pieces: Unwritten<'_> = SmallVec::from_iter([ExprPiece::Expr(expr)]);
    while let Some(piece) = pieces.pop() {
        match piece {
            ExprPiece::Expr(Expr::Constant(value)) | ExprPiece::Operand(Expr::Constant(value), _) => {
                write!(out, "{value}")?;
            }
            ExprPiece::Expr(Expr::Variable(number)) | ExprPiece::Operand(Expr::Variable(number), _) => {
                name(*number, out)?;
            }
            ExprPiece::Expr(Expr::Binary(node)) => push_binary(node, &mut pieces),
            ExprPiece::Operand(Expr::Binary(node), needs_parentheses) => {
                let is_call = matches!(node.operation, ExprOp::Min | ExprOp::Max);
                if is_call || !needs_parentheses(node.operation) {
                    push_binary(node, &mut pieces);
                } else {
                    out.write_str("(")?;
                    pieces.push(ExprPiece::Text(")"));
                    push_binary(node, &mut pieces);
                }
            }
            ExprPiece::Text(text) => out.write_str(text)?,
            ExprPiece::Number(value) => write!(out, "{value}")?,
        }
    }
    Ok(())
}

fn push_binary<'e>(node: &'e Binary, pieces: &mut Unwritten<'e>) {
    use ExprPiece::{Expr as Whole, Number, Operand, Text};
    let (lhs, rhs) = (&node.lhs, &node.rhs);
    // a literal may follow any operator: `a * -3`
    match (node.operation, rhs) {
        (ExprOp::Min | ExprOp::Max, _) => {
            let open = if node.operation == ExprOp::Min { "min(" } else { "max(" };
            push(pieces, [Text(open), Whole(lhs), Text(", "), Whole(rhs), Text(")")]);
        }
        (ExprOp::Add, Expr::Constant(value)) if (i64::MIN + 1..0).contains(value) => {
            push(pieces, [Whole(lhs), Text(" - "), Number(value.unsigned_abs())]);
        }
        (ExprOp::Add, _) => match negated(rhs) {
            None => push(pieces, [Whole(lhs), Text(" + "), Operand(rhs, is_sum)]),
            Some((factor, 1)) => push(pieces, [Whole(lhs), Text(" - "), Operand(factor, is_sum)]),
            Some((factor, times)) => push(
                pieces,
                [Whole(lhs), Text(" - "), Operand(factor, is_no_factor), Text(" * "), Number(times)],
            ),
        },
        (ExprOp::Mul, Expr::Constant(-1)) => push(pieces, [Text("-"), Operand(lhs, any)]),
        (ExprOp::Mul, _) => {
            push(pieces, [Operand(lhs, is_no_factor), Text(" * "), Operand(rhs, any)]);
        }
        (operation, _) => {
            let word = match operation {
                ExprOp::FloorDiv => " floordiv ",
                ExprOp::CeilDiv => " ceildiv ",
                _ => " mod ",
            };
            push(pieces, [Operand(lhs, any), Text(word), Operand(rhs, any)]);
        }
    }
}

fn push<'e, const N: usize>(pieces: &mut Unwritten<'e>, next: [ExprPiece<'e>; N]) {
    pieces.extend(next.into_iter().rev());
}

/// The factors of a product with a negative number: `x` and 3 of `x * -3`. Not of -2^63, which has no text without
/// its minus.
fn negated(expr: &Expr) -> Option<(&Expr, u64)> {
    let Expr::Binary(node) = expr else { return None };
    match (node.operation, &node.rhs) {
        (ExprOp::Mul, Expr::Constant(value)) if (i64::MIN + 1..0).contains(value) => {
            Some((&node.lhs, value.unsigned_abs()))
        }
        _ => None,
    }
}

fn any(_: ExprOp) -> bool {
    true
}

fn is_sum(inner: ExprOp) -> bool {
    inner == ExprOp::Add
}

/// Whether it must stand in parentheses at the left of a `*`.
fn is_no_factor(inner: ExprOp) -> bool {
    inner != ExprOp::Mul
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A minus in a sum is one operator, and so is one before an operand.
    #[test]
    fn operators_are_those_of_the_text() {
        for (text, operators) in [
            ("v0", 0),
            ("-3", 0),
            ("-v0", 1),
            ("v0 + v1", 1),
            ("v0 - v1", 1),
            ("v0 - 3", 1),
            ("v0 * -3", 1),
            ("v0 - v1 * 3", 2),
            ("v0 - v1 mod 4", 2),
            ("v0 mod 2 - (v1 + v2)", 3),
            ("-v0 - v1", 2),
            ("-v0 * v1", 2),
            ("min(v0, v1 + 2)", 2),
            ("max(v0 floordiv 2, -v1) ceildiv 3", 4),
        ] {
            let expr: Expr = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(expr.operators(), operators, "{text}");
        }
    }
}
