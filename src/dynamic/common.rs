//! What two layouts have in common, and what can be moved at once.
use super::arithmetic::{self, gcd};
use super::coalesce::{FlatLayout, coalesced, push_coalesced, to_tree};
use super::error::Result;
use super::inverse::{Chain, right_inverse};
use super::inverse_search::IndexedMode;
use super::layout::DynLayout;
use super::mode::{Mode, StrideKind, kind};
use super::stride::Stride;
use super::tree::INLINE;
use smallvec::SmallVec;

/// The longest run of indices on which both layouts reach the same consecutive offsets.
///
/// Post-condition: `lhs(result(i)) = rhs(result(i)) = i` for `0 <= i < size(result)`, and every index is within both
/// layouts. If no offsets of either coincide and no stride is negative, no layout with more elements is so. Source:
/// CuTe `max_common_layout`, which goes on behind the end of the shorter one.
///
/// # Errors
/// If a layout overhangs, or one has basis strides.
///
/// ```
/// # use tilework::dynamic::{DynLayout, max_common_layout};
/// let (a, b): (DynLayout, DynLayout) = ("(3,2):(2,1)".parse()?, "(3,2):(6,1)".parse()?);
/// assert_eq!(max_common_layout(&a, &b)?.to_string(), "2:3");
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn max_common_layout(lhs: &DynLayout, rhs: &DynLayout) -> Result<DynLayout> {
    lhs.require_exact("max_common_layout")?;
    rhs.require_exact("max_common_layout")?;
    let modes = match (kind(lhs.leaves()), kind(rhs.leaves())) {
        (StrideKind::Int, StrideKind::Int) => {
            let (lhs, rhs) = (indexed_modes(lhs)?, indexed_modes(rhs)?);
            let mut search = CommonSearch { lhs, rhs, steps: SEARCH_LIMIT, ..CommonSearch::default() };
            search.extend(1);
            search.longest
        }
        _ => common_modes(right_inverse(lhs)?.leaves(), right_inverse(rhs)?.leaves()),
    };
    let mut common = FlatLayout::new();
    modes.into_iter().for_each(|mode| push_coalesced(&mut common, mode));
    DynLayout::from_modes(to_tree(common))
}

/// The modes with which two layouts begin, the last of them as far as it goes in both.
fn common_modes(lhs: &[Mode], rhs: &[Mode]) -> FlatLayout {
    let mut common = FlatLayout::new();
    for (l, r) in lhs.iter().zip(rhs) {
        let Some(stride) = same_stride(l.stride, r.stride) else { break };
        common.push(Mode { extent: l.extent.min(r.extent), stride });
        if l.extent != r.extent {
            break;
        }
    }
    common
}

/// A stride of inverses, if it is that of both: over F2 a single bit counts as the number it is.
fn same_stride(lhs: Stride, rhs: Stride) -> Option<Stride> {
    match (lhs, rhs) {
        (Stride::Int(int), Stride::F2(bits)) | (Stride::F2(bits), Stride::Int(int)) => {
            (bits.count_ones() == 1 && u64::try_from(int) == Ok(bits)).then_some(Stride::Int(int))
        }
        _ => (lhs == rhs).then_some(lhs),
    }
}

/// The modes of a layout of integer strides that lead forward. None of a layout without elements.
fn indexed_modes(layout: &DynLayout) -> Result<SmallVec<[IndexedMode; INLINE]>> {
    let (mut modes, mut index) = (SmallVec::new(), 1);
    if layout.size() == 0 {
        return Ok(modes);
    }
    for mode in coalesced(layout.leaves()) {
        if let Some(stride @ 1..) = mode.stride.as_int() {
            modes.push(IndexedMode { stride, extent: mode.extent, index });
        }
        index = arithmetic::mul(index, mode.extent, "size of the layout")?;
    }
    Ok(modes)
}

/// The most modes that are tried for a common run: only where offsets coincide there is more than one to try.
const SEARCH_LIMIT: u32 = 1 << 12;

#[derive(Default)]
struct CommonSearch {
    lhs: SmallVec<[IndexedMode; INLINE]>,
    rhs: SmallVec<[IndexedMode; INLINE]>,
    /// The run that is tried, and the longest so far.
    run: FlatLayout,
    longest: FlatLayout,
    length: i64,
    /// How much may still be tried.
    steps: u32,
}

impl CommonSearch {
    /// Adds to a run of so many offsets the modes that both layouts have at the same index, and that go on there.
    fn extend(&mut self, reached: i64) {
        if reached > self.length {
            (self.length, self.longest) = (reached, self.run.clone());
        }
        for l in 0..self.lhs.len() {
            for r in 0..self.rhs.len() {
                let (lhs, rhs) = (self.lhs[l], self.rhs[r]);
                if lhs.stride != reached || rhs.stride != reached || lhs.index != rhs.index {
                    continue;
                }
                for extent in self.extents(reached, lhs.extent.min(rhs.extent)) {
                    if self.steps == 0 {
                        return;
                    }
                    self.steps -= 1;
                    // no offset of a layout is beyond 2^63
                    let Some(end) = reached.checked_mul(extent) else { continue };
                    self.run.push(Mode::new(extent, lhs.index));
                    self.extend(end);
                    self.run.pop();
                }
            }
        }
    }

    /// All elements of a mode, or so many that another one goes on, whose offsets then coincide with those left out.
    fn extents(&self, reached: i64, all: i64) -> SmallVec<[i64; INLINE]> {
        let strides = self.lhs.iter().map(|mode| mode.stride);
        let parts = strides.filter(|stride| stride % reached == 0).map(|stride| stride / reached);
        core::iter::once(all).chain(parts.filter(|&extent| 1 < extent && extent < all)).collect()
    }
}

/// How many elements can be copied from one layout to the other at once: the size of [`max_common_layout`].
///
/// # Errors
/// As [`max_common_layout`].
///
/// ```
/// # use tilework::dynamic::{DynLayout, max_common_vector};
/// let (a, b): (DynLayout, DynLayout) = ("(4,8):(1,4)".parse()?, "(4,8):(1,16)".parse()?);
/// assert_eq!(max_common_vector(&a, &b)?, 4);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn max_common_vector(lhs: &DynLayout, rhs: &DynLayout) -> Result<i64> {
    Ok(max_common_layout(lhs, rhs)?.size())
}

/// The greatest number of elements that divides the offsets of all runs it could be cut into: the greatest common
/// divisor of the run of consecutive offsets from 0 on and of all strides that are not part of it.
///
/// Source: CuTe `max_alignment`.
///
/// # Errors
/// If the layout overhangs, or has basis strides.
///
/// ```
/// # use tilework::dynamic::{DynLayout, max_alignment};
/// assert_eq!(max_alignment(&"(5,16):(16,1)".parse()?)?, 80);
/// assert_eq!(max_alignment(&"(4,12):(48,4)".parse()?)?, 1);
/// # Ok::<(), tilework::dynamic::Error>(())
/// ```
pub fn max_alignment(layout: &DynLayout) -> Result<i64> {
    layout.require_exact("max_alignment")?;
    let chain = Chain::of("max_alignment", layout)?;
    let others = chain
        .modes
        .iter()
        .enumerate()
        .filter(|(place, _)| chain.links.iter().all(|link| link.place != *place));
    Ok(others.fold(chain.size(), |common, (_, mode)| match mode.stride {
        Stride::Int(stride) => gcd(common, stride.abs()),
        // The lowest bit of an F2 stride is the lowest bit of all its multiples.
        Stride::F2(stride) if stride != 0 => gcd(common, 1 << stride.trailing_zeros()),
        _ => common,
    }))
}
