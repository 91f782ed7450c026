//! Elements of two units would be counted as one.

use tilework::prelude::*;

fn main() {
    let _ = upcast(layout!((4, 32):(1, 1)), int!(8));
}
