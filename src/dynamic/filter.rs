//! Layouts without the modes that do not move.
use super::coalesce::coalesce;
use super::error::Result;
use super::layout::DynLayout;
use super::mode::Mode;

/// The layout whose modes of stride 0 have a single element.
///
/// Post-condition: the same offsets, in a shape of the same tree. Source: CuTe `filter_zeros`.
///
/// # Errors
/// If the layout overhangs.
///
/// ```
/// # use tilework::dynamic::{DynLayout, filter_zeros};
/// let layout: DynLayout = "(4,6):(1,0)".parse()?;
/// assert_eq!(filter_zeros(&layout)?.to_string(), "(4,1):(1,0)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn filter_zeros(layout: &DynLayout) -> Result<DynLayout> {
    layout.require_exact("filter_zeros")?;
    let one_element =
        |mode: &Mode| Mode { extent: if mode.stride.is_zero() { 1 } else { mode.extent }, ..*mode };
    DynLayout::from_modes(layout.view().with_leaves(layout.leaves().iter().map(one_element)))
}

/// The layout without modes of stride 0, coalesced.
///
/// Post-condition: the same set of offsets, in depth at most 1. Source: CuTe `filter`.
///
/// # Errors
/// If the layout overhangs.
///
/// ```
/// # use tilework::dynamic::{DynLayout, filter};
/// let layout: DynLayout = "(2,4,6):(1,0,2)".parse()?;
/// assert_eq!(filter(&layout)?.to_string(), "12:1");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn filter(layout: &DynLayout) -> Result<DynLayout> {
    coalesce(&filter_zeros(layout)?)
}
