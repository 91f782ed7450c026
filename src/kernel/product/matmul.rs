//! Matrix product of tensors in any three layouts.

use super::factor::Arithmetic;
use super::general::MatrixProduct;
use super::micro::Old;
use crate::kernel::Mismatch;
use crate::kernel::error::{check, static_mode_mismatch};
use crate::layout::Matrix;
use crate::tensor::{View, ViewMut};

/// `c = a * b`.
///
/// Correct for every three layouts, and as fast for one as for the other: blocks of `a` and `b` are packed into
/// contiguous panels, whatever their layout, and multiplied there by one micro-kernel (the method of Goto and van de
/// Geijn, *Anatomy of High-Performance Matrix Multiplication*, 2008). For `f32` and `f64` it has the widest vectors
/// that the processor has: AVX-512, AVX2 with FMA, NEON. For other elements of up to 8 bytes the compiler chooses the
/// instructions, of AVX-512 or AVX2 where the processor has them. Numbers are packed by the relayout engine. An operand
/// that lies in panels already is read where it is, such as a `b` in zN of `f32` with AVX-512, if the columns of `c`
/// are contiguous; and so is one that lies along the depth, if it is not read as vectors: `a` in rows, if those of `c`
/// are contiguous. Then a `b` in rows at most 2 KiB apart is read where it is too. Of one or two rows or columns large
/// operands are read once, where they are. The panels take as much of the heap as blocks of both operands that fit in
/// the caches, at most 24 MiB; 24 KiB of the stack where there is no heap or it is full. Small products, and those of
/// elements above 16 bytes, are summed directly.
///
/// `T::default()` is taken for zero. The order of summation depends on the sizes and on the processor, and products of
/// `f32` and `f64` are rounded together with the sum they are added to where it can (FMA): so results in floating point
/// agree with another order up to rounding. Integers are summed in parts likewise: where overflow panics, a part may
/// overflow although the whole sum would not. `+` and `*` may be called more often than the definition says, on zeros
/// too. Extents that do not match are a compile error where static and an error where dynamic; then `c` is not touched.
///
/// Scaled products, sums wider than their factors, threads and functions of the result: [`product`](super::product()).
///
/// # Errors
/// If extents are dynamic and do not match; then `c` is not touched.
///
/// ```
/// use tilework::prelude::*;
/// let a = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2, 3):(3, 1))).unwrap();
/// let b = Tensor::new([7, 8, 9, 10, 11, 12], layout!((3, 2):(2, 1))).unwrap();
/// let mut c = StackTensor::fill(layout!((2, 2):(1, 2)), 0);
/// matmul(&a.view(), &b.view(), &mut c.view_mut()).unwrap();
/// assert_eq!(c.as_slice(), [58, 139, 64, 154]);
/// ```
pub fn matmul<T: Arithmetic, A: Matrix, B: Matrix, C: Matrix>(
    a: &View<'_, T, A>,
    b: &View<'_, T, B>,
    c: &mut ViewMut<'_, T, C>,
) -> Result<(), Mismatch> {
    const {
        check(static_mode_mismatch::<A, B>(1, 0));
        check(static_mode_mismatch::<A, C>(0, 0));
        check(static_mode_mismatch::<B, C>(1, 1));
    }
    MatrixProduct::of(a.into(), b.into()).put("matmul", c, Old::Replaced)
}
