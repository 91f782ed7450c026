//! Layouts repeated by other layouts.
use super::complement::complement_into;
use super::composition::compose_into;
use super::error::{Result, inexact};
use super::forms::{Form, verbs};
use super::layout::DynLayout;
use super::mode::{LayoutRef, Mode};
use super::modes;
use super::tiler::{Tiler, Untouched, by_mode};
use super::tree::{Builder, Tree};

verbs! {
    product block;
    /// The layout as `(block, copies)`, by mode `((block_0,copies_0),...)`: copies of the block, laid out as the tiler
    /// says.
    ///
    /// Post-condition: `result = (block, complement(block, N) o tiler)` for any `N` that has room for `cosize(tiler)`
    /// copies; no two copies overlap if block and tiler are injective. Refused where no layout equals this, and where a
    /// stride of the tiler is unaligned to the block: a step along a single mode of the complement is wanted, as in
    /// CuTe `logical_product`. (Its `N` is too small for blocks with gaps.)
    ///
    /// # Errors
    /// If the tiler has more modes than the block; if block or tiler overhangs; if the strides of the block are
    /// negative, overlap or are no integers, or it has no elements; if no layout equals the definition, or a stride of
    /// the tiler is unaligned to the block; or if a number does not fit in 64 bits.
    ///
    /// ```
    /// # use tilework::dynamic::{DynLayout, logical_product};
    /// let block: DynLayout = "(2,2):(4,1)".parse()?;
    /// assert_eq!(logical_product(&block, &"6:1".parse()?)?.to_string(), "((2,2),(2,3)):((4,1),(2,8))");
    /// assert!(logical_product(&"4:2".parse()?, &"3:1".parse()?).is_err());
    /// // The copies of 5:4 fill its gaps first, 4 of them: 5 would be one gap further, and one whole block.
    /// assert!(logical_product(&"5:4".parse()?, &"8:5".parse()?).is_err());
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    logical_product Logical;
    /// [`logical_product`] with all block modes put together: `((block_0,block_1,...),(copies_0,copies_1,...,untouched
    /// modes))`.
    ///
    /// # Errors
    /// As [`logical_product`].
    ///
    /// ```
    /// # use tilework::dynamic::{DynLayout, zipped_product};
    /// let block: DynLayout = "(2,2):(1,2)".parse()?;
    /// assert_eq!(zipped_product(&block, &"(3,4):(1,3)".parse()?)?.to_string(), "((2,2),(3,4)):((1,2),(4,12))");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    zipped_product Zipped;
    /// [`zipped_product`] with the modes of the copies at the top: `((block_0,block_1,...),copies_0,copies_1,...)`.
    ///
    /// # Errors
    /// As [`logical_product`].
    ///
    /// ```
    /// # use tilework::dynamic::{DynLayout, tiled_product};
    /// let block: DynLayout = "(2,2):(1,2)".parse()?;
    /// assert_eq!(tiled_product(&block, &"(3,4):(1,3)".parse()?)?.to_string(), "((2,2),3,4):((1,2),4,12)");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    tiled_product Tiled;
    /// [`zipped_product`] with all modes at the top: `(block_0,block_1,...,copies_0,copies_1,...)`. As in CuTe, the
    /// blocks or the copies stay together in one mode if they are a single one; and a mode kept by `_` must have two
    /// modes, its block and its copies.
    ///
    /// # Errors
    /// As [`logical_product`]; and if a mode kept by `_` has not two modes.
    ///
    /// ```
    /// # use tilework::dynamic::{DynLayout, flat_product};
    /// let block: DynLayout = "(2,2):(1,2)".parse()?;
    /// assert_eq!(flat_product(&block, &"(3,4):(1,3)".parse()?)?.to_string(), "(2,2,3,4):(1,2,4,12)");
    /// # Ok::<(), tilework::dynamic::Error>(())
    /// ```
    flat_product Flattened;
}

/// Copies of a block side by side: each mode is `(block mode, copies along it)`. The shorter operand is filled up with
/// modes `1:0`.
///
/// Post-condition: as [`logical_product`], with the modes paired. Refused too where a tiler that is a leaf would be
/// split along a block that is one, because there is no mode to pair its parts with: `(4):(1)` instead of `4:1` is a
/// mode that may have parts. Source: CuTe `blocked_product`.
///
/// # Errors
/// As [`logical_product`]; and if the tiler is a leaf that would be split, and so is the block.
///
/// ```
/// # use tilework::dynamic::{DynLayout, blocked_product};
/// let (block, tiler): (DynLayout, DynLayout) = ("(2,5):(5,1)".parse()?, "(3,4):(1,3)".parse()?);
/// assert_eq!(blocked_product(&block, &tiler)?.to_string(), "((2,3),(5,4)):((5,10),(1,30))");
///
/// let block: DynLayout = "3:2".parse()?;
/// assert!(blocked_product(&block, &"4:1".parse()?).is_err());
/// assert_eq!(blocked_product(&block, &"(4):(1)".parse()?)?.to_string(), "((3,(2,2))):((2,(1,6)))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn blocked_product(block: &DynLayout, tiler: &DynLayout) -> Result<DynLayout> {
    paired("blocked_product", block, tiler, |block, copies| [block, copies])
}

