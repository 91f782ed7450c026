//! A stride of the result that no machine word holds.

use tilework::prelude::*;

fn main() {
    let _ = composition(layout!(2:4611686018427387904), layout!(2:4));
}
