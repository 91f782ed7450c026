//! Kernels over layouts whose extents are dynamic, as users write them: `tests/codegen.rs` reads their loops.
//!
//! Every one is generic, with one bound, and indexes inside `i < rows`, `j < cols` of the view it reads or writes.

#![allow(clippy::needless_range_loop, missing_docs, unsafe_code)]

use tilework::prelude::*;

fn row_max<L: Matrix>(a: &View<'_, f32, L>, max: &mut [f32]) {
    for (i, max) in max.iter_mut().enumerate().take(a.layout().rows()) {
        *max = f32::NEG_INFINITY;
        for j in 0..a.layout().cols() {
            *max = max.max(a[(i, j)]);
        }
    }
}

fn sum<L: Matrix>(a: &View<'_, u32, L>) -> u32 {
    let mut sum = 0u32;
    for i in 0..a.layout().rows() {
        for j in 0..a.layout().cols() {
            sum = sum.wrapping_add(a[(i, j)]);
        }
    }
    sum
}

fn multiply_add<L: Matrix>(a: &View<'_, f32, L>, b: &View<'_, f32, L>, c: &mut ViewMut<'_, f32, L>) {
    for i in 0..c.layout().rows() {
        for j in 0..c.layout().cols() {
            c[(i, j)] += a[(i, j)] * b[(i, j)];
        }
    }
}

fn transpose<L: Matrix, M: Matrix>(a: &View<'_, f32, L>, b: &mut ViewMut<'_, f32, M>) {
    for i in 0..b.layout().rows() {
        for j in 0..b.layout().cols() {
            b[(i, j)] = a[(j, i)];
        }
    }
}

/// Rows whose extents, or extents and strides, are dynamic; and a matrix of fractals with dynamic outer counts.
type Rows = Layout<(usize, usize), (usize, Int!(1))>;
type Mixed = Layout<(usize, Int!(256)), (Int!(256), Int!(1))>;
type Strided = Layout<(usize, usize), (usize, usize)>;
type Fractals = Layout<((Int!(16), usize), (Int!(8), usize)), ((Int!(8), Int!(128)), (Int!(1), usize))>;

macro_rules! over {
    ($($row_max:ident $sum:ident $multiply_add:ident $transpose:ident $L:ty;)*) => { $(
        #[unsafe(no_mangle)]
        pub fn $row_max(a: View<'_, f32, $L>, max: &mut [f32]) {
            row_max(&a, max);
        }
        #[unsafe(no_mangle)]
        pub fn $sum(a: View<'_, u32, $L>) -> u32 {
            sum(&a)
        }
        #[unsafe(no_mangle)]
        pub fn $multiply_add(a: View<'_, f32, $L>, b: View<'_, f32, $L>, mut c: ViewMut<'_, f32, $L>) {
            multiply_add(&a, &b, &mut c);
        }
        #[unsafe(no_mangle)]
        pub fn $transpose(a: View<'_, f32, $L>, mut b: ViewMut<'_, f32, $L>) {
            transpose(&a, &mut b);
        }
    )* };
}

over! {
    dynamic_row_max_rows dynamic_sum_rows dynamic_multiply_add_rows dynamic_transpose_rows Rows;
    dynamic_row_max_mixed dynamic_sum_mixed dynamic_multiply_add_mixed dynamic_transpose_mixed Mixed;
    dynamic_row_max_strided dynamic_sum_strided dynamic_multiply_add_strided dynamic_transpose_strided Strided;
    dynamic_row_max_fractals dynamic_sum_fractals dynamic_multiply_add_fractals dynamic_transpose_fractals Fractals;
}
