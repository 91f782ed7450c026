//! There is no element to lead to.

use tilework::prelude::*;

fn main() {
    let _ = composition(layout!((0, 4):(1, 2)), layout!(2:1));
}
