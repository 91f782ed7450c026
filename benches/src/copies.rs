//! Copies between layouts: the generic kernel against loops written by hand with constants, and against memcpy.

use crate::arena::Arena;
use crate::measure::{Effort, Row, medians};
use std::hint::black_box;
use tilework::prelude::*;

const N: usize = 128;

type Rows = Layout!((128, 128):(128, 1));
type Zn = Layout!(((16, 8), (8, 16)):((8, 128), (1, 1024)));
type Nz = Layout!(((8, 16), (16, 8)):((1, 1024), (8, 128)));
/// zN and row-major of a size the compiler does not know: static inner tiles, dynamic outer counts.
type DynamicZn = Layout!(((16, usize), (8, usize)):((8, 128), (1, usize)));
type DynamicRows = Layout!((usize, usize):(usize, 1));

pub(crate) fn rows(effort: Effort) -> Vec<Row> {
    let mut arena = Arena::new(9, N * N, |x| x as f32);
    let (src, mut buffers) = arena.buffers();
    let mut next = || buffers.next().expect("the arena has a buffer for each contender");

    let n = black_box(N);
    let dynamic_zn: DynamicZn = layout!(((16, {n / 16}), (8, {n / 8})):((8, 128), (1, {n * 8})));
    let dynamic_rows: DynamicRows = layout!((n, n):(n, 1));
    let (from_rows, from_zn) = (view(src, Rows::STATIC), view(src, Zn::STATIC));
    let from_dynamic_zn = view(src, dynamic_zn);

    let (dst0, dst4, dst6) = (next(), next(), next());
    let mut to_dynamic_rows = view_mut(next(), dynamic_rows);
    let mut to_rows = view_mut(next(), Rows::STATIC);
    let dst1 = next();
    let (mut to_zn, mut to_nz) = (view_mut(next(), Zn::STATIC), view_mut(next(), Nz::STATIC));
    let mut contenders: [&mut dyn FnMut(); 8] = [
        &mut || memcpy(src, dst0),
        &mut || zn_to_rows_by_hand(src, dst1),
        &mut || zn_to_rows(&from_zn, &mut to_rows),
        &mut || zn_to_rows_dynamic(&from_dynamic_zn, &mut to_dynamic_rows),
        &mut || rows_to_zn_by_hand(src, dst4),
        &mut || rows_to_zn(&from_rows, &mut to_zn),
        &mut || rows_to_nz_by_hand(src, dst6),
        &mut || rows_to_nz(&from_rows, &mut to_nz),
    ];
    let t = medians(effort, &mut contenders);
    let row = |name, ours: usize, reference, other: usize| Row {
        name,
        nanoseconds: t[ours],
        reference,
        reference_nanoseconds: t[other],
    };
    vec![
        row("copy_zn_to_rows_static/hand", 2, "hand-written loops", 1),
        row("copy_zn_to_rows_static/memcpy", 2, "memcpy", 0),
        row("copy_zn_to_rows_dynamic/hand", 3, "hand-written loops", 1),
        row("copy_zn_to_rows_dynamic/memcpy", 3, "memcpy", 0),
        row("copy_rows_to_zn_static/hand", 5, "hand-written loops", 4),
        row("copy_rows_to_nz_static/hand", 7, "hand-written loops", 6),
    ]
}

fn view<L: Mapping>(slice: &[f32], layout: L) -> View<'_, f32, L> {
    View::new(slice, layout).expect("the buffer holds the layout")
}

fn view_mut<L: Mapping>(slice: &mut [f32], layout: L) -> ViewMut<'_, f32, L> {
    ViewMut::new(slice, layout).expect("the buffer holds the layout")
}

/// Each kernel compiled on its own, as in a program that calls it from elsewhere.
macro_rules! kernels {
    ($($name:ident: $Src:ty => $Dst:ty;)*) => { $(
        #[inline(never)]
        fn $name(src: &View<'_, f32, $Src>, dst: &mut ViewMut<'_, f32, $Dst>) {
            copy(src, dst).expect("one size");
        }
    )* };
}
kernels! {
    zn_to_rows: Zn => Rows;
    zn_to_rows_dynamic: DynamicZn => DynamicRows;
    rows_to_zn: Rows => Zn;
    rows_to_nz: Rows => Nz;
}

#[inline(never)]
fn memcpy(src: &[f32], dst: &mut [f32]) {
    dst.copy_from_slice(src);
}

#[inline(never)]
fn zn_to_rows_by_hand(src: &[f32], dst: &mut [f32]) {
    let (src, dst): (&[f32; N * N], &mut [f32; N * N]) = (src.try_into().unwrap(), dst.try_into().unwrap());
    for row_tile in 0..N / 16 {
        for col_tile in 0..N / 8 {
            for row in 0..16 {
                for col in 0..8 {
                    dst[(row_tile * 16 + row) * N + col_tile * 8 + col] =
                        src[col_tile * N * 8 + row_tile * 128 + row * 8 + col];
                }
            }
        }
    }
}

#[inline(never)]
fn rows_to_zn_by_hand(src: &[f32], dst: &mut [f32]) {
    let (src, dst): (&[f32; N * N], &mut [f32; N * N]) = (src.try_into().unwrap(), dst.try_into().unwrap());
    for row_tile in 0..N / 16 {
        for col_tile in 0..N / 8 {
            for row in 0..16 {
                for col in 0..8 {
                    dst[col_tile * N * 8 + row_tile * 128 + row * 8 + col] =
                        src[(row_tile * 16 + row) * N + col_tile * 8 + col];
                }
            }
        }
    }
}

#[inline(never)]
fn rows_to_nz_by_hand(src: &[f32], dst: &mut [f32]) {
    let (src, dst): (&[f32; N * N], &mut [f32; N * N]) = (src.try_into().unwrap(), dst.try_into().unwrap());
    for row_tile in 0..N / 8 {
        for col_tile in 0..N / 16 {
            for col in 0..16 {
                for row in 0..8 {
                    dst[row_tile * N * 8 + col_tile * 128 + col * 8 + row] =
                        src[(row_tile * 8 + row) * N + col_tile * 16 + col];
                }
            }
        }
    }
}
