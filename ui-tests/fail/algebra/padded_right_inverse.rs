//! An inverse of a layout with padding.

use tilework::prelude::*;

fn main() {
    let _ = right_inverse(zN::layout::<f16, _, _>(100, 50));
}
