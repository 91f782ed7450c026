//! A static index outside the layout.

use tilework::prelude::*;

fn main() {
    let l = layout!((4, 2):(1, 4));
    let _ = l.offset(crd!(8));
}
