//! A static coordinate inside the shape and outside the extent.

use tilework::prelude::*;

fn main() {
    let l = Layout::try_with_extent(shape!((16, 7), 50), stride!((1, 16), 112), shape!(100, 50)).unwrap();
    let _ = l.offset(crd!(100, 0));
}
