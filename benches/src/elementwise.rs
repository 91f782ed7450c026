//! Elementwise kernels and reductions of 256x256 matrices: against loops over slices, with the offsets written out.

use crate::arena::Arena;
use crate::measure::{Effort, Row, medians};
use std::hint::black_box;
use tilework::kernel::{fill_with, fold, reduce, zip_with_in_place};
use tilework::prelude::*;

const N: usize = 256;

type Zn = Layout!(((16, 16), (8, 32)):((8, 128), (1, 2048)));

pub(crate) fn rows(effort: Effort) -> Vec<Row> {
    // many calls in a row: the first of them finds the matrices of others in the caches
    let effort = Effort { batch_nanoseconds: 20.0 * effort.batch_nanoseconds, ..effort };
    let n = black_box(N);
    let mut arena = Arena::new(12, N * N, |x| (x % 7) as f32);
    let (a, mut buffers) = arena.buffers();
    let mut next = || buffers.next().expect("the arena has a buffer for each contender");
    let b = &*next();
    let (by_hand, flat, in_zn) = (next(), next(), next());
    let (hand_sums, our_sums, hand_filled, our_filled) = (next(), next(), next(), next());
    let hand_zn = next();
    let dynamic = layout!((n, n):(n, 1));
    let (x, y) = (view(a, dynamic), view(b, dynamic));
    let (zn_x, zn_y) = (view(a, Zn::STATIC), view(b, Zn::STATIC));
    let mut flat = view_mut(flat, dynamic);
    let mut in_zn = view_mut(in_zn, Zn::STATIC);
    let mut sums = view_mut(&mut our_sums[..N], layout!(n:1));
    let mut column_sums = vec![0.0; N];
    let mut filled = view_mut(our_filled, dynamic);
    let mut hand_column_sums = vec![0.0; N];
    let mut columns = view_mut(&mut column_sums, layout!(n:1));
    let mut contenders: [&mut dyn FnMut(); 15] = [
        &mut || multiply_add_by_hand(a, b, by_hand, n),
        &mut || multiply_add(&x, &y, &mut flat),
        &mut || multiply_add_zn_by_hand(a, b, hand_zn),
        &mut || multiply_add(&zn_x, &zn_y, &mut in_zn),
        &mut || {
            black_box(fold_by_hand(a, n));
        },
        &mut || {
            black_box(fold(black_box(&x), 0, |sum, x| sum ^ x.to_bits()));
        },
        &mut || {
            black_box(fold(black_box(&zn_x), 0, |sum, x| sum ^ x.to_bits()));
        },
        &mut || row_maxima_by_hand(a, hand_sums, n),
        &mut || {
            reduce(black_box(&x), int!(1), &mut sums, 0.0, f32::max)
                .expect("the extents are those of a result");
        },
        &mut || column_sums_by_hand(a, &mut hand_column_sums, n),
        &mut || {
            reduce(black_box(&x), int!(0), &mut columns, 0.0, |sum, x| sum + x)
                .expect("the extents are those of a result");
        },
        &mut || fill_by_hand(hand_filled, n),
        &mut || fill_with(black_box(&mut filled), |(i, j)| (i + 3 * j) as f32),
        &mut || {
            black_box(black_box(&x).elements().fold(0, |sum, (_, x)| sum ^ x.to_bits()));
        },
        &mut || {
            black_box(elements_by_hand(a, n));
        },
    ];
    let t = medians(effort, &mut contenders);
    let row = |name, ours: usize, other: usize| Row {
        name,
        nanoseconds: t[ours],
        reference: "hand-written loops",
        reference_nanoseconds: t[other],
    };
    vec![
        row("multiply_add_dynamic/hand", 1, 0),
        row("multiply_add_zn/hand", 3, 2),
        row("fold_dynamic/hand", 5, 4),
        row("fold_zn/hand", 6, 4),
        row("reduce_rows_dynamic/hand", 8, 7),
        row("reduce_columns_dynamic/hand", 10, 9),
        row("fill_with_dynamic/hand", 12, 11),
        row("elements_dynamic/hand", 13, 14),
    ]
}

fn view<L: Mapping>(slice: &[f32], layout: L) -> View<'_, f32, L> {
    View::new(slice, layout).expect("the buffers hold the layouts")
}

fn view_mut<L: Mapping>(slice: &mut [f32], layout: L) -> ViewMut<'_, f32, L> {
    ViewMut::new(slice, layout).expect("the buffers hold the layouts")
}

#[inline(never)]
fn multiply_add<L: Mapping>(a: &View<'_, f32, L>, b: &View<'_, f32, L>, c: &mut ViewMut<'_, f32, L>) {
    zip_with_in_place(c, (a, b), |c, (a, b)| a * b + c).expect("one extent");
}

#[inline(never)]
fn multiply_add_by_hand(a: &[f32], b: &[f32], c: &mut [f32], n: usize) {
    for ((a, b), c) in a.chunks_exact(n).zip(b.chunks_exact(n)).zip(c.chunks_exact_mut(n)) {
        for ((a, b), c) in a.iter().zip(b).zip(c) {
            *c += a * b;
        }
    }
}

/// As in `zN`: rows of 8 in blocks of 16 by 8.
#[inline(never)]
fn multiply_add_zn_by_hand(a: &[f32], b: &[f32], c: &mut [f32]) {
    for ((a, b), c) in a.chunks_exact(8).zip(b.chunks_exact(8)).zip(c.chunks_exact_mut(8)) {
        for j in 0..8 {
            c[j] += a[j] * b[j];
        }
    }
}

#[inline(never)]
fn fold_by_hand(a: &[f32], n: usize) -> u32 {
    a.chunks_exact(n).fold(0, |sum, row| row.iter().fold(sum, |sum, x| sum ^ x.to_bits()))
}

/// First mode fastest, with an offset for each element.
#[inline(never)]
fn elements_by_hand(a: &[f32], n: usize) -> u32 {
    let mut sum = 0;
    for j in 0..n {
        for i in 0..n {
            sum ^= a[i * n + j].to_bits();
        }
    }
    sum
}

#[inline(never)]
fn row_maxima_by_hand(a: &[f32], sums: &mut [f32], n: usize) {
    for (row, sum) in a.chunks_exact(n).zip(sums) {
        *sum = row.iter().copied().fold(0.0, f32::max);
    }
}

#[inline(never)]
fn column_sums_by_hand(a: &[f32], sums: &mut [f32], n: usize) {
    sums.fill(0.0);
    for row in a.chunks_exact(n) {
        for (sum, x) in sums.iter_mut().zip(row) {
            *sum += x;
        }
    }
}

#[inline(never)]
fn fill_by_hand(to: &mut [f32], n: usize) {
    for (i, row) in to.chunks_exact_mut(n).enumerate() {
        for (j, x) in row.iter_mut().enumerate() {
            *x = (i + 3 * j) as f32;
        }
    }
}
