//! Static offsets that pass 2^63.

use tilework::prelude::*;

fn main() {
    let n = int!(0x1_0000_0000);
    let _ = Layout::new((n, n), (n * int!(2), int!(1)));
}
