//! What maps of instructions are put together from.
use super::operand::ShapeIndex;
use super::scope::Scope;
use crate::affine::{Constraint, Expr, IndexingMap, Interval};
use crate::xla::{Shape, Sizes};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// An expression for each dimension.
pub(in crate::hlo) type Exprs = SmallVec<[Expr; 6]>;

/// The sizes of an array; none if it is no array, or unbounded.
pub(super) fn sizes(shape: &Shape) -> Option<Sizes> {
    shape.as_array()?.sizes().ok()
}

/// An array of a tuple, as [`OperandIndexing::element`](super::OperandIndexing::element) names it, or the shape itself;
/// none if there is no such array.
pub fn subshape<'s>(shape: &'s Shape, path: &[usize]) -> Option<&'s Shape> {
    path.iter().try_fold(shape, |shape, &element| match shape {
        Shape::Tuple(shapes) => shapes.get(element),
        _ => None,
    })
}

/// The outputs of an instruction of a shape, as [`output_to_input`](super::output_to_input) counts them.
///
/// ```
/// use tilework::hlo::{Scope, output_shapes};
/// let shape = "((f32[2], s8[3]), u32[])".parse()?;
/// assert_eq!(output_shapes(&shape, Scope::Xla).count(), 2);
/// assert_eq!(output_shapes(&shape, Scope::Extended).nth(1).unwrap().to_string(), "s8[3]{0}");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn output_shapes(shape: &Shape, scope: Scope) -> impl Iterator<Item = &Shape> {
    let (elements, leaves) = match (shape, scope) {
        (Shape::Tuple(shapes), Scope::Xla) => (&shapes[..], None),
        _ => (&[][..], Some(shape.leaves())),
    };
    elements.iter().chain(leaves.into_iter().flatten())
}

/// Where the output of that number is in a shape; none if there are not so many.
pub(in crate::hlo) fn output_path(shape: &Shape, output: usize, scope: Scope) -> Option<ShapeIndex> {
    match (shape, scope) {
        (Shape::Tuple(shapes), Scope::Xla) => {
            (output < shapes.len()).then(|| ShapeIndex::from_slice(&[output]))
        }
        (Shape::Tuple(_), _) => leaf_paths(shape).into_iter().nth(output),
        _ => (output == 0).then(ShapeIndex::new),
    }
}

/// Where all outputs are in a shape, in order.
pub(in crate::hlo) fn output_paths(shape: &Shape, scope: Scope) -> Vec<ShapeIndex> {
    match (shape, scope) {
        (Shape::Tuple(shapes), Scope::Xla) => {
            (0..shapes.len()).map(|output| ShapeIndex::from_slice(&[output])).collect()
        }
        _ => leaf_paths(shape),
    }
}

fn leaf_paths(shape: &Shape) -> Vec<ShapeIndex> {
    let mut paths = Vec::new();
    push_leaf_paths(shape, &mut ShapeIndex::new(), &mut paths);
    paths
}

fn push_leaf_paths(shape: &Shape, path: &mut ShapeIndex, paths: &mut Vec<ShapeIndex>) {
    let Shape::Tuple(shapes) = shape else { return paths.push(path.clone()) };
    for (element, shape) in shapes.iter().enumerate() {
        path.push(element);
        push_leaf_paths(shape, path, paths);
        path.pop();
    }
}

pub(super) fn of_sizes(sizes: &[i64]) -> SmallVec<[Interval; 6]> {
    sizes.iter().map(|&size| Interval::of_size(size)).collect()
}

pub(in crate::hlo) fn d(number: usize) -> Expr {
    Expr::variable_at(number)
}

pub(super) fn c(value: i64) -> Expr {
    Expr::constant(value)
}

/// A map over dimensions of these sizes.
pub(super) fn plain(dims: &[i64], results: impl IntoIterator<Item = Expr>) -> IndexingMap {
    IndexingMap::over(&of_sizes(dims), &[], &[], results, Vec::new())
}

/// A map over dimensions and range symbols of these sizes.
pub(super) fn ranged(dims: &[i64], range: &[i64], results: impl IntoIterator<Item = Expr>) -> IndexingMap {
    IndexingMap::over(&of_sizes(dims), &of_sizes(range), &[], results, Vec::new())
}

/// A map to the only element of a scalar.
pub(super) fn to_scalar(dims: &[i64]) -> IndexingMap {
    plain(dims, [])
}

/// A map to indices of these sizes: an entry is what `entry` gives for its dimension, and where that is nothing, all
/// there are.
pub(super) fn with_free(
    dims: &[i64],
    sizes: &[i64],
    mut entry: impl FnMut(usize) -> Option<Expr>,
) -> IndexingMap {
    let mut range = Sizes::new();
    let entry = |(dimension, &size): (usize, &i64)| {
        entry(dimension).unwrap_or_else(|| {
            range.push(size);
            d(dims.len() + range.len() - 1)
        })
    };
    let results: Exprs = sizes.iter().enumerate().map(entry).collect();
    ranged(dims, &range, results)
}

/// A map to all indices of these sizes, from everywhere.
pub(super) fn all_elements(dims: &[i64], sizes: &[i64]) -> IndexingMap {
    with_free(dims, sizes, |_| None)
}

/// The index itself, with another entry in one dimension.
pub(super) fn with_entry(rank: usize, dimension: usize, entry: Expr) -> impl Iterator<Item = Expr> {
    (0..rank).map(move |number| if number == dimension { entry.clone() } else { d(number) })
}

/// The map with each variable replaced, over dimensions, range symbols and runtime symbols of these values.
pub(super) fn substituted(
    map: &IndexingMap,
    [dims, range, runtime]: [&[Interval]; 3],
    replacement: &impl Fn(u32) -> Expr,
) -> IndexingMap {
    let results = map.results().iter().map(|result| result.substitute(replacement));
    let constraints = map.constraints().iter().map(|constraint| constraint.substitute(replacement)).collect();
    IndexingMap::over(dims, range, runtime, results, constraints)
}

/// The map with other results and constraints, and with other values of its variables.
pub(in crate::hlo) fn rebuilt(
    map: &IndexingMap,
    bounds: &[Interval],
    results: impl IntoIterator<Item = Expr>,
    constraints: Vec<Constraint>,
) -> IndexingMap {
    let (dims, symbols) = bounds.split_at(map.dims().len());
    let (range, runtime) = symbols.split_at(map.range_symbols().len());
    IndexingMap::over(dims, range, runtime, results, constraints)
}

/// The place of an index in row-major order.
pub(in crate::hlo) fn linearized(index: impl IntoIterator<Item = Expr>, sizes: &[i64]) -> Expr {
    let index = index.into_iter().zip(sizes);
    index.fold(c(0), |linear, (entry, &size)| linear.mul(c(size)).add(entry))
}

/// The index of a place in row-major order.
pub(in crate::hlo) fn delinearized(linear: &Expr, sizes: &[i64]) -> Exprs {
    let mut stride = 1i64;
    let mut index: Exprs = SmallVec::new();
    for (place, &size) in sizes.iter().enumerate().rev() {
        let quotient = linear.clone().floor_div(c(stride));
        index.push(if place == 0 { quotient } else { quotient.modulo(c(size)) });
        stride = stride.saturating_mul(size);
    }
    index.reverse();
    index
}

pub(super) fn constraint(expr: Expr, lower: i64, upper: i64) -> Constraint {
    Constraint { expr, bounds: Interval::new(lower, upper) }
}
