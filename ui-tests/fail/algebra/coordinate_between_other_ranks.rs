//! Three modes to two.

use tilework::prelude::*;

fn main() {
    let _ = crd2crd((1, 1, 1), shape!(2, 2, 2), shape!(4, 2));
}
