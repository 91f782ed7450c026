//! Kernels written twice: over layouts, and by hand with constants. `tests/codegen.rs` compares the machine code.
//!
//! Every pair is `typed_NAME` and `hand_NAME`, with the same arguments and the same result.

#![allow(
    clippy::missing_panics_doc,
    clippy::missing_safety_doc,
    clippy::needless_range_loop,
    missing_docs,
    unsafe_code
)]

use tilework::{algebra::flat_divide, format::Packed, placed::Swizzled, prelude::*, tensor::within};

fn view<T, L: Mapping, const N: usize>(data: &[T; N], layout: L) -> View<'_, T, L> {
    View::new(data, layout).expect("the array holds the layout")
}

fn view_mut<T, L: Mapping, const N: usize>(data: &mut [T; N], layout: L) -> ViewMut<'_, T, L> {
    ViewMut::new(data, layout).expect("the array holds the layout")
}

// Sums over three dimensions, in the order of memory and against it (the benchmarks of C++ mdspan).

#[unsafe(no_mangle)]
pub fn typed_sum_3d_right(data: &[f32; 8000]) -> f32 {
    let x = view(data, layout!((20, 20, 20):(400, 20, 1)));
    let mut sum = 0.0;
    for i in 0..20 {
        for j in 0..20 {
            for k in 0..20 {
                sum += x[(i, j, k)];
            }
        }
    }
    sum
}

#[unsafe(no_mangle)]
pub fn hand_sum_3d_right(data: &[f32; 8000]) -> f32 {
    let mut sum = 0.0;
    for i in 0..20 {
        for j in 0..20 {
            for k in 0..20 {
                sum += data[i * 400 + j * 20 + k];
            }
        }
    }
    sum
}

#[unsafe(no_mangle)]
pub fn typed_sum_3d_left(data: &[f32; 8000]) -> f32 {
    let x = view(data, layout!((20, 20, 20):(1, 20, 400)));
    let mut sum = 0.0;
    for i in 0..20 {
        for j in 0..20 {
            for k in 0..20 {
                sum += x[(i, j, k)];
            }
        }
    }
    sum
}

#[unsafe(no_mangle)]
pub fn hand_sum_3d_left(data: &[f32; 8000]) -> f32 {
    let mut sum = 0.0;
    for i in 0..20 {
        for j in 0..20 {
            for k in 0..20 {
                sum += data[i + j * 20 + k * 400];
            }
        }
    }
    sum
}

#[unsafe(no_mangle)]
pub fn typed_tiny_matrix_add(a: &[f64; 9], b: &[f64; 9], c: &mut [f64; 9]) {
    let rows = layout!((3, 3):(3, 1));
    let (a, b, mut c) = (view(a, rows), view(b, rows), view_mut(c, rows));
    for i in 0..3 {
        for j in 0..3 {
            c[(i, j)] = a[(i, j)] + b[(i, j)];
        }
    }
}

#[unsafe(no_mangle)]
pub fn hand_tiny_matrix_add(a: &[f64; 9], b: &[f64; 9], c: &mut [f64; 9]) {
    for i in 0..3 {
        for j in 0..3 {
            c[i * 3 + j] = a[i * 3 + j] + b[i * 3 + j];
        }
    }
}

/// The mean of the six neighbours of every inner cell of 16x16x16.
#[unsafe(no_mangle)]
pub fn typed_stencil_3d(data: &[f32; 4096], out: &mut [f32; 4096]) {
    let cube = layout!((16, 16, 16):(256, 16, 1));
    let (x, mut y) = (view(data, cube), view_mut(out, cube));
    for i in 1..15 {
        for j in 1..15 {
            for k in 1..15 {
                y[(i, j, k)] = x[(i - 1, j, k)]
                    + x[(i + 1, j, k)]
                    + x[(i, j - 1, k)]
                    + x[(i, j + 1, k)]
                    + x[(i, j, k - 1)]
                    + x[(i, j, k + 1)];
            }
        }
    }
}

