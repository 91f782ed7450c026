//! Three coordinates for two modes.

use tilework::prelude::*;

fn main() {
    let tensor = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let _ = tensor.get((1, 0, 0));
}
