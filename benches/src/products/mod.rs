//! Matrix products against other libraries, and against what the multipliers can do: `--products [--quick] [FILTER]`.
//!
//! In GFLOP/s, on one thread and on two; of rows in rows, and ours of tiles of 16 by 8 too, which is zN of `f32`, and
//! of factors that were packed before. The others are there in builds with `--cfg peers`. Then narrow factors, products
//! that are scaled, functions of the result, and contractions.

mod general;
mod peak;
mod peers;

use crate::arena::Arena;
use crate::measure::{Effort, medians_of_made};
use peak::Peak;
use peers::{NAMES, Peers};
use std::num::NonZero;
use std::time::{Duration, Instant};
use tilework::kernel::{Arithmetic, FactorOf, PanelWidths, product};
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

/// For so long several threads work before they are timed.
const AWAKE: Duration = Duration::from_millis(3);

/// What ours are called.
const OURS: [&str; 3] = ["ours", "zN", "packed"];

/// Prints a table, and for scripts a line `ratio NAME VALUE` for each comparison: our time over the other's, that of
/// packed factors and tiles over the best of the others, and the peak's over ours.
pub(crate) fn report(quick: bool, filter: &str) {
    print!("{:<28}", "GFLOP/s");
    for name in OURS.into_iter().chain(["peak"]).chain(NAMES) {
        print!(" {name:>w$}", w = width(name));
    }
    println!();
    let mut ratios = Vec::new();
    for size in SIZES.into_iter().filter(|size| !quick || size.iter().product::<usize>() < 1 << 28) {
        for threads in [1, 2] {
            rows::<f32>("f32", size, threads, filter, &mut ratios);
            rows::<f64>("f64", size, threads, filter, &mut ratios);
        }
    }
    println!();
    for (name, ratio) in ratios {
        println!("ratio {name} {ratio:.4}");
    }
    general::report(quick, filter);
}

fn width(name: &str) -> usize {
    name.len().max(7)
}

fn rows<T>(of: &str, [m, k, n]: [usize; 3], threads: usize, filter: &str, ratios: &mut Vec<(String, f64)>)
where
    T: Arithmetic + FactorOf<T> + Default + From<u8> + Peak + Peers + Send + Sync,
{
    let name = format!("product_{of}_{m}x{k}x{n}{}", if threads == 1 { "" } else { "_two_threads" });
    if !name.contains(filter) {
        return;
    }
    let storage = m.next_multiple_of(16) * k.next_multiple_of(16);
    let storage = storage.max(k.next_multiple_of(16) * n.next_multiple_of(16)).max(m * n);
    let mut arena = Arena::new(OURS.len() + NAMES.len() + 4, storage, |x| T::from((x % 13) as u8));
    let (a, mut buffers) = arena.buffers();
    let mut next = || buffers.next().expect("the arena has a buffer for each contender");
    let (b, zn_a, zn_b) = (&*next(), &*next(), &*next());
    let view = |slice, size| View::new(slice, row_major(size)).expect("the buffer holds the matrix");
    let (rows_a, rows_b) = (view(a, (m, k)), view(b, (k, n)));
    let zn = |slice, rows: usize, cols: usize| {
        let (high, wide) = (rows.div_ceil(16), cols.div_ceil(8));
        let tiles = layout!(((16, high), (8, wide)):((8, 128), (1, {high * 128})));
        let layout = Layout::try_with_extent(tiles.shape(), tiles.stride(), (rows, cols));
        View::new(slice, layout.expect("a matrix in tiles")).expect("the buffer holds the matrix")
    };
    let (zn_a, zn_b) = (zn(zn_a, m, k), zn(zn_b, k, n));
    let widths = PanelWidths::into_rows::<T>();
    let packed_a = widths.pack_left(&rows_a).expect("memory for the panels");
    let packed_b = widths.pack_right(&rows_b).expect("memory for the panels");
    let (packed_a, packed_b) = (packed_a.view(), packed_b.view());
    let crew = NonZero::new(threads).expect("a thread at least");
    let mut targets: [_; OURS.len()] = std::array::from_fn(|_| {
        ViewMut::new(next(), row_major((m, n))).expect("the buffer holds the matrix")
    });
    let [rows_c, zn_c, packed_c] = &mut targets;
    let mut contenders: Vec<Box<dyn FnMut() + '_>> = vec![
        Box::new(|| product(&rows_a, &rows_b).threads(crew).store(rows_c).expect("one size")),
        Box::new(|| product(&zn_a, &zn_b).threads(crew).store(zn_c).expect("one size")),
        Box::new(|| product(&packed_a, &packed_b).threads(crew).store(packed_c).expect("one size")),
        Box::new(T::multiply_and_add),
    ];
    let mut peers = Vec::new();
    for (name, peer) in NAMES.into_iter().zip(T::peers(threads)) {
        if let Some(peer) = peer {
            let c = next();
            peers.push(name);
            contenders.push(Box::new(move || peer(threads, [m, k, n], a, b, c)));
        }
    }
    let operations = 2.0 * (m * k * n) as f64;
    // at 20 GFLOP/s, to begin with
    let rounds = (TIME / (contenders.len() as f64 * (operations / 20.0).max(1e5))) as usize;
    let most = if threads > 1 { 21 } else { 101 };
    let effort = Effort { rounds: rounds.clamp(7, most) | 1, batch_nanoseconds: 100_000.0 };
    let count = contenders.len();
    let times = medians_of_made(effort, count, &mut |number, time| {
        // what is in the caches then is its own, and its threads are awake
        let begin = Instant::now();
        contenders[number]();
        while threads > 1 && begin.elapsed() < AWAKE {
            contenders[number]();
        }
        time(&mut contenders[number]);
    });
    let (ours, others) = (&times[..OURS.len()], &times[OURS.len() + 1..]);
    let peak = T::OPERATIONS / times[OURS.len()] * threads as f64;
    print!("{:<28}", name.trim_start_matches("product_"));
    for (name, time) in OURS.iter().zip(ours) {
        print!(" {:>w$.1}", operations / time, w = width(name));
    }
    print!(" {peak:>7.1}");
    for name in NAMES {
        match peers.iter().position(|peer| *peer == name) {
            Some(peer) => print!(" {:>w$.1}", operations / others[peer], w = width(name)),
            None => print!(" {:>w$}", "-", w = width(name)),
        }
    }
    println!();
    if peak > 0.0 {
        ratios.push((format!("{name}/peak"), peak * ours[0] / operations));
    }
    for (peer, time) in peers.iter().zip(others) {
        ratios.push((format!("{name}/{peer}"), ours[0] / time));
    }
    if let Some(best) = others.iter().copied().reduce(f64::min) {
        for (ours, time) in OURS.iter().zip(ours) {
            ratios.push((format!("{name}_{ours}/best"), time / best));
        }
    }
}
