//! A transpose that knows no cache: by halves, down to tiles that any cache holds.

use super::{Checked, numbers};
use tilework::prelude::*;

/// `dst = src^T`. Tiles of tiles are tiles: the recursion has one type for each layout.
pub(crate) fn transpose<S: Matrix, D: Matrix>(
    src: View<'_, f32, S>,
    dst: &mut ViewMut<'_, f32, D>,
) -> Checked {
    let (rows, cols) = (src.layout().rows(), src.layout().cols());
    if rows.max(cols) <= 16 {
        copy(&src.transposed(), dst)?;
        return Ok(());
    }
    let half = |n: usize| n.div_ceil(2).next_multiple_of(16);
    let (height, width) = (half(rows), half(cols));
    for ((i, j), tile) in src.tiles((height, width))? {
        transpose(tile, &mut dst.tile_mut((width, height), (j, i))?)?;
    }
    Ok(())
}

pub(crate) fn check() -> Checked {
    fn over<S: Matrix, D: Matrix>(src: S, dst: D) -> Checked {
        let data = numbers(src.cosize().value());
        let src = View::new(&data, src)?;
        let mut dst = VecTensor::filled(dst, 0.0)?;
        transpose(src, &mut dst.view_mut())?;
        assert!(src.transposed() == dst.view());
        Ok(())
    }
    let (rows, cols) = (70, 100);
    over(row_major((rows, cols)), row_major((cols, rows)))?;
    over(make_layout::<zN, f32>(rows, cols), make_layout::<nZ, f32>(cols, rows))?;
    over(xla!(f32[70,100]{1,0:T(8,16)}), column_major((cols, rows)))
}
