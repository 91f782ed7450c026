//! A view of elements that threads cannot share.

use std::cell::Cell;
use tilework::prelude::*;

fn main() {
    let data = [const { Cell::new(0) }; 8];
    let view = View::new(&data, layout!((4, 2):(1, 4))).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || view[(0, 0)].set(1));
    });
}
