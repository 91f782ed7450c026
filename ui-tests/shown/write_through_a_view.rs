//! A view for reading only.

use tilework::prelude::*;

fn main() {
    let data = [0; 8];
    let view = View::new(&data, layout!((4, 2):(1, 4))).unwrap();
    view[(1, 0)] = 1;
}
