//! What is done with a region: loops, and what moves the bytes inside them.

use super::region::{Loop, Region};
use core::fmt;

/// A region as it is walked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nest {
    /// The loops outside of the leaf, and where they begin.
    pub(super) region: Region,
    pub(super) leaf: Leaf,
}

/// What moves the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    /// Bytes that follow each other on both sides.
    Runs { len: usize },
    /// Rows that are contiguous in the source and columns that are in the destination, of elements of so many bytes:
    /// transposed in registers.
    ///
    /// `rows.src` is the step from row to row, `cols.dst` from column to column.
    Tile { element: usize, rows: Loop, cols: Loop },
    /// Single elements.
    Elements { element: usize },
    /// Single elements of half a byte; loops count these.
    Nibbles,
}

/// The largest element of a tile: two of them fill a register of 16 bytes.
const LARGEST: usize = 8;

impl Nest {
    /// The loops of a region over elements of so many bytes.
    pub(super) const fn of(region: Region, bytes: usize) -> Nest {
        let (mut region, mut element) = (region.joined(), bytes);
        // neighbours on both sides move together, as one larger element or as a run
        if let [first, ..] = *region.loops()
            && first.src == element.cast_signed()
            && first.dst == element.cast_signed()
        {
            element *= first.extent;
            region.remove(0);
        }
        let is_run = element > bytes;
        if is_run && !(element.is_power_of_two() && element <= LARGEST) {
            return Nest { region, leaf: Leaf::Runs { len: element } };
        }
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
        let leaf = match (row, col) {
            (Some(row), Some(col)) if element <= LARGEST => {
                // the one behind is taken out first: it does not move the other
                let cols = region.remove(col);
                Leaf::Tile { element, rows: region.remove(if col < row { row - 1 } else { row }), cols }
            }
            _ if is_run => Leaf::Runs { len: element },
            _ => Leaf::Elements { element },
        };
        Nest { region, leaf }
    }
}

impl fmt::Display for Nest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Loop { extent, src, dst } in self.region.loops().iter().rev() {
            write!(f, "{extent} times (from {src:+}, to {dst:+}): ")?;
        }
        match self.leaf {
            Leaf::Runs { len } => write!(f, "runs of {len} B"),
            Leaf::Tile { element, rows, cols } => write!(
                f,
                "{}x{} elements of {element} B transposed (rows from {:+}, columns to {:+})",
                rows.extent, cols.extent, rows.src, cols.dst
            ),
            Leaf::Elements { element } => write!(f, "single elements of {element} B"),
            Leaf::Nibbles => f.write_str("single elements of 4 bits"),
        }
    }
}
