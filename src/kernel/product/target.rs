//! Where tiles are stored.

use super::factor::Arithmetic;
use super::micro::{Old, Update};
use super::places::ElementPlaces;
use core::ops::Range;
use core::ptr::NonNull;

/// Where sums go, tile by tile.
pub(super) trait TileTarget {
    /// Where its offsets count from.
    fn first(&self) -> *mut u8;

    /// What indices of the rows of tiles, or of their columns, add to the offset: every `step`-th one.
    fn offsets(&self, are_rows: bool, start: usize, step: usize, offsets: &mut [isize]);

    /// How many rows, from each multiple of this number on, follow each other at offsets that are sums: 1 where none
    /// do, and 0 where all do.
    fn run(&self) -> usize;

    /// Stores some rows and columns of a tile that lies column by column, `height` elements each.
    ///
    /// # Safety
    /// The indices are those of elements, and as many of the tile may be read, and the factors of the update.
    unsafe fn store(
        &mut self,
        tile: *const u8,
        height: usize,
        rows: Range<usize>,
        cols: Range<usize>,
        update: &Update,
    );
}

/// Elements as a target, or a part of them.
pub(super) struct Target<T, C> {
    pub(super) first: NonNull<T>,
    pub(super) places: C,
    /// The mode along which the rows of tiles lie.
    pub(super) rows: usize,
}

impl<T: Arithmetic, C: ElementPlaces> TileTarget for Target<T, C> {
    fn first(&self) -> *mut u8 {
        self.first.as_ptr().cast()
    }

    fn offsets(&self, are_rows: bool, start: usize, step: usize, offsets: &mut [isize]) {
        let mode = if are_rows { self.rows } else { 1 - self.rows };
        for (i, offset) in offsets.iter_mut().enumerate() {
            *offset = self.places.contribution(mode, start + i * step);
        }
    }

    fn run(&self) -> usize {
        if self.places.is_sum() { self.places.run(self.rows) } else { 1 }
    }

    unsafe fn store(
        &mut self,
        tile: *const u8,
        height: usize,
        rows: Range<usize>,
        cols: Range<usize>,
        update: &Update,
    ) {
        let (places, tile, run) = (self.places, tile.cast::<T>(), self.run());
        // rows that follow each other end at multiples of a run
        let runs = rows.start.checked_div(run);
        let first_end = runs.map_or(rows.end, |runs| rows.end.min((runs + 1) * run));
        for (j, col) in cols.enumerate() {
            let base = places.base() + places.contribution(1 - self.rows, col);
            let (mut row, mut end) = (rows.start, first_end);
            while row < rows.end {
                let at = places.placed(base + places.contribution(self.rows, row));
                // SAFETY: the indices are those of elements of this target alone, which follow each other; and the tile
                // has so many.
                unsafe {
                    let sums = tile.add(j * height + row - rows.start);
                    put_run(sums, self.first.offset(at), end - row, *update);
                }
                (row, end) = (end, rows.end.min(end + run));
            }
        }
    }
}

/// Puts sums where they belong, which follow each other.
///
/// # Safety
/// There are so many sums, and as many elements as of [`put`].
unsafe fn put_run<T: Arithmetic>(sums: *const T, first: NonNull<T>, len: usize, update: Update) {
    // SAFETY: by the contract.
    unsafe {
        if update.alpha.is_none() && matches!(update.old, Old::Replaced) {
            sums.copy_to_nonoverlapping(first.as_ptr(), len);
            return;
        }
        for i in 0..len {
            put(sums.add(i).read(), first.add(i), &update);
        }
    }
}

/// Puts a sum where it belongs.
///
/// # Safety
/// An element is there, which no one else reads or writes; the factors of the update can be read.
pub(super) unsafe fn put<T: Arithmetic>(sum: T, place: NonNull<T>, update: &Update) {
    // SAFETY: by the contract.
    unsafe {
        let sum = update.alpha.map_or(sum, |alpha| alpha.cast::<T>().read() * sum);
        place.write(match update.old {
            Old::Replaced => sum,
            Old::Kept => place.read() + sum,
            Old::Times(beta) => beta.cast::<T>().read() * place.read() + sum,
        });
    }
}
