//! Relations between integer tuples: congruent, weakly congruent, compatible.
use super::error::Result;
use super::tuple::{TupleRef, all_modes, size};

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
/// # Errors
/// If a size does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynTuple, compatible};
/// let is = |l: &str, r: &str| compatible(l.parse::<DynTuple>()?.view(), r.parse::<DynTuple>()?.view());
/// assert!(is("24", "(4,6)")? && is("(4,6)", "((2,2),6)")?);
/// assert!(is("24", "(24)")? && !is("(24)", "24")?);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn compatible(lhs: TupleRef<'_>, rhs: TupleRef<'_>) -> Result<bool> {
    if let Some(extent) = lhs.as_leaf() {
        return Ok(extent == size(rhs)?);
    }
    if rhs.is_leaf() || lhs.rank() != rhs.rank() {
        return Ok(false);
    }
    all_modes(lhs, rhs, compatible)
}
