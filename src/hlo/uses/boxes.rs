//! Boxes: an interval in each dimension.
use crate::affine::{Interval, MOST_POINTS};
use alloc::vec::Vec;

/// How many indices are in one of the boxes at least; none, if there are too many of them.
pub(super) fn boxes_len(boxes: &[Vec<Interval>]) -> Option<u64> {
    let Some(first) = boxes.first() else { return Some(0) };
    let rank = u32::try_from(first.len()).ok()?;
    let cells = boxes.len().checked_mul(2)?.checked_pow(rank)?;
    if cells as u64 > MOST_POINTS {
        return None;
    }
    let all: Vec<&[Interval]> = boxes.iter().map(Vec::as_slice).collect();
    union_of_boxes(&all)
}

/// Cuts the first dimension where boxes begin and end: between two cuts the others are the same everywhere.
fn union_of_boxes(boxes: &[&[Interval]]) -> Option<u64> {
    if boxes.is_empty() {
        return Some(0);
    }
    if boxes[0].is_empty() {
        return Some(1);
    }
    let mut cuts: Vec<i64> = Vec::new();
    for one in boxes {
        cuts.extend([one[0].lower, one[0].upper.checked_add(1)?]);
    }
    cuts.sort_unstable();
    cuts.dedup();
    let mut sum = 0u64;
    for pair in cuts.windows(2) {
        let inside: Vec<&[Interval]> =
            boxes.iter().filter(|one| one[0].contains(pair[0])).map(|one| &one[1..]).collect();
        let width = Interval::new(pair[0], pair[1] - 1).len();
        sum = sum.checked_add(width.checked_mul(union_of_boxes(&inside)?)?)?;
    }
    Some(sum)
}
