//! A tiler that reaches an element twice, and leaves others out.

use tilework::prelude::*;

fn main() {
    let _ = zipped_divide(layout!(32:1), layout!((4, 4):(1, 2)));
}
