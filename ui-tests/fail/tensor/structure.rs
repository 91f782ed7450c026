//! Views and tensors: what `cargo check` finds.

use std::cell::Cell;
use tilework::prelude::*;

/// Three coordinates for two modes.
pub fn get_of_other_rank() {
    let tensor = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let _ = tensor.get((1, 0, 0));
    //~^ ERROR: coordinate of rank 3 in a shape of rank 2: it needs one entry for every mode
}

/// Two mutable views of one tensor.
pub fn two_mutable_views() {
    let mut tensor = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
    let mut a = tensor.view_mut();
    let mut b = tensor.view_mut();
    //~^ ERROR: cannot borrow `tensor` as mutable more than once at a time
    a[(0, 0)] = 1;
    b[(0, 0)] = 2;
}

/// A view of elements that threads cannot share.
pub fn view_of_cells_in_a_thread() {
    let data = [const { Cell::new(0) }; 8];
    let view = View::new(&data, layout!((4, 2):(1, 4))).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || view[(0, 0)].set(1));
        //~^ ERROR: `Cell<i32>` cannot be shared between threads safely
    });
}

/// A view of a tensor that is gone.
pub fn view_outlives_its_tensor() {
    let view = {
        let tensor = StackTensor::fill(layout!((4, 2):(1, 4)), 0);
        tensor.view()
        //~^ ERROR: `tensor` does not live long enough
    };
    assert_eq!(view[(0, 0)], 0);
}
