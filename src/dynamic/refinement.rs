//! Join and meet of the order "refines" on shapes.
use super::error::{Result, invalid};
use super::tree::Builder;
use super::tuple::{DynTuple, TupleRef, all_modes, size};

/// The coarsest shape that refines both.
///
/// Post-condition: `compatible(lhs, r)` and `compatible(rhs, r)`, and every other such shape refines `r`.
///
/// # Errors
/// If two modes, one of them an integer, differ in size, two tuples in rank, or a size does not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynTuple, common_refinement};
/// let (a, b): (DynTuple, DynTuple) = ("(8,(2,3))".parse()?, "((2,4),6)".parse()?);
/// assert_eq!(common_refinement(a.view(), b.view())?.to_string(), "((2,4),(2,3))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn common_refinement(lhs: TupleRef<'_>, rhs: TupleRef<'_>) -> Result<DynTuple> {
    let mut result = Builder::new();
    refine(lhs, rhs, &mut result)?;
    Ok(result.finish())
}

fn refine(lhs: TupleRef<'_>, rhs: TupleRef<'_>, result: &mut Builder<i64>) -> Result<()> {
    if lhs.is_leaf() || rhs.is_leaf() {
        if size(lhs)? != size(rhs)? {
            return Err(invalid!("common_refinement", "{lhs} and {rhs} differ in size"));
        }
        return result.push(if lhs.is_leaf() { rhs } else { lhs });
    }
    if lhs.rank() != rhs.rank() {
        return Err(invalid!("common_refinement", "{lhs} and {rhs} differ in rank"));
    }
    result.open()?;
    for (l, r) in lhs.modes().zip(rhs.modes()) {
        refine(l, r, result)?;
    }
    result.close();
    Ok(())
}

/// The finest shape that both refine.
///
/// Post-condition: `compatible(r, lhs)` and `compatible(r, rhs)`, and `r` refines every other such shape.
///
/// # Errors
/// If the sizes differ, or do not fit in 64 bits.
///
/// ```
/// # use tilework::dynamic::{DynTuple, common_coarsening};
/// let (a, b): (DynTuple, DynTuple) = ("(8,(2,3))".parse()?, "((2,4),6)".parse()?);
/// assert_eq!(common_coarsening(a.view(), b.view())?.to_string(), "(8,6)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn common_coarsening(lhs: TupleRef<'_>, rhs: TupleRef<'_>) -> Result<DynTuple> {
    if size(lhs)? != size(rhs)? {
        return Err(invalid!("common_coarsening", "{lhs} and {rhs} differ in size"));
    }
    let mut result = Builder::new();
    coarsen(lhs, rhs, &mut result)?;
    Ok(result.finish())
}

/// Writes the meet of two shapes of equal size.
fn coarsen(lhs: TupleRef<'_>, rhs: TupleRef<'_>, result: &mut Builder<i64>) -> Result<()> {
    if !coarsen_by_mode(lhs, rhs)? {
        result.leaf(size(lhs)?);
        return Ok(());
    }
    result.open()?;
    for (l, r) in lhs.modes().zip(rhs.modes()) {
        coarsen(l, r, result)?;
    }
    result.close();
    Ok(())
}

/// Whether two shapes agree in rank and in the size of every mode.
fn coarsen_by_mode(lhs: TupleRef<'_>, rhs: TupleRef<'_>) -> Result<bool> {
    if lhs.is_leaf() || rhs.is_leaf() || lhs.rank() != rhs.rank() {
        return Ok(false);
    }
    all_modes(lhs, rhs, |l, r| Ok(size(l)? == size(r)?))
}
