//! Loops run over every element of a view: its tiles must divide.

use tilework::prelude::*;

fn main() {
    let data = [0; 70];
    let view = View::new(&data, layout!((10, 7):(1, 10))).unwrap();
    let _ = view.zipped_divide(tiler!(4, 7));
}
