//! Two numbers where one is asked for.

use tilework::prelude::*;

fn main() {
    let _ = int!(4, 2);
}
