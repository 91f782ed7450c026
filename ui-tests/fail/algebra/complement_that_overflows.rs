//! Copies would begin behind the last machine word.

use tilework::prelude::*;

fn main() {
    let _ = complement(layout!(2:4611686018427387904), int!(16));
}
