//! What is known of inverses at run time: their modes, in numbers.
//!
//! The same of static leaves as types is in [`inverse_modes`](super::inverse_modes).

use super::error::Reason;
use super::flat::Flat;
use crate::admissible::FlatMode;
use crate::int::{greatest_common_divisor, word};

/// A mode of a layout and where it is.
#[derive(Clone, Copy)]
struct PlacedMode {
    place: usize,
    extent: i64,
    stride: i64,
    /// Which index of the layout leads to the second element of the mode.
    index: i64,
}

/// The modes of a coalesced layout that, one after another, reach the offsets `0, 1, 2, ...` without gaps; each with
/// its indices for offsets. None of a layout without elements.
pub(crate) const fn right_inverse(coalesced: &Flat) -> Flat {
    let mut result = Flat::new();
    let mut next = link(coalesced, 1);
    let mut reached = 1;
    while let Some(mode) = next {
        result.push(mode.extent, mode.index);
        reached *= mode.extent;
        next = link(coalesced, reached);
    }
    result
}

/// The first mode whose stride is the number of offsets reached so far.
const fn link(coalesced: &Flat, reached: i64) -> Option<PlacedMode> {
    let (modes, mut index, mut place) = (coalesced.modes(), 1, 0);
    if coalesced.is_empty() {
        return None;
    }
    while place < modes.len() {
        let FlatMode { extent, stride } = modes[place];
        if stride == reached {
            return Some(PlacedMode { place, extent, stride, index });
        }
        index *= extent;
        place += 1;
    }
    None
}

/// The greatest common divisor of the offsets a coalesced layout reaches from 0 on without gaps, and of the strides
/// of its other modes.
pub(crate) const fn alignment(coalesced: &Flat) -> usize {
    let modes = coalesced.modes();
    let mut is_link = [false; Flat::CAPACITY];
    let (mut reached, mut next) = (1, link(coalesced, 1));
    while let Some(mode) = next {
        is_link[mode.place] = true;
        reached *= mode.extent;
        next = link(coalesced, reached);
    }
    let (mut common, mut place) = (word::size(reached), 0);
    while place < modes.len() {
        if !is_link[place] {
            common = greatest_common_divisor(common, word::steps(modes[place].stride).unsigned_abs());
        }
        place += 1;
    }
    common
}

/// The modes, coalesced, that lead from each offset of a coalesced layout back to an index that has it.
pub(crate) const fn left_inverse(coalesced: &Flat) -> Result<Flat, Reason> {
    if coalesced.is_empty() {
        return Err(Reason::Empty);
    }
    let mut result = Flat::new();
    let (mut step, mut span, mut back) = (1, 1, 0);
    let mut next = least_above(coalesced, None);
    while let Some(mode) = next {
        let PlacedMode { extent, stride, index, .. } = mode;
        next = least_above(coalesced, Some(mode));
        if stride == 0 {
            continue;
        }
        if stride < 0 {
            return Err(Reason::Negative { stride: word::steps(stride) });
        }
        if stride < span {
            return Err(Reason::Overlap { stride: word::size(stride), span: word::size(span) });
        }
        if stride % step != 0 {
            return Err(Reason::Straddles { stride: word::size(stride), step: word::size(step) });
        }
        result.push_coalesced(stride / step, back);
        span = match stride.checked_mul(extent) {
            Some(span) => span,
            None => return Err(Reason::Overflow),
        };
        (step, back) = (stride, index);
    }
    result.push_coalesced(span / step, back);
    Ok(result)
}

/// The mode that follows another by stride, and by place among those of equal stride; of no other mode, the first.
const fn least_above(coalesced: &Flat, below: Option<PlacedMode>) -> Option<PlacedMode> {
    let (modes, mut index, mut place) = (coalesced.modes(), 1, 0);
    let mut least: Option<PlacedMode> = None;
    while place < modes.len() {
        let FlatMode { extent, stride } = modes[place];
        let is_above = match below {
            Some(below) => stride > below.stride || stride == below.stride && place > below.place,
            None => true,
        };
        let is_less = match least {
            Some(least) => stride < least.stride,
            None => true,
        };
        if is_above && is_less {
            least = Some(PlacedMode { place, extent, stride, index });
        }
        index *= extent;
        place += 1;
    }
    least
}
