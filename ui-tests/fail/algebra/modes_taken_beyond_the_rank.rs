//! Modes that are not there.

use tilework::prelude::*;

fn main() {
    let _ = layout!((4, 2):(1, 4)).take::<1, 3>();
}
