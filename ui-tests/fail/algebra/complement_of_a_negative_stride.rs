//! What goes backwards has no complement.

use tilework::prelude::*;

fn main() {
    let _ = complement(layout!((4, 2):(-1, 4)), int!(16));
}
