//! The simplest form of a layout.
use super::error::{Result, invalid};
use super::layout::DynLayout;
use super::mode::{LayoutRef, Mode};
use super::stride::Stride;
use super::tree::{Builder, INLINE, Tree};
use super::tuple::{DynTuple, TupleRef};
use smallvec::SmallVec;

/// Leaves of a layout without their nesting.
pub(crate) type FlatLayout = SmallVec<[Mode; INLINE]>;

/// The same function of the index in as few modes as possible.
///
/// Post-condition: depth at most 1, and `result(i) = layout(i)` for `0 <= i < size`. Modes of one element are dropped,
/// `1:0` is left of a layout without others; neighbours merge where the second goes on as the first.
/// Source: CuTe `coalesce`.
///
/// # Errors
/// If the layout overhangs.
///
/// ```
/// # use tilework::dynamic::{DynLayout, coalesce};
/// let layout: DynLayout = "(2,(1,6)):(1,(6,2))".parse()?;
/// assert_eq!(coalesce(&layout)?.to_string(), "12:1");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn coalesce(layout: &DynLayout) -> Result<DynLayout> {
    layout.require_exact("coalesce")?;
    DynLayout::from_modes(to_tree(coalesced(layout.leaves())))
}

/// The same function of every index, also beyond the size: as [`coalesce`], but a last mode of one element that would
/// go on differently is kept.
///
/// Post-condition: `result(i) = layout(i)` for every `i`. Source: PyCuTe `coalesce_z`.
///
/// # Errors
/// If the layout overhangs.
///
/// ```
/// # use tilework::dynamic::{DynLayout, coalesce_z};
/// let layout: DynLayout = "(4,1):(1,9)".parse()?;
/// assert_eq!(coalesce_z(&layout)?.to_string(), "(4,1):(1,9)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn coalesce_z(layout: &DynLayout) -> Result<DynLayout> {
    layout.require_exact("coalesce_z")?;
    DynLayout::from_modes(to_tree(coalesced_z(layout.leaves())))
}

/// [`coalesce`] at each leaf of a profile, whose other modes stay as they are.
///
/// # Errors
/// If the layout overhangs, or the profile has more modes than it.
///
/// ```
/// # use tilework::dynamic::{DynLayout, coalesce_by};
/// let layout: DynLayout = "((2,3),(4,5)):((1,2),(6,24))".parse()?;
/// assert_eq!(coalesce_by(&layout, &"(1,1)".parse()?)?.to_string(), "(6,20):(1,6)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn coalesce_by(layout: &DynLayout, profile: &DynTuple) -> Result<DynLayout> {
    layout.require_exact("coalesce")?;
    let mut result = Builder::new();
    coalesce_by_into(layout.view(), profile.view(), &mut result)?;
    DynLayout::from_modes(result.finish())
}

fn coalesce_by_into(layout: LayoutRef<'_>, profile: TupleRef<'_>, result: &mut Builder<Mode>) -> Result<()> {
    if profile.is_leaf() {
        return result.push(to_tree(coalesced(layout.leaves())).view());
    }
    if profile.rank() > layout.rank() {
        return Err(invalid!("coalesce", "the profile {profile} has more modes than {layout}"));
    }
    result.open()?;
    let mut profiles = profile.modes();
    for mode in layout.modes() {
        match profiles.next() {
            Some(profile) => coalesce_by_into(mode, profile, result)?,
            None => result.push(mode)?,
        }
    }
    result.close();
    Ok(())
}

pub(crate) fn coalesced(leaves: &[Mode]) -> FlatLayout {
    let mut result = FlatLayout::new();
    for mode in leaves {
        push_coalesced(&mut result, *mode);
    }
    result
}

pub(crate) fn coalesced_z(leaves: &[Mode]) -> FlatLayout {
    let Some((last, first)) = leaves.split_last() else { return FlatLayout::new() };
    let mut result = coalesced(first);
    match result.last_mut().and_then(|before| Some((merged(before, last)?, before))) {
        Some((merged, before)) => *before = merged,
        None => result.push(*last),
    }
    result
}

/// Adds a mode behind others, merged with the last of them if that is possible.
pub(crate) fn push_coalesced(modes: &mut FlatLayout, mode: Mode) {
    if mode.extent == 1 {
        return;
    }
    match modes.last_mut().and_then(|before| Some((merged(before, &mode)?, before))) {
        Some((merged, before)) => *before = merged,
        None => modes.push(mode),
    }
}

/// Both modes in one, if the second goes on where the first ends.
fn merged(before: &Mode, mode: &Mode) -> Option<Mode> {
    let goes_on = match (before.stride, mode.stride) {
        (a, b) if a.is_zero() && b.is_zero() => true,
        // Carry-less multiples go on only over whole bits.
        (Stride::F2(_), Stride::F2(_)) if before.extent.count_ones() != 1 => false,
        (a, b) => a.scaled(before.extent).is_ok_and(|end| end == b),
    };
    // Only extents of a layout without elements can be too large together.
    let extent = before.extent.checked_mul(mode.extent).filter(|_| goes_on)?;
    Some(Mode { extent, ..*before })
}

/// The layout of these modes: a leaf if there is one, `1:0` if there is none.
pub(crate) fn to_tree(modes: FlatLayout) -> Tree<Mode> {
    match modes[..] {
        [] => Tree::leaf(Mode::UNIT),
        [mode] => Tree::leaf(mode),
        _ => Tree::flat_of(modes),
    }
}
