//! A dynamic remainder by the static zero.

use tilework::prelude::*;

fn main() {
    let n = 4;
    let _ = n % int!(0);
}
