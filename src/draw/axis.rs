//! A direction of a picture: its indices, and the tiles they are counted in.
use super::MAX_CELLS;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The rows or the columns of a picture: how many there are, how they nest, and which of them are drawn.
///
/// A mode `(4,2)` has eight indices in two levels, tiles of four and two of these: index 5 is element 1 of tile 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawnAxis {
    /// The extents of the levels, innermost first; one at least.
    levels: SmallVec<[i64; 4]>,
    size: i64,
    shown: Vec<Option<i64>>,
}

/// How many indices of padding are drawn behind the last element, where some are left out.
const PADDING: i64 = 2;

impl DrawnAxis {
    /// The axis of these levels, innermost first, of which the first `logical` indices are elements and at most
    /// `limit` are drawn: the first ones, and those around the last element.
    pub(super) fn new(levels: &[i64], logical: i64, limit: i64) -> DrawnAxis {
        let size = levels.iter().fold(1_i64, |size, &extent| size.saturating_mul(extent));
        let mut levels: SmallVec<[i64; 4]> = levels.iter().copied().filter(|&extent| extent != 1).collect();
        if levels.is_empty() {
            levels.push(1);
        }
        let shown = shown(&levels, size, logical, limit);
        DrawnAxis { levels, size, shown }
    }

    /// How many indices there are, padding included.
    pub fn size(&self) -> i64 {
        self.size
    }

    /// The indices that are drawn; `None` where some are left out.
    pub fn shown(&self) -> &[Option<i64>] {
        &self.shown
    }

    /// The number of levels.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    /// How many indices a block of this level spans: 1 for level 0, the innermost tile for level 1.
    pub fn block(&self, level: usize) -> i64 {
        self.levels[..level.min(self.depth())]
            .iter()
            .fold(1_i64, |block, &extent| block.saturating_mul(extent))
    }

    /// The coordinate of an index in a level: which of its blocks in the block around.
    pub fn coordinate(&self, level: usize, index: i64) -> i64 {
        match self.levels.get(level) {
            Some(&extent) => index / self.block(level).max(1) % extent.max(1),
            None => 0,
        }
    }

    /// The outermost level of which a block begins before the drawn index at `position`: 0 inside the innermost tile.
    pub(super) fn line_before(&self, position: usize) -> usize {
        let Some(index) = self.shown.get(position).copied().flatten().filter(|_| position > 0) else {
            return 0;
        };
        (1..self.depth()).rev().find(|&level| index % self.block(level) == 0).unwrap_or(0)
    }

    /// How many indices are left out.
    pub(super) fn left_out(&self) -> i64 {
        let drawn = i64::try_from(self.shown.iter().flatten().count()).unwrap_or(i64::MAX);
        self.size.saturating_sub(drawn)
    }

    /// The drawn positions that share a block of this level, one range after another.
    pub(super) fn spans(&self, level: usize) -> Vec<core::ops::Range<usize>> {
        let block = self.block(level).max(1);
        let mut spans: Vec<core::ops::Range<usize>> = Vec::new();
        for (position, index) in self.shown.iter().enumerate() {
            let Some(index) = index else { continue };
            let number = index / block;
            match spans.last_mut() {
                Some(last) if self.shown[last.start].map(|first| first / block) == Some(number) => {
                    last.end = position + 1;
                }
                _ => spans.push(position..position + 1),
            }
        }
        spans
    }
}

/// The indices that are drawn. What is left out begins where a tile does, if a tile fits before it.
fn shown(levels: &[i64], size: i64, logical: i64, limit: i64) -> Vec<Option<i64>> {
    let limit = limit.clamp(2, MAX_CELLS);
    if size <= limit {
        return (0..size).map(Some).collect();
    }
    let longest = limit - limit / 4 - 1;
    let mut head = longest;
    let mut block = 1_i64;
    for &extent in levels {
        block = block.saturating_mul(extent);
        if block <= longest {
            head = longest - longest % block;
        }
    }
    let tail = limit - longest;
    let end = logical.saturating_add(PADDING).clamp(limit, size);
    let first = (0..head).map(Some);
    let last = [None].into_iter().chain((end - tail..end).map(Some));
    first.chain(last).chain((end < size).then_some(None)).collect()
}

#[cfg(test)]
mod tests {
    use super::DrawnAxis;
    use alloc::vec::Vec;

    #[test]
    fn lines_begin_where_tiles_do() {
        let axis = DrawnAxis::new(&[2, 1, 2, 3], 12, 100);
        let lines: Vec<usize> = (0..12).map(|position| axis.line_before(position)).collect();
        assert_eq!(lines, [0, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0]);
        assert_eq!((axis.size(), axis.depth(), axis.block(2)), (12, 3, 4));
        assert_eq!((0..3).map(|level| axis.coordinate(level, 7)).collect::<Vec<_>>(), [1, 1, 1]);
        assert_eq!(axis.spans(2), [0..4, 4..8, 8..12]);
    }

    #[test]
    fn what_is_left_out_begins_where_a_tile_does() {
        let axis = DrawnAxis::new(&[16, 64], 1000, 24);
        assert_eq!(axis.shown()[..17].last(), Some(&None), "{:?}", axis.shown());
        assert_eq!(axis.shown().iter().flatten().max(), Some(&1001), "around the last element");
        let drawn = axis.shown().iter().flatten().count();
        assert_eq!(axis.left_out(), 1024 - i64::try_from(drawn).unwrap());
        assert!(DrawnAxis::new(&[0], 0, 24).shown().is_empty());
    }
}
