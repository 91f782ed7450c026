//! A layout with padding is not filtered.

use tilework::prelude::*;

fn main() {
    let _ = filter(zN::layout::<f16, _, _>(100, 50));
}
