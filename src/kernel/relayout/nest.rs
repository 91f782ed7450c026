//! What is done with a region: loops, and what moves the bytes inside them.

use super::leaf::{GROUP, LINE, stay_near};
use super::region::{Loop, Region};
use core::fmt;

/// A region as it is walked.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoopNest {
    /// The loops outside of the leaf, and where they begin.
    pub(super) region: Region,
    pub(super) innermost: Innermost,
}

/// What is inside the loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Innermost {
    Bytes(ByteLeaf),
    /// Single elements of half a byte; loops count these.
    Nibbles,
}

/// What moves whole bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ByteLeaf {
    /// Bytes that follow each other on both sides.
    Runs { len: usize },
    /// Rows that are contiguous in the source and columns that are in the destination, of elements of so many bytes:
    /// transposed in registers.
    ///
    /// `rows.src` is the step from row to row, `cols.dst` from column to column.
    Tile { element: usize, rows: Loop, cols: Loop },
    /// The same, where rows and columns are several loops: the rows of all follow each other in the destination, and
    /// the columns in the source.
    Patches { element: usize, rows: [Loop; DIGITS], cols: [Loop; DIGITS] },
    /// Single elements.
    Elements { element: usize },
}

/// The largest element of a tile: two of them fill a line.
const LARGEST: usize = 32;

impl ByteLeaf {
    /// Takes the innermost loops out of a region, over elements of so many bytes, which are near, in a cache, or far;
    /// and puts the others in the order in which they are walked.
    pub(super) const fn take(region: &mut Region, bytes: usize, are_far: bool) -> ByteLeaf {
        region.join();
        let mut element = bytes;
        // neighbours on both sides move together, as one larger element or as a run
        if let [first, ..] = *region.loops()
            && first.src == element.cast_signed()
            && first.dst == element.cast_signed()
        {
            element *= first.extent;
            region.remove(0);
        }
        let is_run = element > bytes;
        let leaf = match transposed(region, element) {
            // lanes that fill lines of the destination, and of the source do not, are gathered from far
            Some((row, col))
                if are_far && element == GROUP && region.is_gathered(row, col, LINE / element) =>
            {
                region.put_first(row);
                return ByteLeaf::Runs { len: element };
            }
            // what is taken out first moves what is behind it
            Some((row, col)) if element.is_power_of_two() && element <= LARGEST => {
                let cols = region.remove(col);
                let rows = region.remove(if col < row { row - 1 } else { row });
                let tile = ByteLeaf::Tile { element, rows, cols };
                if !are_far && tile.is_easy() {
                    tile
                } else {
                    match patches(region, element, rows, cols) {
                        Some(patches) => patches,
                        None => tile,
                    }
                }
            }
            _ if is_run => ByteLeaf::Runs { len: element },
            _ => ByteLeaf::Elements { element },
        };
        if are_far {
            leaf.order_far(region);
        } else {
            leaf.order_near(region);
        }
        leaf
    }

    /// The bytes of each row, which follow each other in the source.
    pub(super) const fn read(&self) -> usize {
        match self {
            ByteLeaf::Runs { len } => *len,
            ByteLeaf::Tile { element, cols, .. } => cols.extent * *element,
            ByteLeaf::Patches { element, cols, .. } => turns(cols) * *element,
            ByteLeaf::Elements { .. } => usize::MAX,
        }
    }

    /// The bytes that follow each other in the source: a row, or several that go on where the one before ends.
    pub(super) const fn read_together(&self) -> usize {
        let read = self.read();
        match self {
            ByteLeaf::Tile { rows, .. } | ByteLeaf::Patches { rows: [rows, ..], .. }
                if rows.src == read.cast_signed() =>
            {
                read * rows.extent
            }
            _ => read,
        }
    }

    /// The bytes of each column, which follow each other in the destination.
    pub(super) const fn written(&self) -> usize {
        match self {
            ByteLeaf::Runs { len } => *len,
            ByteLeaf::Tile { element, rows, .. } => rows.extent * *element,
            ByteLeaf::Patches { element, rows, .. } => turns(rows) * *element,
            ByteLeaf::Elements { element } => *element,
        }
    }

    /// The bytes that follow each other in the destination: a column, or several that go on where the one before ends.
    pub(super) const fn written_together(&self) -> usize {
        let written = self.written();
        match self {
            ByteLeaf::Tile { cols, .. } | ByteLeaf::Patches { cols: [cols, ..], .. }
                if cols.dst == written.cast_signed() =>
            {
                written * cols.extent
            }
            _ => written,
        }
    }

    /// Whether a row fills a lane of a vector, and a column two; it is whole lines on one side, and lines that are in
    /// part used on the other one stay in a first cache until the next turn uses the rest. Near ones are then moved as
    /// fast as any.
    const fn is_easy(&self) -> bool {
        let ByteLeaf::Tile { rows, cols, .. } = self else { return false };
        let (read, written) = (self.read(), self.written());
        let (reads_lines, writes_lines) = (self.read_together() >= LINE, self.written_together() >= LINE);
        read >= GROUP
            && written >= 2 * GROUP
            && (reads_lines && (writes_lines || stay_near(cols.extent, cols.dst))
                || writes_lines && stay_near(rows.extent, rows.src))
    }

    /// Whether it takes bytes that follow each other to ones that do, a line or more.
    pub(super) const fn is_dense(&self) -> bool {
        match self {
            ByteLeaf::Tile { element, rows, cols } => {
                let len = rows.extent * cols.extent * *element;
                rows.extent.cast_signed() * rows.src == len.cast_signed()
                    && cols.extent.cast_signed() * cols.dst == len.cast_signed()
                    && len >= LINE
            }
            _ => false,
        }
    }
}

