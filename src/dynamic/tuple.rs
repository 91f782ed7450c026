//! Integer tuples: an integer, or a tuple of integer tuples.
use super::arithmetic;
use super::error::{Error, Result};
use super::tree::{Builder, Tree, TreeRef};
use alloc::format;

/// An integer or a tuple of integer tuples, `4`, `(4)`, `(2,(3,4))`; `4` and `(4)` differ.
pub type DynTuple = Tree<i64>;

/// A view of an integer tuple or of one of its modes.
pub type TupleRef<'a> = TreeRef<'a, i64>;

/// The product of all leaves, 1 for the empty tuple: the number of coordinates of a shape.
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

/// The greatest leaf; the empty tuple has none.
pub fn max(tuple: TupleRef<'_>) -> Result<i64> {
    tuple
        .leaves()
        .iter()
        .copied()
        .max()
        .ok_or_else(|| Error::invalid("max", "the empty tuple has no greatest leaf"))
}

/// The leafwise sum of two congruent tuples.
///
/// ```
/// # use tilework::dynamic::{DynTuple, add};
/// let (a, b): (DynTuple, DynTuple) = ("(1,2)".parse()?, "(3,4)".parse()?);
/// assert_eq!(add(&a, &b)?.to_string(), "(4,6)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn add(lhs: &DynTuple, rhs: &DynTuple) -> Result<DynTuple> {
    if !lhs.view().congruent(rhs.view()) {
        return Err(Error::invalid("add", format!("{lhs} and {rhs} are not congruent")));
    }
    let mut rest = rhs.leaves().iter();
    lhs.try_map(|leaf| arithmetic::add(leaf, *rest.next().unwrap_or(&0), "sum"))
}

/// The size of each mode, as a flat tuple; of an integer the tuple of rank 1.
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
