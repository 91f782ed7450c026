//! The micro-kernel: a tile of the product, summed in registers.

use super::lanes::Lanes;

/// The most rows and columns of a tile.
pub(super) const MOST_ROWS: usize = 32;
pub(super) const MOST_COLS: usize = 8;

/// Where the sums of a tile go.
#[derive(Clone, Copy)]
pub(super) struct TilePlaces {
    pub(super) first: *mut u8,
    /// Where, in elements from there, each vector of a column lies: as many as there are.
    pub(super) vectors: [isize; MOST_ROWS],
    /// And each column.
    pub(super) cols: [isize; MOST_COLS],
    /// Whether sums are added to what is there.
    pub(super) adds: bool,
}

/// What sums a tile, compiled for one instruction set and one type of elements.
#[derive(Clone, Copy)]
pub(super) struct MicroKernel {
    /// The instruction set.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests say which one is wrong"))]
    pub(super) name: &'static str,
    /// The rows of a tile: the width of the panels of `a`.
    pub(super) rows: usize,
    /// The columns of a tile: the width of the panels of `b`.
    pub(super) cols: usize,
    /// How many rows are stored together.
    pub(super) vector: usize,
    /// Sums the products of a panel of `a`, `(rows, depth):(1, rows)`, and one of `b`, `(depth, cols):(cols, 1)`.
    ///
    /// # Safety
    ///
    /// The processor has the instruction set. Both panels hold elements, and the places of the tile may be written; if
    /// sums are added, they hold elements too.
    pub(super) run: unsafe fn(usize, *const u8, *const u8, &TilePlaces),
}

impl MicroKernel {
    /// Of a tile of `U` vectors by `N` columns.
    pub(super) const fn new<V: Lanes, const U: usize, const N: usize>(
        run: unsafe fn(usize, *const u8, *const u8, &TilePlaces),
    ) -> Self {
        assert!(U * V::COUNT <= MOST_ROWS && N <= MOST_COLS);
        MicroKernel { name: V::NAME, rows: U * V::COUNT, cols: N, vector: V::COUNT, run }
    }
}

/// The text of all micro-kernels: a tile of `U` vectors by `N` columns.
///
/// # Safety
///
/// As of [`MicroKernel::run`].
#[inline(always)]
pub(super) unsafe fn tile<V: Lanes, const U: usize, const N: usize>(
    depth: usize,
    a: *const u8,
    b: *const u8,
    to: &TilePlaces,
) {
    let (mut a, mut b, first) =
        (a.cast::<V::Element>(), b.cast::<V::Element>(), to.first.cast::<V::Element>());
    // SAFETY: the panels hold `depth` lines of so many elements, and the tile has so many places.
    unsafe {
        let mut sums = [[V::zero(); U]; N];
        for col in &to.cols[..N] {
            for vector in &to.vectors[..U] {
                V::expect(first.wrapping_offset(col + vector));
            }
        }
        for _ in 0..depth {
            let mut line = [V::zero(); U];
            for (vector, lanes) in line.iter_mut().enumerate() {
                *lanes = V::load(a.add(vector * V::COUNT));
            }
            for (col, sums) in sums.iter_mut().enumerate() {
                let factor = V::splat(b.add(col));
                for (sum, lanes) in sums.iter_mut().zip(line) {
                    *sum = sum.plus_product(lanes, factor);
                }
            }
            (a, b) = (a.add(U * V::COUNT), b.add(N));
        }
        for (sums, col) in sums.iter().zip(to.cols) {
            for (sum, vector) in sums.iter().zip(to.vectors) {
                let place = first.offset(col + vector);
                (if to.adds { V::load(place).plus(*sum) } else { *sum }).store(place);
            }
        }
    }
}
