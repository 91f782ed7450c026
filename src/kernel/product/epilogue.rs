//! Functions of the result: bias, activation, quantisation, while it is in the caches.

use super::blocks::pieces;
use super::factor::{Arithmetic, FactorOf};
use super::general::MatrixProduct;
use super::loops::{BlockedProduct, Factors};
use super::micro::Update;
use super::places::ElementPlaces;
use super::sides::is_direct;
use super::target::{TileTarget, put};
use crate::kernel::Mismatch;
use crate::kernel::error::{check, static_mode_mismatch};
use crate::kernel::workspace::{CacheLine, with_workspace};
use crate::layout::Matrix;
use crate::tensor::ViewMut;
use core::ops::Range;
use core::ptr::NonNull;
use core::slice;

/// The extents of a tile of the result that is summed before the function is called: to pack its panels again for the
/// next one costs little, and it stays in the second cache.
const TILE: usize = 384;

impl<S: Arithmetic, X: FactorOf<S>, A: Matrix, Y: FactorOf<S>, B: Matrix> MatrixProduct<'_, S, X, A, Y, B> {
    /// Calls a function with each element of `c`, the sum `alpha * a * b` there, and the row and column: an
    /// *epilogue*, called tile by tile while the sums are in the caches. Elements of `c` may be of another type than
    /// the sums, whose type is then said where the function takes it.
    ///
    /// ```
    /// use tilework::{kernel::product, prelude::*};
    /// let a = Tensor::new([1_i8, -2, 3, -4], layout!((2, 2):(2, 1))).unwrap();
    /// let (bias, scale) = ([5, 500], 0.5);
    /// let mut c = StackTensor::fill(layout!((2, 2):(2, 1)), 0_i8);
    /// product(&a.view(), &a.view()).store_with(&mut c.view_mut(), |c, sum: i32, (_, col)| {
    ///     // bias, activation, quantisation
    ///     *c = ((sum + bias[col]).max(0) as f32 * scale).min(127.0) as i8;
    /// })?;
    /// assert_eq!(c.as_slice(), [0, 127, 0, 127]);
    /// # Ok::<(), tilework::kernel::Mismatch>(())
    /// ```
    ///
    /// # Errors
    /// If extents are dynamic and do not match; then `c` is not touched.
    pub fn store_with<O: Send, C: Matrix>(
        self,
        c: &mut ViewMut<'_, O, C>,
        each: impl Fn(&mut O, S, (usize, usize)) + Sync,
    ) -> Result<(), Mismatch> {
        const {
            check(static_mode_mismatch::<A, C>(0, 0));
            check(static_mode_mismatch::<B, C>(1, 1));
        }
        let (first, layout) = (c.origin(), c.layout());
        self.check("product", &layout)?;
        let update = self.sides.update();
        if is_direct::<S>(self.sides.sizes()) {
            self.sides.each_sum(|mut sum, (row, col)| {
                // SAFETY: the coordinate is inside the extent of `c`, which is mutably borrowed.
                unsafe {
                    put(sum, NonNull::from(&mut sum), &update);
                    each(first.offset(layout.at(row, col)).as_mut(), sum, (row, col));
                }
            });
            return Ok(());
        }
        self.sides.in_parts(layout, &|operands, rows, part| {
            let run = if layout.is_sum() { layout.run(rows).wrapping_sub(1) } else { 0 };
            let run = run.saturating_add(1);
            let column = |mut sums: &[S], (mut row, col): (usize, usize)| {
                let base = layout.bias() + layout.contribution(1 - rows, col);
                while !sums.is_empty() {
                    let (of_run, others) = sums.split_at((run - row % run).min(sums.len()));
                    // SAFETY: the coordinates are inside the extent of `c`, which is mutably borrowed, each is reached
                    // once, and those of a run follow each other.
                    unsafe {
                        let place = first.offset(layout.placed(base + layout.contribution(rows, row)));
                        for (i, &sum) in of_run.iter().enumerate() {
                            let crd = if rows == 0 { (row + i, col) } else { (col, row + i) };
                            each(place.add(i).as_mut(), sum, crd);
                        }
                    }
                    (sums, row) = (others, row + of_run.len());
                }
            };
            // SAFETY: the parts are of the operands, and this processor has the kernel.
            unsafe { in_tiles(operands, part, update, column) };
        });
        Ok(())
    }
}

