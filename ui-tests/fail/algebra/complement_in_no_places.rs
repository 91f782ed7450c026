//! Nothing is there to fill.

use tilework::prelude::*;

fn main() {
    let _ = complement(layout!(4:1), int!(0));
}