#[unsafe(no_mangle)]
pub fn hand_stencil_3d(data: &[f32; 4096], out: &mut [f32; 4096]) {
    for i in 1..15 {
        for j in 1..15 {
            for k in 1..15 {
                let at = i * 256 + j * 16 + k;
                out[at] = data[at - 256]
                    + data[at + 256]
                    + data[at - 16]
                    + data[at + 16]
                    + data[at - 1]
                    + data[at + 1];
            }
        }
    }
}

#[unsafe(no_mangle)]
pub fn typed_matvec(a: &[f32; 4096], x: &[f32; 64], y: &mut [f32; 64]) {
    let a = view(a, layout!((64, 64):(1, 64)));
    let (x, mut y) = (view(x, layout!((64):(1))), view_mut(y, layout!((64):(1))));
    for j in 0..64 {
        for i in 0..64 {
            y[(i,)] += a[(i, j)] * x[(j,)];
        }
    }
}

#[unsafe(no_mangle)]
pub fn hand_matvec(a: &[f32; 4096], x: &[f32; 64], y: &mut [f32; 64]) {
    for j in 0..64 {
        for i in 0..64 {
            y[i] += a[i + j * 64] * x[j];
        }
    }
}

/// The scalar product of every column of two matrices.
#[unsafe(no_mangle)]
pub fn typed_dot_over_columns(a: &[f32; 1024], b: &[f32; 1024], out: &mut [f32; 32]) {
    let cols = layout!((32, 32):(1, 32));
    let (a, b, mut out) = (view(a, cols), view(b, cols), view_mut(out, layout!((32):(1))));
    for j in 0..32 {
        let mut sum = 0.0;
        for i in 0..32 {
            sum += a[(i, j)] * b[(i, j)];
        }
        out[(j,)] = sum;
    }
}

#[unsafe(no_mangle)]
pub fn hand_dot_over_columns(a: &[f32; 1024], b: &[f32; 1024], out: &mut [f32; 32]) {
    for j in 0..32 {
        let mut sum = 0.0;
        for i in 0..32 {
            sum += a[i + j * 32] * b[i + j * 32];
        }
        out[j] = sum;
    }
}

/// The sum of one 16x16 tile of a 128x128 matrix in zN.
#[unsafe(no_mangle)]
pub fn typed_tile_sum(data: &[u32; 16384], i: usize, j: usize) -> u32 {
    let zn = view(data, layout!(((16, 8), (16, 8)):((16, 256), (1, 2048))));
    let Ok(tile) = zn.tile((int!(16), int!(16)), (i, j)) else { return 0 };
    let mut sum = 0u32;
    for x in 0..16 {
        for y in 0..16 {
            sum = sum.wrapping_add(tile[(x, y)]);
        }
    }
    sum
}

#[unsafe(no_mangle)]
pub fn hand_tile_sum(data: &[u32; 16384], i: usize, j: usize) -> u32 {
    if i >= 8 || j >= 8 {
        return 0;
    }
    let mut sum = 0u32;
    for x in 0..16 {
        for y in 0..16 {
            sum = sum.wrapping_add(data[i * 256 + j * 2048 + x * 16 + y]);
        }
    }
    sum
}

/// A dynamic coordinate over a static layout: shifts, masks and adds.
#[unsafe(no_mangle)]
pub fn typed_offset_zn(i: usize, j: usize) -> usize {
    layout!(((16, 8), (16, 8)):((16, 256), (1, 2048))).offset((i, j))
}

#[unsafe(no_mangle)]
pub fn hand_offset_zn(i: usize, j: usize) -> usize {
    (i % 16) * 16 + (i / 16) * 256 + j % 16 + (j / 16) * 2048
}

