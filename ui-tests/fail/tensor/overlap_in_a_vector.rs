//! Two coordinates of a vector share an element.

use tilework::prelude::*;

fn main() {
    let _ = VecTensor::filled(layout!((3, 3):(2, 1)), 0);
}
