//! Shapes of different sizes coarsen to none in common.

use tilework::prelude::*;

fn main() {
    let _ = common_coarsening(shape!(8, 3), shape!(5, 5));
}
