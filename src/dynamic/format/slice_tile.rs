//! Slices of a tensor that begins at a coordinate of its layout.
use super::super::coordinate::{Coordinate, crd2offset};
use super::super::error::{Error, Result};
use super::super::layout::DynLayout;
use super::super::mode::{LayoutRef, Mode, mode_size};
use super::super::stride::Offset;
use super::super::tree::{Builder, Tree};
use super::super::tuple::DynTuple;
use alloc::format;
use alloc::vec::Vec;

/// What is left of a tensor after some modes are fixed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorSlice {
    /// The modes that were kept, with their extents.
    pub layout: DynLayout,
    /// Where the slice begins in memory.
    pub offset: Offset,
}

/// Fixes the modes of a tensor that meet a number and keeps those that meet `_`. The tensor begins at `base` in the
/// layout, and its extent is counted from there.
///
/// Post-condition: with `c` the free coordinates, `slice.offset + slice.layout(c) = layout(base + coordinate with
/// c)`. A kept mode in blocks that would begin inside a block and leave it is refused, because no layout describes
/// it. Source: TLA slicing, whose layouts are wrong in that case.
///
/// # Errors
/// If the coordinate or the base is no flat tuple of the rank of the layout, a number is outside its mode or negative,
/// or a mode that is kept would begin inside a block and leave it.
///
/// ```
/// # use tilework::dynamic::{DynLayout, format::slice_tile};
/// let layout: DynLayout = "((16,3),(16,4)):((16,256),(1,768))".parse()?;
/// let rows = slice_tile(&layout, &"(_,27)".parse()?, Some(&"(3,2)".parse()?))?;
/// assert_eq!(rows.layout.to_string(), "((16,3)):((16,256))");
/// assert_eq!(rows.offset, 829);
/// assert!(slice_tile(&layout, &"(1,_)".parse()?, Some(&"(3,2)".parse()?)).is_err());
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn slice_tile(
    layout: &DynLayout,
    coordinate: &Coordinate,
    base: Option<&DynTuple>,
) -> Result<TensorSlice> {
    let refuse = |reason| Err(Error::invalid("slice", reason));
    let rank = layout.rank();
    let origin = Tree::flat(core::iter::repeat_n(0, rank));
    let base = base.unwrap_or(&origin);
    if layout.view().is_leaf()
        || coordinate.view().is_leaf()
        || coordinate.depth() > 1
        || coordinate.rank() != rank
    {
        return refuse(format!("{coordinate} is no flat coordinate of {layout}"));
    }
    if base.view().is_leaf()
        || base.depth() > 1
        || base.rank() != rank
        || base.leaves().iter().any(|&b| b < 0)
    {
        return refuse(format!("the base {base} is no flat coordinate of {layout}"));
    }
    let mut kept = Builder::new();
    let mut extent = Vec::new();
    let mut start = Vec::with_capacity(rank);
    kept.open()?;
    let parts = layout
        .modes()
        .zip(coordinate.leaves())
        .zip(base.leaves())
        .zip(layout.extent_by_mode("slice")?.leaves().to_vec());
    for (((mode, &fixed), &base), logical) in parts {
        match fixed {
            Some(at) if at < 0 || at >= mode_size(mode)? => {
                return refuse(format!("{at} is outside mode {mode}"));
            }
            Some(at) => start.push(base.checked_add(at).ok_or(Error::overflow("coordinate"))?),
            None if !keeps_phase(mode, base, logical) => {
                return refuse(format!("mode {mode} cannot be kept from {base} on, inside a block"));
            }
            None => {
                start.push(base);
                kept.push(mode)?;
                extent.push(logical);
            }
        }
    }
    kept.close();
    let layout_kept = DynLayout::from_modes(kept.finish())?.with_extent(&extent)?;
    Ok(TensorSlice { layout: layout_kept, offset: crd2offset(Tree::flat(start).view(), layout.view())? })
}

/// Whether `mode(base + i) = mode(base) + mode(i)` for every `i` of so many: they are one run, begin at a whole block
/// or end in the block they begin in.
fn keeps_phase(mode: LayoutRef<'_>, base: i64, count: i64) -> bool {
    let mut blocks = 1_i64;
    mode.leaves().windows(2).all(|pair| {
        let [Mode { extent, stride }, next] = *pair else { return true };
        blocks = blocks.saturating_mul(extent);
        let one_run = stride.scaled(extent).is_ok_and(|end| end == next.stride);
        one_run || blocks != 0 && (base % blocks == 0 || count <= blocks - base % blocks)
    })
}