/// Copies between a format of 128x128 f32 and row-major: the library's one kernel against loops for each format.
///
/// `$inner` and `$outer` are the hand-written strides of `((r0, r1), (c0, c1))`.
macro_rules! copies {
    ($($typed_to:ident $hand_to:ident $typed_from:ident $hand_from:ident:
        $format:expr, tile ($r0:literal, $c0:literal), strides ($d0:literal, $d1:literal), ($e0:literal, $e1:literal),
        $fast:ident in $slow:ident;)*) => { $(
        #[unsafe(no_mangle)]
        pub fn $typed_to(src: &[f32; 16384], dst: &mut [f32; 16384]) {
            let rows = layout!((128, 128):(128, 1));
            copy(&view(src, $format), &mut view_mut(dst, rows)).expect("one size");
        }

        #[unsafe(no_mangle)]
        pub fn $hand_to(src: &[f32; 16384], dst: &mut [f32; 16384]) {
            for r1 in 0..128 / $r0 {
                for c1 in 0..128 / $c0 {
                    for r0 in 0..$r0 {
                        for c0 in 0..$c0 {
                            dst[(r1 * $r0 + r0) * 128 + c1 * $c0 + c0] =
                                src[r0 * $d0 + r1 * $d1 + c0 * $e0 + c1 * $e1];
                        }
                    }
                }
            }
        }

        #[unsafe(no_mangle)]
        pub fn $typed_from(src: &[f32; 16384], dst: &mut [f32; 16384]) {
            let rows = layout!((128, 128):(128, 1));
            copy(&view(src, rows), &mut view_mut(dst, $format)).expect("one size");
        }

        #[unsafe(no_mangle)]
        pub fn $hand_from(src: &[f32; 16384], dst: &mut [f32; 16384]) {
            for r1 in 0..128 / $r0 {
                for c1 in 0..128 / $c0 {
                    copies!(@ $slow, $r0, $c0, |r0, c0| {
                        dst[r0 * $d0 + r1 * $d1 + c0 * $e0 + c1 * $e1] =
                            src[(r1 * $r0 + r0) * 128 + c1 * $c0 + c0];
                    });
                }
            }
        }
    )* };
    // the inner loop runs along the contiguous dimension of the destination
    (@ rows, $r0:literal, $c0:literal, |$x:ident, $y:ident| $body:block) => {
        for $x in 0..$r0 {
            for $y in 0..$c0 $body
        }
    };
    (@ cols, $r0:literal, $c0:literal, |$x:ident, $y:ident| $body:block) => {
        for $y in 0..$c0 {
            for $x in 0..$r0 $body
        }
    };
}

copies! {
    typed_zn_to_rows hand_zn_to_rows typed_rows_to_zn hand_rows_to_zn:
        layout!(((16, 8), (8, 16)):((8, 128), (1, 1024))), tile (16, 8), strides (8, 128), (1, 1024), cols in rows;
    typed_nz_to_rows hand_nz_to_rows typed_rows_to_nz hand_rows_to_nz:
        layout!(((8, 16), (16, 8)):((1, 1024), (8, 128))), tile (8, 16), strides (1, 1024), (8, 128), rows in cols;
    typed_zz_to_rows hand_zz_to_rows typed_rows_to_zz hand_rows_to_zz:
        layout!(((16, 8), (8, 16)):((8, 2048), (1, 128))), tile (16, 8), strides (8, 2048), (1, 128), cols in rows;
    typed_nn_to_rows hand_nn_to_rows typed_rows_to_nn hand_rows_to_nn:
        layout!(((8, 16), (16, 8)):((1, 128), (8, 2048))), tile (8, 16), strides (1, 128), (8, 2048), rows in cols;
}

/// A dynamic coordinate through a swizzle: the shifts, masks and exclusive or of the definition.
#[unsafe(no_mangle)]
pub fn typed_offset_swizzled(i: usize, j: usize) -> usize {
    Swizzle::<3, 3, 3>::new().compose(layout!((64, 64):(64, 1))).offset((i, j))
}

#[unsafe(no_mangle)]
pub fn hand_offset_swizzled(i: usize, j: usize) -> usize {
    let offset = i * 64 + j;
    offset ^ (offset >> 3 & 7 << 3)
}

/// The sum of a swizzled matrix, element by element.
#[unsafe(no_mangle)]
pub fn typed_sum_swizzled(data: &[u16; 4096]) -> u16 {
    let x = view(data, Swizzle::<3, 3, 3>::new().compose(layout!((64, 64):(64, 1))));
    let mut sum = 0u16;
    for i in 0..64 {
        for j in 0..64 {
            sum = sum.wrapping_mul(3).wrapping_add(x[(i, j)]);
        }
    }
    sum
}

