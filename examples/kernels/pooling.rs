//! The largest of every 2x2: a division of the layout, then a fold.

use super::{Checked, numbers};
use tilework::prelude::*;

/// `dst[(i, j)]` is the largest element of a tile; those at the edges have fewer.
pub(crate) fn max_pool<S: Matrix, D: Matrix>(
    src: &View<'_, f32, S>,
    dst: &mut ViewMut<'_, f32, D>,
) -> Checked {
    for (at, tile) in src.tiles((int!(2), int!(2)))? {
        dst[at] = fold(&tile, f32::NEG_INFINITY, f32::max);
    }
    Ok(())
}

pub(crate) fn check() -> Checked {
    fn over<L: Matrix>(layout: L) -> Checked {
        let (rows, cols) = (layout.rows(), layout.cols());
        let plain = numbers(rows * cols);
        let src = VecTensor::from_fn(layout, |(i, j)| plain[i * cols + j])?;
        let mut dst = VecTensor::filled(row_major((rows.div_ceil(2), cols.div_ceil(2))), 0.0)?;
        max_pool(&src.view(), &mut dst.view_mut())?;
        for ((i, j), &max) in dst.view().elements() {
            let inside = |(x, y): &(usize, usize)| *x < rows && *y < cols;
            let window = (0..4).map(|n| (2 * i + n / 2, 2 * j + n % 2)).filter(inside);
            assert_eq!(max, window.map(|(x, y)| plain[x * cols + y]).fold(f32::MIN, f32::max));
        }
        Ok(())
    }
    let (rows, cols) = (9, 13);
    over(row_major((rows, cols)))?;
    over(make_layout::<zN, f32>(rows, cols))?;
    over(Swizzle::<2, 0, 3>::new().compose(layout!((8, 8):(8, 1))))
}
