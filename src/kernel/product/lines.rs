//! Products of one column: lines of rows that follow each other, each times an element of the column.

use super::loops::BlockedProduct;
use super::micro::{MOST_COLS, STREAMS, TileFactors};
use super::panels::PanelBlock;
use crate::kernel::workspace::CacheLine;
use core::{ptr, slice};

/// The bytes of the rows that are summed at a time, which stay in the caches.
const HIGH: usize = 16 << 10;

impl BlockedProduct<'_> {
    /// Whether lines are best added up: there is one column, and rows follow each other in each line and in `c`.
    pub(super) fn is_lines(&self) -> bool {
        self.operands.sizes.1 == 1
            && self.c.run() == 0
            && self.operands.a.strides(1).is_some_and(|strides| strides.step == 1)
    }

    /// Adds the lines up.
    ///
    /// # Safety
    /// As of [`run`](Self::run), and [lines are best](Self::is_lines).
    pub(super) unsafe fn lines_of_column(&mut self, lines: &mut [CacheLine]) {
        let (rows, depth, bytes) = (self.part.0.clone(), self.operands.sizes.2, self.operands.bytes);
        let deepest = size_of_val(lines) / bytes / STREAMS * STREAMS;
        let mut of_column = 0;
        self.c.offsets(false, 0, 1, slice::from_mut(&mut of_column));
        for start in (0..depth).step_by(deepest) {
            let (deep, update) = (start..depth.min(start + deepest), self.update_at(start));
            let of_b = PanelBlock { wide: 0..1, deep: deep.clone(), width: 1, edge: 1, pays: false };
            // SAFETY: the block is a part of `b`, and there is room for it.
            let column = unsafe { self.operands.b.panels(&of_b, false, lines.as_mut_ptr().cast()) };
            let column = column.panel(0, bytes);
            for row in rows.clone().step_by(HIGH / bytes) {
                let wide = row..rows.end.min(row + HIGH / bytes);
                let mut at = 0;
                self.c.offsets(true, row, 1, slice::from_mut(&mut at));
                let at = (at + of_column).wrapping_mul(bytes.cast_signed());
                let of_a =
                    PanelBlock { wide: wide.clone(), deep: deep.clone(), width: 1, edge: 1, pays: false };
                // SAFETY: the block is a part of `a`, which is read where it is: nothing is written. Its rows follow
                // each other in each line and in `c`, where the part has so many.
                unsafe {
                    let panel = self.operands.a.panels(&of_a, false, ptr::null_mut()).panel(0, bytes);
                    let factors = TileFactors {
                        depth: deep.len(),
                        a: (panel.first, panel.line),
                        b: (column.first, column.line),
                        places: [0; MOST_COLS],
                    };
                    let to = self.c.first().offset(at);
                    (self.operands.kernel.lines)(&factors, to, wide.len(), &update);
                }
            }
        }
    }
}