#[unsafe(no_mangle)]
pub fn hand_sum_swizzled(data: &[u16; 4096]) -> u16 {
    let mut sum = 0u16;
    for i in 0..64 {
        for j in 0..64 {
            let offset = i * 64 + j;
            sum = sum.wrapping_mul(3).wrapping_add(data[offset ^ (offset >> 3 & 7 << 3)]);
        }
    }
    sum
}

/// Copies between row-major and swizzled row-major, 64x64. By hand, eight elements that stay in a row move as one.
#[unsafe(no_mangle)]
pub fn typed_rows_to_swizzled(src: &[u16; 4096], dst: &mut [u16; 4096]) {
    let rows = layout!((64, 64):(64, 1));
    copy(&view(src, rows), &mut view_mut(dst, Swizzle::<3, 3, 3>::new().compose(rows))).expect("one size");
}

#[unsafe(no_mangle)]
pub fn hand_rows_to_swizzled(src: &[u16; 4096], dst: &mut [u16; 4096]) {
    let (src, dst) = (src.as_chunks::<8>().0, dst.as_chunks_mut::<8>().0);
    for i in 0..64 {
        for j in 0..8 {
            dst[(i * 8 + j) ^ (i & 7)] = src[i * 8 + j];
        }
    }
}

#[unsafe(no_mangle)]
pub fn typed_swizzled_to_rows(src: &[f32; 4096], dst: &mut [f32; 4096]) {
    let rows = layout!((64, 64):(64, 1));
    copy(&view(src, Swizzle::<3, 3, 3>::new().compose(rows)), &mut view_mut(dst, rows)).expect("one size");
}

#[unsafe(no_mangle)]
pub fn hand_swizzled_to_rows(src: &[f32; 4096], dst: &mut [f32; 4096]) {
    let (src, dst) = (src.as_chunks::<8>().0, dst.as_chunks_mut::<8>().0);
    for i in 0..64 {
        for j in 0..8 {
            dst[i * 8 + j] = src[(i * 8 + j) ^ (i & 7)];
        }
    }
}

/// The same swizzled matrix as one layout over F2 strides: no more than the swizzle by hand.
#[unsafe(no_mangle)]
pub fn typed_offset_xor(i: usize, j: usize) -> usize {
    xor_layout!(((8, 8), 64):((F72, F512), F1)).offset((i % 64, j % 64))
}

#[unsafe(no_mangle)]
pub fn hand_offset_xor(i: usize, j: usize) -> usize {
    let offset = i % 64 * 64 + j % 64;
    offset ^ (offset >> 3 & 7 << 3)
}

#[unsafe(no_mangle)]
pub fn typed_sum_xor(data: &[u16; 4096]) -> u16 {
    let x = view(data, xor_layout!(((8, 8), 64):((F72, F512), F1)));
    let mut sum = 0u16;
    for i in 0..64 {
        for j in 0..64 {
            sum = sum.wrapping_mul(5).wrapping_add(x[(i, j)]);
        }
    }
    sum
}

#[unsafe(no_mangle)]
pub fn hand_sum_xor(data: &[u16; 4096]) -> u16 {
    let mut sum = 0u16;
    for i in 0..64 {
        for j in 0..64 {
            let offset = i * 64 + j;
            sum = sum.wrapping_mul(5).wrapping_add(data[offset ^ (offset >> 3 & 7 << 3)]);
        }
    }
    sum
}

#[unsafe(no_mangle)]
pub fn typed_rows_to_xor(src: &[u16; 4096], dst: &mut [u16; 4096]) {
    let rows = layout!((64, 64):(64, 1));
    copy(&view(src, rows), &mut view_mut(dst, xor_layout!(((8, 8), 64):((F72, F512), F1))))
        .expect("one size");
}

#[unsafe(no_mangle)]
pub fn hand_rows_to_xor(src: &[u16; 4096], dst: &mut [u16; 4096]) {
    let (src, dst) = (src.as_chunks::<8>().0, dst.as_chunks_mut::<8>().0);
    for i in 0..64 {
        for j in 0..8 {
            dst[(i * 8 + j) ^ (i & 7)] = src[i * 8 + j];
        }
    }
}

