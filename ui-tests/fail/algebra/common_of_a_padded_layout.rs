//! A common run of layouts of which one has padding.

use tilework::prelude::*;

fn main() {
    let _ = max_common_vector(layout!((4, 8):(1, 4)), zN::layout::<f16, _, _>(4, 8));
}
