//! Matrix product of tensors in any three layouts.

use super::blocks::ProductBlocks;
use super::dots::DOT_COLS;
use super::kernels::micro_kernel;
use super::loops::BlockedProduct;
use super::micro::MicroKernel;
use super::panels::Factor;
use super::target::{Target, run};
use crate::kernel::Mismatch;
use crate::kernel::error::{check, check_mode, static_mode_mismatch};
use crate::kernel::processor::caches;
use crate::kernel::relayout::is_plain_bytes;
use crate::kernel::workspace::{CacheLine, with_workspace};
use crate::layout::{Mapping, Matrix};
use crate::tensor::{View, ViewMut};
use core::ops::{Add, Mul};

/// `c = a * b`.
///
/// Correct for every three layouts, and as fast for one as for the other: blocks of `a` and `b` are packed into
/// contiguous panels, whatever their layout, and multiplied there by one micro-kernel (the method of Goto and van de
/// Geijn, *Anatomy of High-Performance Matrix Multiplication*, 2008). For `f32` and `f64` it has the widest vectors
/// that the processor has: AVX-512, AVX2 with FMA, NEON. For other elements of up to 8 bytes the compiler chooses the
/// instructions, of AVX-512 or AVX2 where the processor has them. Numbers are packed by the relayout engine; an operand
/// that lies in panels already is read where it is, such as a `b` in zN of `f32` with AVX-512, if the rows of `c` are
/// contiguous. Of one or two rows or columns large operands are read once, where they are. The panels take as much of
/// the heap as blocks of both operands that fit in the caches, at most 24 MiB; 24 KiB of the stack where there is no
/// heap or it is full. Small products, and those of elements above 16 bytes, are summed directly.
///
/// `T::default()` is taken for zero. The order of summation depends on the sizes and on the processor, and products of
/// `f32` and `f64` are rounded together with the sum they are added to where it can (FMA): so results in floating point
/// agree with another order up to rounding. Integers are summed in parts likewise: where overflow panics, a part may
/// overflow although the whole sum would not. `+` and `*` may be called more often than the definition says, on zeros
/// too. Extents that do not match are a compile error where static and an error where dynamic; then `c` is not touched.
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
pub fn matmul<T, A: Matrix, B: Matrix, C: Matrix>(
    a: &View<'_, T, A>,
    b: &View<'_, T, B>,
    c: &mut ViewMut<'_, T, C>,
) -> Result<(), Mismatch>
where
    T: Copy + Default + Add<Output = T> + Mul<Output = T>,
{
    const {
        check(static_mode_mismatch::<A, B>(1, 0));
        check(static_mode_mismatch::<A, C>(0, 0));
        check(static_mode_mismatch::<B, C>(1, 1));
    }
    check_mode("matmul", (&a.layout(), 1), (&b.layout(), 0))?;
    check_mode("matmul", (&a.layout(), 0), (&c.layout(), 0))?;
    check_mode("matmul", (&b.layout(), 1), (&c.layout(), 1))?;
    let (rows, cols, depth) = (c.layout().rows(), c.layout().cols(), a.layout().cols());
    let is_packed = (1..=LARGEST_PACKED).contains(&size_of::<T>());
    if !is_packed || is_small((rows, cols, depth)) {
        direct(a, b, c, (rows, cols, depth));
    } else {
        let kernel = micro_kernel::<T>();
        let blocks = ProductBlocks::new(size_of::<T>(), caches());
        // SAFETY: the extents agree, no product above the least size is empty, and this processor has the kernel.
        unsafe { blocked(a, b, c, (rows, cols, depth), (kernel, blocks)) };
    }
    Ok(())
}

/// Whether a product is summed without packing: blocks cost as much as some multiplications, whatever their size, and
/// to pack an element as much as a few.
#[inline(always)]
fn is_small((rows, cols, depth): (usize, usize, usize)) -> bool {
    let multiplications = rows.saturating_mul(cols).saturating_mul(depth);
    let packed = rows.saturating_add(cols).saturating_mul(depth);
    multiplications <= DIRECT && multiplications <= BLOCKED.saturating_add(packed.saturating_mul(PACKED))
}