#[unsafe(no_mangle)]
pub fn typed_xor_to_rows(src: &[f32; 4096], dst: &mut [f32; 4096]) {
    let rows = layout!((64, 64):(64, 1));
    copy(&view(src, xor_layout!(((8, 8), 64):((F72, F512), F1))), &mut view_mut(dst, rows))
        .expect("one size");
}

#[unsafe(no_mangle)]
pub fn hand_xor_to_rows(src: &[f32; 4096], dst: &mut [f32; 4096]) {
    let (src, dst) = (src.as_chunks::<8>().0, dst.as_chunks_mut::<8>().0);
    for i in 0..64 {
        for j in 0..8 {
            dst[i * 8 + j] = src[(i * 8 + j) ^ (i & 7)];
        }
    }
}

/// The sum of a tile that may overhang: the coordinates of its elements are the predicate.
#[unsafe(no_mangle)]
pub fn typed_sum_predicated(data: &[u32; 6300], i: usize, j: usize) -> u32 {
    let matrix = view(data, layout!((90, 70):(70, 1)));
    let tiles = identity_layout(shape!(90, 70)).zipped_divide(tiler!(16, 16));
    let Ok(tile) = tiles.try_slice(crd!((_, _), (i, j))) else { return 0 };
    let mut sum = 0u32;
    for x in 0..16 {
        for y in 0..16 {
            if tile.contains((x, y)) {
                sum = sum.wrapping_mul(3).wrapping_add(matrix[tile.offset((x, y))]);
            }
        }
    }
    sum
}

#[unsafe(no_mangle)]
pub fn hand_sum_predicated(data: &[u32; 6300], i: usize, j: usize) -> u32 {
    if i >= 6 || j >= 5 {
        return 0;
    }
    let mut sum = 0u32;
    for x in 0..16 {
        for y in 0..16 {
            let (row, col) = (i * 16 + x, j * 16 + y);
            if row < 90 && col < 70 {
                sum = sum.wrapping_mul(3).wrapping_add(data[row * 70 + col]);
            }
        }
    }
    sum
}

// Tiled layouts of XLA, from the text of the dump.

/// A coordinate known to be inside: the shifts and masks of the definition. (Of one that may be anywhere it is 16
/// instructions where these are 15: the compiler adds the same terms in another order.)
#[unsafe(no_mangle)]
pub fn typed_offset_xla(i: usize, j: usize) -> usize {
    xla!(bf16[1024,4096]{1,0:T(8,128)(2,1)}).offset((i % 1024, j % 4096))
}

#[unsafe(no_mangle)]
pub fn hand_offset_xla(i: usize, j: usize) -> usize {
    let (i, j) = (i % 1024, j % 4096);
    (i >> 3) * 32768 + (j >> 7) * 1024 + (i >> 1 & 3) * 256 + (j & 127) * 2 + (i & 1)
}

#[unsafe(no_mangle)]
pub fn typed_offset_xla_tile(i: usize, j: usize) -> usize {
    xla!(f32[1024,4096]{1,0:T(8,128)}).offset((i, j))
}

#[unsafe(no_mangle)]
pub fn hand_offset_xla_tile(i: usize, j: usize) -> usize {
    (i / 8 * 32 + j / 128) * 1024 + i % 8 * 128 + j % 128
}

/// Blocks of 3 rows inside 8, which no strides can say.
#[unsafe(no_mangle)]
pub fn typed_offset_xla_steps(i: usize, j: usize) -> usize {
    xla!(f32[20,32]{1,0:T(8,16)(3,1)}).offset((i, j))
}

#[unsafe(no_mangle)]
pub fn hand_offset_xla_steps(i: usize, j: usize) -> usize {
    let (tile, row) = (i / 8 * 2 + j / 16, i % 8);
    tile * 144 + row / 3 * 48 + j % 16 * 3 + row % 3
}

/// Two dimensions merged into one, and cut again.
#[unsafe(no_mangle)]
pub fn typed_offset_xla_merged(i: usize, j: usize) -> usize {
    xla!(f32[20,30]{1,0:T(*,16)}).offset((i, j))
}

#[unsafe(no_mangle)]
pub fn hand_offset_xla_merged(i: usize, j: usize) -> usize {
    i * 30 + j
}

