//! Sums of layouts.
use super::coalesce::{FlatLayout, coalesced, push_coalesced, to_tree};
use super::error::{Error, Result, invalid};
use super::layout::DynLayout;
use super::mode::Mode;
use super::stride::Stride;
use super::tree::Tree;
use alloc::format;
use alloc::string::String;

/// The sum of two layouts of the same size.
///
/// Post-condition: `result(i) = lhs(i) + rhs(i)` for every index, in depth at most 1. Refused if the shapes have no
/// common factorisation: where one begins a new mode inside a mode of the other, it must be after a divisor of its
/// elements. Of layouts without elements the sum is `0:0`.
///
/// # Errors
/// If a layout overhangs, the sizes differ, the shapes have no common factorisation, or two strides have no sum.
///
/// ```
/// # use tilework::dynamic::{DynLayout, layout_add};
/// let (a, b): (DynLayout, DynLayout) = ("(4,6):(6,1)".parse()?, "(8,3):(3,1)".parse()?);
/// assert_eq!(layout_add(&a, &b)?.to_string(), "(4,2,3):(9,13,3)");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn layout_add(lhs: &DynLayout, rhs: &DynLayout) -> Result<DynLayout> {
    lhs.require_exact("add")?;
    rhs.require_exact("add")?;
    if lhs.size() != rhs.size() {
        return Err(invalid!("add", "{lhs} and {rhs} differ in size"));
    }
    if lhs.size() == 0 {
        return DynLayout::from_modes(Tree::leaf(Mode::new(0, 0)));
    }
    let sum = add_flat(&coalesced(lhs.leaves()), &coalesced(rhs.leaves()))
        .map_err(|reason| Error::inexact("add", reason))?;
    DynLayout::from_modes(to_tree(sum))
}

/// The sum of two flat layouts of the same size, mode by mode over the common factorisation.
pub(crate) fn add_flat(lhs: &[Mode], rhs: &[Mode]) -> core::result::Result<FlatLayout, String> {
    let mut sum = FlatLayout::new();
    let (mut left, mut right) = (lhs.iter().copied(), rhs.iter().copied());
    let (mut a, mut b) = (left.next(), right.next());
    while let (Some(l), Some(r)) = (a, b) {
        let extent = l.extent.min(r.extent);
        let stride = plus(l.stride, r.stride).ok_or_else(|| {
            format!("the strides {} and {} have no sum in the notation", l.stride, r.stride)
        })?;
        push_coalesced(&mut sum, Mode { extent, stride });
        a = rest(l, extent).ok_or_else(|| no_common(l, extent))?.or_else(|| left.next());
        b = rest(r, extent).ok_or_else(|| no_common(r, extent))?.or_else(|| right.next());
    }
    Ok(sum)
}

/// What is left of a mode behind its first elements, or that it cannot be cut there.
fn rest(mode: Mode, extent: i64) -> Option<Option<Mode>> {
    if mode.extent == extent {
        return Some(None);
    }
    if extent == 0 || mode.extent % extent != 0 {
        return None;
    }
    Some(Some(Mode { extent: mode.extent / extent, stride: mode.stride.scaled(extent).ok()? }))
}

fn no_common(mode: Mode, extent: i64) -> String {
    format!("the mode {}:{} cannot be cut after {extent} elements", mode.extent, mode.stride)
}

fn plus(a: Stride, b: Stride) -> Option<Stride> {
    match (a, b) {
        (a, b) if b.is_zero() => Some(a),
        (a, b) if a.is_zero() => Some(b),
        (Stride::Int(a), Stride::Int(b)) => a.checked_add(b).map(Stride::Int),
        (Stride::F2(a), Stride::F2(b)) => Some(Stride::F2(a ^ b)),
        (Stride::Basis(a, axis), Stride::Basis(b, other)) if axis == other => {
            a.checked_add(b).map(|sum| Stride::Basis(sum, axis))
        }
        _ => None,
    }
}
