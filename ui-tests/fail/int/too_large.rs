//! A computed static integer that does not fit in usize.

use tilework::prelude::*;

fn main() {
    let a = int!(0x8000_0000);
    let _ = usize::from(a * a * a);
}