/// Copies of a block interleaved: each mode is `(copies along it, block mode)`.
///
/// Post-condition: as [`blocked_product`], with the pairs the other way round. Source: CuTe `raked_product`.
///
/// # Errors
/// As [`blocked_product`].
///
/// ```
/// # use tilework::dynamic::{DynLayout, raked_product};
/// let (block, tiler): (DynLayout, DynLayout) = ("(2,5):(5,1)".parse()?, "(3,4):(1,3)".parse()?);
/// assert_eq!(raked_product(&block, &tiler)?.to_string(), "((3,2),(4,5)):((10,5),(30,1))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn raked_product(block: &DynLayout, tiler: &DynLayout) -> Result<DynLayout> {
    paired("raked_product", block, tiler, |block, copies| [copies, block])
}

fn product(operation: &'static str, block: &DynLayout, tiler: &Tiler, form: Form) -> Result<DynLayout> {
    block.require_exact(operation)?;
    let mut modes = Builder::new();
    by_mode(operation, block.view(), tiler, Untouched::Keep, &mut modes, &mut |block, tiler, result| {
        match tiler {
            Some(tiler) => product_into(operation, block, tiler, result),
            None => result.push(block),
        }
    })?;
    DynLayout::from_modes(form.arrange(operation, modes.finish(), tiler, Mode::UNIT)?)
}

/// Writes the block and its copies.
fn product_into(
    operation: &'static str,
    block: LayoutRef<'_>,
    tiler: &DynLayout,
    result: &mut Builder<Mode>,
) -> Result<()> {
    tiler.require_exact(operation)?;
    let block_layout = DynLayout::from_modes(block.to_tree())?;
    // Room for as many copies as the tiler counts, also where the block has gaps. What is too much does not matter.
    let span = block_layout.cosize().saturating_mul(2);
    let mut room = Builder::new();
    complement_into(&block_layout, span.saturating_mul(tiler.cosize()).max(1), &mut room)?;
    // A tiler without elements takes no steps.
    if tiler.size() > 0
        && let Some(stride) = tiler.leaves().iter().find_map(|mode| unaligned(mode, room.view()))
    {
        let copies = room.view();
        return Err(inexact!(
            operation,
            "the stride {stride} in {tiler} is unaligned with copies of {block}, which are {copies}"
        ));
    }
    result.open()?;
    result.push(block)?;
    compose_into(operation, room.view(), tiler.view(), result)?;
    result.close();
    Ok(())
}

/// The stride of a mode, if a step of it is one along several modes of a layout at once.
fn unaligned(mode: &Mode, layout: LayoutRef<'_>) -> Option<i64> {
    let stride = mode.stride.as_int().filter(|_| mode.extent > 1)?;
    let (mut rest, mut moved) = (stride, false);
    for leaf in layout.leaves() {
        let digit = rest % leaf.extent;
        if digit != 0 && moved {
            return Some(stride);
        }
        moved |= digit != 0;
        rest /= leaf.extent;
    }
    None
}

/// The product with the modes of block and copies put side by side.
fn paired(
    operation: &'static str,
    block: &DynLayout,
    tiler: &DynLayout,
    pair: for<'a> fn(LayoutRef<'a>, LayoutRef<'a>) -> [LayoutRef<'a>; 2],
) -> Result<DynLayout> {
    block.require_exact(operation)?;
    let rank = block.rank().max(tiler.rank());
    let (block, tiler) = (block.append_to(rank)?, tiler.append_to(rank)?);
    // Along a mode of the block an integer is a mode too: what it is split into stays together.
    let tiler = match tiler.view().is_leaf() && !block.view().is_leaf() {
        true => DynLayout::from_modes(Tree::tuple([tiler.view()])?)?,
        false => tiler,
    };
    let mut product = Builder::new();
    product_into(operation, block.view(), &tiler, &mut product)?;
    let copies = modes::get(product.view(), &[1])?;
    if tiler.view().is_leaf() && !copies.is_leaf() {
        // What a leaf was split into are not modes of their own.
        return Err(inexact!(
            operation,
            "{tiler} is split into {copies}, which are no single mode; in a tuple it would be one"
        ));
    }
    let mut result = Builder::new();
    result.open()?;
    for (block, copies) in block.modes().zip(copies.modes()) {
        result.push(Tree::tuple(pair(block, copies))?.view())?;
    }
    result.close();
    DynLayout::from_modes(result.finish())
}
