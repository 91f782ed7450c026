//! Batched products over any layouts, one of the factors perhaps the same in every product.

use super::{Checked, close, numbers};
use tilework::kernel::Mismatch;
use tilework::layout::Batch;
use tilework::prelude::*;

/// `c[n] = a[n] * b[n]`.
pub(crate) fn products<A: Batch, B: Batch, C: Batch>(
    a: View<'_, f32, A>,
    b: View<'_, f32, B>,
    c: &mut ViewMut<'_, f32, C>,
) -> Result<(), Mismatch> {
    c.matrices_mut().enumerate().try_for_each(|(n, mut c)| matmul(&a.at(n), &b.at(n), &mut c))
}

pub(crate) fn check() -> Checked {
    let (batch, m, n, k) = (3, 5, 6, 7);
    let (x, y) = (numbers(1000), numbers(1000));
    let a = View::new(&x, row_major((batch, m, k)))?;
    let one = View::new(&y, layout!((batch, k, n):(0, 1, {k})))?;
    let mut c = VecTensor::filled(layout!((3, 8, 8):(64, 8, 1)), 0.0)?;
    // 5x6 of 8x8
    let mut parts = c.view_mut();
    let mut c = parts.split_at_mode_mut::<1>(m)?.0;
    let mut c = c.split_at_mode_mut::<2>(n)?.0;
    products(a, one, &mut c)?;
    for (p, i, j) in (0..batch * m * n).map(|x| (x / (m * n), x / n % m, x % n)) {
        let expected: f32 = (0..k).map(|l| a[(p, i, l)] * one[(0, l, j)]).sum();
        assert!(close(c[(p, i, j)], expected));
    }
    // as XLA lays them out, the batch innermost
    let b = View::new(&y, xla!(f32[3,7,6]{0,1,2:T(8,16)}))?;
    products(a, b, &mut c)?;
    let expected: f32 = (0..k).map(|l| a[(2, 4, l)] * b[(2, l, 5)]).sum();
    assert!(close(c[(2, 4, 5)], expected));
    Ok(())
}
