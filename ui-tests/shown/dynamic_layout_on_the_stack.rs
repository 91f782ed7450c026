//! A dynamic layout on the stack.

use tilework::prelude::*;

fn main() {
    let n = 4;
    let _ = StackTensor::fill(row_major((n, 2)), 0);
}