/// Products of more multiplications are never small.
const DIRECT: usize = 16 * 16 * 16;
/// As many multiplications take as long as blocks of hardly any elements.
const BLOCKED: usize = 1500;
/// As many take as long as to pack an element: both measured from 4x4x4 to 16x16x16, 2x2x512 and 32x32x4.
const PACKED: usize = 4;
/// Elements up to this many bytes are packed.
const LARGEST_PACKED: usize = 16;

/// Sums every element of `c` on its own.
#[inline(always)]
fn direct<T, A: Matrix, B: Matrix, C: Matrix>(
    a: &View<'_, T, A>,
    b: &View<'_, T, B>,
    c: &mut ViewMut<'_, T, C>,
    (rows, cols, depth): (usize, usize, usize),
) where
    T: Copy + Default + Add<Output = T> + Mul<Output = T>,
{
    let (la, lb, lc) = (a.layout(), b.layout(), c.layout());
    for row in 0..rows {
        for col in 0..cols {
            let mut sum = T::default();
            for k in 0..depth {
                let (at_a, at_b) = (offset(&la, row, k), offset(&lb, k, col));
                // SAFETY: `row`, `col` and `k` are inside the extents of `a` and `b`: they equal those of `c` and of
                // each other, and offsets of coordinates inside the extent are inside a view's slice.
                sum = sum + unsafe { a.origin().offset(at_a).read() * b.origin().offset(at_b).read() };
            }
            // SAFETY: as above for `c`, which is mutably borrowed.
            unsafe { c.origin().offset(offset(&lc, row, col)).write(sum) };
        }
    }
}

#[inline(always)]
fn offset<L: Mapping>(layout: &L, row: usize, col: usize) -> isize {
    L::place(layout.bias() + layout.mode_offset(0, row) + layout.mode_offset(1, col))
}

/// Not inlined: whoever has the panels on the stack does nothing else.
///
/// # Safety
/// The extents of the views agree with the sizes, of which none is 0; this processor has the micro-kernel.
#[inline(never)]
pub(super) unsafe fn blocked<T, A: Matrix, B: Matrix, C: Matrix>(
    a: &View<'_, T, A>,
    b: &View<'_, T, B>,
    c: &mut ViewMut<'_, T, C>,
    (rows, cols, depth): (usize, usize, usize),
    (kernel, blocks): (MicroKernel, ProductBlocks),
) where
    T: Copy + Default + Add<Output = T> + Mul<Output = T>,
{
    let bytes = size_of::<T>();
    let (a, b) = (Factor::new(*a, 0), Factor::new(*b, 1));
    // the longest runs of `c` are stored as vectors: 0 stands for all of a mode
    let length = |mode| run(&c.layout(), mode).wrapping_sub(1);
    // few columns are multiplied by many rows at once, and few rows by many columns
    let is_wide = if rows.min(cols) <= DOT_COLS { cols > rows } else { length(1) > length(0) };
    // the factors of the transposed product are exchanged, which only those of numbers may be
    let is_transposed = is_plain_bytes::<T>() && is_wide;
    let mut target = Target { view: c.view_mut(), rows: usize::from(is_transposed) };
    let mut product =
        BlockedProduct { kernel, bytes, a: &a, b: &b, c: &mut target, sizes: (rows, cols, depth) };
    if is_transposed {
        (product.a, product.b, product.sizes) = (&b, &a, (cols, rows, depth));
    }
    let count = blocks.lines(&kernel, bytes, product.sizes).iter().sum::<usize>();
    // SAFETY: the caller says so; in `c^T = b^T * a^T` modes are exchanged as sizes are. Where there are fewer lines
    // than are asked for, there are those of 24 KiB.
    with_workspace(count * size_of::<CacheLine>(), |lines| unsafe {
        if product.is_dots() { product.dots(lines) } else { product.run(blocks, lines) }
    });
}
