//! A selected mode that is not there.

use tilework::prelude::*;

fn main() {
    let _ = layout!((4, 2):(1, 4)).select(crd!(2, 0));
}
