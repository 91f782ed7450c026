//! Products of few columns: dot products along the depth, of rows that are read where they are.

use super::loops::BlockedProduct;
use super::micro::{MOST_COLS, TileFactors};
use super::panels::{PanelBlock, Panels};
use crate::kernel::workspace::CacheLine;
use core::ops::Range;
use core::ptr;

/// For so many columns a dot product for each element reads `a` fewer times than to pack it would.
pub(super) const DOT_COLS: usize = 2;
/// Rows of a few vectors: of shorter ones most time goes into the sums of lanes.
const DOT_DEPTH: usize = 32;

impl BlockedProduct<'_> {
    /// Whether each element is best summed on its own: there are few columns, and rows lie along the depth, at least in
    /// runs.
    pub(super) fn is_dots(&self) -> bool {
        let (_, cols, depth) = self.operands.sizes;
        cols <= DOT_COLS && depth >= DOT_DEPTH && self.row_run() >= DOT_DEPTH
    }

    /// Multiplies each column by each row.
    ///
    /// # Safety
    /// As of [`run`](Self::run), and it [is for dot products](Self::is_dots).
    pub(super) unsafe fn dots(&mut self, lines: &mut [CacheLine]) {
        let (cols, depth) = (self.part.1.clone(), self.operands.sizes.2);
        let (sums, of_b) =
            lines.split_at_mut((MOST_COLS * self.operands.bytes).div_ceil(size_of::<CacheLine>()));
        let deepest = size_of_val(of_b) / (cols.len() * self.operands.bytes);
        let (sums, of_b) = (sums.as_mut_ptr().cast(), of_b.as_mut_ptr().cast());
        let (run, run_of_b) = (self.row_run(), self.operands.b.run_along_depth());
        // then each run lies in one of `b` too
        let is_dense = run_of_b >= depth || run_of_b.is_multiple_of(run);
        let deepest = if is_dense { run } else { deepest };
        for start in (0..depth).step_by(deepest) {
            let deep = start..depth.min(start + deepest);
            let block =
                PanelBlock { wide: cols.clone(), deep: deep.clone(), width: 1, edge: 1, pays: !is_dense };
            // SAFETY: the block is a part of `b`, and there is room for it.
            let columns = unsafe { self.operands.b.panels(&block, false, of_b) };
            let mut start = deep.start;
            while start < deep.end {
                let end = deep.end.min((start / run + 1) * run);
                // SAFETY: the indices lie in one run, and in the columns.
                unsafe { self.dots_of_run(&columns, start - deep.start, start..end, sums) };
                start = end;
            }
        }
    }

    /// How many elements of a row follow each other.
    fn row_run(&self) -> usize {
        self.operands.a.run_along_depth().min(self.operands.sizes.2)
    }

    /// Multiplies columns, of which some elements are passed over, by a run of each row.
    ///
    /// # Safety
    /// As of [`dots`](Self::dots); the indices lie in one run, and as many elements are left in the columns. There is
    /// room for the sums of a tile.
    unsafe fn dots_of_run(&mut self, columns: &Panels, passed: usize, deep: Range<usize>, sums: *mut u8) {
        let ((rows, cols), bytes) = (self.part.clone(), self.operands.bytes);
        let (update, depth) = (self.update_at(deep.start), deep.len());
        let block = PanelBlock { wide: rows.clone(), deep, width: 1, edge: 1, pays: false };
        // SAFETY: the block is a part of `a`, which is read where it is: nothing is written.
        let rows_of_a = unsafe { self.operands.a.panels(&block, false, ptr::null_mut()) };
        for row in rows.clone().step_by(MOST_COLS) {
            let row_end = rows.end.min(row + MOST_COLS);
            let first = rows_of_a.panel(row - rows.start, bytes);
            let mut factors =
                TileFactors { depth, a: (first.first, 0), b: (first.first, 0), places: [0; MOST_COLS] };
            for (i, place) in factors.places.iter_mut().enumerate() {
                // the last row stands in for those behind it
                *place = first.step.wrapping_mul(i.min(row_end - row - 1).cast_signed());
            }
            for (i, col) in cols.clone().enumerate() {
                factors.a = (columns.panel(i, bytes).first.wrapping_add(passed * bytes), 0);
                // SAFETY: rows and columns have so many elements; of the sums those of rows are stored.
                unsafe {
                    (self.operands.kernel.dots)(&factors, sums);
                    self.c.store(sums, MOST_COLS, row..row_end, col..col + 1, &update);
                }
            }
        }
    }
}
