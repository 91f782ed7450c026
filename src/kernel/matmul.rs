//! Matrix product of tensors in any three layouts.

use super::Mismatch;
use super::error::{check, check_mode, static_mode_mismatch};
use super::workspace::{CacheLine, with_workspace};
use crate::layout::{Mapping, Matrix};
use crate::tensor::{View, ViewMut};
use core::mem::MaybeUninit;
use core::ops::{Add, Mul};

/// `c = a * b`.
///
/// Correct for every three layouts, and as fast for one as for the other: blocks of `a` and `b` are packed into
/// contiguous panels, whatever their layout, and multiplied there by one micro-kernel (the method of Goto and van de
/// Geijn, *Anatomy of High-Performance Matrix Multiplication*, 2008). The panels take 80 KiB of the heap; 24 KiB of
/// the stack where there is no heap or it is full. Small products, and those of elements above 16 bytes, are summed
/// directly.
///
/// `T::default()` is taken for zero. The order of summation depends on the sizes, so results in floating point agree
/// with another order up to rounding. Extents that do not match are a compile error where static and an error where
/// dynamic; then `c` is not touched.
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
    if !is_packed || rows.saturating_mul(cols).saturating_mul(depth) <= DIRECT {
        direct(a, b, c, (rows, cols, depth));
    } else {
        with_workspace(PANELS, |lines| blocked(a, b, c, (rows, cols, depth), lines));
    }
    Ok(())
}

/// Products up to this many multiplications are summed without packing.
const DIRECT: usize = 16 * 16 * 16;
/// Elements up to this many bytes are packed.
const LARGEST_PACKED: usize = 16;
/// Rows and columns of the micro-kernel: its sums fill the vector registers of the smallest machines.
const MICRO: (usize, usize) = (4, 8);
/// The depth of the packed blocks.
const DEPTH: usize = 128;
/// The bytes of all panels: a fifth, for the block of `a`, stays in the first-level cache, and that of `b` in the
/// second.
const PANELS: usize = 80 << 10;

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

/// `W` rows of `a`, or columns of `b`, packed: element `(i, k)` is at `(W, 128):(1, W)`.
type Panel<T, const W: usize> = [[MaybeUninit<T>; W]; DEPTH];

/// As many panels as there is room for.
fn panels<T, const W: usize>(lines: &mut [CacheLine]) -> &mut [Panel<T, W>] {
    // SAFETY: lines and panels are both bytes that need not be initialised.
    unsafe { lines.align_to_mut().1 }
}

/// Not inlined: whoever has the panels on the stack does nothing else.
#[inline(never)]
fn blocked<T, A: Matrix, B: Matrix, C: Matrix>(
    a: &View<'_, T, A>,
    b: &View<'_, T, B>,
    c: &mut ViewMut<'_, T, C>,
    (rows, cols, depth): (usize, usize, usize),
    lines: &mut [CacheLine],
) where
    T: Copy + Default + Add<Output = T> + Mul<Output = T>,
{
    let lines_of_a = (lines.len() / 5).max(size_of::<Panel<T, { MICRO.0 }>>() / size_of::<CacheLine>());
    let (lines_of_a, lines_of_b) = lines.split_at_mut(lines_of_a);
    let panels_of_a = panels::<T, { MICRO.0 }>(lines_of_a);
    let panels_of_b = panels::<T, { MICRO.1 }>(lines_of_b);
    let (block_rows, block_cols) = (panels_of_a.len() * MICRO.0, panels_of_b.len() * MICRO.1);
    for col in (0..cols).step_by(block_cols) {
        let width = block_cols.min(cols - col);
        for k in (0..depth).step_by(DEPTH) {
            let deep = DEPTH.min(depth - k);
            pack(b, (1, col, width), (0, k, deep), panels_of_b);
            for row in (0..rows).step_by(block_rows) {
                let height = block_rows.min(rows - row);
                pack(a, (0, row, height), (1, k, deep), panels_of_a);
                for (i, panel_of_a) in panels_of_a[..height.div_ceil(MICRO.0)].iter().enumerate() {
                    for (j, panel_of_b) in panels_of_b[..width.div_ceil(MICRO.1)].iter().enumerate() {
                        let sums = micro_kernel(&panel_of_a[..deep], &panel_of_b[..deep]);
                        let (row, col) = (row + i * MICRO.0, col + j * MICRO.1);
                        store(c, (row, rows), (col, cols), &sums, k > 0);
                    }
                }
            }
        }
    }
}

/// Packs the block of `len` places from `start` along mode `wide`, `deep` places from `k` along mode `long`, into
/// panels of `W`, the last one filled up with zeros.
fn pack<T: Copy + Default, L: Matrix, const W: usize>(
    from: &View<'_, T, L>,
    (wide, start, len): (usize, usize, usize),
    (long, k, deep): (usize, usize, usize),
    panels: &mut [Panel<T, W>],
) {
    let layout = from.layout();
    for (i, panel) in panels[..len.div_ceil(W)].iter_mut().enumerate() {
        let width = W.min(len - i * W);
        let mut offsets = [0; W];
        for (j, offset) in offsets[..width].iter_mut().enumerate() {
            *offset = layout.bias() + layout.mode_offset(wide, start + i * W + j);
        }
        for (place, line) in panel[..deep].iter_mut().enumerate() {
            let at = layout.mode_offset(long, k + place);
            for (element, offset) in line[..width].iter_mut().zip(offsets) {
                // SAFETY: `start + len` and `k + deep` are inside the extents of the two modes.
                element.write(unsafe { from.origin().offset(L::place(at + offset)).read() });
            }
            line[width..].fill(MaybeUninit::new(T::default()));
        }
    }
}

/// The sums of products of one panel of `a` and one of `b`. Every element of the panels is initialised.
#[inline(always)]
fn micro_kernel<T>(
    a: &[[MaybeUninit<T>; MICRO.0]],
    b: &[[MaybeUninit<T>; MICRO.1]],
) -> [[T; MICRO.1]; MICRO.0]
where
    T: Copy + Default + Add<Output = T> + Mul<Output = T>,
{
    let mut sums = [[T::default(); MICRO.1]; MICRO.0];
    for (a, b) in a.iter().zip(b) {
        // SAFETY: `pack` has written every element of the first `deep` lines of every panel it was asked for.
        let (a, b) = unsafe { (a.map(|x| x.assume_init()), b.map(|x| x.assume_init())) };
        for (sums, a) in sums.iter_mut().zip(a) {
            for (sum, b) in sums.iter_mut().zip(b) {
                *sum = *sum + a * b;
            }
        }
    }
    sums
}

/// Writes sums to the elements of `c` from `(row, col)` on, or adds them.
#[inline(always)]
fn store<T: Copy + Add<Output = T>, C: Matrix>(
    c: &mut ViewMut<'_, T, C>,
    (row, rows): (usize, usize),
    (col, cols): (usize, usize),
    sums: &[[T; MICRO.1]; MICRO.0],
    add: bool,
) {
    let layout = c.layout();
    let (height, width) = (MICRO.0.min(rows - row), MICRO.1.min(cols - col));
    for (i, sums) in sums[..height].iter().enumerate() {
        for (j, &sum) in sums[..width].iter().enumerate() {
            let at = offset(&layout, row + i, col + j);
            // SAFETY: `row + height` and `col + width` are inside the extent of `c`, which is mutably borrowed.
            unsafe {
                let element = c.origin().offset(at);
                element.write(if add { element.read() + sum } else { sum });
            }
        }
    }
}
