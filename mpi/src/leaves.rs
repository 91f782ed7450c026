//! The leaves of layouts, as memory has them.
use crate::error::RedistributionError;
use tilework::dynamic::{DynLayout, Mode, Stride};

/// The layout of the same shape without gaps whose leaves vary in the order of their strides.
pub(crate) fn packed(layout: &DynLayout) -> Result<DynLayout, RedistributionError> {
    let leaves = layout.leaves();
    let (mut strides, mut running) = (vec![0; leaves.len()], 1);
    for leaf in by_stride(layout) {
        strides[leaf] = running;
        running *= leaves[leaf].extent;
    }
    edited(layout, |at, leaf| Mode { stride: Stride::Int(strides[at]), ..leaf })
}

/// The layout with another extent of a leaf.
pub(crate) fn with_extent(
    layout: &DynLayout,
    leaf: usize,
    extent: i64,
) -> Result<DynLayout, RedistributionError> {
    edited(layout, |at, mode| if at == leaf { Mode { extent, ..mode } } else { mode })
}

/// The layout with what is made of each leaf.
fn edited(layout: &DynLayout, edit: impl Fn(usize, Mode) -> Mode) -> Result<DynLayout, RedistributionError> {
    let mut at = 0..;
    let modes = layout.view().to_tree().map(|leaf| edit(at.next().unwrap_or(0), leaf));
    Ok(DynLayout::from_modes(modes)?)
}

/// The leaves of a layout in the order of their strides.
pub(crate) fn by_stride(layout: &DynLayout) -> Vec<usize> {
    let leaves = layout.leaves();
    let mut order: Vec<usize> = (0..leaves.len()).collect();
    order.sort_by_key(|&leaf| stride(&leaves[leaf]));
    order
}

/// The stride of a leaf; local memory has integers alone.
pub(crate) fn stride(leaf: &Mode) -> i64 {
    leaf.stride.as_int().unwrap_or(0)
}

/// Elements as bytes; they are in memory, so that their number fits.
pub(crate) fn bytes(elements: i64, element: usize) -> usize {
    usize::try_from(elements).unwrap_or(usize::MAX).saturating_mul(element)
}
