//! A product whose tiles are written by the threads of a pool.

use super::{Checked, close, numbers};
use std::sync::Mutex;
use std::thread;
use tilework::prelude::*;

/// `c = a b`: each of `workers` threads takes the next tile of `c` until none is left.
pub(crate) fn product<A: Matrix, B: Matrix, C: Matrix>(
    (a, b): (&View<'_, f32, A>, &View<'_, f32, B>),
    c: &mut ViewMut<'_, f32, C>,
    workers: usize,
) -> Checked {
    let tiles = Mutex::new(c.tiles_mut((32, 32))?);
    let take = || tiles.lock().ok()?.next();
    let work = || -> Result<(), String> {
        while let Some(((i, j), mut tile)) = take() {
            let rows = a.tile((32, a.layout().cols()), (i, 0)).map_err(|e| e.to_string())?;
            let cols = b.tile((b.layout().rows(), 32), (0, j)).map_err(|e| e.to_string())?;
            matmul(&rows, &cols, &mut tile).map_err(|e| e.to_string())?;
        }
        Ok(())
    };
    thread::scope(|threads| {
        let workers: Vec<_> = (0..workers).map(|_| threads.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or(Err("a worker panicked".into())))
    })?;
    Ok(())
}

pub(crate) fn check() -> Checked {
    let (m, n, k) = (70, 100, 40);
    let (x, y) = (numbers(m * k), numbers(k * n));
    let (a, b) = (View::new(&x, row_major((m, k)))?, View::new(&y, column_major((k, n)))?);
    let mut c = VecTensor::filled(make_layout::<zN, f32>(m, n), 0.0)?;
    product((&a, &b), &mut c.view_mut(), 4)?;
    for (i, j) in (0..m * n).map(|x| (x / n, x % n)) {
        assert!(close(c[(i, j)], (0..k).map(|l| a[(i, l)] * b[(l, j)]).sum()));
    }
    Ok(())
}
