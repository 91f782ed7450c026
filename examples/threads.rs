//! For kernel authors: the tiles of a matrix, each written by a thread of its own, whatever the layout.
//!
//! ```sh
//! cargo run --release --example threads
//! ```

use std::error::Error;
use std::thread;
use tilework::prelude::*;

/// `c = a * b`, by the tiles of `c`: several threads, and no two of them at one element.
fn product<A: Matrix, B: Matrix, C: Matrix>(
    a: &View<'_, f32, A>,
    b: &View<'_, f32, B>,
    c: &mut ViewMut<'_, f32, C>,
) -> Result<(), Box<dyn Error>> {
    let mut tiles = c.tiles_mut((int!(32), int!(32)))?;
    let share = tiles.len().div_ceil(4).max(1);
    thread::scope(|threads| {
        while tiles.len() > 0 {
            let mid = share.min(tiles.len());
            let (mine, rest) = tiles.split_at(mid);
            tiles = rest;
            threads.spawn(move || {
                for ((i, j), mut tile) in mine {
                    for (x, y) in pairs(tile.layout()) {
                        tile[(x, y)] =
                            (0..a.layout().cols()).map(|k| a[(32 * i + x, k)] * b[(k, 32 * j + y)]).sum();
                    }
                }
            });
        }
    });
    Ok(())
}

fn pairs<L: Matrix>(layout: L) -> impl Iterator<Item = (usize, usize)> {
    (0..layout.rows()).flat_map(move |i| (0..layout.cols()).map(move |j| (i, j)))
}

fn main() -> Result<(), Box<dyn Error>> {
    let (m, n, k) = (100, 70, 48);
    let a: Vec<f32> = (0..m * k).map(|x| (x % 7) as f32).collect();
    let b: Vec<f32> = (0..k * n).map(|x| (x % 5) as f32).collect();
    let (a, b) = (View::new(&a, row_major((m, k)))?, View::new(&b, column_major((k, n)))?);

    // rows of 128 elements, of which 70 are used
    let mut padded = VecTensor::filled(layout!((m, n):(128, 1)), -1.0)?;
    product(&a, &b, &mut padded.view_mut())?;

    // blocks of 16x8, the last ones overhanging
    let mut blocks = VecTensor::filled(make_layout::<zN, f32>(m, n), -1.0)?;
    product(&a, &b, &mut blocks.view_mut())?;

    let mut expected = VecTensor::filled(row_major((m, n)), 0.0)?;
    matmul(&a, &b, &mut expected.view_mut())?;
    for (i, j) in pairs(expected.layout()) {
        assert_eq!((padded[(i, j)], blocks[(i, j)]), (expected[(i, j)], expected[(i, j)]));
    }
    for (name, elements) in [("padded rows", padded.as_slice()), ("zN blocks", blocks.as_slice())] {
        let untouched = elements.iter().filter(|&&x| x == -1.0).count();
        println!("{name}: {} elements written by tiles, {untouched} of padding left alone", m * n);
    }
    Ok(())
}
