//! Copies between layouts that were read as text, 256x256, and sums over one, against loops by hand that do not know
//! the sizes either: `cargo run --release -p tilework-bench -- --dispatch`.

use crate::arena::Arena;
use crate::measure::{Effort, Row, medians};
use std::hint::black_box;
use tilework::dynamic::{DynLayout, DynMatrix, MatrixKernel, dispatch};
use tilework::prelude::*;

const N: usize = 256;

/// A matrix in blocks, as loops by hand see it: for rows and for columns extents and strides, the innermost first.
#[derive(Clone, Copy)]
struct Blocks([[(usize, usize); 3]; 2]);

struct Pair {
    names: [&'static str; 3],
    src: &'static str,
    dst: &'static str,
    /// The same by the blocks that both have.
    src_blocks: Blocks,
    dst_blocks: Blocks,
}

const ROWS: &str = "(256,256):(256,1)";
const COLUMNS: &str = "(256,256):(1,256)";
const ZN: &str = "((16,16),(8,32)):((8,128),(1,2048))";
const NZ: &str = "((8,32),(16,16)):((1,2048),(8,128))";
const XLA: &str = "((8,32),(128,2)):((128,2048),(1,1024))";
const XLA_PAIRS: &str = "((2,4,32),(128,2)):((1,256,2048),(2,1024))";

const PAIRS: [Pair; 8] = [
    Pair {
        names: ["to_matrix_zn_to_rows/hand", "dispatch_zn_to_rows/hand", "dispatch_sum_zn/hand"],
        src: ZN,
        dst: ROWS,
        src_blocks: Blocks([[(16, 8), (16, 128), (1, 0)], [(8, 1), (32, 2048), (1, 0)]]),
        dst_blocks: Blocks([[(16, 256), (16, 4096), (1, 0)], [(8, 1), (32, 8), (1, 0)]]),
    },
    Pair {
        names: ["to_matrix_rows_to_zn/hand", "dispatch_rows_to_zn/hand", "dispatch_sum_rows/hand"],
        src: ROWS,
        dst: ZN,
        src_blocks: Blocks([[(16, 256), (16, 4096), (1, 0)], [(8, 1), (32, 8), (1, 0)]]),
        dst_blocks: Blocks([[(16, 8), (16, 128), (1, 0)], [(8, 1), (32, 2048), (1, 0)]]),
    },
    Pair {
        names: ["to_matrix_rows_to_nz/hand", "dispatch_rows_to_nz/hand", "dispatch_sum_rows/hand"],
        src: ROWS,
        dst: NZ,
        src_blocks: Blocks([[(8, 256), (32, 2048), (1, 0)], [(16, 1), (16, 16), (1, 0)]]),
        dst_blocks: Blocks([[(8, 1), (32, 2048), (1, 0)], [(16, 8), (16, 128), (1, 0)]]),
    },
    Pair {
        names: ["to_matrix_zn_to_nz/hand", "dispatch_zn_to_nz/hand", "dispatch_sum_zn/hand"],
        src: ZN,
        dst: NZ,
        src_blocks: Blocks([[(8, 8), (32, 64), (1, 0)], [(8, 1), (32, 2048), (1, 0)]]),
        dst_blocks: Blocks([[(8, 1), (32, 2048), (1, 0)], [(8, 8), (32, 64), (1, 0)]]),
    },
    Pair {
        names: ["to_matrix_rows_to_xla/hand", "dispatch_rows_to_xla/hand", "dispatch_sum_rows/hand"],
        src: ROWS,
        dst: XLA,
        src_blocks: Blocks([[(8, 256), (32, 2048), (1, 0)], [(128, 1), (2, 128), (1, 0)]]),
        dst_blocks: Blocks([[(8, 128), (32, 2048), (1, 0)], [(128, 1), (2, 1024), (1, 0)]]),
    },
    Pair {
        names: [
            "to_matrix_xla_pairs_to_rows/hand",
            "dispatch_xla_pairs_to_rows/hand",
            "dispatch_sum_xla_pairs/hand",
        ],
        src: XLA_PAIRS,
        dst: ROWS,
        src_blocks: Blocks([[(2, 1), (4, 256), (32, 2048)], [(128, 2), (2, 1024), (1, 0)]]),
        dst_blocks: Blocks([[(2, 256), (4, 512), (32, 2048)], [(128, 1), (2, 128), (1, 0)]]),
    },
    Pair {
        names: ["to_matrix_rows_to_rows/hand", "dispatch_rows_to_rows/hand", "dispatch_sum_rows/hand"],
        src: ROWS,
        dst: ROWS,
        src_blocks: Blocks([[(256, 256), (1, 0), (1, 0)], [(256, 1), (1, 0), (1, 0)]]),
        dst_blocks: Blocks([[(256, 256), (1, 0), (1, 0)], [(256, 1), (1, 0), (1, 0)]]),
    },
    Pair {
        names: ["to_matrix_rows_to_columns/hand", "dispatch_rows_to_columns/hand", "dispatch_sum_rows/hand"],
        src: ROWS,
        dst: COLUMNS,
        src_blocks: Blocks([[(256, 256), (1, 0), (1, 0)], [(256, 1), (1, 0), (1, 0)]]),
        dst_blocks: Blocks([[(256, 1), (1, 0), (1, 0)], [(256, 256), (1, 0), (1, 0)]]),
    },
];

pub(crate) fn rows(effort: Effort) -> Vec<Row> {
    PAIRS.iter().flat_map(|pair| compare(pair, effort)).collect()
}

/// Copies by hand, of [`DynMatrix`]es, and from a dispatched form; and sums, by hand and of a dispatched form. Also
/// that they have the same results.
fn compare(pair: &Pair, effort: Effort) -> [Row; 3] {
    let read = |text: &str| text.parse::<DynLayout>().expect("a layout");
    let (src, dst) = (read(pair.src), read(pair.dst));
    let (src_blocks, dst_blocks) = black_box((pair.src_blocks, pair.dst_blocks));
    let mut arena = Arena::new(4, N * N, |x| (x % 16) as f32);
    let (data, mut buffers) = arena.buffers();
    let [hand, general, typed] = [(); 3].map(|()| buffers.next().expect("a buffer for each contender"));
    let from = View::new(data, src.to_matrix().expect("a matrix")).expect("the buffer holds the layout");
    let into = dst.to_matrix().expect("a matrix");
    let mut sums = [0.0; 2];
    let [hand_sum, typed_sum] = &mut sums;
    let mut contenders: [&mut dyn FnMut(); 5] = [
        &mut || by_hand((data, src_blocks), (hand, dst_blocks)),
        &mut || copy_general(&from, &mut view_mut(general, into)),
        &mut || dispatch(&src, CopyFrom { data, into: view_mut(typed, into) }).expect("a matrix"),
        &mut || *hand_sum = sum_by_hand(data, src_blocks),
        &mut || *typed_sum = dispatch(&src, Sum(data)).expect("a matrix"),
    ];
    let times = medians(effort, &mut contenders);
    assert!(*hand == *general && *hand == *typed, "{} to {}", pair.src, pair.dst);
    assert!(sums[0] == sums[1], "the sum of {}", pair.src);
    let row = |number: usize, ours: usize, other: usize| Row {
        name: pair.names[number],
        nanoseconds: times[ours],
        reference: "loops by hand with dynamic bounds",
        reference_nanoseconds: times[other],
    };
    [row(0, 1, 0), row(1, 2, 0), row(2, 4, 3)]
}

fn view_mut<L: Matrix>(slice: &mut [f32], layout: L) -> ViewMut<'_, f32, L> {
    ViewMut::new(slice, layout).expect("the buffer holds the layout")
}