#[unsafe(no_mangle)]
pub fn typed_sum_xla_steps(data: &[f32; 864]) -> f32 {
    let x = view(data, xla!(f32[20,32]{1,0:T(8,16)(3,1)}));
    let mut sum = 0.0;
    for i in 0..20 {
        for j in 0..32 {
            sum += x[(i, j)];
        }
    }
    sum
}

#[unsafe(no_mangle)]
pub fn hand_sum_xla_steps(data: &[f32; 864]) -> f32 {
    let mut sum = 0.0;
    for i in 0..20 {
        for j in 0..32 {
            let (tile, row) = (i / 8 * 2 + j / 16, i % 8);
            sum += data[tile * 144 + row / 3 * 48 + j % 16 * 3 + row % 3];
        }
    }
    sum
}

// Dynamic coordinates and indices over layouts that the algebra made: the index expression written out.

#[unsafe(no_mangle)]
pub fn typed_offset_coalesced(index: usize) -> usize {
    coalesce(layout!((8, (4, 2), 16):(1, (8, 32), 128))).offset(index)
}

#[unsafe(no_mangle)]
pub fn hand_offset_coalesced(index: usize) -> usize {
    index % 64 + (index / 64) * 128
}

#[unsafe(no_mangle)]
pub fn typed_offset_composed(i: usize, j: usize) -> usize {
    composition(layout!((6, 2):(8, 2)), layout!((4, 3):(3, 1))).offset((i, j))
}

#[unsafe(no_mangle)]
pub fn hand_offset_composed(i: usize, j: usize) -> usize {
    (i % 2) * 24 + (i / 2) * 2 + j * 8
}

#[unsafe(no_mangle)]
pub fn typed_offset_complement(index: usize) -> usize {
    complement(layout!((2, 4):(1, 8)), int!(256)).offset(index)
}

#[unsafe(no_mangle)]
pub fn hand_offset_complement(index: usize) -> usize {
    (index % 4) * 2 + (index / 4) * 32
}

#[unsafe(no_mangle)]
pub fn typed_offset_divided(in_tile: usize, tile: usize) -> usize {
    logical_divide(layout!((4, 8):(8, 1)), layout!(4:2)).offset((in_tile, tile))
}

#[unsafe(no_mangle)]
pub fn hand_offset_divided(in_tile: usize, tile: usize) -> usize {
    (in_tile % 2) * 16 + in_tile / 2 + (tile % 2) * 8 + (tile / 2) * 2
}

#[unsafe(no_mangle)]
pub fn typed_offset_by_mode(i: usize, j: usize) -> usize {
    logical_divide(layout!((64, 128):(1, 64)), tiler!(16, 8:2)).offset((i, j))
}

#[unsafe(no_mangle)]
pub fn hand_offset_by_mode(i: usize, j: usize) -> usize {
    i % 16 + (i / 16) * 16 + ((j % 8) * 2 + j / 8 % 2 + (j / 16) * 16) * 64
}

#[unsafe(no_mangle)]
pub fn typed_offset_flat(x: usize, y: usize, i: usize, j: usize) -> usize {
    flat_divide(layout!((64, 128):(1, 64)), tiler!(16, 8)).offset((x, y, i, j))
}

#[unsafe(no_mangle)]
pub fn hand_offset_flat(x: usize, y: usize, i: usize, j: usize) -> usize {
    x + y * 64 + i * 16 + j * 512
}

/// A sum tile by tile over a matrix divided by mode.
#[unsafe(no_mangle)]
pub fn typed_sum_by_tiles(data: &[u32; 8192]) -> u32 {
    let x = view(data, zipped_divide(layout!((64, 128):(1, 64)), tiler!(16, 8)));
    let mut sum = 0u32;
    for tile in 0..64 {
        for element in 0..128 {
            sum = sum.wrapping_mul(3).wrapping_add(x[(element, tile)]);
        }
    }
    sum
}

#[unsafe(no_mangle)]
pub fn hand_sum_by_tiles(data: &[u32; 8192]) -> u32 {
    let mut sum = 0u32;
    for tile in 0..64 {
        for element in 0..128 {
            let at = element % 16 + element / 16 * 64 + tile % 4 * 16 + tile / 4 * 512;
            sum = sum.wrapping_mul(3).wrapping_add(data[at]);
        }
    }
    sum
}

