//! Two modes have no refinement in common with three.

use tilework::prelude::*;

fn main() {
    let _ = common_refinement(shape!(4, (2, 3)), shape!(4, (3, 2, 1)));
}
