//! Three coordinates for two modes.

use tilework::prelude::*;

fn main() {
    let data = [0; 8];
    let view = View::new(&data, layout!((4, 2):(1, 4))).unwrap();
    let _ = view[(1, 0, 0)];
}
