//! The generic product, element by element.

use std::ops::{Add, Mul};
use tilework::kernel::Mismatch;
use tilework::prelude::*;

/// Writes the product of `a` and `b` to `c`, whatever their layouts.
pub(crate) fn matmul<T, A: Matrix, B: Matrix, C: Matrix>(
    a: &View<'_, T, A>,
    b: &View<'_, T, B>,
    c: &mut ViewMut<'_, T, C>,
) -> Result<(), Mismatch>
where
    T: Copy + Default + Add<Output = T> + Mul<Output = T>,
{
    let ((m, k), n) = ((a.layout().rows(), a.layout().cols()), b.layout().cols());
    let same = |(mode, extent), (other_mode, other_extent)| match extent == other_extent {
        true => Ok(()),
        false => Err(Mismatch { kernel: "matmul", mode, extent, other_mode, other_extent }),
    };
    same((1, k), (0, b.layout().rows()))?;
    same((0, m), (0, c.layout().rows()))?;
    same((1, n), (1, c.layout().cols()))?;
    for i in 0..m {
        for j in 0..n {
            c[(i, j)] = (0..k).fold(T::default(), |sum, p| sum + a[(i, p)] * b[(p, j)]);
        }
    }
    Ok(())
}
