//! Softmax over the rows of a matrix, in place.

use super::{Checked, close, numbers};
use tilework::kernel::transform_in_place;
use tilework::prelude::*;

/// Every row becomes `exp(x - max) / sum`.
pub(crate) fn softmax<L: Matrix>(a: &mut ViewMut<'_, f32, L>) {
    for i in 0..a.layout().rows() {
        let mut row = a.row_mut(i);
        let max = fold(&row.view(), f32::NEG_INFINITY, f32::max);
        transform_in_place(&mut row, |x| (x - max).exp());
        let sum = fold(&row.view(), 0.0, |sum, x| sum + x);
        transform_in_place(&mut row, |x| x / sum);
    }
}

pub(crate) fn check() -> Checked {
    fn over<L: Matrix>(layout: L) -> Checked {
        let plain = numbers(layout.len());
        let (rows, cols) = (layout.rows(), layout.cols());
        let mut a = VecTensor::from_fn(row_major((rows, cols)), |(i, j)| plain[i * cols + j])?;
        let mut b = VecTensor::filled(layout, 0.0)?;
        copy(&a.view(), &mut b.view_mut())?;
        softmax(&mut b.view_mut());
        for row in a.as_mut_slice().chunks_mut(cols) {
            let sum: f32 = row.iter().map(|x| x.exp()).sum();
            row.iter_mut().for_each(|x| *x = x.exp() / sum);
        }
        assert!(a.view().elements().all(|(at, &x)| close(b.view()[at], x)));
        Ok(())
    }
    let (rows, cols) = (13, 50);
    over(row_major((rows, cols)))?;
    over(column_major((rows, cols)))?;
    over(make_layout::<zN, f32>(rows, cols))?;
    over(xla!(f32[13,50]{1,0:T(8,16)}))
}
