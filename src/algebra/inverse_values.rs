//! What is known of inverses at run time: their modes, in numbers.
//!
//! The same of static leaves as types is in [`inverse_modes`](super::inverse_modes).

use super::error::Reason;
use super::flat::Flat;
use crate::admissible::FlatMode;
use crate::int::{greatest_common_divisor, word};
use crate::tuple::MAX_LEAVES;

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
    let mut is_link = [false; MAX_LEAVES];
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
        match stride {
            0 => continue,
            ..0 => return Err(Reason::Negative { stride: word::steps(stride) }),
            _ => {}
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

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// All layouts of up to three modes of small extents and strides, in their simplest form.
    fn layouts() -> impl Iterator<Item = Flat> {
        let modes = || [1, 2, 3].into_iter().flat_map(|extent| (-1..=6).map(move |stride| (extent, stride)));
        let all = modes().flat_map(move |a| modes().flat_map(move |b| modes().map(move |c| [a, b, c])));
        all.map(|modes| Flat::of_pairs(&modes).coalesced())
    }

    /// The offset of an index, first mode fastest; the last one takes the rest.
    fn offset(layout: &Flat, index: i64) -> i64 {
        let (mut rest, mut sum) = (index, 0);
        for (place, mode) in layout.modes().iter().enumerate() {
            let is_last = place + 1 == layout.modes().len();
            sum += if is_last { rest } else { rest % mode.extent } * mode.stride;
            rest /= mode.extent;
        }
        sum
    }

    fn size(layout: &Flat) -> i64 {
        layout.modes().iter().map(|mode| mode.extent).product()
    }

    #[test]
    fn right_inverses_lead_to_the_offsets_until_no_mode_goes_on() {
        for layout in layouts() {
            let inverse = right_inverse(&layout);
            let reached = size(&inverse);
            for place in 0..reached {
                let index = offset(&inverse, place);
                assert!(index < size(&layout), "{:?}", layout.pairs());
                assert_eq!(offset(&layout, index), place, "{:?}", layout.pairs());
            }
            assert!(layout.modes().iter().all(|mode| mode.stride != reached), "{:?}", layout.pairs());
            // of those that are no part of the run, each stride is a multiple of the alignment, and no more is
            let mut taken = inverse.pairs();
            let mut index = 1;
            let mut others: Vec<i64> = Vec::new();
            for mode in layout.modes() {
                match taken.iter().position(|&link| link == (mode.extent, index)) {
                    Some(link) => drop(taken.remove(link)),
                    None => others.push(mode.stride.abs()),
                }
                index *= mode.extent;
            }
            let divides = |n: &i64| reached % n == 0 && others.iter().all(|stride| stride % n == 0);
            let greatest = (1..=reached).rev().find(divides).unwrap();
            assert_eq!(alignment(&layout), word::size(greatest), "{:?}", layout.pairs());
        }
        let empty = Flat::of_pairs(&[(2, 1), (0, 2)]);
        assert!(right_inverse(&empty).modes().is_empty());
        assert_eq!(alignment(&empty), 1);
    }

    #[test]
    fn left_inverses_lead_back_or_say_which_stride_is_in_the_way() {
        for layout in layouts() {
            let mut moving: Vec<(i64, i64)> = layout
                .modes()
                .iter()
                .map(|mode| (mode.stride, mode.extent))
                .filter(|mode| mode.0 != 0)
                .collect();
            moving.sort_by_key(|mode| mode.0);
            let (mut step, mut span) = (1, 1);
            let mut refused = None;
            for &(stride, extent) in &moving {
                refused = match stride {
                    ..0 => Some(Reason::Negative { stride: word::steps(stride) }),
                    _ if stride < span => {
                        Some(Reason::Overlap { stride: word::size(stride), span: word::size(span) })
                    }
                    _ if stride % step != 0 => {
                        Some(Reason::Straddles { stride: word::size(stride), step: word::size(step) })
                    }
                    _ => None,
                };
                if refused.is_some() {
                    break;
                }
                (step, span) = (stride, stride * extent);
            }
            let found = left_inverse(&layout);
            assert_eq!(found.as_ref().err(), refused.as_ref(), "{:?}", layout.pairs());
            let Ok(inverse) = found else { continue };
            for index in 0..size(&layout) {
                let at = offset(&layout, index);
                assert_eq!(offset(&layout, offset(&inverse, at)), at, "{:?}", layout.pairs());
            }
            assert_eq!(size(&inverse), span, "{:?}", layout.pairs());
        }
        let of = |pairs: &[(i64, i64)]| left_inverse(&Flat::of_pairs(pairs)).map(|inverse| inverse.pairs());
        assert_eq!(of(&[(2, 1), (0, 2)]), Err(Reason::Empty));
        assert_eq!(of(&[(4, i64::MAX / 2)]), Err(Reason::Overflow));
        assert_eq!(of(&[]), Ok(Vec::new()));
    }
}
