//! How large blocks are.

use super::micro::MicroKernel;
use super::panels::PanelSource;
use crate::kernel::processor::Caches;
use crate::kernel::workspace::CacheLine;
use core::ops::Range;

/// The extents of blocks, of rows, columns and depth; and which of them are packed.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProductBlocks {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) depth: usize,
    /// Blocks that are read so few times, or have so few bytes, are read where they are.
    pub(super) few: (usize, usize),
}

/// The depth is a multiple of this, as most digits of layouts divide it, and at least as much.
const LEAST: usize = 64;
/// From this depth on the tile of `c` is touched so seldom that deeper blocks gain nothing.
const MOST: usize = 512;
/// Rows and columns are multiples of the widths of all panels, and of all usual tiles of layouts: so that these fall
/// into blocks.
pub(super) const ROWS: usize = 128;
pub(super) const COLS: usize = 384;

/// To pack a block takes as long as to read it a few times from a place that is further away; and what is small is in
/// the nearest cache anyhow: how often, and how many bytes.
const FEW: (usize, usize) = (8, 16 << 10);

impl ProductBlocks {
    /// A panel of `b` fills half of the nearest cache, through the other half of which panels of `a` pass; a block of
    /// `a` half of the second one, and one of `b` a core's share of the last one. What the processor says of itself is
    /// taken within bounds.
    pub(super) fn new(kernel: &MicroKernel, bytes: usize, caches: Caches) -> Self {
        let whole = |cache: usize, line: usize, unit: usize| (cache / line / unit * unit).max(unit);
        let depth = whole(caches.first / 2, kernel.cols * bytes, LEAST).min(MOST);
        let line = depth * bytes;
        ProductBlocks {
            rows: whole(caches.second.min(4 << 20) / 2, line, kernel.rows),
            cols: whole(caches.share(), line, COLS),
            depth,
            few: FEW,
        }
    }

    /// A depth that the digits of both operands fit into may be so much larger.
    pub(super) fn deepest(&self) -> usize {
        self.depth + self.depth / 4
    }

    /// About as large blocks, that begin where the digits of operands do.
    pub(super) fn fitted(self, units: &BlockUnits) -> Self {
        let fitted = |(unit, goes_on): (usize, bool), wanted: usize, least: usize| {
            let times = if goes_on { wanted / unit } else { usize::from(unit <= wanted) };
            if unit * times < least.min(wanted) { wanted } else { unit * times }
        };
        let mut depth = fitted(units.depth, self.depth.max(units.depth.0), LEAST);
        if depth > self.deepest() {
            depth = self.depth;
        }
        let (rows, cols) = (fitted(units.rows, self.rows, ROWS), fitted(units.cols, self.cols, COLS / 4));
        ProductBlocks { rows, cols, depth, ..self }
    }

    /// Whether it pays to pack a block of so many elements that is read so often.
    pub(super) fn pays(&self, (across, width): (usize, usize), elements: usize, bytes: usize) -> bool {
        elements * bytes > self.few.1 && across.div_ceil(width) > self.few.0
    }

    /// The lines of memory for a block of `a`, for one of `b`, and for a tile.
    pub(super) fn lines(
        &self,
        kernel: &MicroKernel,
        bytes: usize,
        sizes: (usize, usize, usize),
    ) -> [usize; 3] {
        let depth = longest(self.depth, 1, sizes.2);
        let wide = |step, extent: usize, width| longest(step, width, extent).next_multiple_of(width);
        let (rows, cols) = (wide(self.rows, sizes.0, kernel.rows), wide(self.cols, sizes.1, kernel.cols));
        let in_front = kernel.parts[0].starts;
        let elements = [rows * depth, cols * (in_front + depth), kernel.rows * kernel.cols];
        elements.map(|elements| (elements * bytes).div_ceil(size_of::<CacheLine>()))
    }

    /// The largest blocks of one panel of `a` and some of `b` in so little memory: 24 KiB hold those of all elements.
    pub(super) fn in_little(lines: usize, kernel: &MicroKernel, bytes: usize) -> Self {
        // three areas begin at lines
        let elements = (lines - 3) * size_of::<CacheLine>() / bytes - kernel.rows * kernel.cols;
        let longest = elements / (kernel.rows + kernel.cols);
        let depth = (longest * 2 / 3 / 16 * 16).max(1);
        ProductBlocks { rows: kernel.rows, cols: kernel.cols, depth, few: FEW }
    }
}

/// After how many rows, columns and elements of depth blocks begin best, and whether they may be any multiple as long.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockUnits {
    pub(super) rows: (usize, bool),
    pub(super) cols: (usize, bool),
    pub(super) depth: (usize, bool),
}

impl BlockUnits {
    /// Those of whole panels.
    pub(super) fn of_panels(kernel: &MicroKernel) -> Self {
        BlockUnits { rows: (kernel.rows, true), cols: (kernel.cols, true), depth: (1, true) }
    }

    /// Those of two operands, as whole panels, no deeper than so much.
    pub(super) fn new(
        a: &dyn PanelSource,
        b: &dyn PanelSource,
        kernel: &MicroKernel,
        deepest: usize,
    ) -> Self {
        let wide = |source: &dyn PanelSource, width: usize, most: usize| {
            let (unit, goes_on) = source.unit(false, most);
            (common(unit, width).unwrap_or(width), goes_on)
        };
        let (in_a, in_b) = (a.unit(true, deepest), b.unit(true, deepest));
        let depth = match common(in_a.0, in_b.0).filter(|&both| both <= deepest) {
            Some(both) => (both, in_a.1 && in_b.1),
            None if in_a.0 > in_b.0 => in_a,
            None => in_b,
        };
        BlockUnits { rows: wide(a, kernel.rows, ROWS * 4), cols: wide(b, kernel.cols, COLS * 2), depth }
    }
}

/// The least common multiple, if it fits in a machine word.
pub(super) fn common(a: usize, b: usize) -> Option<usize> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1)).checked_mul(b)
}

/// The longest piece of an extent: what is behind a whole one is not worth a piece of its own, unless it is half as
/// long.
fn longest(step: usize, width: usize, extent: usize) -> usize {
    if extent <= step { extent } else { extent.min((step + step / 2) / width * width) }
}

/// A range in pieces that begin a multiple of a step behind its start, of which the last one may be longer.
pub(super) fn pieces(range: Range<usize>, step: usize, width: usize) -> impl Iterator<Item = Range<usize>> {
    let longest = longest(step, width, range.len());
    let count = if range.len() == longest { 1 } else { (range.len() - longest).div_ceil(step) + 1 };
    (0..count).map(move |i| {
        let start = range.start + i * step;
        start..if i + 1 == count { range.end } else { start + step }
    })
}
