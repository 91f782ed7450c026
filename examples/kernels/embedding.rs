//! Rows of a table by their numbers, and the gradient: rows added where they came from, one perhaps more than once.

use super::{Checked, close, numbers};
use std::cell::Cell;
use tilework::kernel::{Mismatch, zip_with_in_place};
use tilework::prelude::*;

/// `dst` row `i` is row `at[i]` of the table.
pub(crate) fn gather<S: Matrix, D: Matrix>(
    table: &View<'_, f32, S>,
    at: &[usize],
    dst: &mut ViewMut<'_, f32, D>,
) -> Result<(), Mismatch> {
    at.iter().enumerate().try_for_each(|(i, &n)| copy(&table.row(n), &mut dst.row_mut(i)))
}

/// Row `i` of `src` is added to row `at[i]` of the table.
pub(crate) fn scatter_add<S: Matrix, D: Matrix>(
    src: &View<'_, f32, S>,
    at: &[usize],
    table: &mut ViewMut<'_, f32, D>,
) -> Result<(), Mismatch> {
    at.iter()
        .enumerate()
        .try_for_each(|(i, &n)| zip_with_in_place(&mut table.row_mut(n), &src.row(i), |sum, x| sum + x))
}

/// The windows of a signal added up where they overlap: one element has many coordinates, and so the signal is cells.
pub(crate) fn overlap_add<S: Matrix, D: Matrix>(windows: &View<'_, f32, S>, signal: &View<'_, Cell<f32>, D>) {
    for (at, x) in windows.elements() {
        signal[at].set(signal[at].get() + x);
    }
}

pub(crate) fn check() -> Checked {
    let (rows, cols, at) = (10, 6, [3, 0, 3, 9]);
    let data = numbers(rows * cols);
    let table = View::new(&data, row_major((rows, cols)))?;
    let mut picked = VecTensor::filled(column_major((at.len(), cols)), 0.0)?;
    gather(&table, &at, &mut picked.view_mut())?;
    let mut gradient = VecTensor::filled(make_layout::<zN, f32>(rows, cols), 0.0)?;
    scatter_add(&picked.view(), &at, &mut gradient.view_mut())?;
    for (i, j) in (0..rows * cols).map(|n| (n / cols, n % cols)) {
        let times = at.iter().filter(|&&n| n == i).count() as f32;
        assert!(close(gradient[(i, j)], times * table[(i, j)]));
    }
    // windows of six, four apart
    let (mut signal, ones) = (vec![0.0; 42], vec![1.0f32; 60]);
    let cells = ViewMut::new(&mut signal, layout!(42:1))?.cells()?.with_layout(layout!((10, 6):(4, 1)))?;
    overlap_add(&View::new(&ones, layout!((10, 6):(6, 1)))?, &cells);
    assert_eq!((signal[0], signal[4], signal[6], signal[41]), (1.0, 2.0, 1.0, 1.0));
    Ok(())
}
