//! Nothing is there to complete.

use tilework::prelude::*;

fn main() {
    let _ = complement(layout!((0, 4):(1, 2)), int!(32));
}
