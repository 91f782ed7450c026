//! Matrix products against other libraries, and against what the multipliers can do: `--products [--quick] [FILTER]`.
//!
//! All of one thread, in GFLOP/s; of rows in rows, and ours of tiles of 16 by 8 too, which is zN of `f32`. The others
//! are there in builds with `--cfg peers`. Then products on two threads, of narrow factors, scaled, with functions of
//! the result, and contractions.

mod general;
mod peak;
mod peers;

use crate::arena::Arena;
use crate::measure::{Effort, medians};
use peak::Peak;
use peers::Peers;
use std::ops::{Add, Mul};
use tilework::prelude::*;

/// Rows, depth, columns.
const SIZES: [[usize; 3]; 14] = [
    [16, 16, 17],
    [32, 32, 32],
    [64, 64, 64],
    [128, 128, 128],
    [256, 256, 256],
    [512, 512, 512],
    [1024, 1024, 1024],
    [2048, 2048, 2048],
    [1000, 300, 70],
    [64, 2048, 64],
    [37, 4099, 129],
    [1009, 1013, 1019],
    [1, 4096, 4096],
    [4096, 4096, 1],
];

/// Nanoseconds for all rounds of a row.
const TIME: f64 = 4e9;

/// Prints a table, and for scripts a line `ratio NAME VALUE` for each comparison: our time over the other's.
pub(crate) fn report(quick: bool, filter: &str) {
    println!(
        "{:<24} {:>8} {:>8} {:>8}  {:>14} {:>8}",
        "GFLOP/s", "ours", "zN", "peak", "matrixmultiply", "gemm"
    );
    let mut ratios = Vec::new();
    for size in SIZES.into_iter().filter(|size| !quick || size.iter().product::<usize>() < 1 << 28) {
        rows::<f32>("f32", size, filter, &mut ratios);
        rows::<f64>("f64", size, filter, &mut ratios);
    }
    println!();
    for (name, ratio) in ratios {
        println!("ratio {name} {ratio:.4}");
    }
    general::report(quick, filter);
}

fn rows<T>(of: &str, [m, k, n]: [usize; 3], filter: &str, ratios: &mut Vec<(String, f64)>)
where
    T: Copy + Default + Add<Output = T> + Mul<Output = T> + From<u8> + Peak + Peers,
{
    let name = format!("product_{of}_{m}x{k}x{n}");
    if !name.contains(filter) {
        return;
    }
    let storage = m.next_multiple_of(16) * k.next_multiple_of(16);
    let storage = storage.max(k.next_multiple_of(16) * n.next_multiple_of(16)).max(m * n);
    let mut arena = Arena::new(8, storage, |x| T::from((x % 13) as u8));
    let (a, mut buffers) = arena.buffers();
    let mut next = || buffers.next().expect("the arena has a buffer for each contender");
    let (b, zn_a, zn_b) = (&*next(), &*next(), &*next());
    let view = |slice, size| View::new(slice, row_major(size)).expect("the buffer holds the matrix");
    let (rows_a, rows_b) = (view(a, (m, k)), view(b, (k, n)));
    let mut rows_c = ViewMut::new(next(), row_major((m, n))).expect("the buffer holds the matrix");
    let zn = |slice, rows: usize, cols: usize| {
        let (high, wide) = (rows.div_ceil(16), cols.div_ceil(8));
        let tiles = layout!(((16, high), (8, wide)):((8, 128), (1, {high * 128})));
        let layout = Layout::try_with_extent(tiles.shape(), tiles.stride(), (rows, cols));
        View::new(slice, layout.expect("a matrix in tiles")).expect("the buffer holds the matrix")
    };
    let (zn_a, zn_b) = (zn(zn_a, m, k), zn(zn_b, k, n));
    let mut other_c = ViewMut::new(next(), row_major((m, n))).expect("the buffer holds the matrix");
    let mut contenders: Vec<Box<dyn FnMut() + '_>> = vec![
        Box::new(|| matmul(&rows_a, &rows_b, &mut rows_c).expect("one size")),
        Box::new(|| matmul(&zn_a, &zn_b, &mut other_c).expect("one size")),
        Box::new(T::multiply_and_add),
    ];
    for peer in T::PEERS {
        let c = next();
        contenders.push(Box::new(move || peer([m, k, n], a, b, c)));
    }
    let operations = 2.0 * (m * k * n) as f64;
    // at 20 GFLOP/s, to begin with
    let rounds = (TIME / (contenders.len() as f64 * (operations / 20.0).max(1e5))) as usize;
    let effort = Effort { rounds: rounds.clamp(7, 101) | 1, batch_nanoseconds: 100_000.0 };
    let mut calls: Vec<&mut dyn FnMut()> = contenders.iter_mut().map(|call| &mut **call as _).collect();
    let times = medians(effort, &mut calls);
    let rate = |number: usize| times.get(number).map(|time| operations / time);
    let peak = T::OPERATIONS / times[2];
    let shown = |rate: Option<f64>| rate.map_or("-".to_owned(), |rate| format!("{rate:.1}"));
    println!(
        "{:<24} {:>8} {:>8} {:>8}  {:>14} {:>8}",
        format!("{of} {m}x{k}x{n}"),
        shown(rate(0)),
        shown(rate(1)),
        shown((peak > 0.0).then_some(peak)),
        shown(rate(3)),
        shown(rate(4))
    );
    if peak > 0.0 {
        ratios.push((format!("{name}/peak"), peak * times[0] / operations));
    }
    for (peer, time) in ["matrixmultiply", "gemm"].into_iter().zip(&times[3..]) {
        ratios.push((format!("{name}/{peer}"), times[0] / time));
    }
}
