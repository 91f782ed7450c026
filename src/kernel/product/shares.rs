//! How a product is shared by threads.

use super::blocks::{BlockUnits, COLS, ROWS, common};
use core::ops::Range;

/// A grid of parts, each with rows and columns of its own and the whole depth: no thread waits for another, and each
/// packs what it reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    sizes: (usize, usize),
    /// The rows and columns of a part that is not at the edge.
    part: (usize, usize),
}

/// Fewer multiplications than this are not worth a thread.
const SHARE: usize = 1 << 19;
/// To pack a row or a column takes as long as to multiply it by so many others.
const PACKED: usize = 48;

impl Shares {
    /// The grid for so many threads, or fewer, in which the largest part takes the least time.
    pub(super) fn new(threads: usize, sizes: (usize, usize, usize), units: &BlockUnits) -> Self {
        let (rows, cols, depth) = sizes;
        if threads == 1 {
            return Shares { sizes: (rows, cols), part: (rows, cols) };
        }
        let multiplications = rows.saturating_mul(cols).saturating_mul(depth);
        let threads = threads.min(multiplications / SHARE).max(1);
        let grids = (1..=threads).map(|across| Shares::grid((across, threads / across), sizes, units));
        grids.min_by_key(Shares::cost).expect("one thread has a grid")
    }

    /// Rows in so many parts and columns in so many, or in fewer.
    pub(super) fn grid(counts: (usize, usize), sizes: (usize, usize, usize), units: &BlockUnits) -> Self {
        let (rows, cols, _) = sizes;
        let part = (share(rows, counts.0, (units.rows.0, ROWS)), share(cols, counts.1, (units.cols.0, COLS)));
        Shares { sizes: (rows, cols), part }
    }

    fn cost(&self) -> usize {
        let (rows, cols) = self.part;
        rows.saturating_mul(cols).saturating_add(rows.saturating_add(cols).saturating_mul(PACKED))
    }

    /// How many parts there are.
    pub(super) fn count(&self) -> usize {
        self.sizes.0.div_ceil(self.part.0) * self.sizes.1.div_ceil(self.part.1)
    }

    /// The rows and columns of a part.
    pub(super) fn part(&self, number: usize) -> (Range<usize>, Range<usize>) {
        let high = self.sizes.0.div_ceil(self.part.0);
        let range = |i: usize, part: usize, size: usize| i * part..size.min((i + 1) * part);
        (range(number % high, self.part.0, self.sizes.0), range(number / high, self.part.1, self.sizes.1))
    }
}

/// The largest of so many parts of an extent: whole units, and of a large one whole blocks too.
fn share(extent: usize, parts: usize, (unit, block): (usize, usize)) -> usize {
    let share = extent.div_ceil(parts);
    let both = common(unit, block).filter(|&both| share >= 4 * both);
    let unit = both.unwrap_or(unit);
    if parts == 1 { extent } else { share.next_multiple_of(unit).min(extent) }
}