// Coordinates that are proofs: extents known at run time only, and by hand no check of an index at all.

type Rows = Layout<(usize, usize), (usize, Int!(1))>;

/// A matrix by hand: rows, columns, and how far a row is from the next.
#[derive(Clone, Copy, Debug)]
pub struct ByHand {
    first: *mut f32,
    rows: usize,
    cols: usize,
    stride: usize,
}

/// `c += a * b`, if the extents agree.
#[unsafe(no_mangle)]
pub fn typed_proven_product(
    a: &View<'_, f32, Rows>,
    b: &View<'_, f32, Rows>,
    c: &mut ViewMut<'_, f32, Rows>,
) -> bool {
    let (a_rows, b_rows) = (a.layout(), b.layout());
    within((a_rows.rows(), a_rows.cols(), b_rows.cols()), |(i, p, j)| {
        let (Ok(a), Ok(b), Ok(mut c)) = (a.bounded((i, p)), b.bounded((p, j)), c.bounded_mut((i, j))) else {
            return false;
        };
        for i in i {
            for p in p {
                for j in j {
                    c[(i, j)] += a[(i, p)] * b[(p, j)];
                }
            }
        }
        true
    })
}

#[unsafe(no_mangle)]
pub unsafe fn hand_proven_product(a: &ByHand, b: &ByHand, c: &mut ByHand) -> bool {
    let (a, b, c) = (*a, *b, *c);
    if a.cols != b.rows || a.rows != c.rows || b.cols != c.cols {
        return false;
    }
    for i in 0..a.rows {
        for p in 0..a.cols {
            for j in 0..b.cols {
                // SAFETY: the caller's matrices have these rows and columns.
                unsafe {
                    *c.first.add(i * c.stride + j) +=
                        *a.first.add(i * a.stride + p) * *b.first.add(p * b.stride + j);
                }
            }
        }
    }
    true
}

/// The mean of the four neighbours, without the edges.
#[unsafe(no_mangle)]
pub fn typed_proven_stencil(a: &View<'_, f32, Rows>, c: &mut ViewMut<'_, f32, Rows>) -> bool {
    within((a.layout().rows(), a.layout().cols()), |(i, j)| {
        let (Ok(a), Ok(mut c)) = (a.bounded((i, j)), c.bounded_mut((i, j))) else { return false };
        for [above, i, below] in i.windows() {
            for [left, j, right] in j.windows() {
                c[(i, j)] = 0.25 * (a[(i, left)] + a[(i, right)] + a[(above, j)] + a[(below, j)]);
            }
        }
        true
    })
}

#[unsafe(no_mangle)]
pub unsafe fn hand_proven_stencil(a: &ByHand, c: &mut ByHand) -> bool {
    let (a, c) = (*a, *c);
    if a.rows != c.rows || a.cols != c.cols {
        return false;
    }
    // SAFETY: the caller's matrix has these rows and columns.
    let at = |i: usize, j: usize| unsafe { *a.first.add(i * a.stride + j) };
    for i in 0..a.rows.saturating_sub(2) {
        for j in 0..a.cols.saturating_sub(2) {
            let mean = 0.25 * (at(i + 1, j) + at(i + 1, j + 2) + at(i, j + 1) + at(i + 2, j + 1));
            // SAFETY: as above.
            unsafe { *c.first.add((i + 1) * c.stride + j + 1) = mean };
        }
    }
    true
}

/// A sum of products of what lies in another order: blocks of 16x8, dynamic extents.
#[unsafe(no_mangle)]
pub fn typed_proven_dot_zn(a: &View<'_, f32, Packed<zN, f32, usize, usize>>, b: &View<'_, f32, Rows>) -> f32 {
    within((b.layout().rows(), b.layout().cols()), |(i, j)| {
        let (Ok(a), Ok(b)) = (a.bounded((i, j)), b.bounded((i, j))) else { return f32::NAN };
        let mut sum = 0.0;
        for i in i {
            for j in j {
                sum += a[(i, j)] * b[(i, j)];
            }
        }
        sum
    })
}

