//! Heat: every point becomes the mean of its four neighbours, over two grids in turn.

use super::{Checked, close, numbers};
use tilework::prelude::*;
use tilework::tensor::TensorError;

/// One step; the border stays as it is.
pub(crate) fn step<S: Matrix, D: Matrix>(
    src: &View<'_, f32, S>,
    dst: &mut ViewMut<'_, f32, D>,
) -> Result<(), TensorError> {
    within((src.layout().rows(), src.layout().cols()), |(i, j)| {
        let (src, mut dst) = (src.bounded((i, j))?, dst.bounded_mut((i, j))?);
        for [above, row, below] in i.windows() {
            for [left, column, right] in j.windows() {
                let sum = src[(above, column)] + src[(below, column)] + src[(row, left)] + src[(row, right)];
                dst[(row, column)] = sum / 4.0;
            }
        }
        Ok(())
    })
}

pub(crate) fn check() -> Checked {
    let (rows, cols) = (11, 17);
    let start = numbers(rows * cols);
    let mut grids = [start.clone(), start.clone()];
    let mut tiles = VecTensor::filled(make_layout::<zN, f32>(rows, cols), 0.0)?;
    for _ in 0..5 {
        let [from, to] = &mut grids;
        let src = View::new(from, row_major((rows, cols)))?;
        copy(&src, &mut tiles.view_mut())?;
        step(&src, &mut tiles.view_mut())?;
        for (i, j) in (1..rows - 1).flat_map(|i| (1..cols - 1).map(move |j| (i, j))) {
            let at = |i: usize, j: usize| src[(i, j)];
            assert!(close(tiles[(i, j)], (at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1)) / 4.0));
        }
        copy(&tiles.view(), &mut ViewMut::new(to, row_major((rows, cols)))?)?;
        grids.swap(0, 1);
    }
    assert_eq!(grids[0][..cols], start[..cols]);
    Ok(())
}
