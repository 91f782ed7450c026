//! Fixing some modes of a layout and keeping the others.
use super::coordinate::{Coordinate, crd2offset};
use super::error::{Result, invalid};
use super::layout::DynLayout;
use super::mode::{LayoutRef, Mode};
use super::stride::Offset;
use super::tree::{Builder, Tree, TreeRef};

/// The modes that meet a `_` of the coordinate; one level of nesting is flattened away where a mode is entered.
///
/// Post-condition with [`slice_offset`]: `layout(c) = slice_offset(c) + slice(c)(free part of c)`. Source: CuTe
/// `slice`.
///
/// # Errors
/// If the layout overhangs, or the coordinate does not fit its shape.
///
/// ```
/// # use tilework::dynamic::{DynLayout, slice, slice_offset};
/// let layout: DynLayout = "(4,8):(8,1)".parse()?;
/// let coordinate = "(2,_)".parse()?;
/// assert_eq!(slice(&coordinate, &layout)?.to_string(), "(8):(1)");
/// assert_eq!(slice_offset(&coordinate, &layout)?, 16);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn slice(coordinate: &Coordinate, layout: &DynLayout) -> Result<DynLayout> {
    layout.require_exact("slice")?;
    pick(coordinate, layout, "slice", |leaf| leaf.is_none())
}

/// The modes that meet a number of the coordinate: what [`slice()`] leaves out. Source: CuTe `dice`.
///
/// # Errors
/// If the layout overhangs, or the coordinate does not fit its shape.
///
/// ```
/// # use tilework::dynamic::{DynLayout, dice};
/// let layout: DynLayout = "(4,8):(8,1)".parse()?;
/// assert_eq!(dice(&"(2,_)".parse()?, &layout)?.to_string(), "(4):(8)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn dice(coordinate: &Coordinate, layout: &DynLayout) -> Result<DynLayout> {
    layout.require_exact("dice")?;
    pick(coordinate, layout, "dice", |leaf| leaf.is_some())
}

/// The offset of the fixed part of a coordinate, extended linearly past the end of the shape.
///
/// # Errors
/// As [`DynLayout::offset_unchecked`].
///
/// ```
/// # use tilework::dynamic::{DynLayout, slice_offset};
/// let layout: DynLayout = "(4,8):(8,1)".parse()?;
/// assert_eq!(slice_offset(&"(2,_)".parse()?, &layout)?, 16);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn slice_offset(coordinate: &Coordinate, layout: &DynLayout) -> Result<Offset> {
    crd2offset(coordinate.map(|leaf| leaf.unwrap_or(0)).view(), layout.view())
}

fn pick(
    coordinate: &Coordinate,
    layout: &DynLayout,
    operation: &'static str,
    keep: fn(Option<i64>) -> bool,
) -> Result<DynLayout> {
    if let Some(leaf) = coordinate.view().as_leaf() {
        return if keep(leaf) { Ok(layout.clone()) } else { DynLayout::from_modes(Tree::flat([])) };
    }
    let mut kept = Builder::new();
    kept.open()?;
    pick_into(coordinate.view(), layout.view(), operation, keep, &mut kept)?;
    kept.close();
    DynLayout::from_modes(kept.finish())
}

fn pick_into(
    coordinate: TreeRef<'_, Option<i64>>,
    modes: LayoutRef<'_>,
    operation: &'static str,
    keep: fn(Option<i64>) -> bool,
    kept: &mut Builder<Mode>,
) -> Result<()> {
    if modes.is_leaf() || coordinate.rank() != modes.rank() {
        return Err(invalid!(operation, "{coordinate} does not fit the shape {}", modes.shape()));
    }
    for (c, mode) in coordinate.modes().zip(modes.modes()) {
        match c.as_leaf() {
            None => pick_into(c, mode, operation, keep, kept)?,
            Some(leaf) if keep(leaf) => kept.push(mode)?,
            Some(_) => {}
        }
    }
    Ok(())
}