#[unsafe(no_mangle)]
pub unsafe fn hand_proven_dot_zn(a: &ByHand, b: &ByHand) -> f32 {
    let (a, b) = (*a, *b);
    if a.rows != b.rows || a.cols != b.cols {
        return f32::NAN;
    }
    let mut sum = 0.0;
    for i in 0..a.rows {
        for j in 0..a.cols {
            let offset = i % 16 * 8 + i / 16 * 128 + j % 8 + j / 8 * a.stride;
            // SAFETY: the caller's matrices have these rows and columns.
            sum += unsafe { *a.first.add(offset) * *b.first.add(i * b.stride + j) };
        }
    }
    sum
}

/// The same of a swizzled matrix.
#[unsafe(no_mangle)]
pub fn typed_proven_dot_swizzled(
    a: &View<'_, f32, Swizzled<Swizzle<3, 2, 3>, Rows>>,
    b: &View<'_, f32, Rows>,
) -> f32 {
    within((b.layout().rows(), b.layout().cols()), |(i, j)| {
        let (Ok(a), Ok(b)) = (a.bounded((i, j)), b.bounded((i, j))) else { return f32::NAN };
        let mut sum = 0.0;
        for i in i {
            for j in j {
                sum += a[(i, j)] * b[(i, j)];
            }
        }
        sum
    })
}

#[unsafe(no_mangle)]
pub unsafe fn hand_proven_dot_swizzled(a: &ByHand, b: &ByHand) -> f32 {
    let (a, b) = (*a, *b);
    if a.rows != b.rows || a.cols != b.cols {
        return f32::NAN;
    }
    let mut sum = 0.0;
    for i in 0..a.rows {
        for j in 0..a.cols {
            let offset = i * a.stride + j;
            // SAFETY: the caller's matrices have these rows and columns.
            sum += unsafe { *a.first.add(offset ^ (offset >> 3 & 7 << 2)) * *b.first.add(i * b.stride + j) };
        }
    }
    sum
}

/// The largest of each row.
#[unsafe(no_mangle)]
pub fn typed_proven_row_max(
    a: &View<'_, f32, Rows>,
    out: &mut ViewMut<'_, f32, Layout<(usize,), (Int!(1),)>>,
) -> bool {
    within((a.layout().rows(), a.layout().cols()), |(i, j)| {
        let (Ok(a), Ok(mut out)) = (a.bounded((i, j)), out.bounded_mut((i,))) else { return false };
        for i in i {
            let mut largest = f32::MIN;
            for j in j {
                largest = if a[(i, j)] > largest { a[(i, j)] } else { largest };
            }
            out[(i,)] = largest;
        }
        true
    })
}

#[unsafe(no_mangle)]
pub unsafe fn hand_proven_row_max(a: &ByHand, out: &mut ByHand) -> bool {
    let (a, out) = (*a, *out);
    if a.rows != out.rows {
        return false;
    }
    for i in 0..a.rows {
        let mut largest = f32::MIN;
        for j in 0..a.cols {
            // SAFETY: the caller's matrix has these rows and columns, and there is a place for each row.
            let x = unsafe { *a.first.add(i * a.stride + j) };
            largest = if x > largest { x } else { largest };
        }
        // SAFETY: as above.
        unsafe { *out.first.add(i) = largest };
    }
    true
}

// Rows that are known to be a multiple of 64: tiles of 16 of them are cut without a check, and nothing divides.

type Padded = Layout!((?{div=64}, 8):(8, 1));

#[unsafe(no_mangle)]
pub fn typed_tile_of_padded_rows(rows: Padded, i: usize, tile: usize) -> usize {
    zipped_divide(rows, tiler!(16, _)).offset(((i, 0), (tile, 5)))
}

#[unsafe(no_mangle)]
pub fn hand_tile_of_padded_rows(_: usize, i: usize, tile: usize) -> usize {
    i * 8 + tile * 128 + 5
}

#[unsafe(no_mangle)]
pub fn typed_rest_of_padded_rows(rows: Padded) -> usize {
    rows.size().value() % 32 + rows.rows() % 64
}

#[unsafe(no_mangle)]
pub fn hand_rest_of_padded_rows(_: usize) -> usize {
    0
}
