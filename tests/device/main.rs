//! The kernels of `device/` on the processor: the threads of a block take turns between its barriers, and what they
//! wrote is compared with the definition.
#![allow(unsafe_code)]

mod block;
#[path = "../../device/src/index.rs"]
mod index;
#[path = "../../device/src/product.rs"]
mod product;
#[path = "../../device/src/relayout.rs"]
mod relayout;
#[path = "../../device/src/transpose.rs"]
mod transpose;

use block::launch;
use tilework::prelude::*;

type Rows = Layout<(usize, usize), (usize, Int!(1))>;

fn rows(m: usize, n: usize, ld: usize) -> Rows {
    Layout::try_new((m, n), (ld, int!(1))).expect("small")
}

/// Sizes with and without rest, below and above one tile.
const SIZES: [(usize, usize); 6] = [(1, 1), (32, 32), (33, 31), (64, 96), (5, 70), (100, 3)];

#[test]
fn offsets_are_those_of_the_layout() {
    let tiles = xla!(bf16[16,256]{1,0:T(8,128)(2,1)});
    let mut written = vec![0; 16 * 256];
    let dst = written.as_mut_ptr();
    // SAFETY: as many numbers as threads.
    launch((16, 1), (256, 1), || unsafe { index::offsets(tiles, dst) });
    let expected = (0..16 * 256).map(|at| tiles.offset((at / 256, at % 256)) as u32);
    assert!(written.into_iter().eq(expected));
}

#[test]
fn elements_go_from_one_layout_to_the_other() {
    let (fractal, square) = (layout!(((16, 2), (16, 3)):((16, 256), (1, 512))), rows(32, 48, 50));
    let data: Vec<u16> = (0..32 * 48).collect();
    let mut written = vec![u16::MAX; 32 * 50];
    let (src, dst) = (data.as_ptr(), written.as_mut_ptr());
    launch((2, 4), (32, 8), || {
        // SAFETY: blocks are of that shape.
        let ((x, y), (block_x, block_y)) = (unsafe { block::thread_of_block::<32, 8>() }, block::block());
        // SAFETY: both have as many elements as their layouts reach, each thread a coordinate of its own.
        unsafe {
            let src = View::from_raw_parts_unchecked(src, fractal);
            relayout::element(src, dst, square, (8 * block_y + y, 32 * block_x + x));
        }
    });
    for (at, &value) in written.iter().enumerate() {
        let (i, j) = (at / 50, at % 50);
        assert_eq!(value, if j < 48 { fractal.offset((i, j)) as u16 } else { u16::MAX }, "at ({i},{j})");
    }
}

#[test]
fn a_transposition_reaches_every_element_and_nothing_else() {
    for (m, n) in SIZES {
        let (from, to) = (rows(m, n, n + 3), rows(n, m, m + 1));
        let data: Vec<f32> = (0..from.cosize()).map(|x| x as f32).collect();
        let mut written = vec![-1.0; n * (m + 1)];
        let (src, dst) = (data.as_ptr(), written.as_mut_ptr());
        let grid = (n.div_ceil(32) as u32, m.div_ceil(32) as u32);
        // SAFETY: both have as many elements as their layouts reach, and `to` is injective.
        launch(grid, (32, 8), || unsafe { transpose::transposed(src, from, dst, to) });
        for (at, &value) in written.iter().enumerate() {
            let (i, j) = (at / (m + 1), at % (m + 1));
            assert_eq!(value, if j < m { data[j * (n + 3) + i] } else { -1.0 }, "({i},{j}) of {n}x{m}");
        }
    }
}

#[test]
fn a_product_is_the_sum_over_its_inner_mode() {
    for ((m, k), n) in SIZES.into_iter().zip([1, 64, 65, 3, 70, 128]) {
        let (of_a, of_b, of_c) = (rows(m, k, k), rows(k, n, n + 2), rows(m, n, n));
        let number = |x: usize| (x % 13) as f32 - 6.0;
        let a: Vec<f32> = (0..m * k).map(number).collect();
        let b: Vec<f32> = (0..k * (n + 2)).map(|x| number(x * 5 + 1)).collect();
        let mut c = vec![f32::NAN; m * n];
        let (a_data, b_data, c_data) = (a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
        // SAFETY: all have as many elements as their layouts reach, and `of_c` is injective.
        launch((n.div_ceil(64) as u32, m.div_ceil(64) as u32), (16, 16), || unsafe {
            product::multiply(
                View::from_raw_parts_unchecked(a_data, of_a),
                View::from_raw_parts_unchecked(b_data, of_b),
                ViewMut::from_raw_parts_unchecked(c_data, of_c),
            );
        });
        for (at, &value) in c.iter().enumerate() {
            let (i, j) = (at / n, at % n);
            let sum: f32 = (0..k).map(|p| a[i * k + p] * b[p * (n + 2) + j]).sum();
            assert_eq!(value, sum, "({i},{j}) of {m}x{k}x{n}");
        }
    }
}
