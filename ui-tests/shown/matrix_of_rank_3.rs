//! A kernel over matrices, called with a cube.

use tilework::prelude::*;

fn trace<L: Matrix>(a: &View<'_, f32, L>) -> f32 {
    (0..a.layout().rows()).map(|i| a[(i, i)]).sum()
}

fn main() {
    let cube = StackTensor::fill(layout!((4, 4, 4):(1, 4, 16)), 0.0);
    let _ = trace(&cube.view());
}
