//! Eight bits for an element, and a scale for each block of 32 in a row.

use super::{Checked, numbers};
use tilework::kernel::{Mismatch, transform};
use tilework::prelude::*;

/// `q = round(x / scale)`, where the scale of a block makes its largest element 127.
pub(crate) fn quantize<S: Matrix, D: Matrix, X: Matrix>(
    src: &View<'_, f32, S>,
    dst: &mut ViewMut<'_, i8, D>,
    scales: &mut ViewMut<'_, f32, X>,
) -> Checked {
    for ((i, j), block) in src.tiles((int!(1), int!(32)))? {
        let largest = fold(&block, 0.0, |max: f32, x| max.max(x.abs()));
        let scale = if largest > 0.0 { largest / 127.0 } else { 1.0 };
        scales[(i, j)] = scale;
        let mut block_of_dst = dst.tile_mut((int!(1), int!(32)), (i, j))?;
        transform(&block, &mut block_of_dst, |x| (x / scale).round() as i8)?;
    }
    Ok(())
}

/// `x = q * scale`, where each scale is seen 32 times: a mode of stride 0.
pub(crate) fn restore<S: Matrix, X: Matrix, D: Matrix>(
    src: &View<'_, i8, S>,
    scales: &View<'_, f32, X>,
    dst: &mut ViewMut<'_, f32, D>,
) -> Result<(), Mismatch> {
    zip_with((src, scales), dst, |(q, scale)| f32::from(q) * scale)
}

pub(crate) fn check() -> Checked {
    let (rows, blocks) = (5, 3);
    let (cols, data) = (32 * blocks, numbers(rows * 96));
    let src = View::new(&data, row_major((rows, cols)))?;
    let mut q = VecTensor::filled(column_major((rows, cols)), 0i8)?;
    let mut scales = VecTensor::filled(row_major((rows, blocks)), 0.0)?;
    quantize(&src, &mut q.view_mut(), &mut scales.view_mut())?;
    let mut back = VecTensor::filled(row_major((rows, cols)), 0.0)?;
    let seen = View::new(scales.as_slice(), layout!((rows, (32, blocks)):({blocks}, (0, 1))))?;
    restore(&q.view(), &seen, &mut back.view_mut())?;
    for ((i, j), x) in back.view().elements() {
        assert!((x - src[(i, j)]).abs() <= scales[(i, j / 32)] / 2.0 + 1e-6);
    }
    Ok(())
}
