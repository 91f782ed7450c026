//! How two shapes relate: same tree, same sizes, one finer than the other.
use super::error::{Error, Result};
use super::shape_div::ceil_div;
use super::tuple::{TupleRef, size};
use alloc::format;

/// Whether both have the same tree, whatever the extents.
///
/// `((2,3),4)` and `((7,1),9)` are congruent; an equivalence.
pub fn congruent(lhs: TupleRef<'_>, rhs: TupleRef<'_>) -> bool {
    lhs.congruent(rhs)
}

/// Whether the tree of `lhs` is a coarsening of that of `rhs`, whatever the extents.
///
/// `6`, `(6,4)` and `((2,3),4)` are each weakly congruent to the next; a partial order.
pub fn weakly_congruent(lhs: TupleRef<'_>, rhs: TupleRef<'_>) -> bool {
    lhs.is_leaf()
        || !rhs.is_leaf()
            && lhs.rank() == rhs.rank()
            && lhs.modes().zip(rhs.modes()).all(|(l, r)| weakly_congruent(l, r))
}

/// Whether `rhs` refines `lhs`: each leaf of `lhs` is as large as the subtree of `rhs` in its place, so that every
/// coordinate of `lhs` is one of `rhs`.
///
/// `24`, `(4,6)` and `((2,2),6)` are each compatible with the next; so is `24` with `(24)`, but not `(24)` with `24`.
pub fn compatible(lhs: TupleRef<'_>, rhs: TupleRef<'_>) -> Result<bool> {
    if let Some(extent) = lhs.as_leaf() {
        return Ok(extent == size(rhs)?);
    }
    if rhs.is_leaf() || lhs.rank() != rhs.rank() {
        return Ok(false);
    }
    for (l, r) in lhs.modes().zip(rhs.modes()) {
        if !compatible(l, r)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether every leaf of `lhs` is below the leaf of `rhs` in its place: whether a coordinate lies inside a shape.
///
/// A `lhs` of lower rank is compared as far as it goes. Source: CuTe `elem_less`.
pub fn elem_less(lhs: TupleRef<'_>, rhs: TupleRef<'_>) -> Result<bool> {
    match (lhs.as_leaf(), rhs.as_leaf()) {
        (Some(l), Some(r)) => return Ok(l < r),
        (None, None) => {}
        _ => {
            return Err(Error::invalid(
                "elem_less",
                format!("{lhs} and {rhs}: an integer cannot be compared with a tuple"),
            ));
        }
    }
    if lhs.rank() > rhs.rank() {
        return Ok(false);
    }
    for (l, r) in lhs.modes().zip(rhs.modes()) {
        if !elem_less(l, r)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a tiler fills a shape without a rest: mode by mode, `size(shape) = size(tiler) * size(shape / tiler)`.
///
/// `(12,8)` is divided evenly by `(4,4)`, `(10,8)` is not. Source: CuTe `evenly_divides`.
pub fn evenly_divides(shape: TupleRef<'_>, tiler: TupleRef<'_>) -> Result<bool> {
    if shape.is_leaf() || tiler.is_leaf() {
        let tiles = ceil_div(shape, tiler)?;
        return Ok(i128::from(size(shape)?) == i128::from(size(tiler)?) * i128::from(size(tiles.view())?));
    }
    if shape.rank() < tiler.rank() {
        return Ok(false);
    }
    for (s, t) in shape.modes().zip(tiler.modes()) {
        if !evenly_divides(s, t)? {
            return Ok(false);
        }
    }
    Ok(true)
}
