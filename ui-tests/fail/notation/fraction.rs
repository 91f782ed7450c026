//! An extent that is no integer.

use tilework::prelude::*;

fn main() {
    let _ = shape!(4, 2.5);
}
