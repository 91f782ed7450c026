//! The part of a copy that lies in one window of the destination.

use super::region::{Loop, Region};
use core::ops::Range;

/// Calls `each` with regions that have just the elements of `region` in a window of the destination: bytes from the
/// first to before the last, both at elements of the destination.
///
/// What threads share, and what a buffer holds of an array that is larger: the loop with the largest steps is cut, and
/// of its turns only those at the ends of the window are cut further.
pub(super) fn each_in(region: Region, window: &Range<isize>, bytes: usize, each: &mut impl FnMut(Region)) {
    // a window has whole elements
    each_part(region, window, bytes, &mut |region, is_whole| {
        if is_whole {
            each(region);
        }
    });
}

/// The same where elements are wider than those that windows are made of: also with those of which a part is in the
/// window, one by one, and whether the whole is.
pub(super) fn each_part(
    mut region: Region,
    window: &Range<isize>,
    bytes: usize,
    each: &mut impl FnMut(Region, bool),
) {
    let (start, end) = region.spread(bytes);
    if window.start <= start && end <= window.end {
        return each(region, true);
    }
    if end <= window.start || window.end <= start {
        return;
    }
    let Some(last) = region.loops().len().checked_sub(1) else {
        return each(region, false);
    };
    let outer @ Loop { extent, dst: step, .. } = region.remove(last);
    let end = region.spread(bytes).1;
    // no two elements have one place
    debug_assert!(step > 0, "a loop goes on in the destination");
    // turn `i` writes from `start + i * step` to before `end + i * step`
    let turns = |bytes: isize| usize::try_from(bytes.max(0) / step).map_or(extent, |turns| turns.min(extent));
    let touched = turns(window.start - end + step)..turns(window.end - start + step - 1);
    let whole = turns(window.start - start + step - 1)..turns(window.end - end + step);
    let mut turn = touched.start;
    while turn < touched.end {
        let mut part = region;
        part.skip(turn, &outer);
        if turn == whole.start && !whole.is_empty() {
            part.push(Loop { extent: whole.len(), ..outer });
            each(part, true);
            turn = whole.end;
        } else {
            each_part(part, window, bytes, each);
            turn += 1;
        }
    }
}
