//! Reshapes and bitcasts: the same elements in another order.
use super::along::everything_of;
use super::builder::{Exprs, d, delinearized, linearized, plain};
use super::operand::one;
use super::output_at::OutputAt;
use super::reads::Reads;
use crate::affine::{Expr, IndexingMap, Points};
use crate::xla::{ArrayShape, Sizes};
use smallvec::{SmallVec, smallvec};

pub(super) fn reshape(at: &OutputAt<'_, '_>) -> Option<Reads> {
    at.only(0, reshape_map(&at.output_sizes()?, &at.sizes(0)?).and_then(one))
}

/// A reshape of an array whose sizes are known at run time only: `dynamic-reshape(operand, sizes…)`.
///
/// Where only the sizes of the most major dimensions are not known, elements are where a reshape puts them: no place
/// depends on these. Otherwise any of them may be.
pub(super) fn dynamic_reshape(at: &OutputAt<'_, '_>) -> Option<Reads> {
    let array = at.output_array()?;
    let operand = at.array(0)?;
    let is_dynamic = |array: &ArrayShape| array.dimensions().iter().skip(1).any(|size| size.is_dynamic());
    let exact = match is_dynamic(array) || is_dynamic(operand) {
        true => None,
        false => reshape_map(&at.output_sizes()?, &at.sizes(0)?).and_then(one),
    };
    let first = exact.or_else(|| everything_of(at, 0));
    Some(at.each(|place| if place == 0 { first.clone() } else { at.scalar() }))
}

pub(super) fn bitcast(at: &OutputAt<'_, '_>) -> Option<Reads> {
    at.only(0, bitcast_map(at.output_array()?, at.array(0)?).and_then(one))
}

/// From an index of sizes `from` to the index of sizes `to` at the same place in row-major order; none if there are not
/// as many elements.
///
/// Dimensions with the same product, from the left, are matched: each group is numbered through on its own.
pub(super) fn reshape_map(from: &[i64], to: &[i64]) -> Option<IndexingMap> {
    Some(plain(from, reshaped((0..from.len()).map(d).collect(), from, to)?))
}

/// The index of sizes `to` for an index of sizes `from`.
fn reshaped(index: Exprs, from: &[i64], to: &[i64]) -> Option<Exprs> {
    let product = |sizes: &[i64]| sizes.iter().try_fold(1i64, |product, size| product.checked_mul(*size));
    let elements = |sizes: &[i64]| if sizes.contains(&0) { Some(0) } else { product(sizes) };
    if elements(from)? != elements(to)? {
        return None;
    }
    if elements(from)? == 0 {
        return Some(to.iter().map(|_| Expr::constant(0)).collect());
    }
    let mut results = SmallVec::new();
    let (mut i, mut j) = (0, 0);
    while i < from.len() || j < to.len() {
        // the shortest groups of the same product, taking in what is left of ones at the end
        let (first_i, first_j) = (i, j);
        let (mut here, mut there) = (1i64, 1i64);
        if i < from.len() {
            here = from[i];
            i += 1;
        }
        if j < to.len() {
            there = to[j];
            j += 1;
        }
        while here != there {
            if here < there && i < from.len() {
                here = here.checked_mul(from[i])?;
                i += 1;
            } else if j < to.len() {
                there = there.checked_mul(to[j])?;
                j += 1;
            } else {
                return None;
            }
        }
        let linear = linearized(index[first_i..i].iter().cloned(), &from[first_i..i]);
        results.extend(delinearized(&linear, &to[first_j..j]));
    }
    Some(results)
}

/// From an index of `from` to the index of `to` of the element at the same place in memory, tiles not counted; none if
/// there are not as many elements, or a dimension is unbounded. The map is simplified.
///
/// Source: XLA, `GetBitcastMap`.
///
/// ```
/// use tilework::hlo::bitcast_map;
/// use tilework::xla::Shape;
/// let (a, b): (Shape, Shape) = ("f32[16,17,3]".parse()?, "f32[51,16]{0,1}".parse()?);
/// let map = bitcast_map(a.array("example")?, b.array("example")?).unwrap();
/// assert_eq!(
///     map.to_string(),
///     "(d0, d1, d2) -> (d1 * 3 + d2, d0), domain: d0 in [0, 15], d1 in [0, 16], d2 in [0, 2]"
/// );
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn bitcast_map(from: &ArrayShape, to: &ArrayShape) -> Option<IndexingMap> {
    let (from_sizes, to_sizes) = (from.sizes().ok()?, to.sizes().ok()?);
    let (from_layout, to_layout) = (from.layout_or_default(), to.layout_or_default());
    let physical = |sizes: &[i64], order: &[usize]| -> Sizes {
        order.iter().map(|dimension| sizes[*dimension]).collect()
    };
    let from_order: SmallVec<[usize; 6]> = from_layout.major_to_minor().collect();
    let to_order: SmallVec<[usize; 6]> = to_layout.major_to_minor().collect();
    let index = from_order.iter().map(|dimension| d(*dimension)).collect();
    let found = reshaped(index, &physical(&from_sizes, &from_order), &physical(&to_sizes, &to_order))?;
    let mut results: Exprs = smallvec![Expr::constant(0); to_sizes.len()];
    for (dimension, entry) in to_order.into_iter().zip(found) {
        results[dimension] = entry;
    }
    Some(plain(&from_sizes, results).into_simplified(Points::Replace))
}
