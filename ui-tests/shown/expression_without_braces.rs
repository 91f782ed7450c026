//! An expression that is not in braces.

use tilework::prelude::*;

fn main() {
    let n = 4;
    let _ = shape!(n + 1, 2);
}
