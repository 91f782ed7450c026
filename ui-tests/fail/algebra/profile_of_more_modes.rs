//! A profile of three modes for a layout of two.

use tilework::prelude::*;

fn main() {
    let _ = coalesce_by(layout!((4, 2):(1, 4)), (1, 1, 1));
}
