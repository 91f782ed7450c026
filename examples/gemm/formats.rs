//! The layouts of the packed matrices: inner tiles static, outer counts dynamic, and the logical extent kept.
//!
//! With 32-bit elements a fractal is 16 by 8 (A), 8 by 16 (B) or 16 by 16 (C), and the outer counts are what covers the
//! matrix.

use tilework::layout::LayoutError;
use tilework::prelude::*;

/// zN: rows one after another in a fractal, fractals column by column.
pub(crate) type Zn = Layout<Shape!((16, usize), (8, usize)), Stride!((8, 128), (1, usize)), (usize, usize)>;
/// nZ: columns one after another in a fractal, fractals row by row.
pub(crate) type Nz = Layout<Shape!((8, usize), (16, usize)), Stride!((1, usize), (8, 128)), (usize, usize)>;
/// L0C: zN with fractals of 16 by 16, what matrix units write.
pub(crate) type L0c =
    Layout<Shape!((16, usize), (16, usize)), Stride!((16, 256), (1, usize)), (usize, usize)>;

pub(crate) fn zn(rows: usize, cols: usize) -> Result<Zn, LayoutError> {
    let (down, across) = (rows.div_ceil(16), cols.div_ceil(8));
    Layout::try_with_extent(
        shape!((16, down), (8, across)),
        stride!((8, 128), (1, { 128 * down })),
        (rows, cols),
    )
}

pub(crate) fn nz(rows: usize, cols: usize) -> Result<Nz, LayoutError> {
    let (down, across) = (rows.div_ceil(8), cols.div_ceil(16));
    Layout::try_with_extent(
        shape!((8, down), (16, across)),
        stride!((1, { 128 * across }), (8, 128)),
        (rows, cols),
    )
}

pub(crate) fn l0c(rows: usize, cols: usize) -> Result<L0c, LayoutError> {
    let (down, across) = (rows.div_ceil(16), cols.div_ceil(16));
    Layout::try_with_extent(
        shape!((16, down), (16, across)),
        stride!((16, 256), (1, { 256 * down })),
        (rows, cols),
    )
}
