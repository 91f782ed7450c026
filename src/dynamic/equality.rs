//! When two layouts are the same: three questions with three names, and the normal form that answers the second.
use super::coalesce::coalesce;
use super::error::Result;
use super::layout::DynLayout;
use super::mode::{LayoutRef, Mode};
use super::stride::Stride;
use super::tree::Builder;

/// Whether two layouts are written alike: the same trees with the same extents and strides.
///
/// `4:1` and `(4):(1)` are not, nor `(4,1):(1,9)` and `(4,1):(1,0)`. It is what `==` asks.
pub fn same_text(lhs: &DynLayout, rhs: &DynLayout) -> bool {
    lhs == rhs
}

/// Whether two layouts are the same function of the coordinate: they take the same coordinates, and put each at the
/// same offset.
///
/// Post-condition: true if, and only if, the [`normal_form`]s are written alike.
///
/// # Errors
/// If a layout overhangs.
///
/// ```
/// # use tilework::dynamic::{DynLayout, same_by_coordinate, same_by_index};
/// let layout = |text: &str| text.parse::<DynLayout>();
/// assert!(same_by_coordinate(&layout("(4,(1)):(1,(9))")?, &layout("(4,1):(1,0)")?)?);
/// // the same offsets in the same order, but `(1,1)` is a coordinate of only one of them
/// assert!(!same_by_coordinate(&layout("(2,2):(1,2)")?, &layout("4:1")?)?);
/// assert!(same_by_index(&layout("(2,2):(1,2)")?, &layout("4:1")?)?);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn same_by_coordinate(lhs: &DynLayout, rhs: &DynLayout) -> Result<bool> {
    Ok(normal_form(lhs)? == normal_form(rhs)?)
}

/// Whether two layouts are the same function of the index: the same size, and the same offset at each index below it.
///
/// Post-condition: true if, and only if, what [`coalesce`] makes of the normal forms is written alike.
///
/// # Errors
/// If both layouts have elements and one overhangs.
///
/// ```
/// # use tilework::dynamic::{DynLayout, same_by_index};
/// let (a, b): (DynLayout, DynLayout) = ("(2,3):(1,2)".parse()?, "6:1".parse()?);
/// assert!(same_by_index(&a, &b)?);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn same_by_index(lhs: &DynLayout, rhs: &DynLayout) -> Result<bool> {
    if lhs.size() == 0 || rhs.size() == 0 {
        return Ok(lhs.size() == rhs.size());
    }
    Ok(coalesce(&normal_form(lhs)?)?.leaves() == coalesce(&normal_form(rhs)?)?.leaves())
}

/// The one way to write a function of the coordinate: `n` for `(n)`, and the stride 0 where a mode does not move.
///
/// Post-condition: the same offset at every coordinate. A tuple of one mode is that mode. A mode of one element has
/// the stride 0, and so has every mode of a layout without elements. All other strides follow from the offsets, so
/// that no other layout in this form is the same function.
///
/// # Errors
/// If the layout overhangs.
///
/// ```
/// # use tilework::dynamic::{DynLayout, normal_form};
/// let layout: DynLayout = "((4),(1,(2))):((1),(7,(4)))".parse()?;
/// assert_eq!(normal_form(&layout)?.to_string(), "(4,(1,2)):(1,(0,4))");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn normal_form(layout: &DynLayout) -> Result<DynLayout> {
    layout.require_exact("normal_form")?;
    let mut result = Builder::new();
    write_normal(layout.view(), layout.size() == 0, &mut result)?;
    DynLayout::from_modes(result.finish())
}

fn write_normal(layout: LayoutRef<'_>, is_empty: bool, result: &mut Builder<Mode>) -> Result<()> {
    if let Some(mode) = layout.as_leaf() {
        let stands = is_empty || mode.extent == 1 || mode.stride.is_zero();
        result.leaf(if stands { Mode { stride: Stride::Int(0), ..mode } } else { mode });
        return Ok(());
    }
    if layout.rank() == 1
        && let Some(only) = layout.modes().next()
    {
        return write_normal(only, is_empty, result);
    }
    result.open()?;
    for mode in layout.modes() {
        write_normal(mode, is_empty, result)?;
    }
    result.close();
    Ok(())
}
