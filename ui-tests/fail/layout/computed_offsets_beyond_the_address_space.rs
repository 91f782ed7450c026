//! A static size that does not fit in a machine word.

use tilework::prelude::*;

fn main() {
    let n = int!(0x1_0000_0000);
    let _ = row_major((n, n, n));
}
