//! Integer tuples: an integer, or a tuple of integer tuples.
use super::arithmetic;
use super::error::{Result, invalid};
use super::tree::{Builder, Tree, TreeRef};

/// An integer or a tuple of integer tuples, `4`, `(4)`, `(2,(3,4))`; `4` and `(4)` differ.
pub type DynTuple = Tree<i64>;

/// A view of an integer tuple or of one of its modes.
pub type TupleRef<'a> = TreeRef<'a, i64>;

/// Whether something holds for each mode of one tuple and that of another, as far as both have modes.
pub(crate) fn all_modes<'a>(
    lhs: TupleRef<'a>,
    rhs: TupleRef<'a>,
    holds: impl Fn(TupleRef<'a>, TupleRef<'a>) -> Result<bool>,
) -> Result<bool> {
    for (l, r) in lhs.modes().zip(rhs.modes()) {
        if !holds(l, r)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The product of all leaves, 1 for the empty tuple: the number of coordinates of a shape.
///
/// # Errors
/// If it does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynTuple, size};
/// let shape: DynTuple = "((4,2),(4,3))".parse()?;
/// assert_eq!(size(shape.view())?, 96);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn size(shape: TupleRef<'_>) -> Result<i64> {
    arithmetic::product(shape.leaves().iter().copied(), "size")
}

/// The largest leaf; 0 for the empty tuple. Source: TLA `max`.
///
/// ```
/// # use tilework::dynamic::{DynTuple, max_leaf};
/// let tuple: DynTuple = "(2,(9,4))".parse()?;
/// assert_eq!(max_leaf(tuple.view()), 9);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn max_leaf(tuple: TupleRef<'_>) -> i64 {
    tuple.leaves().iter().copied().max().unwrap_or(0)
}

/// The sum of the products of the leaves of two congruent tuples. Source: CuTe `inner_product`.
///
/// # Errors
/// If the tuples are not congruent, or the sum does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynTuple, inner_product};
/// let (a, b): (DynTuple, DynTuple) = ("(1,(2,3))".parse()?, "(100,(10,1))".parse()?);
/// assert_eq!(inner_product(a.view(), b.view())?, 123);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn inner_product(lhs: TupleRef<'_>, rhs: TupleRef<'_>) -> Result<i64> {
    if !lhs.congruent(rhs) {
        return Err(invalid!("inner_product", "{lhs} and {rhs} are not congruent"));
    }
    lhs.leaves().iter().zip(rhs.leaves()).try_fold(0, |sum, (&l, &r)| {
        arithmetic::add(sum, arithmetic::mul(l, r, "inner product")?, "inner product")
    })
}

/// The size of each mode, as a flat tuple; of an integer the tuple of rank 1.
///
/// # Errors
/// If a size does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynTuple, product_each};
/// let shape: DynTuple = "((2,3),4)".parse()?;
/// assert_eq!(product_each(shape.view())?.to_string(), "(6,4)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn product_each(shape: TupleRef<'_>) -> Result<DynTuple> {
    let mut result = Builder::new();
    result.open()?;
    for mode in shape.modes() {
        result.leaf(size(mode)?);
    }
    result.close();
    Ok(result.finish())
}
