//! Rank 2 is more than 1.

use tilework::prelude::*;

fn main() {
    let _ = layout!((4, 2):(1, 4)).append_to::<1>();
}
