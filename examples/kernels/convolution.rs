//! Convolution of images NHWC by filters HWIO, loops over coordinates that are proofs.

use super::{Checked, close, numbers};
use tilework::prelude::*;
use tilework::tensor::TensorError;

/// One channel of one image by one filter: every coordinate is known to be inside, and nothing is checked in the loops.
pub(crate) fn convolve<S: Matrix, F: Matrix, D: Matrix>(
    src: View<'_, f32, S>,
    filter: View<'_, f32, F>,
    dst: &mut ViewMut<'_, f32, D>,
) -> Result<(), TensorError> {
    let (rows, cols) = (src.layout().rows(), src.layout().cols());
    let (height, width) = (dst.layout().rows(), dst.layout().cols());
    within((rows, cols, height, width), |(y, x, i, j)| {
        let (src, mut dst) = (src.bounded((y, x))?, dst.bounded_mut((i, j))?);
        for (i, rows) in i.indices().zip(y.windows::<3>()) {
            for (j, cols) in j.indices().zip(x.windows::<3>()) {
                let mut sum = 0.0;
                for (u, y) in rows.into_iter().enumerate() {
                    for (v, x) in cols.into_iter().enumerate() {
                        sum += src[(y, x)] * filter[(u, v)];
                    }
                }
                dst[(i, j)] += sum;
            }
        }
        Ok(())
    })
}

pub(crate) fn check() -> Checked {
    let (images, height, width, from, to) = (2, 6, 7, 3, 4);
    let (x, f) = (numbers(images * height * width * from), numbers(9 * from * to));
    let src = View::new(&x, row_major((images, height, width, from)))?;
    let filters = View::new(&f, row_major((3, 3, from, to)))?;
    let mut dst = VecTensor::filled(row_major((images, height - 2, width - 2, to)), 0.0)?;
    for (n, c, o) in (0..images * from * to).map(|x| (x / (from * to), x / to % from, x % to)) {
        let (image, filter) = (src.slice(crd!(n, _, _, c))?, filters.slice(crd!(_, _, c, o))?);
        convolve(image, filter, &mut dst.view_mut().slice_mut(crd!(n, _, _, o))?)?;
    }
    for ((n, i, j, o), &y) in dst.view().elements() {
        let taps = (0..9 * from).map(|t| (t / 3 % 3, t % 3, t / 9));
        let expected = taps.map(|(u, v, c)| src[(n, i + u, j + v, c)] * filters[(u, v, c, o)]).sum();
        assert!(close(y, expected));
    }
    Ok(())
}
