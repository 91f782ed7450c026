//! A broadcast as storage.

use tilework::prelude::*;

fn main() {
    let _ = StackTensor::fill(layout!((4, 2):(1, 0)), 0);
}
