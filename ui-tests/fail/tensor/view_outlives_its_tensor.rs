//! A view of a tensor that is gone.

use tilework::prelude::*;

fn main() {
    let view = {
        let tensor = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
        tensor.view()
    };
    assert_eq!(view[(0, 0)], 0);
}
