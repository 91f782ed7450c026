//! For kernel authors: one kernel, written once over `Matrix`, for static, dynamic, padded and unusual layouts.
//!
//! ```sh
//! cargo run --example generic_kernel
//! ```

use std::error::Error;
use tilework::format::fractal;
use tilework::prelude::*;

/// `y = A x`. The bound is all that the kernel says of layouts; each call compiles to loops over that layout.
fn matvec<L: Matrix>(a: &View<'_, f32, L>, x: &[f32], y: &mut [f32]) {
    for (i, y) in (0..a.layout().rows()).zip(y) {
        *y = (0..a.layout().cols()).zip(x).map(|(j, x)| a[(i, j)] * x).sum();
    }
}

fn show<L: Matrix>(name: &str, a: &View<'_, f32, L>, x: &[f32]) {
    let mut y = vec![0.0; a.layout().rows()];
    matvec(a, x, &mut y);
    let known = if size_of::<L>() == 0 { "static" } else { "dynamic" };
    println!("{name:<13} {:<46} {known:<8} {:?}", a.layout().to_string(), &y[..3]);
}

fn main() -> Result<(), Box<dyn Error>> {
    let elements: Vec<f32> = (0..96).map(|x| x as f32).collect();
    let x: Vec<f32> = (0..12).map(|j| j as f32 / 4.0).collect();

    // everything known: the layout takes no space and its strides are constants
    let a = View::new(&elements, layout!((8, 12):(12, 1)))?;
    show("row-major", &a, &x);

    // the same kernel, sizes known at run time
    let (rows, cols) = (8, 12);
    show("dynamic", &View::new(&elements, row_major((rows, cols)))?, &x);

    // a relayout is a copy: the kernel sees the same matrix
    let mut tiles = VecTensor::filled(layout!(((4, 2), (4, 3)):((4, 16), (1, 32))), 0.0)?;
    copy(&a, &mut tiles.view_mut())?;
    show("4x4 tiles", &tiles.view(), &x);

    // static tiles, a dynamic number of them, and padding that the kernel never sees: 7x10 of 8x12
    let overhanging = fractal((7, 10), shape!(4, 4), shape!((1, 2), (0, 3)));
    show("overhanging", &View::new(tiles.as_slice(), overhanging)?, &x);

    // strides may be zero and negative: one row for all, and columns from the right
    show("broadcast", &View::new(&elements, layout!((8, 12):(0, 1)))?, &x);
    show("reversed", &View::new(&elements, layout!((8, 12):(12, -1)))?, &x);
    Ok(())
}
