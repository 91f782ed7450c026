//! What is done with a region: loops, and what moves the bytes inside them.

use super::leaf::LINE;
use super::region::{Loop, Region};
use super::unit::LoopUnit;
use core::fmt;

/// A region as it is walked.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoopNest {
    /// The loops outside of the leaf, and where they begin.
    pub(super) region: Region,
    pub(super) innermost: Innermost,
}

impl LoopNest {
    /// The loops of a region over elements that are near, in a cache, or far.
    pub(super) const fn of(mut region: Region, unit: LoopUnit, are_far: bool) -> LoopNest {
        let innermost = unit.innermost(&mut region, are_far);
        LoopNest { region, innermost }
    }
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
            // what is taken out first moves what is behind it
            Some((row, col)) if element.is_power_of_two() && element <= LARGEST => {
                let cols = region.remove(col);
                ByteLeaf::Tile { element, rows: region.remove(if col < row { row - 1 } else { row }), cols }
            }
            _ if is_run => ByteLeaf::Runs { len: element },
            _ => ByteLeaf::Elements { element },
        };
        let (read, written) = leaf.line();
        // lines that are half used are soon gone; and memory is read best in its order, if whole lines are written
        if read < LINE || are_far && written >= LINE {
            region.put_source_first();
        }
        leaf
    }

    /// How many bytes follow each other in a turn of the loops outside, on both sides: where they are a line or more,
    /// no other turn needs the line.
    const fn line(&self) -> (usize, usize) {
        match self {
            ByteLeaf::Runs { len } => (*len, *len),
            ByteLeaf::Tile { element, rows, cols } => (cols.extent * *element, rows.extent * *element),
            ByteLeaf::Elements { .. } => (LINE, 0),
        }
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
            ByteLeaf::Elements { element } => write!(f, "single elements of {element} B"),
        }
    }
}
