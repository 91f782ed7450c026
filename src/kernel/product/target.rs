//! Where tiles are stored.

use crate::layout::Mapping;
use crate::tensor::ViewMut;
use core::ops::{Add, Range};

/// A tensor of any layout, of which tiles are written.
pub(super) trait TileTarget {
    /// Where its offsets count from.
    fn first(&self) -> *mut u8;

    /// What indices of the rows of tiles, or of their columns, add to the offset: every `step`-th one.
    fn offsets(&self, are_rows: bool, start: usize, step: usize, offsets: &mut [isize]);

    /// Whether so many rows, from each multiple of this number on, follow each other at offsets that are sums.
    fn has_runs_of(&self, rows: usize) -> bool;

    /// Stores some rows and columns of a tile that lies column by column, `height` elements each; or adds them.
    ///
    /// # Safety
    /// The indices are those of elements, and as many of the tile may be read.
    unsafe fn store(
        &mut self,
        tile: *const u8,
        height: usize,
        rows: Range<usize>,
        cols: Range<usize>,
        adds: bool,
    );
}

/// A view as a target.
pub(super) struct Target<'v, T, C> {
    pub(super) view: ViewMut<'v, T, C>,
    /// The mode along which the rows of tiles lie.
    pub(super) rows: usize,
}

impl<T: Copy + Add<Output = T>, C: Mapping> TileTarget for Target<'_, T, C> {
    fn first(&self) -> *mut u8 {
        self.view.origin().as_ptr().cast()
    }

    fn offsets(&self, are_rows: bool, start: usize, step: usize, offsets: &mut [isize]) {
        let (layout, mode) = (self.view.layout(), if are_rows { self.rows } else { 1 - self.rows });
        for (i, offset) in offsets.iter_mut().enumerate() {
            *offset = layout.mode_offset(mode, start + i * step);
        }
    }

    fn has_runs_of(&self, rows: usize) -> bool {
        C::ROW == 0 && run(&self.view.layout(), self.rows).is_multiple_of(rows)
    }

    unsafe fn store(
        &mut self,
        tile: *const u8,
        height: usize,
        rows: Range<usize>,
        cols: Range<usize>,
        adds: bool,
    ) {
        let (layout, tile) = (self.view.layout(), tile.cast::<T>());
        for (j, col) in cols.enumerate() {
            let base = layout.bias() + layout.mode_offset(1 - self.rows, col);
            for (i, row) in rows.clone().enumerate() {
                let at = C::place(base + layout.mode_offset(self.rows, row));
                // SAFETY: the indices are inside the extents of the view, which is mutably borrowed; and the tile has
                // so many elements.
                unsafe {
                    let (element, sum) = (self.view.origin().offset(at), tile.add(j * height + i).read());
                    element.write(if adds { element.read() + sum } else { sum });
                }
            }
        }
    }
}

/// How many elements of a mode, from each multiple of this number on, follow each other: 1 where none do, and 0 where
/// all do.
pub(super) fn run<C: Mapping>(layout: &C, mode: usize) -> usize {
    if layout.mode_extent(mode) < 2
        || layout.mode_offset(mode, 1).wrapping_sub(layout.mode_offset(mode, 0)) != 1
    {
        return 1;
    }
    layout.mode_block(mode).0
}
