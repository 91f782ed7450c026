//! An integer is no layout.

use tilework::prelude::*;

fn main() {
    let _ = composition(layout!((4, 8):(1, 4)), int!(8));
}
