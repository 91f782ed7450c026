//! Strides that fit, with offsets that do not.

use tilework::prelude::*;

fn main() {
    let _ = composition(layout!(2:4611686018427387904), layout!(3:1));
}
