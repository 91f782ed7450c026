//! Convolution as a product: the windows of an image are a matrix without being copied, by their layout alone.

use super::{Checked, close, numbers};
use tilework::kernel::Mismatch;
use tilework::prelude::*;

/// Windows by filters. The rows of `windows` overlap in memory; reading does not mind.
pub(crate) fn convolve<S: Matrix, F: Matrix, D: Matrix>(
    windows: &View<'_, f32, S>,
    filters: &View<'_, f32, F>,
    dst: &mut ViewMut<'_, f32, D>,
) -> Result<(), Mismatch> {
    matmul(windows, filters, dst)
}

pub(crate) fn check() -> Checked {
    let (height, width, from, to) = (6, 7, 3, 4);
    let (x, f) = (numbers(height * width * from), numbers(9 * from * to));
    let (rows, cols, line) = (height - 2, width - 2, width * from);
    // ((row, column) of the window, (channel, column, row) in it)
    let windows = layout!(((rows, cols), (from, 3, 3)):(({line}, {from}), (1, {from}, {line})));
    let filters = View::new(&f, row_major((9 * from, to)))?;
    let mut dst = VecTensor::filled(layout!(((rows, cols), to):(({cols * to}, {to}), 1)), 0.0)?;
    convolve(&View::new(&x, windows)?, &filters, &mut dst.view_mut())?;
    for ((i, j), o) in (0..rows * cols * to).map(|n| ((n / to % rows, n / to / rows), n % to)) {
        let taps = (0..9 * from).map(|t| (t / from / 3, t / from % 3, t % from));
        let expected = taps
            .map(|(u, v, c)| x[(i + u) * line + (j + v) * from + c] * f[((u * 3 + v) * from + c) * to + o]);
        assert!(close(dst[((i, j), o)], expected.sum()));
    }
    Ok(())
}
