//! An i32 as a coordinate.

use tilework::prelude::*;

fn main() {
    let data = [0; 8];
    let view = View::new(&data, layout!((4, 2):(1, 4))).unwrap();
    let i = 1i32;
    let _ = view[(i, 0)];
}
