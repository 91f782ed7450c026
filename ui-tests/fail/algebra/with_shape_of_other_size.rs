//! A shape of other size.

use tilework::prelude::*;

fn main() {
    let _ = with_shape(layout!((4, 3):(3, 1)), shape!(2, 7));
}
