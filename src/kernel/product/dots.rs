//! Products of few columns: dot products along the depth, of rows that are read where they are.

use super::loops::BlockedProduct;
use super::micro::{MOST_COLS, TileFactors};
use super::panels::{PanelBlock, PanelSource};
use crate::kernel::workspace::CacheLine;

/// For so many columns a dot product for each element reads `a` fewer times than to pack it would.
pub(super) const DOT_COLS: usize = 2;
/// Rows of a few vectors: of shorter ones most time goes into the sums of lanes.
const DOT_DEPTH: usize = 32;

impl BlockedProduct<'_> {
    /// Whether each element is best summed on its own: there are few columns, and rows lie along the depth.
    pub(super) fn is_dots(&self) -> bool {
        let (_, cols, depth) = self.operands.sizes;
        cols <= DOT_COLS && depth >= DOT_DEPTH && lies_along_depth(self.operands.a)
    }

    /// Multiplies each column by each row.
    ///
    /// # Safety
    /// As of [`run`](Self::run), and it [is for dot products](Self::is_dots).
    pub(super) unsafe fn dots(&mut self, lines: &mut [CacheLine]) {
        let ((rows, cols), depth) = (self.part.clone(), self.operands.sizes.2);
        let (sums, of_b) =
            lines.split_at_mut((MOST_COLS * self.operands.bytes).div_ceil(size_of::<CacheLine>()));
        let deepest = size_of_val(of_b) / (cols.len() * self.operands.bytes);
        let (sums, of_b) = (sums.as_mut_ptr().cast(), of_b.as_mut_ptr().cast());
        let is_dense = lies_along_depth(self.operands.b);
        let deepest = if is_dense { depth } else { deepest };
        for start in (0..depth).step_by(deepest) {
            let deep = start..depth.min(start + deepest);
            let block = PanelBlock { wide: cols.clone(), deep: deep.clone(), width: 1, pays: !is_dense };
            // SAFETY: the block is a part of `b`, and there is room for it.
            let columns = unsafe { self.operands.b.panels(&block, false, of_b) };
            let block = PanelBlock { wide: rows.clone(), deep: deep.clone(), width: 1, pays: false };
            // SAFETY: the block is a part of `a`, which is read where it is: nothing is written.
            let rows_of_a = unsafe { self.operands.a.panels(&block, false, of_b) };
            let update = self.update_at(start);
            for row in rows.clone().step_by(MOST_COLS) {
                let row_end = rows.end.min(row + MOST_COLS);
                let first = rows_of_a.panel(row - rows.start, self.operands.bytes);
                let mut factors = TileFactors {
                    depth: deep.len(),
                    a: (first.first, 0),
                    b: (first.first, 0),
                    places: [0; MOST_COLS],
                };
                for (i, place) in factors.places.iter_mut().enumerate() {
                    // the last row stands in for those behind it
                    *place = first.step.wrapping_mul(i.min(row_end - row - 1).cast_signed());
                }
                for (i, col) in cols.clone().enumerate() {
                    factors.a = (columns.panel(i, self.operands.bytes).first, 0);
                    // SAFETY: rows and columns have so many elements; of the sums those of rows are stored.
                    unsafe {
                        (self.operands.kernel.dots)(&factors, sums);
                        self.c.store(sums, MOST_COLS, row..row_end, col..col + 1, &update);
                    }
                }
            }
        }
    }
}

/// Whether elements follow each other along the depth.
fn lies_along_depth(source: &dyn PanelSource) -> bool {
    source.strides(1).is_some_and(|strides| strides.line == 1)
}
