//! Triangular matrices: systems of equations, and the Cholesky decomposition.
use super::builder::{Exprs, constraint, d, of_sizes};
use super::operand::{OperandMaps, one};
use super::output_at::OutputAt;
use super::reads::Reads;
use crate::affine::{Constraint, Expr, IndexingMap};
use crate::xla::Sizes;
use alloc::vec::Vec;

/// `a + gap <= b`, both less than `size`.
fn ordered(a: Expr, gap: i64, b: Expr, size: i64) -> Constraint {
    constraint(b.sub(a), gap, size.saturating_sub(1))
}

/// A map to the last two dimensions, and the same index in those before.
fn map(output: &[i64], range: &[i64], [row, column]: [Expr; 2], constraints: Vec<Constraint>) -> OperandMaps {
    let batch = (0..output.len() - 2).map(d);
    let results: Exprs = batch.chain([row, column]).collect();
    one(IndexingMap::over(&of_sizes(output), &of_sizes(range), &[], results, constraints))
}

/// The solution of `op(a) x = b`, or of `x op(a) = b`: row by row from the corner on, of a lower triangle the first
/// one.
///
/// Row `i` is computed from row `i` of the matrix, and from the rows of the solution before it.
pub(super) fn triangular_solve(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let (output, matrix) = (at.output_sizes()?, at.sizes(0)?);
    let rank = output.len().checked_sub(2)? + 2;
    let is = |name| at.attribute(name) == Some("true");
    let is_transposed = matches!(at.attribute("transpose_a"), Some("TRANSPOSE" | "ADJOINT"));
    // the dimension of the solution that the matrix multiplies
    let along = if is("left_side") { rank - 2 } else { rank - 1 };
    let size = output[along];
    let square: Sizes = output[..rank - 2].iter().copied().chain([size, size]).collect();
    if at.operands() != 2 || matrix != square || at.sizes(1)? != output {
        return None;
    }
    // from the right, the transposed matrix multiplies the transposed solution
    let is_swapped = is_transposed == is("left_side");
    let is_lower = is("lower") != is_swapped;
    let (first, second) = (d(rank), d(rank + 1));
    let toward = |gap: i64, a: Expr, b: Expr| match is_lower {
        true => ordered(a, gap, b, size),
        false => ordered(b, gap, a, size),
    };
    let gap = i64::from(is("unit_diagonal"));
    let corner = Vec::from([toward(0, first.clone(), d(along)), toward(gap, second.clone(), first.clone())]);
    let entry = if is_swapped { [second, first] } else { [first, second] };
    let place = |dimension: usize| d(if dimension == along { rank } else { dimension });
    let before = Vec::from([toward(0, d(rank), d(along))]);
    Some(Reads::of_all([
        map(&output, &[size, size], entry, corner),
        map(&output, &[size], [place(rank - 2), place(rank - 1)], before),
    ]))
}

/// The Cholesky decomposition. Element `(i, j)` of the lower triangle is computed from the triangle up to row `j`, and
/// from row `i` up to column `j`. Nothing is said of the other triangle.
pub(super) fn cholesky(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let output = at.output_sizes()?;
    let rank = output.len().checked_sub(2)? + 2;
    let size = output[rank - 1];
    if at.sizes(0)? != output || output[rank - 2] != size {
        return None;
    }
    let is_lower = at.attribute("lower") == Some("true");
    let turned = |[row, column]: [Expr; 2]| if is_lower { [row, column] } else { [column, row] };
    let [row, column] = turned([d(rank - 2), d(rank - 1)]);
    let inside = ordered(column.clone(), 0, row.clone(), size);
    let (first, second) = (d(rank), d(rank + 1));
    let corner = Vec::from([
        inside.clone(),
        ordered(first.clone(), 0, column.clone(), size),
        ordered(second.clone(), 0, first.clone(), size),
    ]);
    let line = Vec::from([inside, ordered(first.clone(), 0, column, size)]);
    let mut maps = map(&output, &[size, size], turned([first.clone(), second]), corner)?;
    maps.extend(map(&output, &[size], turned([row, first]), line)?);
    at.only(0, Some(maps))
}
