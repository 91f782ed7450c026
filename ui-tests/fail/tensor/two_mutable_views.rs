//! Two mutable views of one tensor.

use tilework::prelude::*;

fn main() {
    let mut tensor = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let mut a = tensor.view_mut();
    let mut b = tensor.view_mut();
    a[(0, 0)] = 1;
    b[(0, 0)] = 2;
}
