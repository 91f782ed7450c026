//! A kernel that does not say that its layout is one.

use tilework::prelude::*;

fn first<L>(a: &View<'_, f32, L>) -> f32 {
    a[(0, 0)]
}

fn main() {
    let square = StackTensor::fill(layout!((4, 4):(1, 4)), 0.0);
    let _ = first(&square.view());
}
