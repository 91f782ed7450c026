//! One more than the largest static integer.

use tilework::prelude::*;

fn main() {
    let _ = int!(9223372036854775809);
}
