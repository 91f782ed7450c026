//! Offset 6 where 5 is expected.

use tilework::prelude::*;

fn main() {
    let l = layout!((4, 2):(1, 4));
    let _: Int!(5) = l.offset(crd!(2, 1));
}
