//! A part of a relayout by hand: what is done inside which loops.

use super::modes::Loop;

/// A leaf and the loops around it, the innermost first. All in bytes.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) src: usize,
    pub(super) dst: usize,
    pub(super) loops: Vec<Loop>,
    pub(super) leaf: Leaf,
    /// The bytes that the source and the destination must have.
    pub(super) room: (usize, usize),
    /// Whether to write around the caches; then every write is of whole vectors, aligned.
    pub(super) streams: bool,
}

/// What is done inside the loops.
#[derive(Clone, Debug)]
pub(super) enum Leaf {
    Element {
        width: usize,
    },
    Run {
        bytes: usize,
    },
    Tile(Tile),
    /// Two source rows, `gap` bytes apart, into one; a vector of each, or half a vector.
    Zip {
        width: usize,
        gap: usize,
        wide: bool,
    },
    /// The reverse.
    Unzip {
        width: usize,
        gap: usize,
        wide: bool,
    },
}

/// A transpose in registers: runs of 16 bytes are read, and runs of 16 or, if `wide`, 32 bytes are written.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    pub(super) width: usize,
    pub(super) wide: bool,
    /// Where the runs to read begin, and those to write.
    pub(super) from: Vec<usize>,
    pub(super) to: Vec<usize>,
}

impl Leaf {
    /// How many bytes from its start it reads, and how many it writes.
    pub(super) fn reach(&self) -> (usize, usize) {
        let row = |wide| if wide { 32 } else { 16 };
        match self {
            Leaf::Element { width: bytes } | Leaf::Run { bytes } => (*bytes, *bytes),
            Leaf::Tile(tile) => {
                let last = |starts: &[usize]| starts.iter().copied().max().unwrap_or(0);
                (last(&tile.from) + 16, last(&tile.to) + row(tile.wide))
            }
            Leaf::Zip { gap, wide, .. } => (gap + row(*wide), 2 * row(*wide)),
            Leaf::Unzip { gap, wide, .. } => (2 * row(*wide), gap + row(*wide)),
        }
    }
}