/// Calls a function with all sums of a part of a product, tile by tile: with those of a column, and where it begins.
///
/// # Safety
/// As of [`BlockedProduct::run`], but of the target.
unsafe fn in_tiles<S: Arithmetic>(
    operands: &Factors<'_>,
    part: (Range<usize>, Range<usize>),
    update: Update,
    column: impl Fn(&[S], (usize, usize)),
) {
    let Factors { kernel, bytes, sizes, units, blocks, .. } = *operands;
    let whole = |unit: usize| if unit > TILE { TILE } else { TILE / unit * unit };
    let lines_of = |elements: usize| (elements * bytes).div_ceil(size_of::<CacheLine>());
    let mut tile = (part.0.len().min(whole(units.rows.0)), part.1.len().min(whole(units.cols.0)));
    let of_blocks = blocks.lines(&kernel, bytes, (tile.0, tile.1, sizes.2)).iter().sum::<usize>();
    let wanted = lines_of(tile.0 * tile.1) + of_blocks;
    with_workspace(wanted * size_of::<CacheLine>(), |lines| {
        if lines.len() < wanted {
            // a third of a little memory holds the sums of two tiles of registers at least
            let cols = lines.len() / 3 * size_of::<CacheLine>() / bytes / kernel.rows;
            tile = (kernel.rows, cols / kernel.cols * kernel.cols);
        }
        let (sums, lines) = lines.split_at_mut(lines_of(tile.0 * tile.1));
        let sums = NonNull::from(sums).cast::<S>();
        for wide in pieces(part.1.clone(), tile.1, tile.1) {
            for high in pieces(part.0.clone(), tile.0, tile.0) {
                let mut c = TileSums { first: sums, start: (high.start, wide.start), height: high.len() };
                let part = (high.clone(), wide.clone());
                let mut product = BlockedProduct { operands: *operands, c: &mut c, part, update };
                // SAFETY: as the caller says; and the target is memory of this call.
                unsafe { product.sum(lines) };
                for (j, col) in wide.clone().enumerate() {
                    // SAFETY: all sums of the tile are stored.
                    let sums =
                        unsafe { slice::from_raw_parts(sums.add(j * high.len()).as_ptr(), high.len()) };
                    column(sums, (high.start, col));
                }
            }
        }
    });
}

/// A tile of sums, column by column.
struct TileSums<S> {
    first: NonNull<S>,
    /// Its first row and column.
    start: (usize, usize),
    height: usize,
}

impl<S: Arithmetic> TileTarget for TileSums<S> {
    fn first(&self) -> *mut u8 {
        self.first.as_ptr().cast()
    }

    fn offsets(&self, are_rows: bool, start: usize, step: usize, offsets: &mut [isize]) {
        let (first, stride) = if are_rows { (self.start.0, 1) } else { (self.start.1, self.height) };
        for (i, offset) in offsets.iter_mut().enumerate() {
            *offset = ((start + i * step - first) * stride).cast_signed();
        }
    }

    fn run(&self) -> usize {
        0
    }

    unsafe fn store(
        &mut self,
        tile: *const u8,
        height: usize,
        rows: Range<usize>,
        cols: Range<usize>,
        update: &Update,
    ) {
        for (j, col) in cols.enumerate() {
            for (i, row) in rows.clone().enumerate() {
                let at = (col - self.start.1) * self.height + row - self.start.0;
                // SAFETY: the tile of registers lies in this one, and has so many elements.
                unsafe { put(tile.cast::<S>().add(j * height + i).read(), self.first.add(at), update) };
            }
        }
    }
}