#[inline(never)]
fn copy_general(src: &View<'_, f32, DynMatrix>, dst: &mut ViewMut<'_, f32, DynMatrix>) {
    copy(src, dst).expect("one size");
}

struct CopyFrom<'a> {
    data: &'a [f32],
    into: ViewMut<'a, f32, DynMatrix>,
}

impl MatrixKernel for CopyFrom<'_> {
    type Output = ();
    fn run<L: Matrix>(mut self, layout: L) {
        let src = View::new(self.data, layout).expect("the buffer holds the layout");
        copy(&src, &mut self.into).expect("one size");
    }
}

/// The sum of the elements, by indexing.
struct Sum<'a>(&'a [f32]);

impl MatrixKernel for Sum<'_> {
    type Output = f32;
    fn run<L: Matrix>(self, layout: L) -> f32 {
        let a = View::new(self.0, layout).expect("the buffer holds the layout");
        let mut sum = 0.0;
        for i in 0..layout.rows() {
            for j in 0..layout.cols() {
                sum += a[(i, j)];
            }
        }
        sum
    }
}

#[inline(never)]
fn sum_by_hand(data: &[f32], Blocks([rows, cols]): Blocks) -> f32 {
    let mut sum = 0.0;
    for row_group in 0..rows[2].0 {
        for row_block in 0..rows[1].0 {
            for row in 0..rows[0].0 {
                let start = row_group * rows[2].1 + row_block * rows[1].1 + row * rows[0].1;
                for col_group in 0..cols[2].0 {
                    for col_block in 0..cols[1].0 {
                        for col in 0..cols[0].0 {
                            sum +=
                                data[start + col_group * cols[2].1 + col_block * cols[1].1 + col * cols[0].1];
                        }
                    }
                }
            }
        }
    }
    sum
}

#[inline(never)]
fn by_hand((src, Blocks(from)): (&[f32], Blocks), (dst, Blocks(to)): (&mut [f32], Blocks)) {
    let [[rows, row_blocks, row_groups], [cols, col_blocks, col_groups]] =
        from.map(|mode| mode.map(|leaf| leaf.0));
    let [from, to] = [from, to].map(|[rows, cols]| (rows.map(|leaf| leaf.1), cols.map(|leaf| leaf.1)));
    for row_group in 0..row_groups {
        for col_group in 0..col_groups {
            for row_block in 0..row_blocks {
                for col_block in 0..col_blocks {
                    let start = |(rows, cols): ([usize; 3], [usize; 3])| {
                        row_group * rows[2] + col_group * cols[2] + row_block * rows[1] + col_block * cols[1]
                    };
                    let (src_block, dst_block) = (start(from), start(to));
                    for row in 0..rows {
                        for col in 0..cols {
                            dst[dst_block + row * to.0[0] + col * to.1[0]] =
                                src[src_block + row * from.0[0] + col * from.1[0]];
                        }
                    }
                }
            }
        }
    }
}
