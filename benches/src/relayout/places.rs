//! The layouts by name: as types of the library, static and of dynamic size, and as plain modes.

use super::cell::Cell;
use super::modes::Mode;
use tilework::format::{Packed, PaddingRowMajor};
use tilework::prelude::*;

/// A rule that places matrices of any size and element.
pub(super) trait Place {
    const NAME: &'static str;
    /// Of 128x128 elements.
    type Static<T: Cell>: Matrix;
    type Dynamic<T: Cell>: Matrix;
    fn fixed<T: Cell>() -> Self::Static<T>;
    fn sized<T: Cell>(rows: usize, cols: usize) -> Self::Dynamic<T>;
    fn modes<T: Cell>(rows: usize, cols: usize) -> Vec<Mode>;
}

/// The two modes of a matrix: for each its leaves, and the stride behind them.
fn modes(rows: (&[(usize, usize)], usize), cols: (&[(usize, usize)], usize)) -> Vec<Mode> {
    [rows, cols].map(|(leaves, outer)| Mode { leaves: leaves.to_vec(), outer }).into()
}

/// Blocks of `r` by `c`, in the order that [`tilework::format::fractal`] is given.
fn blocks((rows, cols): (usize, usize), (r, c): (usize, usize), order: [usize; 4]) -> Vec<Mode> {
    let extents = [r, rows.div_ceil(r), c, cols.div_ceil(c)];
    let stride = |leaf: usize| -> usize {
        (0..4).filter(|&other| order[other] < order[leaf]).map(|other| extents[other]).product()
    };
    modes((&[(r, stride(0))], stride(1)), (&[(c, stride(2))], stride(3)))
}

macro_rules! formats {
    ($($name:ident: $text:literal, $Format:ty, $T:ident, |$size:ident, $e:ident| $modes:expr;)*) => { $(
        #[allow(non_camel_case_types)]
        pub(super) enum $name {}

        impl Place for $name {
            const NAME: &'static str = $text;
            type Static<T: Cell> = Packed<$Format, T, Int!(128), Int!(128)>;
            type Dynamic<T: Cell> = Packed<$Format, T, usize, usize>;
            fn fixed<T: Cell>() -> Self::Static<T> {
                <$Format as Format>::layout::<T, _, _>(int!(128), int!(128))
            }
            fn sized<T: Cell>(rows: usize, cols: usize) -> Self::Dynamic<T> {
                <$Format as Format>::layout::<T, _, _>(rows, cols)
            }
            fn modes<$T: Cell>(rows: usize, cols: usize) -> Vec<Mode> {
                let ($size, $e) = ((rows, cols), 32 / size_of::<$T>());
                let _ = $e;
                $modes
            }
        }
    )* };
}

formats! {
    Row: "row", RowMajor, T, |size, e| modes((&[], size.1), (&[], 1));
    Column: "column", ColumnMajor, T, |size, e| modes((&[], 1), (&[], size.0));
    ZN: "zN", zN, T, |size, e| blocks(size, (16, e), [1, 2, 0, 3]);
    NZ: "nZ", nZ, T, |size, e| blocks(size, (e, 16), [0, 3, 1, 2]);
    ZZ: "zZ", zZ, T, |size, e| blocks(size, (16, e), [1, 3, 0, 2]);
    NN: "nN", nN, T, |size, e| blocks(size, (e, 16), [0, 2, 1, 3]);
    InL0C: "L0C", L0C, T, |size, e| blocks(size, (16, 16), [1, 2, 0, 3]);
    Tiles: "T(8,128)", PaddingRowMajor<Int!(8), Int!(128)>, T, |size, e| blocks(size, (8, 128), [1, 3, 0, 2]);
}

/// XLA's tiles of 8 by 128 in which two rows interleave.
pub(super) enum PairedTiles {}

impl Place for PairedTiles {
    const NAME: &'static str = "T(8,128)(2,1)";
    type Static<T: Cell> = Layout!(((2, 4, 16), (128, 1)):((1, 256, 1024), (2, 1024)));
    type Dynamic<T: Cell> =
        Layout<Shape!((2, 4, usize), (128, usize)), Stride!((1, 256, usize), (2, 1024)), (usize, usize)>;
    fn fixed<T: Cell>() -> Self::Static<T> {
        Self::Static::<T>::STATIC
    }
    fn sized<T: Cell>(rows: usize, cols: usize) -> Self::Dynamic<T> {
        let (high, wide) = (rows.div_ceil(8), cols.div_ceil(128));
        let shape = shape!((2, 4, high), (128, wide));
        Layout::try_with_extent(shape, stride!((1, 256, { 1024 * wide }), (2, 1024)), (rows, cols))
            .expect("a size that fits into memory")
    }
    fn modes<T: Cell>(_: usize, cols: usize) -> Vec<Mode> {
        modes((&[(2, 1), (4, 256)], 1024 * cols.div_ceil(128)), (&[(128, 2)], 1024))
    }
}