impl Region {
    /// Whether rows are long enough that they fill lines, and columns are not.
    const fn is_gathered(&self, row: usize, col: usize, side: usize) -> bool {
        self.loops()[row].extent >= side && self.loops()[col].extent < side
    }
}

/// The loop along which elements are neighbours in the destination, and the one along which they are in the source.
const fn transposed(region: &Region, element: usize) -> Option<(usize, usize)> {
    let (mut row, mut col, mut i) = (None, None, 0);
    while i < region.loops().len() {
        let Loop { src, dst, .. } = region.loops()[i];
        if row.is_none() && dst == element.cast_signed() {
            row = Some(i);
        } else if col.is_none() && src == element.cast_signed() {
            col = Some(i);
        }
        i += 1;
    }
    match (row, col) {
        (Some(row), Some(col)) => Some((row, col)),
        _ => None,
    }
}

/// How many loops make the rows of patches, and how many the columns.
const DIGITS: usize = 3;

/// The most rows or columns of patches, and the most bytes of them.
pub(super) const LONGEST: usize = 64;
const LONGEST_BYTES: usize = 256;

/// A tile of short rows or columns with the loops that go on where these end; `None` if that makes no patches.
const fn patches(region: &mut Region, element: usize, rows: Loop, cols: Loop) -> Option<ByteLeaf> {
    if element >= GROUP || rows.extent * element >= LINE && cols.extent * element >= LINE {
        return None;
    }
    let mut rest = *region;
    let rows = rest.extended(rows, element, true);
    let cols = rest.extended(cols, element, false);
    let is_more = rows[1].extent > 1 || cols[1].extent > 1;
    if !is_more || !are_groups(&rows, GROUP / element) || !are_groups(&cols, GROUP / element) {
        return None;
    }
    *region = rest;
    Some(ByteLeaf::Patches { element, rows, cols })
}

/// Whether digits make groups of so many, alike in all of them.
const fn are_groups(digits: &[Loop; DIGITS], mut group: usize) -> bool {
    let mut i = 0;
    while i < DIGITS {
        let extent = digits[i].extent;
        if extent.is_multiple_of(group) {
            return true;
        }
        if !group.is_multiple_of(extent) {
            return false;
        }
        group /= extent;
        i += 1;
    }
    false
}

/// How many turns loops have together.
const fn turns(loops: &[Loop; DIGITS]) -> usize {
    loops[0].extent * loops[1].extent * loops[2].extent
}

impl Region {
    /// A loop over elements that follow each other, and the loops that go on where it ends: in the destination, or in
    /// the source. What is too long is cut, and the rest of it stays outside.
    const fn extended(&mut self, first: Loop, element: usize, in_dst: bool) -> [Loop; DIGITS] {
        let most = if LONGEST_BYTES / element < LONGEST { LONGEST_BYTES / element } else { LONGEST };
        let (mut loops, mut count, mut len) = ([Loop::ONCE; DIGITS], 0, 1);
        let mut next = Some(first);
        while let Some(whole) = next {
            let taken = largest_part(whole.extent, most / len);
            loops[count] = Loop { extent: taken, ..whole };
            self.push(whole.behind(taken));
            (count, len) = (count + 1, len * taken);
            next = if count < DIGITS && taken == whole.extent {
                self.take_at(len * element, in_dst)
            } else {
                None
            };
        }
        loops
    }

    /// Takes out the loop with such a step.
    const fn take_at(&mut self, step: usize, in_dst: bool) -> Option<Loop> {
        let mut i = 0;
        while i < self.loops().len() {
            let Loop { src, dst, .. } = self.loops()[i];
            if (if in_dst { dst } else { src }) == step.cast_signed() {
                return Some(self.remove(i));
            }
            i += 1;
        }
        None
    }
}

/// The largest number up to a limit, of at least 1, that divides another one.
pub(super) const fn largest_part(whole: usize, most: usize) -> usize {
    let mut part = if whole < most { whole } else { most };
    while !whole.is_multiple_of(part) {
        part -= 1;
    }
    part
}

impl fmt::Display for LoopNest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Loop { extent, src, dst } in self.region.loops().iter().rev() {
            write!(f, "{extent} times (from {src:+}, to {dst:+}): ")?;
        }
        match self.innermost {
            Innermost::Bytes(leaf) => leaf.fmt(f),
            Innermost::Nibbles => f.write_str("single elements of 4 bits"),
        }
    }
}

impl fmt::Display for ByteLeaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ByteLeaf::Runs { len } => write!(f, "runs of {len} B"),
            ByteLeaf::Tile { element, rows, cols } => write!(
                f,
                "{}x{} elements of {element} B transposed (rows from {:+}, columns to {:+})",
                rows.extent, cols.extent, rows.src, cols.dst
            ),
            ByteLeaf::Patches { element, rows, cols } => {
                write!(f, "{}x{} elements of {element} B transposed", turns(rows), turns(cols))?;
                write!(f, " (rows from {:+}", rows[0].src)?;
                for digit in rows[1..].iter().filter(|digit| digit.extent > 1) {
                    write!(f, " and {:+}", digit.src)?;
                }
                write!(f, ", columns to {:+}", cols[0].dst)?;
                for digit in cols[1..].iter().filter(|digit| digit.extent > 1) {
                    write!(f, " and {:+}", digit.dst)?;
                }
                f.write_str(")")
            }
            ByteLeaf::Elements { element } => write!(f, "single elements of {element} B"),
        }
    }
}
