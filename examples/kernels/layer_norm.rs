//! Layer norm: every row with mean 0 and variance 1, then scaled and shifted by column.

use super::{Checked, close, numbers};
use tilework::kernel::{Mismatch, reduce, zip_with};
use tilework::prelude::*;

/// `(x - mean) / sqrt(variance + epsilon) * scale + shift`; scale and shift are vectors seen as matrices of stride 0.
pub(crate) fn layer_norm<S: Matrix, V: Matrix, D: Matrix>(
    src: &View<'_, f32, S>,
    (scale, shift): (&View<'_, f32, V>, &View<'_, f32, V>),
    dst: &mut ViewMut<'_, f32, D>,
) -> Result<(), Mismatch> {
    let rows = src.layout().rows();
    let n = src.layout().cols() as f32;
    let mut sums = vec![(0.0, 0.0); rows];
    let mut by_row = ViewMut::new(&mut sums, layout!((rows):(1))).expect("one sum for every row");
    reduce(src, int!(1), &mut by_row, (0.0, 0.0), |(sum, squares), x: f32| (sum + x, squares + x * x))?;
    for (i, (sum, squares)) in sums.into_iter().enumerate() {
        let mean = sum / n;
        let factor = 1.0 / (squares / n - mean * mean + 1e-5).sqrt();
        let sources = (&src.row(i), &scale.row(i), &shift.row(i));
        zip_with(sources, &mut dst.row_mut(i), |(x, scale, shift)| (x - mean) * factor * scale + shift)?;
    }
    Ok(())
}

pub(crate) fn check() -> Checked {
    let (rows, cols) = (9, 40);
    let (x, scale, shift) = (numbers(rows * cols), numbers(cols), numbers(2 * cols));
    let src = View::new(&x, row_major((rows, cols)))?;
    let broadcast = layout!((rows, cols):(0, 1));
    let mut dst = VecTensor::filled(make_layout::<nZ, f32>(rows, cols), 0.0)?;
    let vectors = (&View::new(&scale, broadcast)?, &View::new(&shift[cols..], broadcast)?);
    layer_norm(&src, vectors, &mut dst.view_mut())?;
    for (i, row) in x.chunks(cols).enumerate() {
        let mean = row.iter().sum::<f32>() / cols as f32;
        let variance = row.iter().map(|x| (x - mean).powi(2)).sum::<f32>() / cols as f32;
        for (j, x) in row.iter().enumerate() {
            let expected = (x - mean) / (variance + 1e-5).sqrt() * scale[j] + shift[cols + j];
            assert!(close(dst[(i, j)], expected));
        }
    }
    Ok(())
}
