//! A mode of 6 is not refined by one of 7.

use tilework::prelude::*;

fn main() {
    let _ = common_refinement(shape!(8, (2, 3)), shape!((2, 4), 7));
}
